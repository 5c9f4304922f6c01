#include "report/escape.h"

#include "base/text.h"

namespace dinkel {

std::string escape_markup(std::string_view text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size();) {
    const auto point = decode_utf8(text, i);
    const char32_t value = point ? point->value : U'\uFFFD';
    const std::size_t size = point ? point->size : 1;
    const bool forbidden = (value < 0x20 && value != '\n' && value != '\t' && value != '\r') ||
                           value == 0xFFFE || value == 0xFFFF;
    switch (value) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        append_utf8(escaped, forbidden ? U'\uFFFD' : value);
    }
    i += size;
  }
  return escaped;
}

}  // namespace dinkel

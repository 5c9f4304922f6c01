#include "interpret/code_points.h"

#include <charconv>
#include <limits>

#include "base/text.h"

namespace dinkel {

namespace {

// The bytes of the code point that starts here; 1 for a byte that starts none.
std::size_t length_at(std::string_view text, std::size_t at) {
  const auto decoded = decode_utf8(text, at);
  return decoded ? decoded->size : 1;
}

// Alphabets in which capital and small letters alternate; in some the capitals are odd.
bool alternates(char32_t code, bool& odd_capitals) {
  odd_capitals = (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17E);
  return odd_capitals || (code >= 0x100 && code <= 0x12F) || (code >= 0x132 && code <= 0x137) ||
         (code >= 0x14A && code <= 0x177) || (code >= 0x460 && code <= 0x481) ||
         (code >= 0x48A && code <= 0x4BF);
}

char32_t lower_code(char32_t code) {
  if (code >= 'A' && code <= 'Z') return code + 0x20;
  if (code >= 0xC0 && code <= 0xDE && code != 0xD7) return code + 0x20;
  if (code >= 0x391 && code <= 0x3A9 && code != 0x3A2) return code + 0x20;
  if (code >= 0x410 && code <= 0x42F) return code + 0x20;
  if (code >= 0x400 && code <= 0x40F) return code + 0x50;
  if (code == 0x178) return 0xFF;
  bool odd = false;
  if (alternates(code, odd) && (code % 2 == 1) == odd) return code + 1;
  return code;
}

char32_t upper_code(char32_t code) {
  if (code >= 'a' && code <= 'z') return code - 0x20;
  if (code >= 0xE0 && code <= 0xFE && code != 0xF7) return code - 0x20;
  if (code == 0x3C2) return 0x3A3;  // the sigma at the end of a word
  if (code >= 0x3B1 && code <= 0x3C9) return code - 0x20;
  if (code >= 0x430 && code <= 0x44F) return code - 0x20;
  if (code >= 0x450 && code <= 0x45F) return code - 0x50;
  if (code == 0xFF) return 0x178;
  bool odd = false;
  if (alternates(code, odd) && (code % 2 == 1) != odd) return code - 1;
  return code;
}

std::string map_case(std::string_view text, char32_t (*map_code)(char32_t)) {
  std::string result;
  result.reserve(text.size());
  for (const std::string_view point : code_points(text)) {
    const auto decoded = decode_utf8(point);
    if (decoded) {
      append_utf8(result, map_code(decoded->value));
    } else {
      result += point;
    }
  }
  return result;
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
}

}  // namespace

std::int64_t count_code_points(std::string_view text) {
  std::int64_t count = 0;
  for (std::size_t at = 0; at < text.size(); at += length_at(text, at)) ++count;
  return count;
}

std::vector<std::string_view> code_points(std::string_view text) {
  std::vector<std::string_view> result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_at(text, at);
    result.push_back(text.substr(at, length));
    at += length;
  }
  return result;
}

std::string_view slice_text(std::string_view text, std::int64_t from, std::int64_t length) {
  const auto skip = [&text](std::size_t at, std::int64_t count) {
    while (count-- > 0 && at < text.size()) at += length_at(text, at);
    return at;
  };
  const std::size_t start = skip(0, from);
  return text.substr(start, skip(start, length) - start);
}

std::string to_lower_case(std::string_view text) {
  return map_case(text, lower_code);
}

std::string to_upper_case(std::string_view text) {
  constexpr std::string_view sharp_s = "\xC3\x9F";
  if (text.find(sharp_s) == std::string_view::npos) {
    return map_case(text, upper_code);
  }
  std::string spelled;  // its capital form is two letters
  for (const std::string_view point : code_points(text)) spelled += point == sharp_s ? "ss" : point;
  return map_case(spelled, upper_code);
}

std::string_view trim_space(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  std::int64_t result = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return result;
}

std::optional<double> parse_float(std::string_view text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "Infinity" || text == "+Infinity") return infinity;
  if (text == "-Infinity") return -infinity;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || !((text[0] >= '0' && text[0] <= '9') || text[0] == '.')) return std::nullopt;
  double result = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Too small or too large: the exponent says which, or else the digits before the point.
    const auto exponent = text.find_first_of("eE");
    const bool tiny = exponent != std::string_view::npos
                          ? text.substr(exponent + 1, 1) == "-"
                          : text.find_first_not_of('0') == text.find('.');
    result = tiny ? 0.0 : infinity;
  } else if (error != std::errc()) {
    return std::nullopt;
  }
  return negative ? -result : result;
}

}  // namespace dinkel

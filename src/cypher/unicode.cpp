#include "cypher/unicode.h"

#include <array>

namespace dinkel {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// Blocks beyond ASCII that hold no letters: punctuation, symbols, arrows, private use, emoji.
constexpr std::array no_letters = {
    Range{0x0080, 0x00A9},   Range{0x00AB, 0x00B4},    Range{0x00B6, 0x00B9},
    Range{0x00BB, 0x00BF},   Range{0x00D7, 0x00D7},    Range{0x00F7, 0x00F7},
    Range{0x1680, 0x1680},   Range{0x180E, 0x180E},    Range{0x2000, 0x203E},
    Range{0x2041, 0x2053},   Range{0x2055, 0x2070},    Range{0x2074, 0x207E},
    Range{0x2080, 0x208F},   Range{0x20A0, 0x20CF},    Range{0x2190, 0x2BFF},
    Range{0x2E00, 0x2E7F},   Range{0x3000, 0x3004},    Range{0x3008, 0x3020},
    Range{0x3030, 0x3030},   Range{0xD800, 0xF8FF},    Range{0xFD3E, 0xFD3F},
    Range{0xFE10, 0xFE1F},   Range{0xFE30, 0xFE32},    Range{0xFE35, 0xFE4C},
    Range{0xFE50, 0xFE6F},   Range{0xFEFF, 0xFEFF},    Range{0xFF00, 0xFF0F},
    Range{0xFF1A, 0xFF20},   Range{0xFF3B, 0xFF3E},    Range{0xFF40, 0xFF40},
    Range{0xFF5B, 0xFF65},   Range{0xFFE0, 0xFFFF},    Range{0x1F000, 0x1FAFF},
    Range{0xE0000, 0xE00FF}, Range{0xF0000, 0x10FFFF},
};

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace

Decoded decode_character(std::string_view text, std::size_t position) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[position + i]); };
  if (position >= text.size()) return {};
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() - position < length) return {};
  std::uint32_t code_point = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[position + i])) return {};
    code_point = (code_point << 6) | (byte(i) & 0x3FU);
  }
  const bool overlong =
      (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (overlong || surrogate || code_point > 0x10FFFF) return {};
  return {code_point, length};
}

void append_utf8(std::string& out, std::uint32_t code_point) {
  const auto add = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    add(code_point);
  } else if (code_point < 0x800) {
    add(0xC0U | (code_point >> 6));
    add(0x80U | (code_point & 0x3FU));
  } else if (code_point < 0x10000) {
    add(0xE0U | (code_point >> 12));
    add(0x80U | ((code_point >> 6) & 0x3FU));
    add(0x80U | (code_point & 0x3FU));
  } else {
    add(0xF0U | (code_point >> 18));
    add(0x80U | ((code_point >> 12) & 0x3FU));
    add(0x80U | ((code_point >> 6) & 0x3FU));
    add(0x80U | (code_point & 0x3FU));
  }
}

bool is_unicode_space(std::uint32_t code_point) {
  return code_point == 0xA0 || code_point == 0x1680 || code_point == 0x180E ||
         (code_point >= 0x2000 && code_point <= 0x200A) || code_point == 0x2028 ||
         code_point == 0x2029 || code_point == 0x202F || code_point == 0x205F ||
         code_point == 0x3000;
}

bool is_unicode_letter(std::uint32_t code_point) {
  if (code_point < 0x80) return false;
  for (const Range& range : no_letters) {
    if (code_point < range.first) return true;
    if (code_point <= range.last) return false;
  }
  return true;
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  std::size_t position = 0;
  while (position < text.size()) {
    if (static_cast<unsigned char>(text[position]) < 0x80) {
      ++position;
      continue;
    }
    const Decoded decoded = decode_character(text, position);
    if (decoded.length == 0) return position;
    position += decoded.length;
  }
  return std::nullopt;
}

}  // namespace dinkel

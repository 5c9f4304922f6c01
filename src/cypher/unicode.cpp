#include "cypher/unicode.h"

#include <array>

namespace dinkel {
namespace {

struct Range {
  char32_t first;
  char32_t last;
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

}  // namespace

bool is_unicode_space(char32_t code_point) {
  return code_point == 0xA0 || code_point == 0x1680 || code_point == 0x180E ||
         (code_point >= 0x2000 && code_point <= 0x200A) || code_point == 0x2028 ||
         code_point == 0x2029 || code_point == 0x202F || code_point == 0x205F ||
         code_point == 0x3000;
}

bool is_unicode_letter(char32_t code_point) {
  if (code_point < 0x80) return false;
  for (const Range& range : no_letters) {
    if (code_point < range.first) return true;
    if (code_point <= range.last) return false;
  }
  return true;
}

}  // namespace dinkel

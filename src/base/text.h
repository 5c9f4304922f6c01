// Small helpers for text: UTF-8, splitting, comparing without case, and "did you mean".
// Nothing here looks at the locale: case means ASCII case, which is all that keywords need.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dinkel {

struct CodePoint {
  char32_t value = 0;
  std::size_t size = 0;  // how many bytes it takes in UTF-8
};
// The code point that begins at `position`; absent where the bytes are not valid UTF-8 (overlong
// forms, surrogates and values above U+10FFFF are not valid) or where the text ends.
std::optional<CodePoint> decode_utf8(std::string_view text, std::size_t position = 0);
void append_utf8(std::string& text, char32_t code_point);
// The position of the first byte that is not valid UTF-8; absent when all are.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);
// The columns that the text takes on a terminal: 2 for wide characters (CJK, emoji), 0 for
// combining ones. The ranges are coarse: a mistake shifts a caret and does no other harm.
std::size_t display_width(std::string_view text);

// The parts between separators: one more than there are separators, so "" gives one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);
// Without the white space (space, tab, line ends) at both ends.
std::string_view trim(std::string_view text);
std::string to_lower(std::string_view text);
std::string to_upper(std::string_view text);
bool equal_ignoring_case(std::string_view a, std::string_view b);

// How many bytes must be inserted, removed or replaced to make one of the other.
std::size_t edit_distance(std::string_view a, std::string_view b);
// The candidate nearest to `word`, the first of several; absent when none is near enough to be what
// was meant (a third of the word's length, ignoring case).
std::optional<std::string_view> did_you_mean(std::string_view word,
                                             std::span<const std::string_view> candidates);

}  // namespace dinkel

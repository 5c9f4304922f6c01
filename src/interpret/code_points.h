// Strings as sequences of code points. Neo4j counts the 16-bit units of UTF-16; we count code
// points, as most engines do, so that a position never falls inside a character. Bytes that are no
// valid UTF-8 count one by one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dinkel {

std::int64_t count_code_points(std::string_view text);
std::vector<std::string_view> code_points(std::string_view text);
// Code points [from, from + length), cut off at the end of the text.
std::string_view slice_text(std::string_view text, std::int64_t from, std::int64_t length);

// Simple case mapping of the Latin, Greek and Cyrillic alphabets, the same on every machine; other
// letters stay as they are.
std::string to_lower_case(std::string_view text);
std::string to_upper_case(std::string_view text);

std::string_view trim_space(std::string_view text);

// The whole text as a decimal number, or nothing. A float may also be NaN or Infinity.
std::optional<std::int64_t> parse_integer(std::string_view text);
std::optional<double> parse_float(std::string_view text);

}  // namespace dinkel

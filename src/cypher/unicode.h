// The little of Unicode that Cypher needs: decoding and encoding UTF-8, and telling letters, spaces
// and other characters apart. Letters are told by ranges of blocks, not by the full tables: a rare
// symbol inside a block of letters passes for one, which changes no query that an engine accepts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dinkel {

struct Decoded {
  std::uint32_t code_point = 0;
  std::size_t length = 0;  // 0: not UTF-8
};
Decoded decode_character(std::string_view text, std::size_t position);
// The offset of the first byte that is not UTF-8, if any.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);
void append_utf8(std::string& out, std::uint32_t code_point);

bool is_unicode_space(std::uint32_t code_point);   // beyond ASCII
bool is_unicode_letter(std::uint32_t code_point);  // beyond ASCII

}  // namespace dinkel

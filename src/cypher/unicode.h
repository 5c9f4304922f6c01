// Which characters beyond ASCII are letters and which are white space, for the lexer. Letters are
// told by ranges of blocks, not by the full tables: a rare symbol inside a block of letters passes
// for one, which changes no query that an engine accepts.
#pragma once

namespace dinkel {

bool is_unicode_space(char32_t code_point);   // beyond ASCII
bool is_unicode_letter(char32_t code_point);  // beyond ASCII

}  // namespace dinkel

// Text to tokens. A token is a view of the text; nothing is copied or decoded before the parser
// wants it. The whole text is read at once, which gives the parser any lookahead for free, and each
// opening bracket knows its closing one, so that `(a)-->(b)` is told from `(a) - b` in one glance.
//
// The lexer never fails: what it does not understand becomes a token that no rule accepts, and the
// parser reports it when it gets there.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cypher/keywords.h"

namespace dinkel {

enum class TokenKind : std::uint8_t {
  End,
  Word,        // match, n, größe
  QuotedName,  // `a b`
  Parameter,   // $x, $1, $`a b`
  Integer,     // 12, 0xC, 0o14
  Float,       // 1.5, .5, 1e10
  BadNumber,   // 0x, 12h, 1e
  String,      // 'a', "a"
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
  Comma,
  Dot,
  DotDot,
  Colon,
  DoubleColon,
  Semicolon,
  Plus,
  PlusEqual,
  Minus,
  Star,
  Slash,
  Percent,
  Caret,
  Equal,
  RegexMatch,
  NotEqual,
  Less,
  LessOrEqual,
  Greater,
  GreaterOrEqual,
  Bar,
  DoubleBar,
  Ampersand,
  Exclamation,
  Dollar,
  Unterminated,      // a string, a quoted name or a comment without its end
  StrayCharacter,    // ASCII without a meaning here
  UnicodeCharacter,  // beyond ASCII, and no letter
};

struct Token {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  std::uint32_t partner = 0;  // of an opening bracket: the index of the closing one; 0: none
  TokenKind kind = TokenKind::End;
  Keyword keyword = Keyword::NotAKeyword;
};

// All tokens, then one End. The text must be shorter than 4 GB.
std::vector<Token> tokenize(std::string_view text);

// Whether the text can stand as a name without quotes.
bool is_plain_name(std::string_view text);

}  // namespace dinkel

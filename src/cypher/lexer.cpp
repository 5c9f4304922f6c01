#include "cypher/lexer.h"

#include <array>
#include <utility>

#include "base/text.h"
#include "cypher/unicode.h"

namespace dinkel {
namespace {

constexpr std::uint8_t letter = 1;
constexpr std::uint8_t digit = 2;
constexpr std::uint8_t space = 4;

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t c = 'a'; c <= 'z'; ++c) classes[c] = letter;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) classes[c] = letter;
  classes['_'] = letter;
  for (std::size_t c = '0'; c <= '9'; ++c) classes[c] = digit;
  for (const char c : {' ', '\t', '\n', '\r', '\v', '\f'})
    classes[static_cast<std::size_t>(c)] = space;
  for (std::size_t c = 0x1C; c <= 0x1F; ++c) classes[c] = space;
  return classes;
}
constexpr auto classes = make_classes();

bool is_class(char c, std::uint8_t wanted) {
  return (classes[static_cast<unsigned char>(c)] & wanted) != 0;
}
bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

// A byte that is not UTF-8 counts as a character without a meaning.
CodePoint decode(std::string_view text, std::size_t position) {
  return decode_utf8(text, position).value_or(CodePoint{0, 1});
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) { tokens_.reserve(text.size() / 4 + 8); }

  std::vector<Token> run() {
    while (skip_blanks()) read_token();
    add(TokenKind::End, text_.size());
    return std::move(tokens_);
  }

 private:
  char at(std::size_t position) const { return position < text_.size() ? text_[position] : '\0'; }

  void add(TokenKind kind, std::size_t end, Keyword keyword = Keyword::NotAKeyword) {
    tokens_.push_back({static_cast<std::uint32_t>(position_),
                       static_cast<std::uint32_t>(end - position_), 0, kind, keyword});
    position_ = end;
  }

  bool skip_blanks();
  void read_token();
  void read_symbol(char c);
  void read_number();
  void read_string(char quote);
  void read_parameter();
  bool skip_quoted_name(std::size_t& end) const;
  std::size_t skip_word(std::size_t position) const;
  bool skip_digits(std::size_t& end) const;
  void open(TokenKind kind);
  void close(TokenKind kind, TokenKind opening);

  std::string_view text_;
  std::size_t position_ = 0;
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> open_brackets_;
};

// White space and comments; false at the end of the text.
bool Lexer::skip_blanks() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (is_class(c, space)) {
      ++position_;
    } else if (c == '/' && at(position_ + 1) == '/') {
      const std::size_t end = text_.find_first_of("\n\r", position_);
      position_ = end == std::string_view::npos ? text_.size() : end;
    } else if (c == '/' && at(position_ + 1) == '*') {
      const std::size_t end = text_.find("*/", position_ + 2);
      if (end == std::string_view::npos) {
        add(TokenKind::Unterminated, text_.size());
        return false;
      }
      position_ = end + 2;
    } else if (!is_ascii(c)) {
      const CodePoint found = decode(text_, position_);
      if (!is_unicode_space(found.value)) return true;
      position_ += found.size;
    } else {
      return true;
    }
  }
  return false;
}

std::size_t Lexer::skip_word(std::size_t position) const {
  while (position < text_.size()) {
    const char c = text_[position];
    if (is_class(c, letter | digit)) {
      ++position;
    } else if (!is_ascii(c)) {
      const CodePoint found = decode(text_, position);
      if (!is_unicode_letter(found.value)) break;
      position += found.size;
    } else {
      break;
    }
  }
  return position;
}

void Lexer::read_token() {
  const char c = text_[position_];
  if (is_class(c, letter)) {
    const std::size_t end = skip_word(position_ + 1);
    add(TokenKind::Word, end, find_keyword(text_.substr(position_, end - position_)));
  } else if (is_class(c, digit) || (c == '.' && is_class(at(position_ + 1), digit))) {
    read_number();
  } else if (c == '\'' || c == '"') {
    read_string(c);
  } else if (c == '`') {
    std::size_t end = position_;
    const bool closed = skip_quoted_name(end);
    add(closed ? TokenKind::QuotedName : TokenKind::Unterminated, end);
  } else if (c == '$') {
    read_parameter();
  } else if (is_ascii(c)) {
    read_symbol(c);
  } else {
    const CodePoint found = decode(text_, position_);
    if (is_unicode_letter(found.value)) {
      add(TokenKind::Word, skip_word(position_));
    } else {
      add(TokenKind::UnicodeCharacter, position_ + found.size);
    }
  }
}

void Lexer::open(TokenKind kind) {
  open_brackets_.push_back(static_cast<std::uint32_t>(tokens_.size()));
  add(kind, position_ + 1);
}

// A closing bracket that does not fit leaves its opening one without a partner.
void Lexer::close(TokenKind kind, TokenKind opening) {
  if (!open_brackets_.empty()) {
    Token& partner = tokens_[open_brackets_.back()];
    if (partner.kind == opening) partner.partner = static_cast<std::uint32_t>(tokens_.size());
    open_brackets_.pop_back();
  }
  add(kind, position_ + 1);
}

void Lexer::read_symbol(char c) {
  const char next = at(position_ + 1);
  const auto one_or_two = [&](TokenKind one, char second, TokenKind two) {
    if (next == second) {
      add(two, position_ + 2);
    } else {
      add(one, position_ + 1);
    }
  };
  switch (c) {
    case '(':
      return open(TokenKind::LeftParen);
    case '[':
      return open(TokenKind::LeftBracket);
    case '{':
      return open(TokenKind::LeftBrace);
    case ')':
      return close(TokenKind::RightParen, TokenKind::LeftParen);
    case ']':
      return close(TokenKind::RightBracket, TokenKind::LeftBracket);
    case '}':
      return close(TokenKind::RightBrace, TokenKind::LeftBrace);
    case ',':
      return add(TokenKind::Comma, position_ + 1);
    case '.':
      return one_or_two(TokenKind::Dot, '.', TokenKind::DotDot);
    case ':':
      return one_or_two(TokenKind::Colon, ':', TokenKind::DoubleColon);
    case ';':
      return add(TokenKind::Semicolon, position_ + 1);
    case '+':
      return one_or_two(TokenKind::Plus, '=', TokenKind::PlusEqual);
    case '-':
      return add(TokenKind::Minus, position_ + 1);
    case '*':
      return add(TokenKind::Star, position_ + 1);
    case '/':
      return add(TokenKind::Slash, position_ + 1);
    case '%':
      return add(TokenKind::Percent, position_ + 1);
    case '^':
      return add(TokenKind::Caret, position_ + 1);
    case '=':
      return one_or_two(TokenKind::Equal, '~', TokenKind::RegexMatch);
    case '<':
      if (next == '>') return add(TokenKind::NotEqual, position_ + 2);
      return one_or_two(TokenKind::Less, '=', TokenKind::LessOrEqual);
    case '>':
      return one_or_two(TokenKind::Greater, '=', TokenKind::GreaterOrEqual);
    case '|':
      return one_or_two(TokenKind::Bar, '|', TokenKind::DoubleBar);
    case '&':
      return add(TokenKind::Ampersand, position_ + 1);
    case '!':
      return add(TokenKind::Exclamation, position_ + 1);
    default:
      return add(TokenKind::StrayCharacter, position_ + 1);
  }
}

// Digits with single underscores between them; false if there is none.
bool Lexer::skip_digits(std::size_t& end) const {
  const std::size_t start = end;
  while (is_class(at(end), digit) ||
         (at(end) == '_' && end > start && is_class(at(end + 1), digit))) {
    ++end;
  }
  return end > start;
}

void Lexer::read_number() {
  std::size_t end = position_;
  TokenKind kind = TokenKind::Integer;
  const char prefix = at(position_ + 1);
  if (at(position_) == '0' && (prefix == 'x' || prefix == 'X' || prefix == 'o')) {
    const bool hexadecimal = prefix != 'o';
    end += 2;
    const std::size_t start = end;
    for (;; ++end) {
      const char c = at(end);
      const bool fits =
          hexadecimal ? (is_class(c, digit) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))
                      : (c >= '0' && c <= '7');
      if (!fits) break;
    }
    if (end == start) kind = TokenKind::BadNumber;
  } else {
    skip_digits(end);
    const std::size_t integer_end = end;
    if (at(end) == '.' && is_class(at(end + 1), digit)) {
      kind = TokenKind::Float;
      ++end;
      skip_digits(end);
    }
    if (at(end) == 'e' || at(end) == 'E') {
      kind = TokenKind::Float;
      ++end;
      if (at(end) == '+' || at(end) == '-') ++end;
      if (!skip_digits(end)) kind = TokenKind::BadNumber;
    }
    // A leading zero once meant octal: an integer that says one thing and means another is refused.
    if (kind == TokenKind::Integer && at(position_) == '0' && integer_end > position_ + 1) {
      kind = TokenKind::BadNumber;
    }
  }
  const std::size_t word_end = skip_word(end);
  if (word_end > end) kind = TokenKind::BadNumber;
  add(kind, word_end);
}

void Lexer::read_string(char quote) {
  std::size_t end = position_ + 1;
  while (end < text_.size() && text_[end] != quote) end += text_[end] == '\\' ? 2 : 1;
  if (end >= text_.size()) return add(TokenKind::Unterminated, text_.size());
  add(TokenKind::String, end + 1);
}

// Moves past a name in backquotes, where `` stands for one backquote.
bool Lexer::skip_quoted_name(std::size_t& end) const {
  ++end;
  while (end < text_.size()) {
    if (text_[end] == '`') {
      ++end;
      if (at(end) != '`') return true;
    }
    ++end;
  }
  end = text_.size();
  return false;
}

void Lexer::read_parameter() {
  std::size_t end = position_ + 1;
  if (at(end) == '`') {
    const bool closed = skip_quoted_name(end);
    return add(closed ? TokenKind::Parameter : TokenKind::Unterminated, end);
  }
  end = skip_word(end);
  add(end > position_ + 1 ? TokenKind::Parameter : TokenKind::Dollar, end);
}

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  return Lexer(text).run();
}

bool is_plain_name(std::string_view text) {
  if (text.empty() || is_class(text[0], digit)) return false;
  std::size_t position = 0;
  while (position < text.size()) {
    const char c = text[position];
    if (is_class(c, letter | digit)) {
      ++position;
    } else if (!is_ascii(c)) {
      const CodePoint found = decode(text, position);
      if (!is_unicode_letter(found.value)) return false;
      position += found.size;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace dinkel

// The parser's chapter on tokens: failures, names and literals.
#include <algorithm>
#include <charconv>
#include <limits>

#include "base/text.h"
#include "cypher/parser.h"

namespace dinkel {
namespace {

constexpr std::size_t longest_quote = 40;

// The name between backquotes, or after $ and perhaps between backquotes.
std::string unquote(std::string_view text) {
  if (text.empty() || text.front() != '`') return std::string(text);
  std::string name;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    name.push_back(text[i]);
    if (text[i] == '`') ++i;
  }
  return name;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Whether a decimal that is out of range is too large, not too small: by where its first digit
// stands after the exponent has moved the point.
bool is_huge(std::string_view number) {
  const std::size_t exponent_at = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, exponent_at);
  const std::size_t first = mantissa.find_first_not_of("0.");
  if (first == std::string_view::npos) return false;
  const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  std::string_view digits = number.substr(std::min(exponent_at + 1, number.size()));
  if (digits.starts_with('+')) digits.remove_prefix(1);
  std::int64_t exponent = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (result.ec == std::errc::result_out_of_range) return !digits.starts_with('-');
  return point - static_cast<std::int64_t>(first) > -exponent;
}

std::string without_underscores(std::string_view text) {
  std::string digits(text);
  std::erase(digits, '_');
  return digits;
}

}  // namespace

Parser::Parser(std::string_view text, ParseOptions options)
    : text_(text), options_(options), tokens_(tokenize(text)) {}

std::string_view Parser::text_since(std::size_t first_token) const {
  if (position_ <= first_token) return {};
  const Token& last = tokens_[position_ - 1];
  const std::uint32_t start = tokens_[first_token].offset;
  return text_.substr(start, last.offset + last.length - start);
}

void Parser::fail_at(std::uint32_t offset, ErrorDetail detail, std::string message) {
  if (failed()) return;
  error_ = QueryError{.type = ErrorType::SyntaxError,
                      .phase = ErrorPhase::CompileTime,
                      .detail = detail,
                      .message = std::move(message),
                      .offset = offset};
  position_ = tokens_.size() - 1;
}

void Parser::fail(ErrorDetail detail, std::string message) {
  fail_at(here(), detail, std::move(message));
}

void Parser::fail_expected(std::string_view what) {
  if (failed()) return;
  const Token& found = peek();
  std::string_view text = text_of(found);
  if (found.kind == TokenKind::UnicodeCharacter) {
    return fail(ErrorDetail::InvalidUnicodeCharacter,
                "the character `" + std::string(text) + "` has no meaning here");
  }
  if (found.kind == TokenKind::Unterminated) {
    const char* kind = text.front() == '/'                           ? "comment"
                       : text.front() == '\'' || text.front() == '"' ? "string"
                                                                     : "quoted name";
    return fail(ErrorDetail::UnexpectedSyntax, "this " + std::string(kind) + " has no end");
  }
  std::string message = "expected " + std::string(what) + ", found ";
  if (found.kind == TokenKind::End) {
    message += "the end of the text";
  } else if (text.size() <= longest_quote) {
    message += "`" + std::string(text) + "`";
  } else {
    std::size_t cut = longest_quote;
    while ((static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
    message += "`" + std::string(text.substr(0, cut)) + "...`";
  }
  fail(ErrorDetail::UnexpectedSyntax, std::move(message));
}

void Parser::expect_end() {
  if (!at(TokenKind::End)) fail_expected("the end of the text");
}

void Parser::enter() {
  if (++depth_ > options_.max_depth) {
    fail(ErrorDetail::UnexpectedSyntax,
         "this is nested too deeply: more than " + std::to_string(options_.max_depth) + " levels");
  }
}

void Parser::grow(int height) {
  height_ = height;
  if (height > options_.max_height) {
    fail(ErrorDetail::UnexpectedSyntax,
         "this expression is too long or nested too deeply: its "
         "tree has more than " +
             std::to_string(options_.max_height) + " levels");
  }
}

// ---- Names --------------------------------------------------------------------------------------

bool Parser::is_name(const Token& token) {
  return token.kind == TokenKind::QuotedName ||
         (token.kind == TokenKind::Word && !is_reserved(token.keyword));
}

bool Parser::is_any_name(const Token& token) {
  return token.kind == TokenKind::QuotedName || token.kind == TokenKind::Word;
}

std::string Parser::decode_name(const Token& token) {
  std::string name = unquote(text_of(token));
  if (name.empty()) {
    fail_at(token.offset, ErrorDetail::UnexpectedSyntax, "a name cannot be empty");
  }
  return name;
}

std::string Parser::parse_variable(std::string_view what) {
  if (!is_name(peek())) {
    fail_expected(what);
    return {};
  }
  const Token& found = peek();
  next();
  return decode_name(found);
}

std::string Parser::parse_any_name(std::string_view what) {
  if (!is_any_name(peek())) {
    fail_expected(what);
    return {};
  }
  const Token& found = peek();
  next();
  return decode_name(found);
}

std::string Parser::parse_map_key() {
  if (peek().kind != TokenKind::QuotedName) return parse_any_name("a property key");
  const Token& found = peek();
  next();
  return unquote(text_of(found));
}

std::string Parser::parse_dotted_name(std::string_view what) {
  std::string name = parse_any_name(what);
  while (accept(TokenKind::Dot)) {
    name.push_back('.');
    name += parse_any_name(what);
  }
  return name;
}

Parameter Parser::parse_parameter() {
  const Token& found = peek();
  next();
  std::string name = unquote(text_of(found).substr(1));
  if (name.empty()) {
    fail_at(found.offset, ErrorDetail::UnexpectedSyntax, "the name of a parameter cannot be empty");
  }
  return {std::move(name)};
}

// ---- Literals -----------------------------------------------------------------------------------

std::string Parser::decode_string(const Token& token) {
  const std::string_view body = text_of(token).substr(1, token.length - 2);
  std::string value;
  value.reserve(body.size());
  std::size_t i = 0;
  while (i < body.size()) {
    const std::size_t plain_end = std::min(body.find('\\', i), body.size());
    value.append(body, i, plain_end - i);
    i = plain_end;
    if (i >= body.size()) break;
    const auto offset = static_cast<std::uint32_t>(token.offset + 1 + i);
    const char escape = body[i + 1];
    i += 2;
    constexpr std::string_view letters = "\\'\"`bfnrt";
    constexpr std::string_view meanings = "\\'\"`\b\f\n\r\t";
    const std::size_t known = letters.find(escape);
    if (known != std::string_view::npos) {
      value.push_back(meanings[known]);
    } else if (escape == 'u' || escape == 'U') {
      const std::size_t digits = escape == 'u' ? 4 : 8;
      std::uint64_t code_point = 0;
      bool good = i + digits <= body.size();
      for (std::size_t d = 0; good && d < digits; ++d) {
        const int digit = hex_value(body[i + d]);
        good = digit >= 0;
        code_point = code_point * 16 + static_cast<std::uint64_t>(std::max(digit, 0));
      }
      if (!good || code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) {
        fail_at(offset, ErrorDetail::InvalidUnicodeLiteral,
                "\\u needs four and \\U eight hexadecimal digits that name a character");
        return value;
      }
      append_utf8(value, static_cast<char32_t>(code_point));
      i += digits;
    } else {
      fail_at(offset, ErrorDetail::UnexpectedSyntax,
              "a backslash in a string must be followed by one of \\ ' \" ` b f n r t u U");
      return value;
    }
  }
  return value;
}

Expr Parser::make_integer(std::uint32_t offset, const Token& token, bool negative) {
  std::string_view digits = text_of(token);
  std::string cleaned;
  if (digits.find('_') != std::string_view::npos) digits = cleaned = without_underscores(digits);
  int base = 10;
  if (digits.size() > 2 && digits[0] == '0') {
    base = digits[1] == 'o' ? 8 : 16;
    digits.remove_prefix(2);
  }
  std::uint64_t magnitude = 0;
  const auto result =
      std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, base);
  const std::uint64_t limit =
      static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) + (negative ? 1 : 0);
  if (result.ec != std::errc() || magnitude > limit) {
    fail_at(offset, ErrorDetail::IntegerOverflow, "this integer does not fit into 64 bits");
  }
  const std::uint64_t bits = negative ? 0 - magnitude : magnitude;
  return {{0, offset}, IntegerLiteral{static_cast<std::int64_t>(bits)}};
}

Expr Parser::make_float(std::uint32_t offset, const Token& token, bool negative) {
  std::string_view digits = text_of(token);
  std::string cleaned;
  if (digits.find('_') != std::string_view::npos) digits = cleaned = without_underscores(digits);
  double value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    if (is_huge(digits)) {
      fail_at(offset, ErrorDetail::FloatingPointOverflow, "this number is too large for a float");
    }
    value = 0;
  }
  return {{0, offset}, FloatLiteral{negative ? -value : value}};
}

// The number at the cursor; the caller has seen one.
Expr Parser::parse_number(std::uint32_t offset, bool negative) {
  const Token& found = peek();
  next();
  return found.kind == TokenKind::Integer ? make_integer(offset, found, negative)
                                          : make_float(offset, found, negative);
}

std::int64_t Parser::parse_count(std::string_view what) {
  if (!at(TokenKind::Integer)) {
    fail_expected(what);
    return 0;
  }
  const std::uint32_t offset = here();
  const Token& found = peek();
  next();
  const Expr literal = make_integer(offset, found, false);
  return std::get<IntegerLiteral>(literal.node).value;
}

}  // namespace dinkel

#include "cypher/parse.h"

#include <limits>
#include <string>

#include "base/text.h"
#include "cypher/lexer.h"
#include "cypher/parser.h"
#include "cypher/walk.h"

namespace dinkel {
namespace {

// What makes a text unfit to be read at all.
std::optional<QueryError> check_text(std::string_view text) {
  if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
    return QueryError{.detail = ErrorDetail::UnexpectedSyntax,
                      .message = "the text is longer than 4 GB"};
  }
  if (const auto offset = first_invalid_utf8(text)) {
    return QueryError{.detail = ErrorDetail::InvalidUnicodeCharacter,
                      .message = "the text is not valid UTF-8",
                      .offset = static_cast<std::uint32_t>(*offset)};
  }
  return std::nullopt;
}

template <typename Node, typename Rule>
Result<Node, QueryError> parse_with(std::string_view text, ParseOptions options, Rule rule) {
  if (auto error = check_text(text)) return *std::move(error);
  Parser parser(text, options);
  Node node = rule(parser);
  parser.expect_end();
  if (parser.error()) return *parser.error();
  number_nodes(node);
  return node;
}

}  // namespace

Result<Statement, QueryError> parse_statement(std::string_view text, ParseOptions options) {
  return parse_with<Statement>(text, options, [](Parser& p) { return p.parse_statement(); });
}

Result<Expr, QueryError> parse_expression(std::string_view text, ParseOptions options) {
  return parse_with<Expr>(text, options, [](Parser& p) { return p.parse_expr(); });
}

Result<Clause, QueryError> parse_clause(std::string_view text, ParseOptions options) {
  return parse_with<Clause>(text, options, [](Parser& p) { return p.parse_clause(); });
}

std::vector<std::string_view> split_statements(std::string_view text) {
  std::vector<std::string_view> pieces;
  std::size_t start = 0;
  bool has_tokens = false;
  for (const Token& token : tokenize(text)) {
    if (token.kind == TokenKind::End || token.kind == TokenKind::Semicolon) {
      if (has_tokens) pieces.push_back(trim(text.substr(start, token.offset - start)));
      start = token.offset + token.length;
      has_tokens = false;
    } else {
      has_tokens = true;
    }
  }
  return pieces;
}

}  // namespace dinkel

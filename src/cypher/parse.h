// Text to tree. A hand-written lexer and recursive-descent parser for the whole language of ast.h.
//
// Every failure is a QueryError with a byte offset; nesting is bounded (max_depth), so no input can
// exhaust the stack. Nodes are numbered in the order of the text (Origin::id from 1).
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "cypher/ast.h"
#include "cypher/query_error.h"

namespace dinkel {

struct ParseOptions {
  int max_depth = 400;    // of nested expressions, patterns, subqueries
  int max_height = 1000;  // of an expression's tree: a + a + ... with n operators is n + 1 high
};

Result<Statement, QueryError> parse_statement(std::string_view text, ParseOptions options = {});
Result<Expr, QueryError> parse_expression(std::string_view text, ParseOptions options = {});
Result<Clause, QueryError> parse_clause(std::string_view text, ParseOptions options = {});

// A file of statements: separated by semicolons, with // and /* */ comments. Each piece is a view
// of the text without its semicolon; pieces of mere white space and comments are left out.
std::vector<std::string_view> split_statements(std::string_view text);

}  // namespace dinkel

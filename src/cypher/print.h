// Tree to text. The printer carries precedence, so that parentheses come from need alone, and
// quotes names only where they must be. parse(print(x)) == x for every tree that the parser makes.
#pragma once

#include <string>
#include <string_view>

#include "cypher/ast.h"

namespace dinkel {

enum class Layout { Compact, Pretty };  // one line, or a line per clause with indented subqueries

std::string print(const Statement& statement, Layout layout = Layout::Compact);
std::string print(const Query& query, Layout layout = Layout::Compact);
std::string print(const Clause& clause, Layout layout = Layout::Compact);
std::string print(const Expr& expr);
std::string print(const PatternPart& part);
std::string print(const LabelExpr& labels);

std::string quote_name(std::string_view name);    // `a b`, plain where possible
std::string quote_string(std::string_view text);  // 'it\'s'

}  // namespace dinkel

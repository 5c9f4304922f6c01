// The only place that knows the children of a node. for_each_child calls the visitor with every
// direct child, in the order of the text; a visitor is any object with operator() overloads (or a
// generic lambda) for Expr, Clause, Query, PatternPart, NodePattern, RelationshipPattern and
// PathGroup. The templates are in walk_impl.h, for const and non-const trees; the helpers below are
// what most code wants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cypher/ast.h"
#include "cypher/walk_impl.h"

namespace dinkel {

// Every expression below the node, and the node itself if it is one, outermost first, into nested
// patterns and subqueries too.
void for_each_expr(const Statement& statement, const std::function<void(const Expr&)>& visit);
void for_each_expr(const Query& query, const std::function<void(const Expr&)>& visit);
void for_each_expr(const Clause& clause, const std::function<void(const Expr&)>& visit);
void for_each_expr(const Expr& expr, const std::function<void(const Expr&)>& visit);
void for_each_expr(Statement& statement, const std::function<void(Expr&)>& visit);

// Every clause, outermost first, into subqueries (of CALL, EXISTS, ...) and FOREACH bodies.
void for_each_clause(const Statement& statement, const std::function<void(const Clause&)>& visit);
void for_each_clause(Statement& statement, const std::function<void(Clause&)>& visit);

// Numbers all nodes that have an Origin from 1 in the order of the text, outermost first.
void number_nodes(Statement& statement);
void number_nodes(Clause& clause);
void number_nodes(Expr& expr);
// Nodes that rewriting made have numbers of their own, so that the others keep theirs.
constexpr std::uint32_t first_made_number = 0x80000000U;
// Numbers only those that have no number yet (0), above the largest in use, which those that
// rewriting made are not.
void number_missing(Statement& statement);
std::size_t count_nodes(const Statement& statement);

// Names that occur as variables anywhere below, in byte order, each once: to make fresh ones.
std::vector<std::string> names_in(const Statement& statement);

// Whether the clause, or one nested in it, writes to the graph.
bool writes(const Clause& clause);
bool writes(const Query& query);

// Nothing, R or R|S: the types that may stand before a length, as in -[:R|S*1..2]->.
bool are_plain_types(const std::optional<LabelExpr>& types);

}  // namespace dinkel

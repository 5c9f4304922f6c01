// Productions of expressions, as tables of {weight, function}: what the files that make expressions
// share among themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "generate/generator.h"

namespace dinkel {

// Makes an expression of the wanted type, or nothing if it cannot here.
struct Production {
  std::uint32_t weight;
  std::optional<Expr> (*make)(Generator& g, Type wanted);
};

std::optional<Expr> make_by_table(Generator& g, std::span<const Production> productions,
                                  Type wanted);

std::span<const Production> boolean_productions();                   // expr_boolean.cpp
std::span<const Production> list_productions();                      // expr_list.cpp
std::optional<Expr> make_count_subquery(Generator& g, Type wanted);  // expr_subquery.cpp
std::optional<Expr> make_exists_subquery(Generator& g, Type wanted);
std::optional<Expr> make_collect_subquery(Generator& g, Type wanted);
std::optional<Expr> make_pattern_predicate(Generator& g, Type wanted);
std::optional<Expr> make_pattern_comprehension(Generator& g, Type wanted);
std::optional<Expr> make_reduce(Generator& g, Type wanted);  // expr_list.cpp

// Arguments with which a function that often fails does not (expr_arguments.cpp).
bool has_safe_arguments(std::string_view function);
std::optional<std::vector<Expr>> make_safe_arguments(Generator& g, std::string_view function);

// The value of a literal, if the expression is one (lists of literals too).
std::optional<Value> literal_value(const Expr& expr);

// Runs `body` with a variable in scope that exists only inside this expression.
template <typename Body>
void with_local(Generator& g, const std::string& name, Type type, Body body) {
  const QueryContext saved = g.state.context;
  g.state.context.declare(name, type);
  body();
  g.state.context = saved;
}

}  // namespace dinkel

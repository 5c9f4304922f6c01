// Productions of expressions, as tables of {weight, function}: what the files that make expressions
// share among themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "cypher/functions.h"
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
std::optional<Expr> make_shortest_path(Generator& g, Type wanted);
std::optional<Expr> make_reduce(Generator& g, Type wanted);     // expr_list.cpp
std::optional<Expr> make_component(Generator& g, Type wanted);  // expr_access.cpp
std::optional<Expr> make_map_access(Generator& g, Type wanted);

// Arguments with which a function that often fails does not (expr_arguments.cpp).
bool has_safe_arguments(const Function& function);
std::optional<std::vector<Expr>> make_safe_arguments(Generator& g, const Function& function);

bool may_use_parameters(const Generator& g);
// A parameter with this value.
Expr make_parameter(Generator& g, Value value);

// The variables in scope whose values are surely of these kinds (or null) and not deleted: how many
// there are, and one of them, or nullptr.
std::size_t count_variables(const Generator& g, Kinds kinds);
const ScopedVariable* draw_variable(Generator& g, Kinds kinds);

// Forms that no target was asked about: written for the reference's own language alone.
bool writes_for_reference(const Generator& g);

// The value of a literal, if the expression is one (lists of literals too).
std::optional<Value> literal_value(const Expr& expr);

// Runs `body` with a variable in scope that exists only inside this expression. Its name is new.
template <typename Body>
void with_local(Generator& g, const std::string& name, Type type, Body body) {
  g.state.context.declare(name, type);
  body();
  g.state.context.forget(name);
}

}  // namespace dinkel

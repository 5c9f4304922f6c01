// Calls of the functions in the one function table, by the type of their result.
#include <algorithm>
#include <array>

#include "cypher/functions.h"
#include "generate/build.h"
#include "generate/expressions.h"

namespace dinkel {

namespace {

// For each kind, the rows whose result is of that kind: made once, in the order of the table.
struct FunctionIndex {
  std::array<std::vector<std::uint16_t>, kind_count> scalars;
  std::array<std::vector<std::uint16_t>, kind_count> aggregates;
};

const FunctionIndex& function_index() {
  static const FunctionIndex index = [] {
    FunctionIndex made;
    const auto functions = all_functions();
    for (std::size_t row = 0; row < functions.size(); ++row) {
      const Kinds result = functions[row].result.kinds.without(Kind::Null);
      auto& lists = functions[row].traits.aggregate ? made.aggregates : made.scalars;
      for (int kind = 0; kind < kind_count; ++kind) {
        if (result.has(static_cast<Kind>(kind))) {
          lists[static_cast<std::size_t>(kind)].push_back(static_cast<std::uint16_t>(row));
        }
      }
    }
    return made;
  }();
  return index;
}

Kind only_kind(Kinds kinds) {
  for (int kind = 0; kind < kind_count; ++kind) {
    const Kind candidate = static_cast<Kind>(kind);
    if (candidate != Kind::Null && kinds.has(candidate)) return candidate;
  }
  return Kind::Null;
}

// Functions whose result has the type of an argument, or of its elements.
bool returns_argument(const Function& function) {
  return function.result.kinds == Kinds::all();
}
bool returns_element(const Function& function) {
  return returns_argument(function) && function.parameters.front().kinds == Kinds(Kind::List);
}

// What depends on the place alone; the profile has taken out what the case and the dialect lack.
bool usable(const Generator& g, const Function& function, std::size_t row, Type wanted) {
  if (g.profile.functions_off[row]) return false;
  if (function.traits.volatile_result && !g.may.random) return false;
  if (function.traits.may_fail &&
      (!g.may.fail || (g.live == nullptr && !has_safe_arguments(function)))) {
    return false;
  }
  // coalesce, head and the like return what they are given; the others must fit as they are.
  const Kinds result = function.result.kinds;
  if (result == Kinds::all()) return !wanted.kinds.has(Kind::List) || !returns_element(function);
  if (!result.only(wanted.kinds | Kind::Null)) return false;
  if (result.has(Kind::List) && !function.result.elements.only(wanted.elements | Kind::Null) &&
      function.result.elements != Kinds::all()) {
    return false;
  }
  for (const Type& parameter : function.parameters) {
    const Kinds needed = parameter.kinds.without(Kind::Null);
    if (needed == Kinds(Kind::Path) && writes_for_reference(g) && g.may.subqueries &&
        count_variables(g, Kind::Node) > 1) {
      continue;
    }
    if (needed.only(kinds::entity | Kind::Path) && count_variables(g, needed) == 0) return false;
  }
  return true;
}

Type argument_type(const Function& function, std::size_t i, Type wanted) {
  Type type = function.parameters[std::min(i, function.parameters.size() - 1)];
  if (type.kinds == Kinds::all() && returns_argument(function)) type = wanted;
  if (type.kinds == Kinds::all() && function.traits.aggregate && wanted.is_list()) {
    type = wanted.element();  // collect
  }
  if (type.kinds == Kinds::all()) {
    type = Type::of(kinds::number | Kind::String | Kind::Boolean);
  }
  if (type.kinds.has(Kind::List) && type.elements == Kinds::all()) {
    const bool given_back = wanted.kinds.has(Kind::List) && function.result.kinds.has(Kind::List);
    type.elements = given_back                   ? wanted.elements
                    : returns_argument(function) ? wanted.kinds
                                                 : Kinds(Kind::Integer);
  }
  return type.or_null();
}

std::vector<Expr> make_arguments(Generator& g, const Function& function, Type wanted) {
  std::vector<Expr> arguments;
  if (auto safe = make_safe_arguments(g, function)) {
    const std::size_t allowed = g.dialect.max_arguments(function.name);
    if (safe->size() > allowed) safe->resize(allowed);
    return *std::move(safe);
  }
  const std::size_t declared = function.parameters.size();
  std::size_t count = function.required;
  if (declared > count) count += g.rng.below(declared - count + 1);
  if (function.variadic) count = std::max<std::size_t>(count, 1) + g.rng.below(2);
  count = std::min(count, g.dialect.max_arguments(function.name));
  for (std::size_t i = 0; i < count; ++i) {
    arguments.push_back(make_expr(g, argument_type(function, i, wanted)));
  }
  return arguments;
}

}  // namespace

std::optional<Expr> make_function_call(Generator& g, Type wanted) {
  const Kind kind = only_kind(wanted.kinds);
  const auto& rows = function_index().scalars[static_cast<std::size_t>(kind)];
  if (rows.empty() || !wanted.nullable()) return std::nullopt;
  for (int tries = 0; tries < 6; ++tries) {
    const std::uint16_t row = rows[g.rng.below(rows.size())];
    const Function& function = all_functions()[row];
    if (!usable(g, function, row, wanted)) continue;
    return call_expr(std::string(function.name), make_arguments(g, function, wanted));
  }
  return std::nullopt;
}

std::optional<Expr> make_aggregate(Generator& g, Type wanted) {
  const Kind kind = only_kind(wanted.kinds);
  const auto& rows = function_index().aggregates[static_cast<std::size_t>(kind)];
  if (rows.empty()) return std::nullopt;
  if (kind == Kind::Integer && g.rng.chance(percent(30))) return expr_of(CountStar{});
  for (int tries = 0; tries < 6; ++tries) {
    const std::uint16_t row = rows[g.rng.below(rows.size())];
    const Function& function = all_functions()[row];
    if (!usable(g, function, row, wanted.or_null())) continue;
    const auto saved = g.may;
    g.may.aggregates = false;
    g.may.random = false;
    std::vector<Expr> arguments;
    arguments.push_back(make_expr(g, argument_type(function, 0, wanted)));
    if (function.parameters.size() > 1) {
      arguments.push_back(expr_of(FloatLiteral{static_cast<double>(g.rng.below(5)) / 4.0}));
    }
    g.may = saved;
    Expr call = call_expr(std::string(function.name), std::move(arguments));
    if (g.has(Feature::Distinct) && g.rng.chance(percent(25))) {
      std::get<FunctionCall>(call.node).distinct = true;
    }
    return call;
  }
  return std::nullopt;
}

}  // namespace dinkel

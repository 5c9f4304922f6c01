// Typed expressions: one table of productions per kind of value. Leaves end the recursion; the
// other files of this folder add the productions for booleans, lists and functions.
#include "generate/expressions.h"

#include <array>
#include <utility>

#include "cypher/functions.h"
#include "generate/build.h"

namespace dinkel {

namespace {

// A path of single draws for the kinds that a type allows, without building a container.
Kind draw_kind(Generator& g, Kinds kinds) {
  std::array<Kind, kind_count> present{};
  std::size_t count = 0;
  for (int i = 0; i < kind_count; ++i) {
    const Kind kind = static_cast<Kind>(i);
    if (kind != Kind::Null && kinds.has(kind)) present[count++] = kind;
  }
  return count == 0 ? Kind::Null : present[g.rng.below(count)];
}

Kinds generatable(const Generator& g, Kinds kinds) {
  if (!g.profile.temporal) kinds = kinds.without(kinds::temporal);
  if (!g.has(Feature::DurationType)) kinds = kinds.without(Kind::Duration);
  if (!g.profile.points) kinds = kinds.without(Kind::Point);
  if (!g.has(Feature::MapLiteral)) kinds = kinds.without(Kind::Map);
  return kinds;
}

Expr as_parameter(Generator& g, Expr literal) {
  std::optional<Value> value = literal_value(literal);
  if (!value.has_value()) return literal;
  return make_parameter(g, *std::move(value));
}

std::optional<Expr> make_case(Generator& g, Type wanted) {
  Case result;
  const int branches = g.rng.chance(percent(15)) ? 2 : 1;
  if (g.has(Feature::CaseSimple) && g.rng.chance(percent(30))) {
    const Type subject = random_value_type(g);
    result.subject = make_expr(g, subject);
    for (int i = 0; i < branches; ++i) {
      Expr when = make_expr(g, subject);
      result.branches.push_back({std::move(when), make_expr(g, wanted)});
    }
  } else {
    if (!g.has(Feature::CaseSearched)) return std::nullopt;
    for (int i = 0; i < branches; ++i) {
      Expr when = make_predicate(g);
      result.branches.push_back({std::move(when), make_expr(g, wanted)});
    }
  }
  if (!wanted.nullable() || g.rng.chance(percent(80))) result.otherwise = make_expr(g, wanted);
  return expr_of(std::move(result));
}

// list[i]: only where null is welcome, since the index may be outside.
std::optional<Expr> make_subscript(Generator& g, Type wanted) {
  if (!wanted.nullable() || wanted.kinds.has(Kind::List)) return std::nullopt;
  Expr list = make_expr(g, Type::list_of(wanted.kinds));
  return expr_of(Subscript{std::move(list), integer_expr(g.rng.between(-1, 2))});
}

std::optional<Expr> make_integer_arithmetic(Generator& g, Type wanted) {
  const Type operand = {Kinds(Kind::Integer) | (wanted.kinds & Kind::Null), {}};
  if (!g.may.fail) return std::nullopt;
  const std::uint64_t draw = g.rng.below(100);
  if (draw < 12) {
    const UnaryOp op = g.rng.chance(percent(15)) ? UnaryOp::Plus : UnaryOp::Minus;
    return unary_expr(op, make_expr(g, operand));
  }
  if (draw < 30) {
    const BinaryOp op =
        g.has(Feature::Modulo) && g.rng.coin() ? BinaryOp::Modulo : BinaryOp::Divide;
    return expr_of(Binary{op, make_expr(g, operand), integer_expr(g.rng.between(1, 5))});
  }
  constexpr std::array<BinaryOp, 3> ops = {BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply};
  return expr_of(
      Binary{ops[g.rng.below(ops.size())], make_expr(g, operand), make_expr(g, operand)});
}

std::optional<Expr> make_float_arithmetic(Generator& g, Type wanted) {
  const Type real = {Kinds(Kind::Float) | (wanted.kinds & Kind::Null), {}};
  constexpr std::array<BinaryOp, 5> ops = {BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply,
                                           BinaryOp::Divide, BinaryOp::Power};
  const BinaryOp op = ops[g.rng.below(g.has(Feature::Power) ? 5 : 4)];
  if (g.rng.chance(percent(15))) return unary_expr(UnaryOp::Minus, make_expr(g, real));
  return expr_of(Binary{op, make_expr(g, real), make_expr(g, real)});
}

std::optional<Expr> make_concatenation(Generator& g, Type wanted) {
  if (!g.has(Feature::StringConcatenation)) return std::nullopt;
  const Type text = {Kinds(Kind::String) | (wanted.kinds & Kind::Null), {}};
  const bool bars = g.has(Feature::ConcatOperator) && g.rng.chance(percent(15));
  Expr left = make_expr(g, text);
  return binary_expr(bars ? BinaryOp::Concat : BinaryOp::Add, std::move(left), make_expr(g, text));
}

MapProjectionItem projection_item(Generator& g) {
  const std::string& key = g.names.keys[g.rng.below(g.names.keys.size())].name;
  const std::uint64_t draw = g.rng.below(100);
  if (draw < 25) return {MapProjectionKind::AllProperties, "", std::nullopt};
  if (draw < 40) {
    if (const ScopedVariable* variable = draw_variable(g, Kinds::all())) {
      return {MapProjectionKind::Variable, variable->name, std::nullopt};
    }
  }
  if (draw < 55) return {MapProjectionKind::Entry, key, make_expr(g, random_value_type(g))};
  return {MapProjectionKind::Property, key, std::nullopt};
}

std::optional<Expr> make_map_projection(Generator& g, Type wanted) {
  if (!g.has(Feature::MapProjection) || !wanted.nullable()) return std::nullopt;
  const ScopedVariable* entity = draw_variable(g, kinds::entity);
  if (entity == nullptr) return std::nullopt;
  MapProjection projection;
  projection.object = variable_expr(entity->name);
  projection.items.push_back(projection_item(g));
  return expr_of(std::move(projection));
}

std::optional<Expr> make_map(Generator& g, Type /*wanted*/) {
  MapLiteral map;
  const std::uint64_t size = 1 + g.rng.below(2);
  for (std::uint64_t i = 0; i < size && i < g.names.keys.size(); ++i) {
    map.entries.push_back({g.names.keys[i].name, make_expr(g, random_value_type(g))});
  }
  return expr_of(std::move(map));
}

std::optional<Expr> make_temporal_arithmetic(Generator& g, Type wanted) {
  if (!g.may.fail || !g.has(Feature::DurationType)) return std::nullopt;
  const Type duration = {Kinds(Kind::Duration), {}};
  const BinaryOp op = g.rng.coin() ? BinaryOp::Add : BinaryOp::Subtract;
  return expr_of(Binary{op, make_expr(g, wanted.non_null()), make_leaf(g, duration)});
}

std::optional<Expr> make_call(Generator& g, Type wanted) {
  return make_function_call(g, wanted);
}

constexpr Production common_productions[] = {
    {6, make_call},
    {3, make_case},
    {2, make_subscript},
};
constexpr Production path_productions[] = {
    {4, make_shortest_path},
    {2, make_case},
    {1, make_call},
};
constexpr Production integer_productions[] = {
    {10, make_integer_arithmetic}, {4, make_count_subquery}, {2, make_reduce}, {2, make_component},
    {1, make_map_access},          {6, make_call},           {3, make_case},   {2, make_subscript},
};
constexpr Production float_productions[] = {
    {8, make_float_arithmetic},
    {6, make_call},
    {3, make_case},
    {2, make_subscript},
};
constexpr Production string_productions[] = {
    {6, make_concatenation}, {1, make_map_access}, {8, make_call},
    {3, make_case},          {2, make_subscript},
};
constexpr Production map_productions[] = {
    {4, make_map},
    {4, make_map_projection},
    {2, make_case},
    {2, make_call},
};
constexpr Production temporal_productions[] = {
    {4, make_temporal_arithmetic},
    {6, make_call},
    {2, make_case},
};

std::span<const Production> productions_of(Kind kind) {
  switch (kind) {
    case Kind::Boolean:
      return boolean_productions();
    case Kind::Integer:
      return integer_productions;
    case Kind::Float:
      return float_productions;
    case Kind::String:
      return string_productions;
    case Kind::List:
      return list_productions();
    case Kind::Map:
      return map_productions;
    case Kind::Date:
    case Kind::LocalTime:
    case Kind::Time:
    case Kind::LocalDateTime:
    case Kind::DateTime:
    case Kind::Duration:
      return temporal_productions;
    case Kind::Point:
    case Kind::Node:
    case Kind::Relationship:
    case Kind::Null:
      return common_productions;
    case Kind::Path:
      return path_productions;
  }
  return common_productions;
}

bool is_atomic_literal(const Expr& expr) {
  return std::holds_alternative<IntegerLiteral>(expr.node) ||
         std::holds_alternative<StringLiteral>(expr.node) ||
         std::holds_alternative<BooleanLiteral>(expr.node) ||
         std::holds_alternative<FloatLiteral>(expr.node) ||
         std::holds_alternative<ListLiteral>(expr.node);
}

// x.k, where everything that was ever stored under k is of the wanted kinds.
std::optional<Expr> make_property(Generator& g, Type wanted) {
  if (!wanted.nullable()) return std::nullopt;
  const ScopedVariable* entity = draw_variable(g, kinds::entity);
  if (entity == nullptr) return std::nullopt;
  const std::string& object = entity->name;
  const std::size_t start = g.rng.below(g.names.keys.size());
  for (std::size_t i = 0; i < g.names.keys.size(); ++i) {
    const PropertyKey& key = g.names.keys[(start + i) % g.names.keys.size()];
    const Type stored = g.use_schema ? g.state.schema.property_type(key.name) : Type::of(key.kind);
    const Kinds present = stored.kinds.without(Kind::Null);
    if (present.empty() || !present.only(wanted.kinds)) continue;
    if (present.has(Kind::List) && !stored.elements.only(wanted.elements)) continue;
    if (g.has(Feature::DynamicProperty) && g.rng.chance(percent(6))) {
      return expr_of(Subscript{variable_expr(object), string_expr(key.name)});
    }
    return property_expr(variable_expr(object), key.name);
  }
  return std::nullopt;
}

// A variable that always holds values of the wanted type.
std::optional<Expr> make_variable(Generator& g, Type wanted) {
  if (!g.use_context) return std::nullopt;
  const auto& variables = g.state.context.variables();
  if (variables.empty()) return std::nullopt;
  const std::size_t start = g.rng.below(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const ScopedVariable& variable = variables[(start + i) % variables.size()];
    if (variable.deleted || variable.type.kinds.without(Kind::Null).empty()) continue;
    if (!variable.type.kinds.only(wanted.kinds)) continue;
    if (variable.type.kinds.has(Kind::List) && !variable.type.elements.only(wanted.elements)) {
      continue;
    }
    return variable_expr(variable.name);
  }
  return std::nullopt;
}

bool is_usable(const ScopedVariable& variable, Kinds kinds) {
  const Kinds present = variable.type.kinds.without(Kind::Null);
  return !variable.deleted && !present.empty() && present.only(kinds);
}

}  // namespace

std::vector<const ScopedVariable*> variables_of(const Generator& g, Kinds kinds) {
  std::vector<const ScopedVariable*> found;
  if (!g.use_context) return found;
  for (const ScopedVariable& variable : g.state.context.variables()) {
    if (is_usable(variable, kinds)) found.push_back(&variable);
  }
  return found;
}

bool writes_for_reference(const Generator& g) {
  return g.dialect.name == full_dialect().name;
}

bool may_use_parameters(const Generator& g) {
  return g.has(Feature::Parameters) && g.may.parameters;
}

Expr make_parameter(Generator& g, Value value) {
  std::string name = "p" + std::to_string(++g.parameters_made);
  g.parameters.set(name, std::move(value));
  return expr_of(Parameter{std::move(name)});
}

std::size_t count_variables(const Generator& g, Kinds kinds) {
  if (!g.use_context) return 0;
  std::size_t count = 0;
  for (const ScopedVariable& variable : g.state.context.variables()) {
    if (is_usable(variable, kinds)) ++count;
  }
  return count;
}

const ScopedVariable* draw_variable(Generator& g, Kinds kinds) {
  const std::size_t count = count_variables(g, kinds);
  if (count == 0) return nullptr;
  std::size_t left = g.rng.below(count);
  for (const ScopedVariable& variable : g.state.context.variables()) {
    if (is_usable(variable, kinds) && left-- == 0) return &variable;
  }
  return nullptr;
}

Expr make_leaf(Generator& g, Type wanted) {
  const Kinds allowed = wanted.kinds;
  if (g.rng.chance(percent(55))) {
    if (auto variable = make_variable(g, wanted)) return *std::move(variable);
  }
  if (g.rng.chance(percent(60))) {
    if (auto property = make_property(g, wanted)) return *std::move(property);
  }
  if (wanted.nullable() && g.rng.chance(g.profile.null_literal)) return null_expr();
  Kinds possible = generatable(g, allowed.without(kinds::entity | Kind::Path | Kind::Null));
  if (possible.empty()) {
    if (auto variable = make_variable(g, wanted)) return *std::move(variable);
    possible = allowed.without(kinds::entity | Kind::Path | Kind::Null);
  }
  const Kind kind = draw_kind(g, possible);
  // Clocks are leaves like any literal, where a case may look at them.
  if (g.profile.volatile_functions && kinds::temporal.has(kind) && g.rng.chance(percent(50))) {
    if (auto clock = make_function_call(g, Type::of(Kinds(kind) | Kind::Null))) {
      return *std::move(clock);
    }
  }
  Expr literal = make_literal(g, kind, wanted.elements);
  if (is_atomic_literal(literal) && g.rng.chance(g.profile.parameter)) {
    return as_parameter(g, std::move(literal));
  }
  return literal;
}

Expr make_expr(Generator& g, Type wanted) {
  const bool outer_truth = std::exchange(g.truth_here, std::exchange(g.truth_wanted, false));
  const Kinds kinds = generatable(g, wanted.kinds.without(Kind::Null));
  const bool leaf = g.depth >= g.profile.max_depth || g.depth >= g.dialect.max_nesting ||
                    g.rng.chance(percent(static_cast<std::uint32_t>(25 + 15 * g.depth)));
  if (leaf || kinds.empty()) {
    g.truth_here = outer_truth;
    return make_leaf(g, wanted);
  }
  const Kind kind = draw_kind(g, kinds);
  const Type narrowed = {Kinds(kind) | (wanted.kinds & Kind::Null),
                         kind == Kind::List ? wanted.elements : Kinds()};
  ++g.depth;
  std::optional<Expr> made = make_by_table(g, productions_of(kind), narrowed);
  --g.depth;
  g.truth_here = outer_truth;
  return made.has_value() ? *std::move(made) : make_leaf(g, narrowed);
}

Expr make_truth(Generator& g, Type wanted) {
  g.truth_wanted = true;
  return make_expr(g, wanted);
}

Expr make_predicate(Generator& g) {
  return make_truth(g, Type::of(Kind::Boolean | Kind::Null));
}

std::optional<Expr> make_by_table(Generator& g, std::span<const Production> productions,
                                  Type wanted) {
  std::uint32_t total = 0;
  for (const Production& production : productions) total += production.weight;
  for (int tries = 0; tries < 3; ++tries) {
    std::uint64_t draw = g.rng.below(total);
    for (const Production& production : productions) {
      if (draw < production.weight) {
        if (auto made = production.make(g, wanted)) return made;
        break;
      }
      draw -= production.weight;
    }
  }
  return std::nullopt;
}

}  // namespace dinkel

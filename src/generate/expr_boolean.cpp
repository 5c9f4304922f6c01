// Predicates.
#include <array>

#include "generate/build.h"
#include "generate/expressions.h"
#include "generate/patterns.h"

namespace dinkel {

namespace {

std::optional<Expr> make_connective(Generator& g, Type wanted) {
  constexpr std::array<BinaryOp, 3> ops = {BinaryOp::And, BinaryOp::Or, BinaryOp::Xor};
  const BinaryOp op = ops[g.rng.below(g.has(Feature::Xor) ? 3 : 2)];
  return expr_of(Binary{op, make_truth(g, wanted), make_truth(g, wanted)});
}

std::optional<Expr> make_not(Generator& g, Type wanted) {
  return unary_expr(UnaryOp::Not, make_truth(g, wanted));
}

ComparisonOp draw_comparison(Generator& g) {
  return static_cast<ComparisonOp>(g.rng.below(6));
}

// A value that some live row really has in this property, so that the predicate can hold.
std::optional<Expr> live_value(Generator& g, const std::string& variable, const std::string& key) {
  if (g.live == nullptr || g.live->row_count() == 0) return std::nullopt;
  const Value* entity = g.live->value(variable, g.rng.below(g.live->row_count()));
  if (entity == nullptr) return std::nullopt;
  const Value* found = nullptr;
  if (const auto* node = entity->get_if<NodeRef>(); node && g.live->graph().has_node(*node)) {
    found = g.live->graph().node(*node).properties.find(key);
  }
  if (found == nullptr || found->is<Values>()) return std::nullopt;
  return literal_of(*found);
}

std::optional<Expr> make_property_comparison(Generator& g, Type wanted) {
  if (!wanted.nullable()) return std::nullopt;
  const ScopedVariable* entity = draw_variable(g, kinds::entity);
  if (entity == nullptr) return std::nullopt;
  const std::string object = entity->name;
  const PropertyKey& key = g.names.keys[g.rng.below(g.names.keys.size())];
  std::optional<Expr> other = live_value(g, object, key.name);
  if (!other.has_value()) {
    const Type stored = g.state.schema.property_type(key.name).or_null();
    other = make_expr(g, stored.kinds.without(Kind::Null).empty() ? Type::of(key.kind) : stored);
  }
  return comparison_expr(draw_comparison(g), property_expr(variable_expr(object), key.name),
                         *std::move(other));
}

std::optional<Expr> make_comparison(Generator& g, Type wanted) {
  if (!wanted.nullable()) return std::nullopt;
  Type operand = random_value_type(g);
  Comparison comparison;
  comparison.operands.push_back(make_expr(g, operand));
  const bool chained = g.has(Feature::ChainedComparison) && g.rng.chance(percent(8));
  for (int i = 0; i < (chained ? 2 : 1); ++i) {
    comparison.ops.push_back(draw_comparison(g));
    comparison.operands.push_back(make_expr(g, operand));
  }
  return expr_of(std::move(comparison));
}

std::optional<Expr> make_entity_comparison(Generator& g, Type wanted) {
  if (!wanted.nullable()) return std::nullopt;
  const Kind kind = g.rng.coin() ? Kind::Node : Kind::Relationship;
  const std::vector<const ScopedVariable*> entities = variables_of(g, kind);
  if (entities.size() < 2) return std::nullopt;
  const ComparisonOp op = g.rng.coin() ? ComparisonOp::Equal : ComparisonOp::NotEqual;
  Expr left = variable_expr(entities[g.rng.below(entities.size())]->name);
  return comparison_expr(op, std::move(left),
                         variable_expr(entities[g.rng.below(entities.size())]->name));
}

std::optional<Expr> make_null_check(Generator& g, Type /*wanted*/) {
  const ScopedVariable* bare = g.rng.chance(percent(30)) ? draw_variable(g, Kinds::all()) : nullptr;
  Expr operand = bare != nullptr ? variable_expr(bare->name) : make_expr(g, random_value_type(g));
  return expr_of(NullCheck{std::move(operand), g.rng.coin()});
}

std::optional<Expr> make_string_predicate(Generator& g, Type wanted) {
  if (!wanted.nullable()) return std::nullopt;
  constexpr std::array<BinaryOp, 3> ops = {BinaryOp::StartsWith, BinaryOp::EndsWith,
                                           BinaryOp::Contains};
  const Type text = Type::of(Kind::String | Kind::Null);
  return expr_of(Binary{ops[g.rng.below(ops.size())], make_expr(g, text), make_expr(g, text)});
}

std::optional<Expr> make_regex(Generator& g, Type wanted) {
  if (!wanted.nullable() || !g.has(Feature::RegexMatch)) return std::nullopt;
  constexpr std::array<std::string_view, 5> patterns = {".*", "a.*", "[ab]+", "", "^.?$"};
  return expr_of(Binary{BinaryOp::RegexMatch, make_expr(g, Type::of(Kind::String | Kind::Null)),
                        string_expr(std::string(patterns[g.rng.below(patterns.size())]))});
}

std::optional<Expr> make_in(Generator& g, Type wanted) {
  if (!wanted.nullable()) return std::nullopt;
  const Kind kind = g.rng.coin() ? Kind::Integer : Kind::String;
  return expr_of(Binary{BinaryOp::In, make_expr(g, Type::of(kind | Kind::Null)),
                        make_expr(g, Type::list_of(kind | Kind::Null))});
}

std::optional<Expr> make_label_check(Generator& g, Type wanted) {
  if (!wanted.nullable() || !g.has(Feature::LabelPredicate)) return std::nullopt;
  if (writes_for_reference(g) && g.rng.chance(percent(15))) {
    const ScopedVariable* relationship = draw_variable(g, Kind::Relationship);
    if (relationship == nullptr) return std::nullopt;
    Expr operand = variable_expr(relationship->name);
    return expr_of(LabelCheck{std::move(operand), label_of(draw_relationship_type(g))});
  }
  const ScopedVariable* node = draw_variable(g, Kind::Node);
  if (node == nullptr) return std::nullopt;
  Expr operand = variable_expr(node->name);
  return expr_of(LabelCheck{std::move(operand), make_matched_labels(g, draw_label(g))});
}

TypeName draw_type_name(Generator& g) {
  constexpr std::array<std::string_view, 11> names = {"INTEGER", "STRING", "BOOLEAN",       "FLOAT",
                                                      "MAP",     "NODE",   "PATH",          "ANY",
                                                      "DATE",    "POINT",  "ZONED DATETIME"};
  TypeName type;
  type.name = names[g.rng.below(g.rng.coin() ? 4 : names.size())];
  if (g.rng.chance(percent(15))) {
    TypeName list;
    list.name = "LIST";
    type.not_null = g.rng.coin();
    list.element.push_back(std::move(type));
    return list;
  }
  type.not_null = g.rng.chance(percent(20));
  return type;
}

std::optional<Expr> make_type_check(Generator& g, Type /*wanted*/) {
  if (!g.has(Feature::TypePredicate)) return std::nullopt;
  Expr operand = make_expr(g, random_value_type(g));
  TypeName type = draw_type_name(g);
  return expr_of(TypeCheck{std::move(operand), std::move(type), g.rng.coin()});
}

std::optional<Expr> make_quantifier(Generator& g, Type wanted) {
  if (!wanted.nullable() || !g.has(Feature::Quantifier)) return std::nullopt;
  Quantifier quantifier;
  quantifier.kind = static_cast<QuantifierKind>(g.rng.below(4));
  quantifier.variable = g.fresh(Kind::Integer);
  const Type item = Type::of(Kind::Integer | Kind::Null);
  quantifier.list = make_expr(g, Type::list_of(item.kinds));
  with_local(g, quantifier.variable, item, [&] { quantifier.where = make_predicate(g); });
  return expr_of(std::move(quantifier));
}

std::optional<Expr> make_boolean_call(Generator& g, Type wanted) {
  return make_function_call(g, wanted);
}

std::optional<Expr> make_boolean_case(Generator& g, Type wanted) {
  if (!g.has(Feature::CaseSearched)) return std::nullopt;
  Case result;
  result.branches.push_back({make_predicate(g), make_expr(g, wanted)});
  result.otherwise = make_expr(g, wanted);
  return expr_of(std::move(result));
}

constexpr Production productions[] = {
    {8, make_connective},
    {5, make_not},
    {14, make_property_comparison},
    {6, make_comparison},
    {3, make_entity_comparison},
    {5, make_null_check},
    {4, make_string_predicate},
    {1, make_regex},
    {4, make_in},
    {4, make_label_check},
    {1, make_type_check},
    {3, make_quantifier},
    {4, make_exists_subquery},
    {4, make_pattern_predicate},
    {2, make_boolean_call},
    {2, make_boolean_case},
};

}  // namespace

std::span<const Production> boolean_productions() {
  return productions;
}

}  // namespace dinkel

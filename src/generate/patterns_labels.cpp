// Labels and relationship types: names, label expressions, dynamic ones.
#include "generate/patterns.h"

namespace dinkel {

namespace {

LabelExpr all_of(LabelExpr first, LabelExpr second) {
  return LabelExpr{LabelAnd{{std::move(first), std::move(second)}}};
}
LabelExpr any_of(LabelExpr first, LabelExpr second) {
  return LabelExpr{LabelOr{{std::move(first), std::move(second)}}};
}
LabelExpr none_of(LabelExpr operand) {
  return LabelExpr{LabelNot{std::move(operand)}};
}

// Expressions that an entity with `name` and no other one can fulfil.
LabelExpr expression_around(Generator& g, LabelExpr name, std::string other_name) {
  LabelExpr other = label_of(std::move(other_name));
  switch (g.rng.below(6)) {
    case 0:
      return any_of(std::move(name), std::move(other));
    case 1:
      return all_of(std::move(name), none_of(std::move(other)));
    case 2:
      return LabelExpr{LabelWildcard{}};
    case 3:
      return none_of(all_of(std::move(name), std::move(other)));
    case 4:
      return any_of(all_of(name, LabelExpr{LabelWildcard{}}), std::move(other));
    default:
      return none_of(std::move(other));
  }
}

}  // namespace

Direction draw_direction(Generator& g) {
  return static_cast<Direction>(g.rng.below(g.has(Feature::UndirectedRelationship) ? 3 : 2));
}

std::string draw_label(Generator& g) {
  if (!g.use_schema) return blind_name(g.rng, "L");
  return g.names.labels[g.rng.below(g.names.labels.size())];
}

std::string draw_relationship_type(Generator& g) {
  if (!g.use_schema) return blind_name(g.rng, "T");
  return g.names.relationship_types[g.rng.below(g.names.relationship_types.size())];
}

LabelExpr make_written_label(Generator& g, std::string name) {
  if (!g.has(Feature::DynamicLabel) || !g.rng.chance(percent(2))) return label_of(std::move(name));
  if (may_use_parameters(g) && g.rng.coin()) {
    return LabelExpr{LabelDynamic{make_parameter(g, Value(std::move(name)))}};
  }
  return LabelExpr{LabelDynamic{string_expr(std::move(name))}};
}

LabelExpr make_matched_labels(Generator& g, std::string name) {
  const bool expression = g.has(Feature::LabelExpression) && g.rng.chance(percent(12));
  if (expression) return expression_around(g, label_of(std::move(name)), draw_label(g));
  LabelExpr label = make_written_label(g, std::move(name));
  if (!g.has(Feature::LabelConjunction) || !g.rng.chance(percent(2))) return label;
  LabelExpr other = label_of(draw_label(g));
  return other == label ? label : all_of(std::move(label), std::move(other));
}

LabelExpr make_matched_types(Generator& g, std::string name) {
  if (g.has(Feature::TypeAlternatives) && g.rng.chance(percent(12))) {
    LabelExpr other = label_of(draw_relationship_type(g));
    LabelExpr type = label_of(std::move(name));
    return other == type ? type : any_of(std::move(type), std::move(other));
  }
  const bool expression = g.has(Feature::LabelExpression) && g.has(Feature::TypeAlternatives) &&
                          g.rng.chance(percent(4));
  if (expression) {
    return expression_around(g, label_of(std::move(name)), draw_relationship_type(g));
  }
  return make_written_label(g, std::move(name));
}

}  // namespace dinkel

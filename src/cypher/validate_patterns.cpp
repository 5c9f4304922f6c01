// Variables and shapes of the patterns that are matched: MATCH, pattern comprehensions, predicates.
#include <algorithm>

#include "base/match.h"
#include "cypher/validator.h"

namespace dinkel {

namespace {

// A bound variable fits a place of a pattern if it can be of that kind. Null fits: it never
// matches.
bool fits(Type type, Kind kind) {
  const Kinds known = type.kinds.without(Kind::Null);
  return known.has(kind) || known == Kinds();  // null may stand anywhere
}

[[noreturn]] void refuse_conflict(const ScopedVariable& known, Origin origin,
                                  std::string_view wanted) {
  refuse(ErrorDetail::VariableTypeConflict, origin,
         "variable " + ticked(known.name) + " is " + to_text(known.type) + " and cannot be " +
             std::string(wanted) + " here");
}

void check_bounds(const std::optional<Repetition>& quantifier, Origin origin) {
  if (!quantifier || !quantifier->max) return;
  if (*quantifier->max == 0) {
    refuse(ErrorDetail::InvalidRelationshipPattern, origin,
           "a quantifier must allow at least one repetition");
  }
  if (quantifier->min && *quantifier->min > *quantifier->max) {
    refuse(ErrorDetail::InvalidRelationshipPattern, origin,
           "the lower bound of a quantifier is above its upper bound");
  }
}

void check_group_shape(const PathGroup& group) {
  check_bounds(group.quantifier, group.origin);
  if (!group.quantifier) return;
  bool has_relationship = false;
  for (const PatternElement& element : group.elements) {
    if (const auto* inner = std::get_if<PathGroup>(&element.node)) {
      refuse(ErrorDetail::InvalidRelationshipPattern, inner->origin,
             "a quantified path pattern cannot contain another one");
    }
    const auto* relationship = std::get_if<RelationshipPattern>(&element.node);
    if (relationship == nullptr) continue;
    has_relationship = true;
    if (relationship->length || relationship->quantifier) {
      refuse(ErrorDetail::InvalidRelationshipPattern, relationship->origin,
             "a quantified path pattern cannot contain relationships of variable length");
    }
  }
  if (!has_relationship) {
    refuse(ErrorDetail::InvalidRelationshipPattern, group.origin,
           "a quantified path pattern needs at least one relationship");
  }
}

// shortestPath and allShortestPaths take one relationship between two nodes.
void check_shortest_path(const PatternPart& part) {
  if (part.kind == PathKind::Plain) return;
  const auto* relationship = part.elements.size() != 3
                                 ? nullptr
                                 : std::get_if<RelationshipPattern>(&part.elements[1].node);
  if (relationship == nullptr) {
    refuse(ErrorDetail::InvalidRelationshipPattern, part.origin,
           "shortestPath takes a pattern with a single relationship");
  }
  const bool has_minimum = relationship->length && relationship->length->min;
  if (has_minimum && *relationship->length->min > 1) {
    refuse(ErrorDetail::InvalidRelationshipPattern, relationship->origin,
           "the minimal length of shortestPath is 0 or 1");
  }
}

}  // namespace

void Validator::match_pattern(std::span<const PatternPart> parts, QueryContext& context) {
  std::vector<std::string_view> relationships;
  for (const PatternPart& part : parts) match_part(part, context, relationships);
  for (const PatternPart& part : parts) pattern_expressions(part.elements, context, true);
}

void Validator::match_part(const PatternPart& part, QueryContext& context,
                           std::vector<std::string_view>& relationships) {
  check_shortest_path(part);
  const std::span<const PatternElement> elements = part.elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    match(
        elements[i].node, [&](const NodePattern& node) { match_node(node, context); },
        [&](const RelationshipPattern& relationship) {
          match_relationship(relationship, context, relationships);
        },
        [&](const PathGroup& group) { match_group(group, context); });
    declare_elements(context, elements.subspan(i, 1));
  }
  if (context.find(part.path_variable) != nullptr) {
    refuse(ErrorDetail::VariableAlreadyBound, part.origin,
           "variable " + ticked(part.path_variable) + " is already defined");
  }
  declare_pattern(context, part, false);
}

void Validator::match_node(const NodePattern& node, const QueryContext& context) {
  const ScopedVariable* known = context.find(node.variable);
  if (known != nullptr && !fits(known->type, Kind::Node)) {
    refuse_conflict(*known, node.origin, "a node");
  }
}

void Validator::match_relationship(const RelationshipPattern& relationship,
                                   const QueryContext& context,
                                   std::vector<std::string_view>& relationships) {
  check_bounds(relationship.quantifier, relationship.origin);
  if (relationship.length && relationship.where) {
    refuse(ErrorDetail::InvalidRelationshipPattern, relationship.origin,
           "a relationship of variable length cannot have a WHERE inside");
  }
  const std::string& name = relationship.variable;
  if (name.empty()) return;
  const bool seen =
      std::find(relationships.begin(), relationships.end(), name) != relationships.end();
  relationships.push_back(name);
  const ScopedVariable* known = context.find(name);
  if (known == nullptr) return;
  if (seen) {
    refuse(ErrorDetail::RelationshipUniquenessViolation, relationship.origin,
           "variable " + ticked(name) + " stands for two relationships of one pattern");
  }
  if (relationship.quantifier) {
    refuse(ErrorDetail::VariableAlreadyBound, relationship.origin,
           "variable " + ticked(name) + " is already defined and cannot be quantified");
  }
  if (!fits(known->type, relationship.length ? Kind::List : Kind::Relationship)) {
    refuse_conflict(*known, relationship.origin,
                    relationship.length ? "a list of relationships" : "a relationship");
  }
}

void Validator::match_group(const PathGroup& group, const QueryContext& context) {
  check_group_shape(group);
  QueryContext inner = context;
  std::vector<std::string_view> relationships;
  const std::span<const PatternElement> elements = group.elements;
  const auto refuse_bound = [&](const std::string& name, Origin origin) {
    if (!group.quantifier || context.find(name) == nullptr) return;
    refuse(ErrorDetail::VariableAlreadyBound, origin,
           "variable " + ticked(name) + " is already defined outside of the quantified pattern");
  };
  for (std::size_t i = 0; i < elements.size(); ++i) {
    match(
        elements[i].node,
        [&](const NodePattern& node) {
          refuse_bound(node.variable, node.origin);
          match_node(node, inner);
        },
        [&](const RelationshipPattern& relationship) {
          refuse_bound(relationship.variable, relationship.origin);
          match_relationship(relationship, inner, relationships);
        },
        [&](const PathGroup& nested) { match_group(nested, inner); });
    declare_elements(inner, elements.subspan(i, 1));
  }
  if (inner.find(group.path_variable) != nullptr) {
    refuse(ErrorDetail::VariableAlreadyBound, group.origin,
           "variable " + ticked(group.path_variable) + " is already defined");
  }
  if (!group.path_variable.empty()) inner.declare(group.path_variable, Type::of(Kind::Path));
  if (!group.quantifier) return;  // its expressions see the whole pattern
  pattern_expressions(elements, inner, true);
  predicate(group.where, inner);
}

void Validator::pattern_predicate(const PatternPart& part, const QueryContext& context) {
  const auto require = [&](const std::string& name, Origin origin) {
    if (!name.empty()) variable(name, origin, context);
  };
  require(part.path_variable, part.origin);
  for (const PatternElement& element : part.elements) {
    match(
        element.node, [&](const NodePattern& node) { require(node.variable, node.origin); },
        [&](const RelationshipPattern& relationship) {
          require(relationship.variable, relationship.origin);
        },
        [](const PathGroup&) {});
  }
  QueryContext inner = context;
  match_pattern({&part, 1}, inner);
}

void Validator::pattern_properties(const OptionalExpr& properties, Origin origin,
                                   const QueryContext& context, bool matching) {
  if (!properties) return;
  if (matching && std::holds_alternative<Parameter>((*properties)->node)) {
    refuse(ErrorDetail::InvalidParameterUse, origin,
           "a parameter cannot stand for all properties of a pattern that is matched");
  }
  expr(**properties, {context});
}

void Validator::pattern_expressions(std::span<const PatternElement> elements,
                                    const QueryContext& context, bool matching) {
  for (const PatternElement& element : elements) {
    match(
        element.node,
        [&](const NodePattern& node) {
          if (node.labels) label_expr(*node.labels, context);
          pattern_properties(node.properties, node.origin, context, matching);
          predicate(node.where, context);
        },
        [&](const RelationshipPattern& relationship) {
          if (relationship.types) label_expr(*relationship.types, context);
          pattern_properties(relationship.properties, relationship.origin, context, matching);
          if (!relationship.where) return;
          // The predicate of a repeated relationship sees each of them on its own.
          QueryContext inner = context;
          if (!relationship.variable.empty()) {
            inner.declare(relationship.variable, Type::of(Kind::Relationship));
          }
          predicate(relationship.where, inner);
        },
        [&](const PathGroup& group) {
          if (group.quantifier) return;  // match_group has looked at them
          pattern_expressions(group.elements, context, matching);
          predicate(group.where, context);
        });
  }
}

void Validator::label_expr(const LabelExpr& labels, const QueryContext& context) {
  match(
      labels.node, [](const LabelName&) {}, [](const LabelWildcard&) {},
      [&](const LabelDynamic& dynamic) { expr(*dynamic.name, {context}); },
      [&](const LabelNot& negated) { label_expr(*negated.operand, context); },
      [&](const LabelAnd& both) {
        for (const LabelExpr& operand : both.operands) label_expr(operand, context);
      },
      [&](const LabelOr& either) {
        for (const LabelExpr& operand : either.operands) label_expr(operand, context);
      });
}

}  // namespace dinkel

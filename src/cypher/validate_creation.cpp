// Patterns that are made rather than found: CREATE and MERGE.
#include <algorithm>

#include "base/match.h"
#include "cypher/validator.h"

namespace dinkel {

namespace {

// :A, :A&B and $(name): what a new node can carry.
bool is_list_of_labels(const LabelExpr& labels) {
  return match(
      labels.node, [](const LabelName&) { return true; },
      [](const LabelWildcard&) { return false; }, [](const LabelDynamic&) { return true; },
      [](const LabelNot&) { return false; },
      [](const LabelAnd& both) {
        return std::all_of(both.operands.begin(), both.operands.end(), is_list_of_labels);
      },
      [](const LabelOr&) { return false; });
}

bool is_single_type(const std::optional<LabelExpr>& types) {
  return types && (std::holds_alternative<LabelName>(types->node) ||
                   std::holds_alternative<LabelDynamic>(types->node));
}

void refuse_inner_where(const OptionalExpr& where, Origin origin) {
  if (!where) return;
  refuse(ErrorDetail::UnexpectedSyntax, origin, "WHERE cannot stand in a pattern to be created");
}

}  // namespace

void Validator::create_pattern(std::span<const PatternPart> parts, QueryContext context,
                               bool merge) {
  for (const PatternPart& part : parts) create_part(part, context, merge);
}

void Validator::create_part(const PatternPart& part, QueryContext& context, bool merge) {
  if (part.kind != PathKind::Plain || part.selector) {
    refuse(ErrorDetail::UnexpectedSyntax, part.origin, "a shortest path cannot be created");
  }
  const QueryContext before = context;
  const std::span<const PatternElement> elements = part.elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    match(
        elements[i].node,
        [&](const NodePattern& node) { create_node(node, elements.size() == 1, context); },
        [&](const RelationshipPattern& relationship) {
          create_relationship(relationship, context, merge);
        },
        [](const PathGroup& group) {
          refuse(ErrorDetail::CreatingVarLength, group.origin,
                 "a quantified path pattern cannot be created");
        });
    declare_elements(context, elements.subspan(i, 1));
  }
  // What is being created does not exist yet where its properties are computed.
  pattern_expressions(elements, before, merge);
  if (context.find(part.path_variable) != nullptr) {
    refuse(ErrorDetail::VariableAlreadyBound, part.origin,
           "variable " + ticked(part.path_variable) + " is already defined");
  }
  declare_pattern(context, part, false);
}

void Validator::create_node(const NodePattern& node, bool alone, const QueryContext& context) {
  refuse_inner_where(node.where, node.origin);
  if (node.labels && !is_list_of_labels(*node.labels)) {
    refuse(ErrorDetail::UnexpectedSyntax, node.origin,
           "a node is created with a list of labels, not with a label expression");
  }
  const ScopedVariable* known = context.find(node.variable);
  if (known == nullptr) return;
  if (alone || node.labels || node.properties) {
    refuse(ErrorDetail::VariableAlreadyBound, node.origin,
           "variable " + ticked(node.variable) + " is already defined and cannot be created again");
  }
  match_node(node, context);
}

void Validator::create_relationship(const RelationshipPattern& relationship,
                                    const QueryContext& context, bool merge) {
  const Origin origin = relationship.origin;
  refuse_inner_where(relationship.where, origin);
  if (relationship.length || relationship.quantifier) {
    refuse(ErrorDetail::CreatingVarLength, origin,
           "a relationship of variable length cannot be created");
  }
  if (context.find(relationship.variable) != nullptr) {
    refuse(ErrorDetail::VariableAlreadyBound, origin,
           "variable " + ticked(relationship.variable) +
               " is already defined and cannot be created again");
  }
  if (!is_single_type(relationship.types)) {
    refuse(ErrorDetail::NoSingleRelationshipType, origin,
           "a relationship is created with exactly one type");
  }
  if (!merge && relationship.direction == Direction::Either) {
    refuse(ErrorDetail::RequiresDirectedRelationship, origin,
           "a relationship is created with a direction");
  }
}

}  // namespace dinkel

// Label expressions: (n:A&(B|!C)), -[:R|S]->, n:$(expr).
#include <algorithm>

#include "base/match.h"
#include "interpret/match.h"
#include "interpret/runtime.h"

namespace dinkel {
namespace {

[[noreturn]] void fail_label(const Value& value) {
  fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
       "a label must be a string or a list of strings, and not a value of type " +
           std::string(type_name(value)));
}

// `has` says whether the entity has one label; a node can have many, a relationship has its type.
template <typename HasOne>
bool fulfils(Runtime& runtime, const Bindings& bindings, const LabelExpr& labels, bool has_any,
             const HasOne& has_one) {
  const auto self = [&](const LabelExpr& operand) {
    return fulfils(runtime, bindings, operand, has_any, has_one);
  };
  return match(
      labels.node, [&](const LabelName& label) { return has_one(label.name); },
      [&](const LabelWildcard&) { return has_any; },
      [&](const LabelDynamic& dynamic) {
        return std::ranges::all_of(dynamic_labels(runtime, bindings, dynamic), has_one);
      },
      [&](const LabelNot& negation) { return !self(*negation.operand); },
      [&](const LabelAnd& conjunction) { return std::ranges::all_of(conjunction.operands, self); },
      [&](const LabelOr& disjunction) { return std::ranges::any_of(disjunction.operands, self); });
}

}  // namespace

std::vector<std::string> dynamic_labels(Runtime& runtime, const Bindings& bindings,
                                        const LabelDynamic& dynamic) {
  const Value value = evaluate(runtime, bindings, *dynamic.name);
  if (const auto* name = value.get_if<std::string>()) return {*name};
  const auto* list = value.get_if<Values>();
  if (list == nullptr) fail_label(value);
  std::vector<std::string> names;
  for (const Value& item : *list) {
    const auto* name = item.get_if<std::string>();
    if (name == nullptr) fail_label(item);
    names.push_back(*name);
  }
  return names;
}

bool has_labels(Runtime& runtime, const Bindings& bindings, const Value& entity,
                const LabelExpr& labels) {
  if (const auto* relationship = entity.get_if<RelationshipRef>()) {
    const std::string& type = runtime.graph.relationship(*relationship).type;
    return fulfils(runtime, bindings, labels, true,
                   [&](const std::string& name) { return type == name; });
  }
  const auto* node = entity.get_if<NodeRef>();
  if (node == nullptr) {
    fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
         "only nodes and relationships have labels, and not a value of type " +
             std::string(type_name(entity)));
  }
  if (!runtime.graph.has_node(*node)) fail_deleted(entity);
  const std::vector<std::string>& own = runtime.graph.node(*node).labels;
  return fulfils(runtime, bindings, labels, !own.empty(), [&](const std::string& name) {
    return std::ranges::find(own, name) != own.end();
  });
}

void fail_deleted(const Value& entity) {
  fail(ErrorType::EntityNotFound, ErrorDetail::DeletedEntityAccess,
       entity.is<NodeRef>() ? "the node was deleted by this statement"
                            : "the relationship was deleted by this statement");
}

}  // namespace dinkel

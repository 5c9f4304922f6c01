// SET and REMOVE.
#include "base/match.h"
#include "interpret/match.h"
#include "interpret/write.h"

namespace dinkel {
namespace {

// The entity that is to be changed; null means that there is nothing to do.
Value evaluate_target(Runtime& runtime, const Bindings& bindings, const Expr& target) {
  Value entity = evaluate(runtime, bindings, target);
  if (entity.is_null()) return entity;
  if (!entity.is<NodeRef>() && !entity.is<RelationshipRef>()) {
    fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
         "only nodes and relationships can be changed, and not a value of type " +
             std::string(type_name(entity)));
  }
  check_exists(runtime, entity);
  return entity;
}

// What n.key or n[expr] names: the entity and the key.
struct PropertyTarget {
  Value entity;
  std::string key;
};
PropertyTarget evaluate_property_target(Runtime& runtime, const Bindings& bindings,
                                        const Expr& target) {
  if (const auto* property = std::get_if<Property>(&target.node)) {
    return {evaluate_target(runtime, bindings, *property->object), property->key};
  }
  const auto* subscript = std::get_if<Subscript>(&target.node);
  if (subscript == nullptr) {
    fail(ErrorType::SyntaxError, ErrorDetail::UnexpectedSyntax,
         "a property can be set or removed, and nothing else");
  }
  Value entity = evaluate_target(runtime, bindings, *subscript->object);
  const Value key = evaluate(runtime, bindings, *subscript->index);
  if (entity.is_null()) return {entity, ""};
  const auto* name = key.get_if<std::string>();
  if (name == nullptr) {
    fail(ErrorType::TypeError, ErrorDetail::PropertyAccessByNonString,
         "the key of a property must be a string, and not a value of type " +
             std::string(type_name(key)));
  }
  return {entity, *name};
}

// A copy, because the properties of the target change while it is read.
Map properties_of(const Runtime& runtime, const Value& entity) {
  if (const auto* node = entity.get_if<NodeRef>()) return runtime.graph.node(*node).properties;
  return runtime.graph.relationship(entity.as<RelationshipRef>()).properties;
}

Map evaluate_source(Runtime& runtime, const Bindings& bindings, const Expr& expr) {
  Value value = evaluate(runtime, bindings, expr);
  if (value.is<NodeRef>() || value.is<RelationshipRef>()) {
    check_exists(runtime, value);
    return properties_of(runtime, value);
  }
  if (auto* map = value.get_if<Map>()) return std::move(*map);
  fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
       "properties come from a map, a node or a relationship, and not from a value of type " +
           std::string(type_name(value)));
}

void set(Runtime& runtime, const Bindings& bindings, const SetProperty& item) {
  const PropertyTarget target = evaluate_property_target(runtime, bindings, item.target);
  Value value = evaluate(runtime, bindings, item.value);
  if (target.entity.is_null()) return;
  write_property(runtime, target.entity, target.key, std::move(value));
  check_constraints(runtime, target.entity);
}

void set(Runtime& runtime, const Bindings& bindings, const SetProperties& item) {
  const Value entity = evaluate_target(runtime, bindings, item.target);
  if (entity.is_null()) return;
  const Map source = evaluate_source(runtime, bindings, item.value);
  const bool replaces = !item.add || (runtime.has(Bug::SetEmptyMapClears) && source.empty());
  if (replaces) {
    for (const auto& [key, value] : properties_of(runtime, entity)) {
      if (source.find(key) == nullptr) write_property(runtime, entity, key, Null());
    }
  }
  for (const auto& [key, value] : source) write_property(runtime, entity, key, value);
  check_constraints(runtime, entity);
}

NodeRef expect_node(const Value& entity) {
  if (const auto* node = entity.get_if<NodeRef>()) return *node;
  fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
       "the type of a relationship cannot be changed");
}

void set(Runtime& runtime, const Bindings& bindings, const SetLabels& item) {
  const Value entity = evaluate_target(runtime, bindings, item.target);
  if (entity.is_null()) return;
  const NodeRef node = expect_node(entity);
  for (const LabelExpr& labels : item.labels) {
    for (const std::string& name : label_names(runtime, bindings, labels)) {
      if (runtime.graph.add_label(node, name)) ++runtime.effects.labels_added;
    }
  }
  check_constraints(runtime, entity);
}

void remove(Runtime& runtime, const Bindings& bindings, const RemoveProperty& item) {
  const PropertyTarget target = evaluate_property_target(runtime, bindings, item.target);
  if (target.entity.is_null()) return;
  std::string key = target.key;
  if (runtime.has(Bug::RemoveTwiceTakesMore)) {
    const Map properties = properties_of(runtime, target.entity);
    if (!properties.empty() && properties.find(key) == nullptr) key = properties.begin()->first;
  }
  write_property(runtime, target.entity, key, Null());
}

void remove(Runtime& runtime, const Bindings& bindings, const RemoveLabels& item) {
  const Value entity = evaluate_target(runtime, bindings, item.target);
  if (entity.is_null()) return;
  const NodeRef node = expect_node(entity);
  for (const LabelExpr& labels : item.labels) {
    for (const std::string& name : label_names(runtime, bindings, labels)) {
      if (runtime.graph.remove_label(node, name)) ++runtime.effects.labels_removed;
    }
  }
}

}  // namespace

void set_item(Runtime& runtime, const Bindings& bindings, const SetItem& item) {
  match(item, [&](const auto& alternative) { set(runtime, bindings, alternative); });
}

// Row by row, and within a row item by item: each sees what the ones before it did.
Table execute_set(Runtime& runtime, Table input, const Set& set_clause) {
  for (const Row& row : input.rows) {
    runtime.step();
    const Bindings bindings = runtime.bind(input.columns, row);
    for (const SetItem& item : set_clause.items) set_item(runtime, bindings, item);
  }
  return input;
}

Table execute_remove(Runtime& runtime, Table input, const Remove& remove_clause) {
  for (const Row& row : input.rows) {
    runtime.step();
    const Bindings bindings = runtime.bind(input.columns, row);
    for (const RemoveItem& item : remove_clause.items) {
      match(item, [&](const auto& alternative) { remove(runtime, bindings, alternative); });
    }
  }
  return input;
}

}  // namespace dinkel

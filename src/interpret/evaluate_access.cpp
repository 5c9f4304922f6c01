// Properties, subscripts, slices and map projections.
#include <algorithm>

#include "interpret/evaluate.h"
#include "interpret/temporal.h"

namespace dinkel {
namespace {

const Map& properties_of(Runtime& runtime, NodeRef node) {
  if (!runtime.graph.has_node(node)) {
    fail(ErrorType::EntityNotFound, ErrorDetail::DeletedEntityAccess,
         "the node has been deleted in this statement");
  }
  return runtime.graph.node(node).properties;
}

const Map& properties_of(Runtime& runtime, RelationshipRef relationship) {
  if (!runtime.graph.has_relationship(relationship)) {
    fail(ErrorType::EntityNotFound, ErrorDetail::DeletedEntityAccess,
         "the relationship has been deleted in this statement");
  }
  return runtime.graph.relationship(relationship).properties;
}

// The map behind a value: its own, or the properties of an entity; nullptr for anything else.
const Map* map_behind(Runtime& runtime, const Value& object) {
  if (const auto* map = object.get_if<Map>()) return map;
  if (const auto* node = object.get_if<NodeRef>()) return &properties_of(runtime, *node);
  if (const auto* relationship = object.get_if<RelationshipRef>()) {
    return &properties_of(runtime, *relationship);
  }
  return nullptr;
}

Value value_or_null(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value == nullptr ? Value() : *value;
}

// A bound of a slice as an index into a list of that size: negative ones count from the end.
std::int64_t slice_bound(const Value& bound, std::int64_t size) {
  const auto* index = bound.get_if<std::int64_t>();
  if (index == nullptr) {
    fail(ErrorType::TypeError, ErrorDetail::ListElementAccessByNonInteger,
         "the bounds of a slice are integers, not " + std::string(type_name(bound)));
  }
  const std::int64_t from_start = *index < 0 ? *index + size : *index;
  return std::clamp<std::int64_t>(from_start, 0, size);
}

Value element_of(const Values& list, const Value& index) {
  const auto* position = index.get_if<std::int64_t>();
  if (position == nullptr) {
    fail(ErrorType::TypeError, ErrorDetail::ListElementAccessByNonInteger,
         "a list is indexed by an integer, not " + std::string(type_name(index)));
  }
  const auto size = static_cast<std::int64_t>(list.size());
  const std::int64_t from_start = *position < 0 ? *position + size : *position;
  if (from_start < 0 || from_start >= size) return Null{};
  return list[static_cast<std::size_t>(from_start)];
}

}  // namespace

Value property_of(Runtime& runtime, const Value& object, std::string_view key) {
  if (object.is_null()) return Null{};
  if (const Map* map = map_behind(runtime, object)) return value_or_null(*map, key);
  const auto* point = object.get_if<Point>();
  std::optional<Value> component =
      point != nullptr ? point_component(*point, key) : temporal_component(object, key);
  if (component) return *std::move(component);
  fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
       std::string(type_name(object)) + " has no property `" + std::string(key) + "`");
}

Value Evaluator::operator()(const Property& property) const {
  // A variable is read in place: copying a list or a map to look at one key would be wasteful.
  if (const auto* variable = std::get_if<Variable>(&property.object->node)) {
    if (const Value* object = bindings.find(variable->name)) {
      return property_of(runtime, *object, property.key);
    }
  }
  return property_of(runtime, evaluate_child(*property.object), property.key);
}

Value Evaluator::operator()(const Subscript& subscript) const {
  const Value object = evaluate_child(*subscript.object);
  const Value index = evaluate_child(*subscript.index);
  if (object.is_null() || index.is_null()) return Null{};
  if (const auto* list = object.get_if<Values>()) return element_of(*list, index);
  if (const Map* map = map_behind(runtime, object)) {
    if (const auto* key = index.get_if<std::string>()) return value_or_null(*map, *key);
    const ErrorDetail detail = object.is<Map>() ? ErrorDetail::MapElementAccessByNonString
                                                : ErrorDetail::PropertyAccessByNonString;
    fail(ErrorType::TypeError, detail, "a key is a string, not " + std::string(type_name(index)));
  }
  fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
       std::string(type_name(object)) + " cannot be indexed");
}

Value Evaluator::operator()(const Slice& slice) const {
  const Value object = evaluate_child(*slice.object);
  const Value from = slice.from ? evaluate_child(**slice.from) : Value(0);
  const Value to = slice.to ? evaluate_child(**slice.to) : Value();
  if (object.is_null() || from.is_null() || (slice.to && to.is_null())) return Null{};
  const auto* list = object.get_if<Values>();
  if (list == nullptr) {
    fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
         "a slice is taken of a list, not of " + std::string(type_name(object)));
  }
  const auto size = static_cast<std::int64_t>(list->size());
  const std::int64_t first = slice_bound(from, size);
  const std::int64_t last = slice.to ? slice_bound(to, size) : size;
  if (first >= last) return Values{};
  return Values(list->begin() + first, list->begin() + last);
}

Value Evaluator::operator()(const MapProjection& projection) const {
  const Value object = evaluate_child(*projection.object);
  if (object.is_null()) return Null{};
  const Map* source = map_behind(runtime, object);
  if (source == nullptr) {
    fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
         "a map projection is taken of a map, a node or a relationship, not of " +
             std::string(type_name(object)));
  }
  Map result;
  for (const MapProjectionItem& item : projection.items) {
    switch (item.kind) {
      case MapProjectionKind::Property:
        result.set(item.name, value_or_null(*source, item.name));
        break;
      case MapProjectionKind::AllProperties:
        for (const auto& [key, value] : *source) result.set(key, value);
        break;
      case MapProjectionKind::Variable: {
        const Value* value = bindings.find(item.name);
        if (value == nullptr) {
          fail(ErrorType::SyntaxError, ErrorDetail::UndefinedVariable,
               "variable `" + item.name + "` is not defined");
        }
        result.set(item.name, *value);
        break;
      }
      case MapProjectionKind::Entry:
        result.set(item.name, evaluate_child(**item.value));
        break;
    }
  }
  return result;
}

}  // namespace dinkel

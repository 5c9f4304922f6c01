#include "oracles/value_forms.h"

namespace dinkel {

namespace {

Value changed(const Value& value, const ValueForm& form) {
  if (const auto* list = value.get_if<Values>()) {
    Values items;
    for (const Value& item : *list) items.push_back(changed(item, form));
    return Value(std::move(items));
  }
  if (const auto* map = value.get_if<Map>()) {
    Map entries;
    for (const auto& [key, item] : *map) entries.set(key, changed(item, form));
    return Value(std::move(entries));
  }
  return form(value);
}

void change(Map& properties, const ValueForm& form) {
  properties = *changed(Value(std::move(properties)), form).get_if<Map>();
}

void change(Entities& entities, const ValueForm& form) {
  for (auto& [id, node] : entities.nodes) change(node.properties, form);
  for (auto& [id, relationship] : entities.relationships) change(relationship.properties, form);
}

}  // namespace

Effect with_values_as(Effect effect, const ValueForm& form) {
  if (auto* rows = std::get_if<Rows>(&effect.outcome)) {
    for (auto& row : rows->rows) {
      for (Value& value : row) value = changed(value, form);
    }
    change(rows->entities, form);
  }
  if (effect.graph) change(*effect.graph, form);
  return effect;
}

}  // namespace dinkel

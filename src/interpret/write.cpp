#include "interpret/write.h"

#include <algorithm>

#include "base/match.h"
#include "interpret/match.h"

namespace dinkel {
namespace {

bool is_storable_scalar(const Value& value) {
  return !value.is_null() && !value.is<Values>() && !value.is<Map>() && !value.is<NodeRef>() &&
         !value.is<RelationshipRef>() && !value.is<Path>();
}

Value checked(std::string_view key, Value value) {
  if (!value.is_null() && !is_storable(value)) {
    fail(ErrorType::TypeError, ErrorDetail::InvalidPropertyType,
         "property `" + std::string(key) + "` cannot hold " + to_text(value));
  }
  return value;
}

bool is_number(const Value& value) {
  return value.is<std::int64_t>() || value.is<double>();
}

bool has_label(const Graph& graph, const Value& entity, const std::string& label) {
  if (const auto* node = entity.get_if<NodeRef>()) return graph.has_label(*node, label);
  return graph.relationship(entity.as<RelationshipRef>()).type == label;
}

const Map& properties_of(const Graph& graph, const Value& entity) {
  if (const auto* node = entity.get_if<NodeRef>()) return graph.node(*node).properties;
  return graph.relationship(entity.as<RelationshipRef>()).properties;
}

bool agree(const SchemaRule& rule, const Map& a, const Map& b) {
  return std::ranges::all_of(rule.properties, [&](const std::string& key) {
    const Value* left = a.find(key);
    const Value* right = b.find(key);
    return left != nullptr && right != nullptr && equals(*left, *right) == Ternary(true);
  });
}

bool repeats_another(const Graph& graph, const SchemaRule& rule, const Value& entity) {
  const Map& own = properties_of(graph, entity);
  const auto is_equal = [&](const Value& other) {
    return !(other == entity) && has_label(graph, other, rule.labels.front()) &&
           agree(rule, own, properties_of(graph, other));
  };
  return entity.is<NodeRef>() ? std::ranges::any_of(graph.nodes(), is_equal)
                              : std::ranges::any_of(graph.relationships(), is_equal);
}

}  // namespace

// The TCK refuses lists of maps. Lists with nulls, nested and mixed lists are refused as Neo4j
// does; a list of integers and floats is one of numbers, which Neo4j stores as floats: here it is
// mixed.
bool is_storable(const Value& value) {
  const auto* list = value.get_if<Values>();
  if (list == nullptr) return is_storable_scalar(value);
  return std::ranges::all_of(*list, [&](const Value& item) {
    const bool alike = item.data().index() == list->front().data().index() ||
                       (is_number(item) && is_number(list->front()));
    return is_storable_scalar(item) && alike;
  });
}

Map evaluate_properties(Runtime& runtime, const Bindings& bindings,
                        const OptionalExpr& properties) {
  if (!properties) return {};
  const Value value = evaluate(runtime, bindings, **properties);
  const auto* map = value.get_if<Map>();
  if (map == nullptr) {
    fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
         "the properties of a pattern must be a map");
  }
  std::vector<Map::Entry> entries;
  for (const auto& [key, item] : *map) {
    if (!item.is_null()) entries.emplace_back(key, checked(key, item));
  }
  return entries;
}

std::vector<std::string> label_names(Runtime& runtime, const Bindings& bindings,
                                     const LabelExpr& labels) {
  const auto refuse = []() -> std::vector<std::string> {
    fail(ErrorType::SyntaxError, ErrorDetail::UnexpectedSyntax,
         "only plain labels can be written, joined by `:` or `&`");
  };
  return match(
      labels.node, [](const LabelName& label) { return std::vector<std::string>{label.name}; },
      [&](const LabelDynamic& dynamic) { return dynamic_labels(runtime, bindings, dynamic); },
      [&](const LabelAnd& conjunction) {
        std::vector<std::string> names;
        for (const LabelExpr& operand : conjunction.operands) {
          for (std::string& name : label_names(runtime, bindings, operand)) {
            names.push_back(std::move(name));
          }
        }
        return names;
      },
      [&](const LabelWildcard&) { return refuse(); }, [&](const LabelNot&) { return refuse(); },
      [&](const LabelOr&) { return refuse(); });
}

void write_property(Runtime& runtime, const Value& entity, std::string_view key, Value value) {
  value = checked(key, std::move(value));
  if (value.is_null() && properties_of(runtime.graph, entity).find(key) == nullptr) return;
  if (const auto* node = entity.get_if<NodeRef>()) {
    runtime.graph.set_property(*node, key, std::move(value));
  } else {
    runtime.graph.set_property(entity.as<RelationshipRef>(), key, std::move(value));
  }
  ++runtime.effects.properties_set;
}

void check_exists(const Runtime& runtime, const Value& entity) {
  const auto* node = entity.get_if<NodeRef>();
  const bool exists = node != nullptr
                          ? runtime.graph.has_node(*node)
                          : runtime.graph.has_relationship(entity.as<RelationshipRef>());
  if (!exists) fail_deleted(entity);
}

// Only uniqueness is checked (a key is unique too): what must exist, or be of one type, depends on
// the end of the statement in some engines, and is left to them.
void check_constraints(const Runtime& runtime, const Value& entity) {
  for (const SchemaRule& rule : runtime.graph.schema_rules()) {
    const bool is_unique =
        rule.constraint == ConstraintKind::Unique || rule.constraint == ConstraintKind::Key;
    const bool is_node = rule.entity == SchemaEntity::Node;
    if (!is_unique || rule.labels.empty() || is_node != entity.is<NodeRef>()) continue;
    if (!has_label(runtime.graph, entity, rule.labels.front())) continue;
    if (repeats_another(runtime.graph, rule, entity)) {
      fail(ErrorType::ConstraintVerificationFailed, ErrorDetail::None,
           "another `" + rule.labels.front() + "` has the same `" + rule.properties.front() + "`");
    }
  }
}

}  // namespace dinkel

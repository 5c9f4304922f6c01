#include <algorithm>
#include <utility>

#include "base/match.h"
#include "cypher/state_parts.h"

namespace dinkel {

namespace {

// What a property can hold of a value of that type; null is not stored.
Type stored(Type type) {
  const Kinds kinds = type.kinds & (kinds::storable | Kind::List);
  if (!kinds.has(Kind::List)) return {kinds, {}};
  return {kinds, type.elements & kinds::storable};
}

void add_type(PropertyTypes& types, const std::string& key, Type type) {
  const Type kept = stored(type);
  if (kept.kinds.empty()) return;
  const auto [place, is_new] = types.try_emplace(key, kept);
  if (!is_new) place->second = join(place->second, kept);
}

// Calls `visit` for each name that an element with these labels gets; false if some are not known.
template <typename Visit>
bool for_each_label(const LabelExpr& labels, const Visit& visit) {
  return match(
      labels.node,
      [&](const LabelName& label) {
        visit(label.name);
        return true;
      },
      [](const LabelWildcard&) { return true; }, [](const LabelDynamic&) { return false; },
      [](const LabelNot&) { return true; },
      [&](const LabelAnd& both) {
        bool known = true;
        for (const LabelExpr& operand : both.operands) known &= for_each_label(operand, visit);
        return known;
      },
      [&](const LabelOr& either) {
        bool known = true;
        for (const LabelExpr& operand : either.operands) known &= for_each_label(operand, visit);
        return known;
      });
}

class Grower {
 public:
  Grower(GraphSchema& schema, const QueryContext& context) : schema_(schema), context_(context) {}

  void node(const NodePattern& node) {
    bool labelled = false;
    if (node.labels) {
      const bool known = for_each_label(*node.labels, [&](const std::string& label) {
        labelled = true;
        properties(schema_.labels[label], node.properties);
      });
      schema_.open_labels |= !known;
    }
    if (!labelled) properties(schema_.labels[""], node.properties);
  }

  void relationship(const RelationshipPattern& relationship) {
    if (!relationship.types) return;  // a mistake that the validator reports
    bool typed = false;
    const bool known = for_each_label(*relationship.types, [&](const std::string& type) {
      typed = true;
      properties(schema_.relationship_types[type], relationship.properties);
    });
    schema_.open_types |= !known;
    // The keys need a place, and the type is not known.
    if (!typed && relationship.properties) properties(schema_.labels[""], relationship.properties);
  }

  void elements(const std::vector<PatternElement>& elements_of) {
    for (const PatternElement& element : elements_of) {
      match(
          element.node, [&](const NodePattern& n) { node(n); },
          [&](const RelationshipPattern& r) { relationship(r); },
          [&](const PathGroup& group) { elements(group.elements); });
    }
  }

  void item(const SetItem& item) {
    match(
        item, [&](const SetProperty& set) { set_property(set); },
        [&](const SetProperties& set) { set_properties(set); },
        [&](const SetLabels& set) { set_labels(set); });
  }

 private:
  Type value_type(const Expr& expr) const { return type_of(expr, context_, schema_); }

  void properties(PropertyTypes& types, const OptionalExpr& properties_of) {
    if (!properties_of) return;
    const auto* map = std::get_if<MapLiteral>(&(*properties_of)->node);
    if (map == nullptr) {
      schema_.open_properties = true;
      return;
    }
    for (const MapEntry& entry : map->entries) add_type(types, entry.key, value_type(entry.value));
  }

  // The entity is one of a variable, whose labels are not tracked: the key may be on any.
  void add_to_entity(const Expr& entity, const std::string& key, Type type) {
    const Kinds kinds = value_type(entity).kinds;
    if (kinds.has(Kind::Node)) add_type(schema_.labels[""], key, type);
    if (!kinds.has(Kind::Relationship)) return;
    for (auto& [name, types] : schema_.relationship_types) add_type(types, key, type);
    // A relationship of an unknown type: its keys are kept where they are found again.
    if (schema_.open_types) add_type(schema_.labels[""], key, type);
  }

  void set_property(const SetProperty& set) {
    if (const auto* property = std::get_if<Property>(&set.target.node)) {
      add_to_entity(*property->object, property->key, value_type(set.value));
      return;
    }
    const auto* subscript = std::get_if<Subscript>(&set.target.node);
    const auto* key =
        subscript == nullptr ? nullptr : std::get_if<StringLiteral>(&subscript->index->node);
    if (key != nullptr) {
      add_to_entity(*subscript->object, key->value, value_type(set.value));
    } else {
      schema_.open_properties = true;
    }
  }

  void set_properties(const SetProperties& set) {
    if (const auto* map = std::get_if<MapLiteral>(&set.value.node)) {
      for (const MapEntry& entry : map->entries) {
        add_to_entity(set.target, entry.key, value_type(entry.value));
      }
      return;
    }
    // Copying the properties of an entity adds no key that the schema lacks.
    const bool copies = value_type(set.value).kinds.only(kinds::entity | Kind::Null);
    schema_.open_properties |= !copies;
  }

  void set_labels(const SetLabels& set) {
    for (const LabelExpr& labels : set.labels) {
      const bool known =
          for_each_label(labels, [&](const std::string& label) { schema_.labels[label]; });
      schema_.open_labels |= !known;
    }
  }

  GraphSchema& schema_;
  const QueryContext& context_;
};

}  // namespace

bool GraphSchema::knows_property(std::string_view key) const {
  const auto has_key = [key](const auto& entry) { return entry.second.contains(key); };
  return std::any_of(labels.begin(), labels.end(), has_key) ||
         std::any_of(relationship_types.begin(), relationship_types.end(), has_key);
}

Type GraphSchema::property_type(std::string_view key) const {
  if (open_properties) return {kinds::storable | Kind::List | Kind::Null, kinds::storable};
  Type type = Type::of(Kind::Null);
  const auto add_all = [&](const auto& owners) {
    for (const auto& [owner, types] : owners) {
      const auto found = types.find(key);
      if (found != types.end()) type = join(type, found->second);
    }
  };
  add_all(labels);
  add_all(relationship_types);
  return type;
}

void grow_by_pattern(GraphSchema& schema, const QueryContext& context, const PatternPart& part) {
  Grower(schema, context).elements(part.elements);
}

void grow_by_items(GraphSchema& schema, const QueryContext& context,
                   std::span<const SetItem> items) {
  Grower grower(schema, context);
  for (const SetItem& item : items) grower.item(item);
}

void create_index(GraphSchema& schema, const CreateIndex& create) {
  for (const std::string& label : create.labels) {
    schema.indexes.push_back({create.name, label, create.properties, false});
  }
}

void drop_index(GraphSchema& schema, const DropIndex& drop) {
  std::erase_if(schema.indexes, [&](const SchemaIndex& index) {
    if (!drop.legacy) return !drop.name.empty() && index.name == drop.name;
    return index.label == drop.label && index.properties == drop.properties;
  });
}

void create_constraint(GraphSchema& schema, const CreateConstraint& create) {
  const bool unique = create.kind == ConstraintKind::Unique || create.kind == ConstraintKind::Key;
  if (unique) schema.indexes.push_back({create.name, create.label, create.properties, true});
}

void drop_constraint(GraphSchema& schema, const DropConstraint& drop) {
  std::erase_if(schema.indexes, [&](const SchemaIndex& index) { return index.name == drop.name; });
}

}  // namespace dinkel

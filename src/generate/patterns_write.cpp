// Patterns to create, to merge, and ones that no graph contains.
#include <algorithm>

#include "generate/patterns.h"

namespace dinkel {

namespace {

Expr create_properties(Generator& g) {
  MapLiteral map;
  const std::uint64_t count = 1 + g.rng.below(3);
  for (std::uint64_t i = 0; i < count; ++i) {
    const PropertyKey key = draw_property_key(g);
    const auto same = [&](const MapEntry& entry) { return entry.key == key.name; };
    if (std::any_of(map.entries.begin(), map.entries.end(), same)) continue;
    map.entries.push_back({key.name, make_pattern_value(g, property_value_type(key))});
  }
  return expr_of(std::move(map));
}

// CREATE (n $p): all properties at once.
Expr parameter_properties(Generator& g) {
  Map map;
  const PropertyKey key = draw_property_key(g);
  if (key.kind == Kind::Integer) map.set(key.name, Value(g.rng.between(-1, 9)));
  if (key.kind == Kind::String) map.set(key.name, Value(std::string("a")));
  return make_parameter(g, Value(std::move(map)));
}

NodePattern create_node(Generator& g, bool may_map) {
  NodePattern node;
  if (g.rng.chance(percent(70))) node.variable = g.fresh(Kind::Node);
  if (g.rng.chance(percent(75))) {
    node.labels = make_written_label(g, draw_label(g));
    if (g.has(Feature::LabelConjunction) && g.rng.chance(percent(15))) {
      LabelExpr other = label_of(draw_label(g));
      if (other != *node.labels) {
        node.labels = LabelExpr{LabelAnd{{*std::move(node.labels), std::move(other)}}};
      }
    }
  }
  if (!g.rng.chance(percent(60))) return node;
  const bool by_parameter = may_map && g.has(Feature::PropertyMapParameter) &&
                            may_use_parameters(g) && g.rng.chance(percent(3));
  node.properties = by_parameter ? parameter_properties(g) : create_properties(g);
  return node;
}

// A node that surely exists: CREATE and MERGE refuse null.
const ScopedVariable* existing_node(Generator& g) {
  const ScopedVariable* node = draw_variable(g, Kind::Node);
  if (node == nullptr) return nullptr;
  return node->type.nullable() && g.live == nullptr ? nullptr : node;
}

NodePattern create_end(Generator& g, bool may_map) {
  if (g.rng.chance(g.profile.bound_variable)) {
    if (const ScopedVariable* bound = existing_node(g)) {
      NodePattern node;
      node.variable = bound->name;
      return node;
    }
  }
  return create_node(g, may_map);
}

RelationshipPattern create_hop(Generator& g) {
  RelationshipPattern hop;
  hop.direction = g.rng.coin() ? Direction::Right : Direction::Left;
  hop.types = make_written_label(g, draw_relationship_type(g));
  if (g.rng.coin()) hop.variable = g.fresh(Kind::Relationship);
  if (g.rng.chance(percent(40))) hop.properties = create_properties(g);
  return hop;
}

PatternPart create_part(Generator& g, bool may_map, std::uint64_t max_hops) {
  PatternPart part;
  std::uint64_t hops = g.rng.below(max_hops + 1);
  NodePattern first = create_end(g, may_map);
  // A bound node alone creates nothing, which is refused.
  const bool bound = !first.variable.empty() && g.state.context.find(first.variable) != nullptr;
  if (bound && hops == 0) hops = 1;
  part.elements.reserve(2 * hops + 1);
  part.elements.push_back({std::move(first)});
  for (; hops > 0; --hops) {
    part.elements.push_back({create_hop(g)});
    part.elements.push_back({create_end(g, may_map)});
  }
  if (g.has(Feature::PathVariable) && g.rng.chance(percent(4))) {
    part.path_variable = g.fresh(Kind::Path);
  }
  return part;
}

}  // namespace

Pattern make_create_pattern(Generator& g) {
  Pattern pattern;
  pattern.push_back(create_part(g, true, 2));
  if (g.rng.chance(percent(20))) {
    // What the first part creates is not used by the second: engines disagree about it.
    pattern.push_back(create_part(g, true, 2));
  }
  return pattern;
}

PatternPart make_merge_part(Generator& g) {
  PatternPart part = create_part(g, false, 1);
  if (part.elements.size() == 3 && g.has(Feature::UndirectedRelationship) &&
      g.rng.chance(percent(20))) {
    std::get<RelationshipPattern>(part.elements[1].node).direction = Direction::Either;
  }
  return part;
}

PatternPart make_new_pattern(Generator& g, std::string_view mark) {
  PatternPart part;
  NodePattern first;
  NodePattern last;
  RelationshipPattern hop;
  hop.direction = draw_direction(g);
  const std::string name = "New" + std::string(mark);
  std::uint64_t where_new = g.rng.below(3);
  if (where_new == 2 && !g.has(Feature::PropertyMap)) where_new = 0;
  if (where_new == 0) first.labels = label_of(name);
  if (where_new == 1) hop.types = label_of(name);
  if (where_new == 2) {
    MapLiteral map;
    map.entries.push_back({name, make_leaf(g, Type::of(Kind::Integer))});
    first.properties = expr_of(std::move(map));
  }
  if (g.rng.coin()) last.labels = label_of(draw_label(g));
  part.elements.push_back({std::move(first)});
  if (where_new == 1 || g.rng.coin()) {
    part.elements.push_back({std::move(hop)});
    part.elements.push_back({std::move(last)});
  }
  return part;
}

}  // namespace dinkel

// Patterns: to match, to create, to merge, and ones that no graph contains.
//
// While rows are alive a pattern is drawn from what the graph really contains: a node, a
// relationship that leaves it, the labels and properties that are there. Bound variables are
// preferred, at least two in one clause where possible: this is where optimizers break.
#include <algorithm>

#include "generate/build.h"
#include "generate/generator.h"

namespace dinkel {

namespace {

// The part of the real graph that the pattern follows, if any.
struct Anchor {
  const Graph* graph = nullptr;
  std::optional<NodeRef> node;
};

Anchor anchor_of(Generator& g, const std::string& variable) {
  Anchor anchor;
  if (g.live == nullptr || g.live->row_count() == 0 || g.rng.chance(percent(10))) return anchor;
  anchor.graph = &g.live->graph();
  if (const Value* value = g.live->value(variable, g.rng.below(g.live->row_count()))) {
    if (const auto* node = value->get_if<NodeRef>(); node && anchor.graph->has_node(*node)) {
      anchor.node = *node;
    }
  }
  return anchor;
}

template <typename Names>
const std::string& pick_name(Generator& g, const Names& names) {
  return names[g.rng.below(names.size())];
}

std::string draw_label(Generator& g) {
  if (!g.use_schema) return blind_name(g.rng, "L");
  return pick_name(g, g.names.labels);
}
std::string draw_type(Generator& g) {
  if (!g.use_schema) return blind_name(g.rng, "T");
  return pick_name(g, g.names.relationship_types);
}
PropertyKey draw_key(Generator& g) {
  if (!g.use_schema) return {blind_name(g.rng, "k"), Kind::Integer};
  return g.names.keys[g.rng.below(g.names.keys.size())];
}

LabelExpr match_labels(Generator& g, std::string label) {
  LabelExpr labels = label_of(std::move(label));
  if (!g.has(Feature::LabelExpression) || !g.rng.chance(percent(12))) return labels;
  LabelExpr other = label_of(draw_label(g));
  switch (g.rng.below(4)) {
    case 0:
      return LabelExpr{LabelOr{{std::move(labels), std::move(other)}}};
    case 1:
      return LabelExpr{LabelAnd{{std::move(labels), LabelExpr{LabelNot{std::move(other)}}}}};
    case 2:
      return LabelExpr{LabelWildcard{}};
    default:
      return LabelExpr{LabelNot{std::move(other)}};
  }
}

Type property_value_type(const PropertyKey& key) {
  return key.kind == Kind::List ? Type::list_of(Kind::Integer) : Type::of(key.kind);
}

// The value of a property in a pattern.
Expr pattern_value(Generator& g, Type type) {
  const Generator::Freedom freedom = g.may;
  g.may.subqueries = g.may.subqueries && g.has(Feature::PatternInPropertyMap);
  Expr value = make_expr(g, type);
  g.may = freedom;
  return value;
}

// {k: v}; from the real properties if there are any.
Expr match_properties(Generator& g, const Map* real) {
  MapLiteral map;
  if (real != nullptr && !real->empty()) {
    const auto& [key, value] = real->entries()[g.rng.below(real->size())];
    map.entries.push_back({key, literal_of(value)});
  } else {
    const PropertyKey key = draw_key(g);
    map.entries.push_back({key.name, pattern_value(g, property_value_type(key).or_null())});
  }
  return expr_of(std::move(map));
}

void decorate_node(Generator& g, NodePattern& node, const Anchor& anchor) {
  const NodeData* real = anchor.node ? &anchor.graph->node(*anchor.node) : nullptr;
  if (g.rng.chance(percent(45))) {
    if (real == nullptr) {
      node.labels = match_labels(g, draw_label(g));
    } else if (!real->labels.empty()) {
      node.labels = match_labels(g, pick_name(g, real->labels));
    }
  }
  if (g.has(Feature::PropertyMap) && g.rng.chance(g.profile.property_map)) {
    node.properties = match_properties(g, real ? &real->properties : nullptr);
  } else if (g.has(Feature::InlineNodeWhere) && !node.variable.empty() &&
             g.rng.chance(percent(5))) {
    const QueryContext saved = g.state.context;
    if (g.state.context.find(node.variable) == nullptr) {
      g.state.context.declare(node.variable, Type::of(Kind::Node));
    }
    node.where = make_predicate(g);
    g.state.context = saved;
  }
}

// The name of a node: bound before, repeated from this pattern, new, or none.
std::string node_variable(Generator& g, const std::vector<std::string>& here) {
  const auto bound = variables_of(g, Kind::Node);
  if (!bound.empty() && g.rng.chance(g.profile.bound_variable)) {
    return bound[g.rng.below(bound.size())]->name;
  }
  if (!here.empty() && g.has(Feature::RepeatedNode) && g.rng.chance(percent(12))) {
    return pick_name(g, here);
  }
  if (g.rng.chance(percent(20))) return "";
  return g.fresh(Kind::Node);
}

// Moves the anchor over a real relationship of its node, if it has one, and fits the pattern to it.
void follow(Generator& g, RelationshipPattern& hop, Anchor& anchor, const Map*& properties) {
  if (!anchor.node) return;
  const auto outgoing = anchor.graph->outgoing(*anchor.node);
  const auto incoming = anchor.graph->incoming(*anchor.node);
  const std::size_t total = outgoing.size() + incoming.size();
  if (total == 0) {
    anchor.node.reset();
    return;
  }
  const std::size_t draw = g.rng.below(total);
  const bool out = draw < outgoing.size();
  const RelationshipRef taken = out ? outgoing[draw] : incoming[draw - outgoing.size()];
  const RelationshipData& real = anchor.graph->relationship(taken);
  if (hop.direction != Direction::Either) hop.direction = out ? Direction::Right : Direction::Left;
  if (hop.types.has_value()) hop.types = label_of(real.type);
  properties = &real.properties;
  anchor.node = NodeRef{out ? real.end : real.start};
}

RelationshipPattern match_hop(Generator& g, Anchor& anchor) {
  RelationshipPattern hop;
  hop.direction =
      static_cast<Direction>(g.rng.below(g.has(Feature::UndirectedRelationship) ? 3 : 2));
  if (g.rng.chance(percent(60))) hop.types = label_of(draw_type(g));
  const Map* real = nullptr;
  follow(g, hop, anchor, real);
  if (hop.types.has_value() && g.has(Feature::TypeAlternatives) && g.rng.chance(percent(12))) {
    LabelExpr other = label_of(draw_type(g));
    if (other != *hop.types)
      hop.types = LabelExpr{LabelOr{{*std::move(hop.types), std::move(other)}}};
  }
  if (g.has(Feature::VariableLength) && g.rng.chance(percent(10))) {
    Repetition length;
    length.min = g.rng.between(0, 2);
    length.max = *length.min + g.rng.between(0, 2);
    hop.length = length;
    if (g.rng.chance(percent(30))) hop.variable = g.fresh(Kind::List);
    return hop;
  }
  if (g.rng.chance(percent(60))) hop.variable = g.fresh(Kind::Relationship);
  if (g.has(Feature::PropertyMap) && g.rng.chance(g.profile.property_map)) {
    hop.properties = match_properties(g, real);
  } else if (g.has(Feature::InlineRelationshipWhere) && !hop.variable.empty() &&
             g.rng.chance(percent(4))) {
    const QueryContext saved = g.state.context;
    g.state.context.declare(hop.variable, Type::of(Kind::Relationship));
    hop.where = make_predicate(g);
    g.state.context = saved;
  }
  return hop;
}

// ((a)-[:R]->(b)){1,2} between two nodes.
PathGroup quantified_group(Generator& g) {
  PathGroup group;
  NodePattern first;
  NodePattern last;
  if (g.rng.coin()) first.variable = g.fresh(Kind::Node);
  RelationshipPattern hop;
  hop.direction = static_cast<Direction>(g.rng.below(3));
  if (g.rng.coin()) hop.types = label_of(draw_type(g));
  group.elements = {PatternElement{std::move(first)}, PatternElement{std::move(hop)},
                    PatternElement{std::move(last)}};
  Repetition repetition;
  repetition.min = g.rng.between(0, 1);
  repetition.max = *repetition.min + g.rng.between(1, 2);
  group.quantifier = repetition;
  return group;
}

std::uint64_t draw_hops(Generator& g) {
  const std::uint64_t draw = g.rng.below(100);
  return draw < 35 ? 0 : draw < 80 ? 1 : draw < 95 ? 2 : 3;
}

void add_node(Generator& g, PatternPart& part, std::vector<std::string>& here, const Anchor& anchor,
              std::string variable) {
  NodePattern node;
  node.variable = std::move(variable);
  decorate_node(g, node, anchor);
  if (!node.variable.empty()) here.push_back(node.variable);
  part.elements.push_back({std::move(node)});
}

bool shorten_path(Generator& g, PatternPart& part) {
  if (!g.has(Feature::ShortestPath) || part.elements.size() != 3) return false;
  auto& hop = std::get<RelationshipPattern>(part.elements[1].node);
  const auto& from = std::get<NodePattern>(part.elements[0].node).variable;
  const auto& to = std::get<NodePattern>(part.elements[2].node).variable;
  const auto bound = [&](const std::string& name) {
    return !name.empty() && g.state.context.find(name) != nullptr;
  };
  if (!bound(from) || !bound(to) || from == to) return false;
  hop.length = Repetition{std::nullopt, 3};
  hop.variable.clear();
  hop.properties.reset();
  hop.where.reset();
  part.kind = g.rng.coin() ? PathKind::ShortestPath : PathKind::AllShortestPaths;
  return true;
}

PatternPart match_part(Generator& g, std::vector<std::string>& here) {
  PatternPart part;
  std::string start = node_variable(g, here);
  Anchor anchor = anchor_of(g, start);
  if (anchor.graph != nullptr && !anchor.node && anchor.graph->node_count() > 0 &&
      g.state.context.find(start) == nullptr) {
    anchor.node = anchor.graph->nodes()[g.rng.below(anchor.graph->node_count())];
  }
  add_node(g, part, here, anchor, std::move(start));
  for (std::uint64_t hops = draw_hops(g); hops > 0; --hops) {
    if (g.has(Feature::QuantifiedPath) && g.rng.chance(percent(5))) {
      part.elements.push_back({quantified_group(g)});
      anchor.node.reset();
    } else {
      part.elements.push_back({match_hop(g, anchor)});
    }
    add_node(g, part, here, anchor, node_variable(g, here));
  }
  if (part.elements.size() == 3 &&
      std::holds_alternative<RelationshipPattern>(part.elements[1].node) &&
      g.rng.chance(percent(6))) {
    shorten_path(g, part);
  }
  if (g.has(Feature::PathVariable) && g.rng.chance(percent(10))) {
    part.path_variable = g.fresh(Kind::Path);
  }
  return part;
}

Expr create_properties(Generator& g) {
  MapLiteral map;
  const std::uint64_t count = 1 + g.rng.below(3);
  for (std::uint64_t i = 0; i < count; ++i) {
    const PropertyKey key = draw_key(g);
    const auto same = [&](const MapEntry& entry) { return entry.key == key.name; };
    if (std::any_of(map.entries.begin(), map.entries.end(), same)) continue;
    map.entries.push_back({key.name, pattern_value(g, property_value_type(key))});
  }
  return expr_of(std::move(map));
}

NodePattern create_node(Generator& g) {
  NodePattern node;
  if (g.rng.chance(percent(70))) node.variable = g.fresh(Kind::Node);
  if (g.rng.chance(percent(75))) {
    node.labels = label_of(draw_label(g));
    if (g.has(Feature::LabelConjunction) && g.rng.chance(percent(15))) {
      LabelExpr other = label_of(draw_label(g));
      if (other != *node.labels) {
        node.labels = LabelExpr{LabelAnd{{*std::move(node.labels), std::move(other)}}};
      }
    }
  }
  if (g.rng.chance(percent(60))) node.properties = create_properties(g);
  return node;
}

// A node that surely exists: CREATE and MERGE refuse null.
const ScopedVariable* existing_node(Generator& g) {
  const auto bound = variables_of(g, Kind::Node);
  if (bound.empty()) return nullptr;
  const ScopedVariable* node = bound[g.rng.below(bound.size())];
  return node->type.nullable() && g.live == nullptr ? nullptr : node;
}

NodePattern create_end(Generator& g) {
  if (g.rng.chance(g.profile.bound_variable)) {
    if (const ScopedVariable* bound = existing_node(g)) {
      NodePattern node;
      node.variable = bound->name;
      return node;
    }
  }
  return create_node(g);
}

RelationshipPattern create_hop(Generator& g) {
  RelationshipPattern hop;
  hop.direction = g.rng.coin() ? Direction::Right : Direction::Left;
  hop.types = label_of(draw_type(g));
  if (g.rng.coin()) hop.variable = g.fresh(Kind::Relationship);
  if (g.rng.chance(percent(40))) hop.properties = create_properties(g);
  return hop;
}

PatternPart create_part(Generator& g) {
  PatternPart part;
  std::uint64_t hops = g.rng.below(3);
  NodePattern first = create_end(g);
  // A bound node alone creates nothing, which is refused.
  const bool bound = !first.variable.empty() && g.state.context.find(first.variable) != nullptr;
  if (bound && hops == 0) hops = 1;
  part.elements.push_back({std::move(first)});
  for (; hops > 0; --hops) {
    part.elements.push_back({create_hop(g)});
    part.elements.push_back({create_end(g)});
  }
  return part;
}

}  // namespace

PatternPart make_match_part(Generator& g) {
  std::vector<std::string> here;
  return match_part(g, here);
}

Pattern make_match_pattern(Generator& g) {
  Pattern pattern;
  std::vector<std::string> here;
  pattern.push_back(match_part(g, here));
  while (pattern.size() < 3 && g.rng.chance(percent(20))) pattern.push_back(match_part(g, here));
  return pattern;
}

Pattern make_create_pattern(Generator& g) {
  Pattern pattern;
  pattern.push_back(create_part(g));
  if (g.rng.chance(percent(20))) {
    // What the first part creates is not used by the second: engines disagree about it.
    pattern.push_back(create_part(g));
  }
  return pattern;
}

PatternPart make_merge_part(Generator& g) {
  PatternPart part = create_part(g);
  if (part.elements.size() > 3) part.elements.resize(3);
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
  hop.direction =
      static_cast<Direction>(g.rng.below(g.has(Feature::UndirectedRelationship) ? 3 : 2));
  const std::string name = "New" + std::string(mark);
  const std::uint64_t where_new = g.rng.below(3);
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

// Patterns to match.
//
// While rows are alive a pattern is drawn from what the graph really contains: a node, a
// relationship that leaves it, the labels and properties that are there. Bound variables are
// preferred, at least two in one clause where possible: this is where optimizers break.
#include "generate/patterns.h"

#include <algorithm>

#include "cypher/walk.h"

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

// {k: v}; from the real properties if there are any.
Expr match_properties(Generator& g, const Map* real) {
  MapLiteral map;
  if (real != nullptr && !real->empty()) {
    const auto& [key, value] = real->entries()[g.rng.below(real->size())];
    map.entries.push_back({key, literal_of(value)});
  } else {
    const PropertyKey key = draw_property_key(g);
    map.entries.push_back({key.name, make_pattern_value(g, property_value_type(key).or_null())});
  }
  return expr_of(std::move(map));
}

// A predicate inside of the pattern, which sees this variable.
Expr inline_where(Generator& g, const std::string& variable, Kind kind) {
  if (g.state.context.find(variable) != nullptr) return make_predicate(g);
  g.state.context.declare(variable, Type::of(kind));
  Expr where = make_predicate(g);
  g.state.context.forget(variable);
  return where;
}

void decorate_node(Generator& g, NodePattern& node, const Anchor& anchor) {
  const NodeData* real = anchor.node ? &anchor.graph->node(*anchor.node) : nullptr;
  if (g.rng.chance(percent(45))) {
    if (real == nullptr) {
      node.labels = make_matched_labels(g, draw_label(g));
    } else if (!real->labels.empty()) {
      node.labels = make_matched_labels(g, real->labels[g.rng.below(real->labels.size())]);
    }
  }
  if (g.has(Feature::PropertyMap) && g.rng.chance(g.profile.property_map)) {
    node.properties = match_properties(g, real ? &real->properties : nullptr);
  } else if (g.has(Feature::InlineNodeWhere) && !node.variable.empty() &&
             g.rng.chance(percent(5))) {
    node.where = inline_where(g, node.variable, Kind::Node);
  }
}

// The names of a pattern that is being written.
struct Names {
  std::vector<std::string> nodes;
  std::vector<std::string> relationships;  // bound before and used here: only once
};

// The name of a node: bound before, repeated from this pattern, new, or none.
std::string node_variable(Generator& g, const Names& here) {
  if (g.rng.chance(g.profile.bound_variable)) {
    const ScopedVariable* bound = draw_variable(g, Kind::Node);
    const bool repeats = bound != nullptr && std::find(here.nodes.begin(), here.nodes.end(),
                                                       bound->name) != here.nodes.end();
    if (bound != nullptr && (!repeats || g.has(Feature::RepeatedNode))) return bound->name;
  }
  if (!here.nodes.empty() && g.has(Feature::RepeatedNode) && g.rng.chance(percent(12))) {
    return here.nodes[g.rng.below(here.nodes.size())];
  }
  if (g.rng.chance(percent(20))) return "";
  return g.fresh(Kind::Node);
}

// Moves the anchor over a real relationship of its node, if it has one, and fits the pattern to it.
void follow(Generator& g, RelationshipPattern& hop, Anchor& anchor, const Map*& properties) {
  std::string type;
  if (anchor.node) {
    const auto outgoing = anchor.graph->outgoing(*anchor.node);
    const auto incoming = anchor.graph->incoming(*anchor.node);
    const std::size_t total = outgoing.size() + incoming.size();
    if (total == 0) {
      anchor.node.reset();
    } else {
      const std::size_t draw = g.rng.below(total);
      const bool out = draw < outgoing.size();
      const RelationshipRef taken = out ? outgoing[draw] : incoming[draw - outgoing.size()];
      const RelationshipData& real = anchor.graph->relationship(taken);
      const bool directed = hop.direction != Direction::Either;
      if (directed) hop.direction = out ? Direction::Right : Direction::Left;
      type = real.type;
      properties = &real.properties;
      anchor.node = NodeRef{out ? real.end : real.start};
    }
  }
  if (!g.rng.chance(percent(60))) return;
  hop.types = make_matched_types(g, type.empty() ? draw_relationship_type(g) : std::move(type));
}

// *, *2, *1.., *..2, *1..2: the open ones only where the rows are watched, since the number of
// trails explodes.
Repetition draw_repetition(Generator& g, bool quantifier) {
  Repetition length;
  const std::int64_t low = g.rng.between(0, 2);
  const std::int64_t high = std::max<std::int64_t>(low + g.rng.between(0, 2), quantifier ? 1 : 0);
  const std::uint64_t draw = g.rng.below(100);
  const bool open = g.live != nullptr && draw < 12;
  if (!open && draw < 30) {
    length.max = std::max<std::int64_t>(high, 1);
    return length;
  }
  if (!(open && draw < 6)) length.min = low;
  if (!open) length.max = high;
  return length;
}

// Gives the relationship a name: a new one, or, rarely, one that is bound already.
void name_relationship(Generator& g, RelationshipPattern& hop, Names& here) {
  if (writes_for_reference(g) && g.rng.chance(percent(6))) {
    const ScopedVariable* bound = draw_variable(g, Kind::Relationship);
    const auto used = [&](const std::string& name) {
      return std::find(here.relationships.begin(), here.relationships.end(), name) !=
             here.relationships.end();
    };
    if (bound != nullptr && !used(bound->name)) {
      hop.variable = bound->name;
      here.relationships.push_back(bound->name);
      return;
    }
  }
  if (g.rng.chance(percent(60))) hop.variable = g.fresh(Kind::Relationship);
}

RelationshipPattern match_hop(Generator& g, Anchor& anchor, Names& here) {
  RelationshipPattern hop;
  hop.direction = draw_direction(g);
  const Map* real = nullptr;
  follow(g, hop, anchor, real);
  if (g.has(Feature::VariableLength) && are_plain_types(hop.types) && g.rng.chance(percent(9))) {
    hop.length = draw_repetition(g, false);
    if (g.rng.chance(percent(30))) hop.variable = g.fresh(Kind::List);
    return hop;
  }
  if (g.has(Feature::QuantifiedPath) && g.rng.chance(percent(3))) {
    hop.quantifier = draw_repetition(g, true);
    if (g.rng.chance(percent(30))) hop.variable = g.fresh(Kind::List);
  } else {
    name_relationship(g, hop, here);
  }
  if (g.has(Feature::PropertyMap) && g.rng.chance(g.profile.property_map)) {
    hop.properties = match_properties(g, real);
  } else if (g.has(Feature::InlineRelationshipWhere) && !hop.variable.empty() &&
             g.rng.chance(percent(4))) {
    hop.where = inline_where(g, hop.variable, Kind::Relationship);
  }
  return hop;
}

// (a)-[:R]->(b), the inside of a group.
PathGroup group_elements(Generator& g) {
  PathGroup group;
  NodePattern first;
  NodePattern last;
  if (g.rng.coin()) first.variable = g.fresh(Kind::Node);
  if (g.rng.chance(percent(20))) last.variable = g.fresh(Kind::Node);
  RelationshipPattern hop;
  hop.direction = draw_direction(g);
  if (g.rng.coin()) hop.types = label_of(draw_relationship_type(g));
  if (!first.variable.empty() && g.rng.chance(percent(20))) {
    group.where = inline_where(g, first.variable, Kind::Node);
  }
  group.elements = {PatternElement{std::move(first)}, PatternElement{std::move(hop)},
                    PatternElement{std::move(last)}};
  return group;
}

// ((a)-[:R]->(b)){1,2} between two nodes.
PathGroup quantified_group(Generator& g) {
  PathGroup group = group_elements(g);
  if (writes_for_reference(g) && g.rng.chance(percent(10))) {
    group.path_variable = g.fresh(Kind::Path);
  }
  group.quantifier = draw_repetition(g, true);
  return group;
}

std::uint64_t draw_hops(Generator& g) {
  const std::uint64_t draw = g.rng.below(100);
  return draw < 35 ? 0 : draw < 80 ? 1 : draw < 95 ? 2 : 3;
}

void add_node(Generator& g, PatternPart& part, Names& here, const Anchor& anchor,
              std::string variable) {
  NodePattern node;
  node.variable = std::move(variable);
  decorate_node(g, node, anchor);
  if (!node.variable.empty()) here.nodes.push_back(node.variable);
  part.elements.push_back({std::move(node)});
}

void shorten_path(Generator& g, PatternPart& part) {
  if (!g.has(Feature::ShortestPath) || !g.has(Feature::VariableLength)) return;
  if (part.elements.size() != 3) return;
  auto* hop = std::get_if<RelationshipPattern>(&part.elements[1].node);
  if (hop == nullptr || hop->quantifier.has_value() || !are_plain_types(hop->types)) return;
  const auto& from = std::get<NodePattern>(part.elements[0].node).variable;
  const auto& to = std::get<NodePattern>(part.elements[2].node).variable;
  const auto bound = [&](const std::string& name) {
    return !name.empty() && g.state.context.find(name) != nullptr;
  };
  if (!bound(from) || !bound(to) || from == to) return;
  hop->length = Repetition{std::nullopt, 3};
  hop->variable.clear();
  hop->properties.reset();
  hop->where.reset();
  part.kind = g.rng.coin() ? PathKind::ShortestPath : PathKind::AllShortestPaths;
}

PatternPart match_part(Generator& g, Names& here) {
  PatternPart part;
  std::string start = node_variable(g, here);
  Anchor anchor = anchor_of(g, start);
  if (anchor.graph != nullptr && !anchor.node && anchor.graph->node_count() > 0 &&
      g.state.context.find(start) == nullptr) {
    const std::vector<NodeRef> nodes = anchor.graph->nodes();
    anchor.node = nodes[g.rng.below(nodes.size())];
  }
  std::uint64_t hops = draw_hops(g);
  part.elements.reserve(2 * hops + 1);
  add_node(g, part, here, anchor, std::move(start));
  for (; hops > 0; --hops) {
    if (g.has(Feature::QuantifiedPath) && g.rng.chance(percent(4))) {
      part.elements.push_back({quantified_group(g)});
      anchor.node.reset();
    } else {
      part.elements.push_back({match_hop(g, anchor, here)});
    }
    add_node(g, part, here, anchor, node_variable(g, here));
  }
  if (g.rng.chance(percent(8))) shorten_path(g, part);
  if (g.has(Feature::PathVariable) && g.rng.chance(percent(10))) {
    part.path_variable = g.fresh(Kind::Path);
  }
  return part;
}

// SHORTEST 2 (a)-[]->+(b): the only part of its pattern.
PatternPart selected_part(Generator& g) {
  PatternPart part;
  Names here;
  add_node(g, part, here, {}, node_variable(g, here));
  RelationshipPattern hop;
  hop.direction = draw_direction(g);
  if (g.rng.coin()) hop.types = label_of(draw_relationship_type(g));
  hop.quantifier = Repetition{1, g.rng.between(1, 3)};
  part.elements.push_back({std::move(hop)});
  add_node(g, part, here, {}, node_variable(g, here));
  part.selector = PathSelector{static_cast<SelectorKind>(g.rng.below(4)), g.rng.between(1, 2)};
  if (part.selector->kind == SelectorKind::AllShortest) part.selector->count = 1;
  if (g.rng.coin()) part.path_variable = g.fresh(Kind::Path);
  return part;
}

// ((a)-->(b) WHERE ...) as the whole of a part.
PatternPart grouped_part(Generator& g) {
  PatternPart part;
  part.elements.push_back({group_elements(g)});
  return part;
}

}  // namespace

PropertyKey draw_property_key(Generator& g) {
  if (!g.use_schema) return {blind_name(g.rng, "k"), Kind::Integer};
  return g.names.keys[g.rng.below(g.names.keys.size())];
}

Type property_value_type(const PropertyKey& key) {
  return key.kind == Kind::List ? Type::list_of(Kind::Integer) : Type::of(key.kind);
}

Expr make_pattern_value(Generator& g, Type type) {
  const Generator::Freedom freedom = g.may;
  g.may.subqueries = g.may.subqueries && g.has(Feature::PatternInPropertyMap);
  Expr value = make_expr(g, type);
  g.may = freedom;
  return value;
}

PatternPart make_match_part(Generator& g) {
  Names here;
  return match_part(g, here);
}

Pattern make_match_pattern(Generator& g) {
  Pattern pattern;
  const bool selectors = g.has(Feature::PathSelector) && g.has(Feature::QuantifiedPath);
  if (selectors && g.rng.chance(percent(1))) {
    pattern.push_back(selected_part(g));
    return pattern;
  }
  if (writes_for_reference(g) && g.rng.chance(percent(1))) {
    pattern.push_back(grouped_part(g));
    return pattern;
  }
  Names here;
  pattern.push_back(match_part(g, here));
  while (pattern.size() < 3 && g.rng.chance(percent(20))) pattern.push_back(match_part(g, here));
  return pattern;
}

}  // namespace dinkel

#include "generate/setup.h"

#include "generate/build.h"

namespace dinkel {

namespace {

Statement statement_of(Clause clause) {
  Query query;
  query.parts.push_back({{std::move(clause)}});
  Statement statement;
  statement.body = std::move(query);
  return statement;
}

Expr literal_properties(Generator& g) {
  MapLiteral map;
  for (const PropertyKey& key : g.names.keys) {
    if (!g.rng.chance(percent(45))) continue;
    map.entries.push_back({key.name, make_literal(g, key.kind, Kinds(Kind::Integer))});
  }
  return expr_of(std::move(map));
}

bool is_empty_map(const Expr& expr) {
  return std::get<MapLiteral>(expr.node).entries.empty();
}

NodePattern setup_node(Generator& g, std::string variable) {
  NodePattern node;
  node.variable = std::move(variable);
  if (g.rng.chance(percent(90))) {
    node.labels = label_of(g.names.labels[g.rng.below(g.names.labels.size())]);
  }
  Expr properties = literal_properties(g);
  if (!is_empty_map(properties)) node.properties = std::move(properties);
  return node;
}

PatternPart setup_relationship(Generator& g, const std::string& from, const std::string& to) {
  RelationshipPattern hop;
  hop.direction = Direction::Right;
  hop.types = label_of(g.names.relationship_types[g.rng.below(g.names.relationship_types.size())]);
  if (g.rng.chance(percent(40))) {
    Expr properties = literal_properties(g);
    if (!is_empty_map(properties)) hop.properties = std::move(properties);
  }
  NodePattern start;
  NodePattern end;
  start.variable = from;
  end.variable = to;
  PatternPart part;
  part.elements = {PatternElement{std::move(start)}, PatternElement{std::move(hop)},
                   PatternElement{std::move(end)}};
  return part;
}

// Every node after the first hangs on an earlier one; a few relationships more close cycles.
Clause setup_graph(Generator& g) {
  Create create;
  std::vector<std::string> nodes;
  const auto count = static_cast<std::size_t>(g.rng.between(2, 7));
  for (std::size_t i = 0; i < count; ++i) {
    nodes.push_back(g.fresh(Kind::Node));
    PatternPart part;
    part.elements.push_back({setup_node(g, nodes.back())});
    create.pattern.push_back(std::move(part));
  }
  for (std::size_t i = 1; i < count; ++i) {
    const std::string& other = nodes[g.rng.below(i)];
    const bool forward = g.rng.coin();
    create.pattern.push_back(
        setup_relationship(g, forward ? other : nodes[i], forward ? nodes[i] : other));
  }
  for (std::uint64_t more = g.rng.below(count + 1); more > 0; --more) {
    create.pattern.push_back(
        setup_relationship(g, nodes[g.rng.below(count)], nodes[g.rng.below(count)]));
  }
  return clause_of(std::move(create));
}

Statement setup_index(Generator& g) {
  CreateIndex index;
  index.labels.push_back(g.names.labels[g.rng.below(g.names.labels.size())]);
  index.properties.push_back(g.names.keys[g.rng.below(g.names.keys.size())].name);
  index.legacy = !g.has(Feature::CreateIndex);
  Statement statement;
  statement.body = std::move(index);
  return statement;
}

Statement setup_constraint(Generator& g) {
  CreateConstraint constraint;
  constraint.label = g.names.labels[g.rng.below(g.names.labels.size())];
  constraint.properties.push_back(g.names.keys[g.rng.below(g.names.keys.size())].name);
  Statement statement;
  statement.body = std::move(constraint);
  return statement;
}

}  // namespace

std::vector<Statement> make_setup(Generator& g) {
  std::vector<Statement> setup;
  const bool index = g.has(Feature::CreateIndex) || g.has(Feature::CreateIndexLegacy);
  if (index && g.rng.chance(percent(15))) setup.push_back(setup_index(g));
  if (g.has(Feature::UniqueConstraint) && g.profile.live && g.rng.chance(percent(3))) {
    setup.push_back(setup_constraint(g));
  }
  setup.push_back(statement_of(setup_graph(g)));
  if (g.rng.chance(percent(15))) setup.push_back(statement_of(setup_graph(g)));
  return setup;
}

}  // namespace dinkel

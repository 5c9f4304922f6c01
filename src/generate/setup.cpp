#include "generate/setup.h"

#include "generate/build.h"

namespace dinkel {

namespace {

Statement statement_of(Clause clause) {
  Query query;
  query.parts.push_back({});
  query.parts.back().clauses.push_back(std::move(clause));
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

Statement statement_of(Statement::Body body) {
  Statement statement;
  statement.body = std::move(body);
  return statement;
}

std::string draw_from(Generator& g, const std::vector<std::string>& names) {
  return names[g.rng.below(names.size())];
}

std::string draw_key_name(Generator& g) {
  return g.names.keys[g.rng.below(g.names.keys.size())].name;
}

CreateIndex draw_index(Generator& g) {
  CreateIndex index;
  index.legacy = !g.has(Feature::CreateIndex) ||
                 (g.has(Feature::CreateIndexLegacy) && g.rng.chance(percent(10)));
  const bool relationship =
      !index.legacy && g.has(Feature::RelationshipIndex) && g.rng.chance(percent(20));
  index.entity = relationship ? SchemaEntity::Relationship : SchemaEntity::Node;
  index.labels.push_back(draw_from(g, relationship ? g.names.relationship_types : g.names.labels));
  index.properties.push_back(draw_key_name(g));
  if (index.legacy) return index;
  if (g.has(Feature::NamedIndex) && g.rng.coin()) {
    index.name = "index" + std::to_string(g.rng.below(100));
    index.if_not_exists = g.rng.coin();
  }
  if (g.has(Feature::IndexKinds) && g.rng.coin()) {
    index.kind = static_cast<IndexKind>(g.rng.below(6));
  }
  if (index.kind == IndexKind::Lookup) {  // of all labels or types at once
    index.labels.clear();
    index.properties.clear();
  }
  return index;
}

// CREATE INDEX, and sometimes DROP INDEX after it.
void add_index(Generator& g, std::vector<Statement>& setup) {
  const CreateIndex index = draw_index(g);
  setup.push_back(statement_of(index));
  DropIndex drop;
  drop.legacy = index.legacy;
  if (index.legacy) {
    drop.label = index.labels.front();
    drop.properties = index.properties;
  } else {
    drop.name = index.name;
    drop.if_exists = g.rng.coin();
  }
  const bool possible = index.legacy || !index.name.empty();
  if (possible && g.rng.chance(percent(15))) setup.push_back(statement_of(std::move(drop)));
}

// CREATE CONSTRAINT of what the graph may already break: then it is left out again.
void add_constraint(Generator& g, std::vector<Statement>& setup) {
  CreateConstraint constraint;
  constraint.legacy = g.has(Feature::ConstraintLegacy) && g.rng.chance(percent(20));
  const PropertyKey& key = g.names.keys[g.rng.below(g.names.keys.size())];
  constraint.properties.push_back(key.name);
  if (g.has(Feature::ExistenceConstraint) && g.rng.coin()) {
    constraint.kind = static_cast<ConstraintKind>(g.rng.below(constraint.legacy ? 2 : 4));
  }
  const bool relationship = g.has(Feature::ExistenceConstraint) && g.rng.chance(percent(20));
  constraint.entity = relationship ? SchemaEntity::Relationship : SchemaEntity::Node;
  constraint.label = draw_from(g, relationship ? g.names.relationship_types : g.names.labels);
  if (constraint.kind == ConstraintKind::Type) {
    TypeName type;
    type.name = key.kind == Kind::String ? "STRING" : "INTEGER";
    constraint.type = std::move(type);
  }
  if (!constraint.legacy && g.has(Feature::NamedIndex) && g.rng.coin()) {
    constraint.name = "rule" + std::to_string(g.rng.below(100));
    constraint.if_not_exists = g.rng.coin();
  }
  const std::string name = constraint.name;
  setup.push_back(statement_of(std::move(constraint)));
  if (name.empty() || !g.rng.chance(percent(25))) return;
  setup.push_back(statement_of(DropConstraint{name, g.rng.coin()}));
}

}  // namespace

std::vector<Statement> make_setup(Generator& g, bool checked) {
  std::vector<Statement> setup;
  const bool index = g.has(Feature::CreateIndex) || g.has(Feature::CreateIndexLegacy);
  if (index && g.rng.chance(percent(15))) add_index(g, setup);
  setup.push_back(statement_of(setup_graph(g)));
  if (g.rng.chance(percent(15))) setup.push_back(statement_of(setup_graph(g)));
  // Only where somebody looks whether the graph keeps it.
  if (g.has(Feature::UniqueConstraint) && checked && g.rng.chance(percent(4))) {
    add_constraint(g, setup);
  }
  return setup;
}

}  // namespace dinkel

#include "graph/graph.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace dinkel {
namespace {

Map map_of(std::vector<Map::Entry> entries) {
  return Map(std::move(entries));
}

SchemaRule index_named(std::string name) {
  SchemaRule rule;
  rule.name = std::move(name);
  return rule;
}

std::vector<std::int64_t> ids(std::span<const RelationshipRef> relationships) {
  std::vector<std::int64_t> result;
  for (const RelationshipRef relationship : relationships) result.push_back(relationship.id);
  return result;
}

// All that can be seen of a graph, as text.
std::string snapshot(const Graph& graph) {
  const Entities entities = graph.entities();
  std::string text;
  for (const NodeRef node : graph.nodes()) {
    text += std::to_string(node.id) + to_text(Value(node), entities);
    for (const RelationshipRef ref : graph.outgoing(node)) text += ">" + std::to_string(ref.id);
    for (const RelationshipRef ref : graph.incoming(node)) text += "<" + std::to_string(ref.id);
    text += "\n";
  }
  for (const RelationshipRef ref : graph.relationships()) {
    const RelationshipData& data = graph.relationship(ref);
    text += std::to_string(ref.id) + to_text(data) + std::to_string(data.start) + "-" +
            std::to_string(data.end) + "\n";
  }
  for (const SchemaRule& rule : graph.schema_rules()) text += rule.name + "\n";
  return text + std::to_string(graph.node_count()) + " " +
         std::to_string(graph.relationship_count());
}

TEST(Graph, ListsNodesAndRelationshipsInTheOrderOfCreation) {
  Graph graph;
  const NodeRef a = graph.create_node({{"A"}, {}});
  const NodeRef b = graph.create_node({{"B"}, {}});
  const RelationshipRef first = graph.create_relationship({"R", b.id, a.id, {}});
  const RelationshipRef second = graph.create_relationship({"R", b.id, a.id, {}});
  EXPECT_EQ(graph.nodes(), (std::vector{a, b}));
  EXPECT_EQ(graph.relationships(), (std::vector{first, second}));
  EXPECT_EQ(ids(graph.outgoing(b)), (std::vector{first.id, second.id}));
  EXPECT_EQ(ids(graph.incoming(a)), (std::vector{first.id, second.id}));
  EXPECT_TRUE(graph.outgoing(a).empty());
}

TEST(Graph, ListsALoopAsOutgoingAndAsIncoming) {
  Graph graph;
  const NodeRef a = graph.create_node({});
  const RelationshipRef loop = graph.create_relationship({"R", a.id, a.id, {}});
  EXPECT_EQ(ids(graph.outgoing(a)), std::vector{loop.id});
  EXPECT_EQ(ids(graph.incoming(a)), std::vector{loop.id});
  graph.delete_relationship(loop);
  EXPECT_TRUE(graph.outgoing(a).empty());
  EXPECT_TRUE(graph.incoming(a).empty());
}

TEST(Graph, SortsLabelsAndLeavesOutNullProperties) {
  Graph graph;
  const NodeRef a = graph.create_node({{"B", "A", "B"}, map_of({{"k", 1}, {"gone", Null{}}})});
  EXPECT_EQ(graph.node(a).labels, (std::vector<std::string>{"A", "B"}));
  EXPECT_EQ(graph.node(a).properties, map_of({{"k", 1}}));
  EXPECT_TRUE(graph.has_label(a, "B"));
  EXPECT_FALSE(graph.has_label(a, "C"));
}

TEST(Graph, NeverGivesAnIdTwice) {
  Graph graph;
  const NodeRef a = graph.create_node({});
  graph.delete_node(a);
  graph.commit();
  EXPECT_NE(graph.create_node({}), a);
  EXPECT_FALSE(graph.has_node(a));
  EXPECT_FALSE(graph.has_node(NodeRef{99}));
  EXPECT_FALSE(graph.has_node(NodeRef{-1}));
}

TEST(Graph, KeepsWhatIsDeletedReadableUntilCommit) {
  Graph graph;
  const NodeRef a = graph.create_node({{"A"}, {}});
  const RelationshipRef loop = graph.create_relationship({"R", a.id, a.id, {}});
  graph.mark();
  graph.delete_relationship(loop);
  graph.delete_node(a);
  EXPECT_EQ(graph.relationship(loop).type, "R");
  EXPECT_EQ(graph.node(a).labels, std::vector<std::string>{"A"});
  graph.commit();
  EXPECT_EQ(graph.relationship(loop).type, "");
}

TEST(Graph, SaysWhetherALabelWasNew) {
  Graph graph;
  const NodeRef a = graph.create_node({{"A"}, {}});
  EXPECT_FALSE(graph.add_label(a, "A"));
  EXPECT_TRUE(graph.add_label(a, "B"));
  EXPECT_TRUE(graph.remove_label(a, "A"));
  EXPECT_FALSE(graph.remove_label(a, "A"));
  EXPECT_EQ(graph.node(a).labels, std::vector<std::string>{"B"});
}

TEST(Graph, RemovesAPropertyThatIsSetToNull) {
  Graph graph;
  const NodeRef a = graph.create_node({{}, map_of({{"k", 1}})});
  graph.set_property(a, "k", Null{});
  graph.set_property(a, "absent", Null{});
  EXPECT_TRUE(graph.node(a).properties.empty());
}

TEST(Graph, RollsBackSchemaRules) {
  Graph graph;
  graph.add_schema_rule(index_named("first"));
  graph.add_schema_rule(index_named("second"));
  const std::string before = snapshot(graph);
  const Graph::Mark mark = graph.mark();
  graph.add_schema_rule(index_named("third"));
  graph.remove_schema_rule(0);
  EXPECT_EQ(graph.schema_rules()[0].name, "second");
  graph.roll_back(mark);
  EXPECT_EQ(snapshot(graph), before);
}

TEST(Graph, NumbersAnewWhatComesFromEntities) {
  Entities entities;
  entities.nodes[1'000'000'000'000] = {{"A"}, {}};
  entities.nodes[7] = {{"B"}, {}};
  entities.relationships[-5] = {"R", 1'000'000'000'000, 7, {}};
  const Graph graph = Graph::from(entities);
  EXPECT_EQ(snapshot(graph), "0(:B)<0\n1(:A)>0\n0[:R]1-0\n2 1");
  EXPECT_EQ(Graph::from(graph.entities()).entities(), graph.entities());
}

// Does one random change, whichever is possible.
void change(Graph& graph, Rng& rng) {
  const std::vector<NodeRef> nodes = graph.nodes();
  const std::vector<RelationshipRef> relationships = graph.relationships();
  const std::string name(1, static_cast<char>('a' + rng.below(3)));
  const Value value = rng.coin() ? Value(rng.between(0, 9)) : Value();
  const std::uint64_t choice = rng.below(nodes.empty() ? 1 : 10);
  if (choice == 0) graph.create_node({{name}, map_of({{name, value}})});
  if (choice == 1 || choice == 2)
    graph.create_relationship({name, rng.pick(nodes).id, rng.pick(nodes).id, {}});
  if (choice == 3) graph.add_label(rng.pick(nodes), name);
  if (choice == 4) graph.remove_label(rng.pick(nodes), name);
  if (choice == 5) graph.set_property(rng.pick(nodes), name, value);
  if (choice == 6 && !relationships.empty())
    graph.set_property(rng.pick(relationships), name, value);
  if (choice == 7 && !relationships.empty()) graph.delete_relationship(rng.pick(relationships));
  if (choice == 8) {
    const NodeRef node = rng.pick(nodes);
    if (graph.outgoing(node).empty() && graph.incoming(node).empty()) graph.delete_node(node);
  }
  if (choice == 9) graph.add_schema_rule(index_named(name));
}

TEST(Graph, ReturnsToEachOfManyNestedMarks) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    Graph graph;
    for (int i = 0; i < 20; ++i) change(graph, rng);
    std::vector<std::pair<Graph::Mark, std::string>> marks;
    for (int round = 0; round < 20; ++round) {
      marks.emplace_back(graph.mark(), snapshot(graph));
      for (std::uint64_t i = rng.below(8); i > 0; --i) change(graph, rng);
    }
    while (!marks.empty()) {
      const std::size_t target = rng.below(marks.size());
      graph.roll_back(marks[target].first);
      ASSERT_EQ(snapshot(graph), marks[target].second) << "seed " << seed;
      marks.resize(target);
    }
  }
}

TEST(Graph, LeavesACopyAlone) {
  Graph graph;
  const NodeRef a = graph.create_node({{}, map_of({{"k", 1}})});
  const Graph copy = graph;
  graph.set_property(a, "k", 2);
  EXPECT_EQ(copy.node(a).properties, map_of({{"k", 1}}));
}

TEST(Entities, PrintsThemselves) {
  Graph graph;
  const NodeRef a = graph.create_node({{"B", "A"}, map_of({{"name", "x"}})});
  const NodeRef b = graph.create_node({{}, map_of({{"k", 1}})});
  const NodeRef odd = graph.create_node({{"a b"}, {}});
  const RelationshipRef forward = graph.create_relationship({"R", a.id, b.id, map_of({{"w", 2}})});
  const RelationshipRef back = graph.create_relationship({"S", odd.id, b.id, {}});
  const Entities entities = graph.entities();
  EXPECT_EQ(to_text(Value(a), entities), "(:A:B {name: 'x'})");
  EXPECT_EQ(to_text(Value(b), entities), "({k: 1})");
  EXPECT_EQ(to_text(Value(odd), entities), "(:`a b`)");
  EXPECT_EQ(to_text(Value(forward), entities), "[:R {w: 2}]");
  EXPECT_EQ(to_text(Value(Path{{a, b, odd}, {forward, back}}), entities),
            "<(:A:B {name: 'x'})-[:R {w: 2}]->({k: 1})<-[:S]-(:`a b`)>");
  EXPECT_EQ(to_text(Value(Values{b, map_of({{"k", Value(back)}})}), entities),
            "[({k: 1}), {k: [:S]}]");
  EXPECT_EQ(to_text(Value(NodeRef{77}), entities), "(#77)");
}

}  // namespace
}  // namespace dinkel

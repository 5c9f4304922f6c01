#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "graph/graph.h"
#include "graph/isomorphism.h"

namespace dinkel {
namespace {

Map map_of(std::vector<Map::Entry> entries) {
  return Map(std::move(entries));
}

NodeData person(const char* name, Value age = {}) {
  Map properties = map_of({{"name", name}});
  if (!age.is_null()) properties.set("age", std::move(age));
  return {{"Person"}, std::move(properties)};
}

// A knows C; B knows nobody; two anonymous nodes are linked.
Graph people() {
  Graph graph;
  const NodeRef a = graph.create_node(person("A", 4));
  graph.create_node(person("B"));
  const NodeRef c = graph.create_node(person("C"));
  graph.create_relationship({"KNOWS", a.id, c.id, map_of({{"since", 1999}})});
  const NodeRef x = graph.create_node({});
  const NodeRef y = graph.create_node({});
  graph.create_relationship({"R", x.id, y.id, {}});
  return graph;
}

// What a change to people() reads like.
template <typename Change>
std::string after(Change change) {
  Graph changed = people();
  change(changed);
  return difference(people().entities(), changed.entities()).value_or("nothing");
}

TEST(Difference, IsEmptyForTheSame) {
  EXPECT_EQ(after([](Graph&) {}), "nothing");
}

TEST(Difference, NamesMissingAndExtraNodes) {
  EXPECT_EQ(after([](Graph& graph) { graph.delete_node(NodeRef{1}); }),
            "node (:Person {name: 'B'}) is missing");
  EXPECT_EQ(after([](Graph& graph) { graph.create_node({{"X"}, {}}); }), "node (:X) is too many");
  EXPECT_EQ(after([](Graph& graph) { graph.create_node(person("B")); }),
            "node (:Person {name: 'B'}) is too many");
}

TEST(Difference, NamesPropertiesAndLabels) {
  EXPECT_EQ(after([](Graph& graph) { graph.set_property(NodeRef{0}, "age", 3); }),
            "(:Person {name: 'A'}) has age 3 instead of 4");
  EXPECT_EQ(after([](Graph& graph) { graph.set_property(NodeRef{0}, "age", 4.0); }),
            "(:Person {name: 'A'}) has age 4.0 instead of 4");
  EXPECT_EQ(after([](Graph& graph) { graph.set_property(NodeRef{0}, "age", Null{}); }),
            "(:Person {name: 'A'}) has no age instead of 4");
  EXPECT_EQ(after([](Graph& graph) { graph.set_property(NodeRef{1}, "age", 7); }),
            "(:Person {name: 'B'}) has age 7 instead of none");
  EXPECT_EQ(after([](Graph& graph) { graph.add_label(NodeRef{1}, "X"); }),
            "(:Person {name: 'B'}) has the label :X too many");
  EXPECT_EQ(after([](Graph& graph) {
              graph.remove_label(NodeRef{0}, "Person");
              graph.set_property(NodeRef{0}, "age", 5);
            }),
            "({name: 'A'}) has no label :Person, has age 5 instead of 4");
}

TEST(Difference, NamesRelationships) {
  const RelationshipRef knows{0};
  EXPECT_EQ(after([&](Graph& graph) { graph.delete_relationship(knows); }),
            "relationship (:Person {age: 4, name: 'A'})-[:KNOWS {since: 1999}]->"
            "(:Person {name: 'C'}) is missing");
  EXPECT_EQ(after([&](Graph& graph) { graph.create_relationship({"S", 1, 1, {}}); }),
            "relationship (:Person {name: 'B'})-[:S]->(:Person {name: 'B'}) is too many");
  EXPECT_EQ(after([&](Graph& graph) { graph.set_property(knows, "since", 2000); }),
            "relationship :KNOWS from (:Person {age: 4, name: 'A'}) to (:Person {name: 'C'}) has "
            "since 2000 instead of 1999");
  const auto rehang = [&](const char* type, std::int64_t start, std::int64_t end) {
    return after([&](Graph& graph) {
      graph.delete_relationship(knows);
      graph.create_relationship({type, start, end, map_of({{"since", 1999}})});
    });
  };
  EXPECT_EQ(rehang("KNOWS", 0, 1),
            "relationship :KNOWS {since: 1999} from (:Person {age: 4, name: 'A'}) ends at "
            "(:Person {name: 'B'}) instead of (:Person {name: 'C'})");
  EXPECT_EQ(rehang("KNOWS", 1, 2),
            "relationship :KNOWS {since: 1999} to (:Person {name: 'C'}) starts at "
            "(:Person {name: 'B'}) instead of (:Person {age: 4, name: 'A'})");
  EXPECT_EQ(rehang("KNOWS", 2, 0),
            "relationship :KNOWS {since: 1999} from (:Person {age: 4, name: 'A'}) to "
            "(:Person {name: 'C'}) points the other way");
  EXPECT_EQ(rehang("LIKES", 0, 2),
            "relationship from (:Person {age: 4, name: 'A'}) to (:Person {name: 'C'}) is :LIKES "
            "instead of :KNOWS");
}

TEST(Difference, FindsItsWayAmongEqualNodes) {
  Graph expected;
  Graph actual;
  // Two equal chains of three, made in another order, and one relationship too few.
  for (int i = 0; i < 6; ++i) expected.create_node({{"N"}, {}});
  for (int i = 0; i < 6; ++i) actual.create_node({{"N"}, {}});
  for (const auto& [start, end] : {std::pair{0, 1}, {1, 2}, {3, 4}, {4, 5}})
    expected.create_relationship({"R", start, end, {}});
  for (const auto& [start, end] : {std::pair{5, 0}, {0, 3}, {4, 2}})
    actual.create_relationship({"R", start, end, {}});
  EXPECT_EQ(difference(expected.entities(), actual.entities()),
            "relationship (:N)-[:R]->(:N) is missing");
}

// A graph of nodes that look alike in pairs, with random relationships.
Graph random_graph(Rng& rng) {
  Graph graph;
  for (int i = 0; i < 10; ++i) graph.create_node(person(std::to_string(i / 2).c_str(), i / 2));
  for (int i = 0; i < 14; ++i)
    graph.create_relationship(
        {rng.coin() ? "R" : "S", rng.between(0, 9), rng.between(0, 9), map_of({{"i", i}})});
  return graph;
}

TEST(Difference, NeedsOneLineForOneChange) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    const Graph expected = random_graph(rng);
    Graph actual = expected;
    const RelationshipRef some{rng.between(0, 13)};
    switch (rng.below(4)) {
      case 0:
        actual.set_property(NodeRef{rng.between(0, 9)}, "age", "changed");
        break;
      case 1:
        actual.set_property(some, "i", "changed");
        break;
      case 2:
        actual.delete_relationship(some);
        break;
      default:
        actual.create_node(person("new"));
    }
    const auto text = difference(expected.entities(), actual.entities());
    ASSERT_TRUE(text) << "seed " << seed;
    EXPECT_EQ(std::ranges::count(*text, '\n'), 0) << "seed " << seed << ":\n" << *text;
  }
}

TEST(Difference, StopsAfterFiveLines) {
  Graph many;
  for (int i = 0; i < 17; ++i) many.create_node({{"L" + std::to_string(i)}, {}});
  EXPECT_EQ(difference(many.entities(), {}),
            "node (:L0) is missing\nnode (:L1) is missing\nnode (:L2) is missing\n"
            "node (:L3) is missing\nnode (:L4) is missing\nand 12 more");
}

TEST(Difference, CutsLongValuesShort) {
  Graph long_text;
  long_text.create_node({{}, map_of({{"k", std::string(1000, 'x')}})});
  const auto text = difference(long_text.entities(), {});
  ASSERT_TRUE(text);
  EXPECT_LT(text->size(), 200U);
}

TEST(Difference, SaysThatARelationshipHangsOnNothing) {
  Graph graph = people();
  Entities broken = graph.entities();
  broken.nodes.erase(2);
  EXPECT_EQ(difference(graph.entities(), broken),
            "node (:Person {name: 'C'}) is missing\n"
            "relationship :KNOWS {since: 1999} from (:Person {age: 4, name: 'A'}) ends at a node "
            "that is not in the graph instead of (:Person {name: 'C'})");
}

}  // namespace
}  // namespace dinkel

#include "graph/isomorphism.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "base/rng.h"
#include "graph/graph.h"
#include "graph/identity.h"

namespace dinkel {
namespace {

Map map_of(std::vector<Map::Entry> entries) {
  return Map(std::move(entries));
}

using Edges = std::vector<std::pair<std::int64_t, std::int64_t>>;

Entities plain(std::int64_t count, const Edges& edges) {
  Entities result;
  for (std::int64_t id = 0; id < count; ++id) result.nodes[id] = {};
  std::int64_t id = 0;
  for (const auto& [start, end] : edges) result.relationships[id++] = {"R", start, end, {}};
  return result;
}

// Both directions for each pair, so that the graph is undirected.
Entities undirected(std::int64_t count,
                    const std::function<bool(std::int64_t, std::int64_t)>& adjacent) {
  Edges edges;
  for (std::int64_t a = 0; a < count; ++a)
    for (std::int64_t b = 0; b < count; ++b)
      if (a != b && (adjacent(a, b) || adjacent(b, a))) edges.emplace_back(a, b);
  return plain(count, edges);
}

Entities cycles(std::initializer_list<std::int64_t> lengths) {
  Edges edges;
  std::int64_t first = 0;
  for (const std::int64_t length : lengths) {
    for (std::int64_t i = 0; i < length; ++i)
      edges.emplace_back(first + i, first + (i + 1) % length);
    first += length;
  }
  return plain(first, edges);
}

// The same graph under other ids, in another order.
Entities shuffled(const Entities& graph, Rng rng) {
  std::vector<std::int64_t> new_ids(graph.nodes.size());
  std::iota(new_ids.begin(), new_ids.end(), 100);
  rng.shuffle(new_ids);
  std::map<std::int64_t, std::int64_t> node_ids;
  Entities result;
  for (const auto& [id, data] : graph.nodes) {
    node_ids[id] = new_ids[node_ids.size()];
    result.nodes[node_ids[id]] = data;
  }
  std::vector<RelationshipData> relationships;
  for (const auto& [id, data] : graph.relationships) {
    relationships.push_back(data);
    relationships.back().start = node_ids[data.start];
    relationships.back().end = node_ids[data.end];
  }
  rng.shuffle(relationships);
  for (std::size_t i = 0; i < relationships.size(); ++i)
    result.relationships[static_cast<std::int64_t>(3 * i)] = relationships[i];
  return result;
}

void expect_same(const Entities& a, const Entities& b) {
  EXPECT_TRUE(isomorphic(a, b));
  EXPECT_EQ(fingerprint(a), fingerprint(b));
  EXPECT_EQ(difference(a, b), std::nullopt);
}
void expect_different(const Entities& a, const Entities& b) {
  EXPECT_FALSE(isomorphic(a, b));
  EXPECT_FALSE(isomorphic(b, a));
  EXPECT_NE(difference(a, b), std::nullopt);
}
void expect_same_when_shuffled(const Entities& graph) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) expect_same(graph, shuffled(graph, Rng(seed)));
}

// Tries all permutations of the nodes.
bool brute_force(const Entities& a, const Entities& b) {
  if (a.nodes.size() != b.nodes.size() || a.relationships.size() != b.relationships.size())
    return false;
  using Key = std::tuple<std::int64_t, std::int64_t, std::string, std::string>;
  const auto keys = [](const Entities& graph, const auto& renamed) {
    std::vector<Key> result;
    for (const auto& [id, data] : graph.relationships)
      result.emplace_back(renamed(data.start), renamed(data.end), data.type,
                          to_text(Value(data.properties)));
    std::ranges::sort(result);
    return result;
  };
  const std::vector<Key> wanted = keys(b, [](std::int64_t id) { return id; });
  std::vector<std::int64_t> ids;
  for (const auto& [id, data] : b.nodes) ids.push_back(id);
  do {
    std::map<std::int64_t, std::int64_t> renamed;
    std::size_t next = 0;
    bool fits = true;
    for (const auto& [id, data] : a.nodes) {
      renamed[id] = ids[next++];
      fits = fits && data == b.nodes.at(renamed[id]);
    }
    if (fits && keys(a, [&](std::int64_t id) { return renamed[id]; }) == wanted) return true;
  } while (std::ranges::next_permutation(ids).found);
  return false;
}

Entities random_graph(Rng& rng) {
  Entities graph;
  const std::int64_t count = rng.between(1, 5);
  const std::uint64_t labels = 1 + rng.below(2);
  const std::uint64_t types = 1 + rng.below(2);
  for (std::int64_t id = 0; id < count; ++id)
    if (rng.below(labels) == 1)
      graph.nodes[id] = {{"A"}, {}};
    else
      graph.nodes[id] = {};
  const std::int64_t relationships = rng.between(0, 8);
  for (std::int64_t id = 0; id < relationships; ++id) {
    Map properties;
    if (rng.chance(one_in(8))) properties.set("k", rng.coin() ? Value(1) : Value(1.0));
    graph.relationships[id] = {rng.below(types) == 1 ? "S" : "R", rng.between(0, count - 1),
                               rng.between(0, count - 1), properties};
  }
  return graph;
}

// One relationship hung elsewhere: the counts stay the same, the graph seldom does.
Entities nearly_the_same(Entities graph, Rng& rng) {
  if (graph.relationships.empty()) return graph;
  auto moved = graph.relationships.begin();
  std::advance(moved, rng.below(graph.relationships.size()));
  auto target = graph.nodes.begin();
  std::advance(target, rng.below(graph.nodes.size()));
  (rng.coin() ? moved->second.start : moved->second.end) = target->first;
  return graph;
}

TEST(Isomorphism, AgreesWithTryingAllPermutations) {
  Rng rng(1);
  int same = 0;
  for (int i = 0; i < 4000; ++i) {
    const Entities a = random_graph(rng);
    const Entities b = shuffled(rng.coin() ? a : nearly_the_same(a, rng), rng.fork(1));
    const bool expected = brute_force(a, b);
    same += expected ? 1 : 0;
    ASSERT_EQ(isomorphic(a, b), expected) << "case " << i;
    ASSERT_EQ(difference(a, b) == std::nullopt, expected) << "case " << i;
    if (expected) {
      ASSERT_EQ(fingerprint(a), fingerprint(b)) << "case " << i;
    }
  }
  EXPECT_GT(same, 1000);
  EXPECT_LT(same, 3800);
}

TEST(Isomorphism, TellsApartAllSmallUndirectedGraphs) {
  // There are 34 graphs with 5 nodes (and 11 with 4, 4 with 3), up to isomorphism.
  std::vector<Entities> classes;
  for (unsigned bits = 0; bits < 1024; ++bits) {
    const Entities graph = undirected(5, [&](std::int64_t a, std::int64_t b) {
      if (a > b) return false;
      const std::int64_t index = a * 4 - a * (a - 1) / 2 + (b - a - 1);
      return (bits >> index & 1U) != 0;
    });
    const bool known = std::ranges::any_of(
        classes, [&](const Entities& other) { return isomorphic(graph, other); });
    if (!known) classes.push_back(graph);
  }
  EXPECT_EQ(classes.size(), 34U);
}

TEST(Isomorphism, SeesLabelsTypesPropertiesAndDirections) {
  Graph graph;
  const NodeRef a = graph.create_node({{"A"}, map_of({{"k", 1}})});
  const NodeRef b = graph.create_node({{"B"}, {}});
  graph.create_relationship({"R", a.id, b.id, map_of({{"w", "x"}})});
  const Entities original = graph.entities();
  expect_same_when_shuffled(original);

  Entities changed = original;
  changed.nodes[0].labels = {"A", "B"};
  expect_different(original, changed);
  changed = original;
  changed.nodes[0].properties.set("k", 1.0);
  expect_different(original, changed);
  changed = original;
  changed.relationships[0].type = "S";
  expect_different(original, changed);
  changed = original;
  changed.relationships[0].properties.clear();
  expect_different(original, changed);
  changed = original;
  std::swap(changed.relationships[0].start, changed.relationships[0].end);
  expect_different(original, changed);
}

TEST(Isomorphism, ComparesFloatsByBitsButAllNansAlike) {
  const auto with = [](double value) {
    Entities graph;
    graph.nodes[0] = {{}, map_of({{"k", Values{value, map_of({{"x", value}})}}})};
    return graph;
  };
  expect_different(with(0.0), with(-0.0));
  expect_same(with(std::bit_cast<double>(0x7ff8000000000001U)),
              with(std::bit_cast<double>(0xfff8000000000000U)));
  expect_different(with(std::numeric_limits<double>::quiet_NaN()), with(1.0));
}

TEST(Isomorphism, CountsParallelRelationshipsAndLoops) {
  expect_different(plain(2, {{0, 1}, {0, 1}, {0, 1}, {1, 0}}),
                   plain(2, {{0, 1}, {0, 1}, {1, 0}, {1, 0}}));
  // Round a triangle once, twice, thrice; or once, thrice, twice.
  expect_different(plain(3, {{0, 1}, {1, 2}, {1, 2}, {2, 0}, {2, 0}, {2, 0}}),
                   plain(3, {{0, 1}, {1, 2}, {1, 2}, {1, 2}, {2, 0}, {2, 0}}));
  expect_same_when_shuffled(plain(3, {{0, 1}, {0, 1}, {1, 2}, {2, 0}, {2, 0}, {1, 1}}));
  expect_different(plain(2, {{0, 0}, {0, 0}}), plain(2, {{0, 0}, {1, 1}}));
}

TEST(Isomorphism, DoesNotMindRelationshipsWithoutTheirNodes) {
  Entities broken = plain(2, {{0, 1}, {1, 0}});
  broken.nodes.erase(0);
  Entities other = plain(2, {{0, 1}, {1, 0}});
  other.nodes.erase(1);
  expect_same(broken, other);
  expect_different(broken, plain(1, {{0, 0}, {0, 0}}));
}

TEST(Isomorphism, EndsQuicklyOnSymmetricGraphs) {
  expect_same_when_shuffled(plain(200, {}));
  expect_same_when_shuffled(undirected(40, [](auto, auto) { return true; }));  // complete
  expect_same_when_shuffled(cycles({12}));
  expect_same_when_shuffled(cycles({500, 500, 7, 7, 7, 3}));
  // Complete bipartite without a perfect matching.
  expect_same_when_shuffled(
      undirected(60, [](auto a, auto b) { return a < 30 && b >= 30 && b != a + 30; }));
  // A hub with leaves; a hypercube; a torus.
  expect_same_when_shuffled(undirected(100, [](auto a, auto) { return a == 0; }));
  expect_same_when_shuffled(
      undirected(128, [](auto a, auto b) { return std::popcount(std::uint64_t(a ^ b)) == 1; }));
  expect_same_when_shuffled(undirected(144, [](auto a, auto b) {
    return (a / 12 == b / 12 && (a + 1) % 12 == b % 12) ||
           (a % 12 == b % 12 && (a / 12 + 1) % 12 == b / 12);
  }));
}

TEST(Isomorphism, TellsCyclesApartByTheirLengths) {
  expect_different(cycles({12}), cycles({6, 6}));
  expect_different(cycles({12, 12, 6, 6, 6, 6}), cycles({12, 12, 12, 6, 6}));
  EXPECT_NE(fingerprint(cycles({12})), fingerprint(cycles({6, 6})));
  // A hub joins the cycles into one component, which must not make it harder.
  const auto with_hub = [](Entities graph) {
    auto next = static_cast<std::int64_t>(graph.relationships.size());
    const auto hub = static_cast<std::int64_t>(graph.nodes.size());
    for (std::int64_t id = 0; id < hub; ++id) graph.relationships[next++] = {"HUB", hub, id, {}};
    graph.nodes[hub] = {};
    return graph;
  };
  const Entities a = cycles({12, 6, 6, 12, 6, 6, 12, 6, 6, 12, 6, 6, 12, 6, 6});
  const Entities b = cycles({12, 12, 12, 12, 12, 12, 6, 6, 6, 6, 6, 6, 6, 6});
  expect_same_when_shuffled(with_hub(a));
  expect_different(with_hub(a), with_hub(b));
}

// 4 x 4: rooks see their row and column; the Shrikhande graph has the same parameters (16, 6, 2,
// 2).
Entities rook(std::int64_t side) {
  return undirected(side * side,
                    [=](auto a, auto b) { return a / side == b / side || a % side == b % side; });
}
Entities shrikhande() {
  return undirected(16, [](auto a, auto b) {
    const auto dx = (b / 4 - a / 4 + 4) % 4;
    const auto dy = (b % 4 - a % 4 + 4) % 4;
    return (dx == 0 && dy == 1) || (dx == 1 && dy == 0) || (dx == 1 && dy == 1);
  });
}

TEST(Isomorphism, TellsStronglyRegularGraphsApart) {
  expect_same_when_shuffled(rook(4));
  expect_same_when_shuffled(shrikhande());
  expect_different(rook(4), shrikhande());
  EXPECT_NE(fingerprint(rook(4)), fingerprint(shrikhande()));
  expect_same_when_shuffled(rook(10));
  // Petersen's graph: pairs out of five, adjacent when they share nothing.
  const auto kneser = [](std::int64_t of) {
    std::vector<unsigned> pairs;
    for (int i = 0; i < of; ++i)
      for (int j = i + 1; j < of; ++j) pairs.push_back(1U << i | 1U << j);
    return undirected(static_cast<std::int64_t>(pairs.size()), [=](auto a, auto b) {
      return (pairs[static_cast<std::size_t>(a)] & pairs[static_cast<std::size_t>(b)]) == 0;
    });
  };
  expect_same_when_shuffled(kneser(5));
  expect_same_when_shuffled(kneser(9));
  // Paley's graph of order 29: squares apart.
  expect_same_when_shuffled(undirected(29, [](auto a, auto b) {
    for (int x = 1; x < 29; ++x)
      if ((b - a + 29) % 29 == x * x % 29) return true;
    return false;
  }));
}

// The other three graphs with the parameters (28, 12, 6, 4) of the triangular graph T(8) are the
// Chang graphs, made by switching; the first one switches with respect to a perfect matching of K8.
TEST(Isomorphism, TellsTheTriangularGraphFromAChangGraph) {
  std::vector<unsigned> pairs;
  for (int i = 0; i < 8; ++i)
    for (int j = i + 1; j < 8; ++j) pairs.push_back(1U << i | 1U << j);
  const auto share = [&](auto a, auto b) {
    return (pairs[static_cast<std::size_t>(a)] & pairs[static_cast<std::size_t>(b)]) != 0;
  };
  const auto in_matching = [&](auto a) {
    const unsigned pair = pairs[static_cast<std::size_t>(a)];
    return pair == 0x03 || pair == 0x0c || pair == 0x30 || pair == 0xc0;
  };
  const Entities triangular = undirected(28, share);
  const Entities chang = undirected(
      28, [&](auto a, auto b) { return share(a, b) != (in_matching(a) != in_matching(b)); });
  EXPECT_EQ(triangular.relationships.size(), chang.relationships.size());
  expect_same_when_shuffled(triangular);
  expect_same_when_shuffled(chang);
  expect_different(triangular, chang);
}

TEST(Isomorphism, ManyEqualComponentsOfTwoKinds) {
  const auto copies = [](int rooks, int shrikhandes) {
    Edges edges;
    std::int64_t first = 0;
    for (int i = 0; i < rooks + shrikhandes; ++i, first += 16)
      for (const auto& [id, data] : (i < rooks ? rook(4) : shrikhande()).relationships)
        edges.emplace_back(first + data.start, first + data.end);
    return plain(first, edges);
  };
  expect_same_when_shuffled(copies(4, 4));
  expect_different(copies(4, 4), copies(5, 3));
}

TEST(Isomorphism, TakesLargeGraphs) {
  Rng rng(7);
  Entities graph;
  for (std::int64_t id = 0; id < 2000; ++id)
    graph.nodes[id] = {{rng.coin() ? "A" : "B"}, map_of({{"k", rng.between(0, 5)}})};
  for (std::int64_t id = 0; id < 10'000; ++id)
    graph.relationships[id] = {"R", rng.between(0, 1999), rng.between(0, 1999), {}};
  const Entities same = shuffled(graph, rng);
  EXPECT_TRUE(isomorphic(graph, same));
  EXPECT_EQ(fingerprint(graph), fingerprint(same));
  Entities other = same;
  std::swap(other.relationships[0].end, other.relationships[3].end);
  EXPECT_FALSE(isomorphic(graph, other));
  // A long path: refinement must not take a round for each node.
  Edges path;
  for (std::int64_t id = 0; id + 1 < 5000; ++id) path.emplace_back(id, id + 1);
  EXPECT_TRUE(isomorphic(plain(5000, path), shuffled(plain(5000, path), rng)));
}

}  // namespace
}  // namespace dinkel

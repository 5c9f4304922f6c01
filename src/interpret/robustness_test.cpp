// Random queries, glued together of clauses that share their variable names: whatever they do, the
// interpreter answers or refuses, a refused statement leaves no trace, and the same statement on
// the same graph gives the same answer. DINKEL_ROUNDS sets how many (100000 under the sanitizers).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "base/rng.h"
#include "cypher/parse.h"
#include "graph/isomorphism.h"
#include "interpret/interpret.h"

namespace dinkel {
namespace {

constexpr std::array clauses{
    "MATCH (n)",
    "MATCH (n:A)-[r:R]->(m)",
    "MATCH (n)-[r]-(m) WHERE n.k > 1 OR m.k IS NULL",
    "MATCH p = (n)-[rs*0..2]->(m)",
    "MATCH p = shortestPath((n)-[*1..3]-(m))",
    "MATCH (n) ((a)-[q]->(b)){1,2} (m)",
    "OPTIONAL MATCH (m)-[s:S]->(o)",
    "OPTIONAL MATCH (n)--(z) WHERE z.k = n.k",
    "UNWIND [1, null, 'a', 2.5, [1, 2], {k: 1}, true] AS x",
    "UNWIND range(0, 3) AS i",
    "UNWIND l AS y",
    "WITH *",
    "WITH DISTINCT n, x",
    "WITH n, count(*) AS c",
    "WITH n, m, collect(n.k) AS l",
    "WITH * ORDER BY n.k DESC SKIP 1 LIMIT 3",
    "WITH n AS m, n.k AS x WHERE x <> 2",
    "WITH collect(n) AS l, sum(n.k) AS c, avg(n.f) AS f",
    "CREATE (a:A {k: 1})-[:R {w: 2.5}]->(b:B)",
    "CREATE (n)-[:S {k: 3}]->(m)",
    "MERGE (a:A {k: 1}) ON CREATE SET a.new = true ON MATCH SET a.k = a.k + 1",
    "MERGE (n)-[t:T]->(m)",
    "SET n.k = n.k + 1, m.l = [1, 2]",
    "SET n += {j: 1, k: null}, n:C:D",
    "SET n = m",
    "REMOVE n.k, n:C",
    "DELETE r",
    "DETACH DELETE n",
    "FOREACH (q IN [1, 2] | CREATE (:C {k: q}) SET n.k = q)",
    "CALL { WITH n MATCH (n)--(o) RETURN count(o) AS c }",
    "CALL (n) { OPTIONAL MATCH (n)-->(o) RETURN o AS z }",
    "CALL { MATCH (h:B) RETURN h LIMIT 1 UNION MATCH (h:C) RETURN h }",
    "CALL { WITH n CREATE (:E {k: n.k}) }",
};
constexpr std::array endings{
    "RETURN *",
    "RETURN n, m.k AS k ORDER BY k LIMIT 5",
    "RETURN DISTINCT n.k AS k, labels(n) AS labels",
    "RETURN count(*) AS c, collect(DISTINCT n.k) AS ks, min(x), max(x)",
    "RETURN x IN [1, null] AS a, x = 1 AS b, CASE x WHEN 1 THEN 'one' ELSE toString(x) END AS c",
    "RETURN [v IN l WHERE v IS NOT NULL | v] AS a, any(v IN l WHERE v = 1) AS b, l[0] AS c",
    "RETURN n {.*, x, deg: COUNT { (n)--() }} AS map, EXISTS { MATCH (n)-->(e) WHERE e.k = 1 } AS "
    "e",
    "RETURN reduce(s = 0, v IN [1, 2, n.k] | s + v) AS s, n.k ^ 2 AS q, -n.f AS f",
    "RETURN [(n)-[w]->(e) | e.k] AS ks, nodes(p) AS ns, length(p) AS len",
    "RETURN COLLECT { MATCH (e:A) RETURN e.k ORDER BY e.k } AS l, n:A|B AS b, x IS :: INTEGER AS t",
    "RETURN n.k AS k UNION ALL RETURN 1 AS k",
    "",
};

std::string random_statement(Rng& rng) {
  std::string text;
  if (rng.coin()) text = "MATCH p = (n)-[r]-(m) WITH *, n.k AS x, [1, n.k] AS l ";
  const std::uint64_t count = 1 + rng.below(5);
  for (std::uint64_t i = 0; i < count; ++i) text += std::string(rng.pick(clauses)) + " ";
  return text + rng.pick(endings);
}

// Draws until the validator accepts one: only those reach the interpreter.
Statement random_valid_statement(Rng& rng, std::string& text) {
  while (true) {
    text = random_statement(rng);
    const auto statement = parse_statement(text);
    EXPECT_TRUE(statement.ok()) << text << ": " << statement.error().message;
    if (!validate(*statement)) return *statement;
  }
}

InterpretOptions random_options(Rng& rng, bool with_bugs) {
  InterpretOptions options;
  options.limits.rows = 500;
  options.limits.steps = 10'000;
  options.limits.memory_bytes = 20'000'000;
  options.limits.time = std::chrono::milliseconds(0);
  if (with_bugs && rng.chance(one_in(3))) {
    for (const BugRow& row : all_bugs()) {
      if (rng.chance(one_in(8))) options.bugs.plant(row.bug);
    }
  }
  return options;
}

int rounds() {
  const char* text = std::getenv("DINKEL_ROUNDS");
  return text == nullptr ? 1000 : std::atoi(text);
}

Graph small_graph() {
  Graph graph;
  const auto setup = parse_statement(
      "CREATE (a:A {k: 1, f: 0.5})-[:R]->(b:B {k: 2})-[:S]->(c:C)-[:R]->(a), (:A {k: 2}), "
      "(b)-[:R {k: 1}]->(b), (:B {k: 2, f: 0.1})");
  EXPECT_TRUE(interpret(*setup, graph).ok());
  graph.commit();
  return graph;
}

TEST(Robustness, EveryStatementIsAnsweredOrRefused) {
  Rng rng(11);
  Graph graph;
  int answered = 0;
  for (int round = 0; round < rounds(); ++round) {
    if (round % 10 == 0 || graph.node_count() > 40) {
      graph = small_graph();
    }
    std::string text;
    const Statement statement = random_valid_statement(rng, text);
    const InterpretOptions options = random_options(rng, true);
    const Entities before = graph.entities();
    Graph copy = graph;
    const auto answer = interpret(statement, graph, options);
    const auto again = interpret(statement, copy, options);
    ASSERT_EQ(answer.ok(), again.ok()) << text;
    if (answer.ok()) {
      ++answered;
      ASSERT_EQ(answer->rows, again->rows) << text;
      ASSERT_EQ(answer->effects, again->effects) << text;
      ASSERT_EQ(answer->determinism, again->determinism) << text;
      ASSERT_EQ(graph.entities(), copy.entities()) << text;
      graph.commit();
    } else {
      ASSERT_EQ(answer.error().message, again.error().message) << text;
      ASSERT_EQ(graph.entities(), before) << text;
    }
  }
  EXPECT_GT(answered, rounds() / 2);
}

// ---- The determinism analysis, put to the proof -------------------------------------------------

// The same graph, with its nodes and relationships created in another order.
Graph shuffled(const Graph& graph, Rng& rng) {
  std::vector<NodeRef> nodes = graph.nodes();
  std::vector<RelationshipRef> links = graph.relationships();
  rng.shuffle(nodes);
  rng.shuffle(links);
  Graph result;
  std::map<std::int64_t, std::int64_t> ids;
  for (const NodeRef node : nodes) ids[node.id] = result.create_node(graph.node(node)).id;
  for (const RelationshipRef link : links) {
    RelationshipData data = graph.relationship(link);
    data.start = ids[data.start];
    data.end = ids[data.end];
    result.create_relationship(std::move(data));
  }
  return result;
}

// The value as text; lists sorted, at any depth, where they are bags.
std::string value_text(const Value& value, const Entities& entities, bool bag) {
  const auto* list = value.get_if<Values>();
  if (list == nullptr) return to_text(value, entities);
  std::vector<std::string> items;
  for (const Value& item : *list) items.push_back(value_text(item, entities, bag));
  if (bag) std::ranges::sort(items);
  std::string text = "[";
  for (const std::string& item : items) text += item + ", ";
  return text + "]";
}

std::vector<std::string> row_texts(const Answer& answer) {
  std::vector<std::string> lines;
  for (const auto& row : answer.rows.rows) {
    std::string& line = lines.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += value_text(row[i], answer.rows.entities, answer.determinism.bag_columns[i]) + " | ";
    }
  }
  if (!answer.determinism.row_order) std::ranges::sort(lines);
  return lines;
}

// What is said to be determined is the same when the graph is listed in another order.
TEST(Robustness, WhatIsDeterminedDoesNotDependOnTheOrderOfTheGraph) {
  Rng rng(12);
  int compared_rows = 0;
  int compared_graphs = 0;
  for (int round = 0; round < rounds(); ++round) {
    std::string text;
    const Statement statement = random_valid_statement(rng, text);
    const InterpretOptions options = random_options(rng, false);
    Graph graph = small_graph();
    Graph other = shuffled(graph, rng);
    const auto answer = interpret(statement, graph, options);
    if (!answer.ok()) continue;
    auto second = interpret(statement, other, options);
    if (!second.ok()) {
      ASSERT_FALSE(answer->determinism.error) << text << ": " << second.error().message;
      continue;
    }
    if (answer->determinism.rows) {
      ++compared_rows;
      second->determinism.bag_columns = answer->determinism.bag_columns;
      second->determinism.row_order = answer->determinism.row_order;
      ASSERT_EQ(row_texts(*answer), row_texts(*second)) << text;
    }
    if (answer->determinism.graph) {
      ++compared_graphs;
      ASSERT_TRUE(isomorphic(graph.entities(), other.entities())) << text;
    }
  }
  EXPECT_GT(compared_rows, rounds() / 5);
  EXPECT_GT(compared_graphs, rounds() / 5);
}

}  // namespace
}  // namespace dinkel

// Both sides of the determinism analysis: what is determined, and what is not.
#include "interpret/determinism.h"

#include <gtest/gtest.h>

#include "cypher/parse.h"
#include "interpret/compare_answers.h"
#include "interpret/interpret.h"

namespace dinkel {
namespace {

constexpr std::string_view nodes =
    "CREATE (:A {k: 1, f: 0.1}), (:A {k: 2, f: 0.2}), (:A {k: 3, f: 0.3})-[:R]->(:B {k: 1})";

Determinism judge_text(std::string_view text, std::string_view setup = nodes) {
  Graph graph;
  EXPECT_TRUE(interpret(*parse_statement(setup), graph).ok()) << setup;
  graph.commit();
  const auto statement = parse_statement(text);
  EXPECT_TRUE(statement.ok()) << text;
  const auto answer = interpret(*statement, graph);
  EXPECT_TRUE(answer.ok()) << text << ": " << answer.error().message;
  return answer->determinism;
}

// "rows", "order", "graph" for what is determined, "bag" where a column is a bag, "error" where
// it is not sure that no engine fails.
std::string summary(std::string_view text) {
  const Determinism judged = judge_text(text);
  std::string result;
  if (judged.rows) result += "rows ";
  if (judged.row_order) result += "order ";
  for (const bool bag : judged.bag_columns) {
    if (bag) result += "bag ";
  }
  if (judged.graph) result += "graph ";
  if (!judged.error) result += "error ";
  const bool all = judged.rows && judged.graph && judged.error;
  EXPECT_EQ(all, judged.reason.empty()) << text << ": " << judged.reason;
  if (!result.empty()) result.pop_back();
  return result;
}

struct Example {
  std::string_view text;
  std::string_view expected;
};

void expect_all(const std::vector<Example>& examples) {
  for (const Example& example : examples) {
    EXPECT_EQ(summary(example.text), example.expected) << example.text;
  }
}

TEST(Determinism, OrderOfRows) {
  expect_all({
      {"MATCH (n) RETURN n.k AS k", "rows graph"},
      {"RETURN 1 AS x", "rows order graph"},
      {"MATCH (n:A) RETURN n.k AS k ORDER BY k", "rows order graph"},
      {"MATCH (n) RETURN n.k AS k ORDER BY k", "rows order graph"},  // ties that look the same
      {"MATCH (n) RETURN n.k AS k, n ORDER BY k", "rows graph"},
      {"MATCH (n) RETURN n ORDER BY n", "rows graph"},
      {"UNWIND [3, 1, 2] AS x RETURN x", "rows graph"},
      {"UNWIND [3, 1, 2] AS x WITH DISTINCT x RETURN x", "rows graph"},
      {"MATCH (n:A) WITH n ORDER BY n.k RETURN n.k", "rows order graph"},
      {"RETURN 1 AS x UNION ALL RETURN 2 AS x", "rows graph"},
  });
}

TEST(Determinism, LimitAndSkip) {
  expect_all({
      {"MATCH (n:A) RETURN n.k AS k LIMIT 2", "graph"},
      {"MATCH (n:A) RETURN n.k AS k LIMIT 3", "rows graph"},
      {"MATCH (n:A) RETURN n.k AS k LIMIT 0", "rows order graph"},
      {"MATCH (n:A) RETURN n.k AS k SKIP 3", "rows order graph"},
      {"MATCH (n:A) RETURN n.k AS k SKIP 1", "graph"},
      {"MATCH (n:A) RETURN n.k AS k ORDER BY k LIMIT 2", "rows order graph"},
      {"MATCH (n) RETURN n ORDER BY n.k LIMIT 1", "graph"},
      {"MATCH (n) RETURN n ORDER BY n.k LIMIT 2", "rows graph"},
      {"MATCH (n:A) WITH n LIMIT 2 RETURN count(*) AS c", "rows order graph"},
      {"MATCH (n:A) WITH n LIMIT 2 RETURN n.k AS k", "graph"},
      {"MATCH (n:A) WITH n, 1 AS one LIMIT 2 RETURN one", "rows graph"},
      {"MATCH (n:A) WITH n LIMIT 2 MATCH (n)-->() RETURN 1 AS x", "graph"},
      {"MATCH (n:A) WITH n LIMIT 2 WHERE n.k = 1 RETURN 1 AS x", "graph"},
      {"MATCH (n:A) WITH n LIMIT 1 DELETE n", ""},
      {"MATCH (n:A) WITH n LIMIT 1 SET n.k = 5", ""},
      {"MATCH (n:A) WITH n LIMIT 1 CREATE (:C)", "rows order graph"},
  });
}

TEST(Determinism, ListsInAnyOrder) {
  expect_all({
      {"MATCH (n:A) RETURN collect(n.k) AS l", "rows order bag graph"},
      {"MATCH (n:A) WITH n ORDER BY n.k RETURN collect(n.k) AS l", "rows order graph"},
      {"MATCH (n:B) RETURN collect(n.k) AS l", "rows order graph"},
      {"MATCH (n:A) RETURN size(collect(n.k)) AS s", "rows order graph"},
      {"MATCH (n:A) RETURN 2 IN collect(n.k) AS s", "rows order graph"},
      {"MATCH (n:A) RETURN collect(n.k)[0] AS x", "graph"},
      {"MATCH (n:A) RETURN head(collect(n.k)) AS x", "graph"},
      {"MATCH (n:A) WITH collect(n.k) AS l UNWIND l AS x RETURN x", "rows graph"},
      {"MATCH (n:A) WITH collect(n.k) AS l RETURN [x IN l | x + 1] AS m", "rows order bag graph"},
      {"MATCH (n:A) WITH collect(n.k) AS l RETURN all(x IN l WHERE x > 0) AS b",
       "rows order graph"},
      {"MATCH (n:A) WITH collect(n.k) AS l RETURN l = [1, 2, 3] AS b", "graph"},
      {"MATCH (n:A) WITH collect(n.k) AS l RETURN [1, 2, 3] IN [l] AS b", "graph"},
      {"MATCH (n:A) WITH collect(n.k) AS l RETURN reduce(s = '', x IN l | s + x) AS t",
       "graph error"},
      {"MATCH (n:B) RETURN labels(n) AS l", "rows order bag graph"},
      {"MATCH (n:A) WITH collect(n.k) AS l CREATE (:C {l: l})", ""},
      {"MATCH (n:A) WITH collect(n.k) AS l FOREACH (x IN l | CREATE (:C {k: x}))",
       "rows order graph"},
      {"MATCH (n:A) RETURN COLLECT { MATCH (m:A) RETURN m.k } AS l", "rows bag graph"},
  });
}

TEST(Determinism, VolatileValuesAndIds) {
  expect_all({
      {"RETURN rand() AS x", "graph"},
      {"WITH rand() AS x RETURN 1 AS y", "rows order graph"},
      {"WITH rand() AS x WHERE x < 2 RETURN 1 AS y", "graph"},
      {"CREATE (:C {x: rand()})", ""},
      {"MATCH (n:B) RETURN id(n) AS i", "graph"},
      {"MATCH (n:B) RETURN n.k AS k ORDER BY id(n)", "rows order graph"},
      {"MATCH (n:A) RETURN n.k AS k ORDER BY id(n)", "rows graph"},
  });
}

TEST(Determinism, Aggregates) {
  expect_all({
      {"MATCH (n:A) RETURN sum(n.k) AS s", "rows order graph"},
      {"MATCH (n:A) RETURN sum(n.f) AS s", "graph"},
      {"UNWIND [0.5, 0.25, 4.0] AS f RETURN sum(f) AS s", "rows order graph"},
      {"MATCH (n:A) RETURN avg(n.k) AS s", "graph"},
      {"MATCH (n:B) RETURN avg(n.k) AS s", "rows order graph"},
      {"MATCH (n:A) RETURN stDev(n.k) AS s", "graph"},
      {"MATCH (n:A) RETURN max(n.k) AS s", "rows order graph"},
      {"UNWIND [1, 1.0] AS x RETURN max(x) AS s", "graph"},
      {"UNWIND [1, 1.0] AS x RETURN count(DISTINCT x) AS s", "rows order graph"},
      {"UNWIND [1, 1.0] AS x RETURN DISTINCT x AS s", "graph"},
      {"MATCH (n) RETURN n.k AS k, count(*) AS c", "rows graph"},
      {"MATCH (n:A) RETURN max(n) AS m", "graph"},
  });
}

TEST(Determinism, Writes) {
  expect_all({
      {"MATCH (n:A) SET n.x = 1", "rows order graph"},
      {"MATCH (n:A) SET n.x = n.k + 1", "rows order graph"},
      {"UNWIND [1, 2] AS x MATCH (n:A) SET n.x = x", ""},
      {"UNWIND [1, 1] AS x MATCH (n:A) SET n.x = x", "rows order graph"},
      {"MATCH (a), (b) SET a.k = b.k", ""},
      {"MATCH (n:A), (m:B) SET m.k = n.k", ""},
      {"UNWIND [1, 2] AS x MERGE (n:C {k: x})", "rows order graph"},
      {"MATCH (a:A), (b:B) MERGE (a)-[:R]->(b)", ""},
      {"MATCH (a:A), (b:B) MERGE (a)-[:NEW]->(b)", "rows order graph"},
      {"MATCH (n:A) MERGE (m:C) ON MATCH SET m.k = n.k", ""},
      {"MATCH (n:A) CREATE (:C {k: n.k})", "rows order graph"},
      {"MATCH (n:A) CREATE (:C {k: COUNT { (:C) }})", ""},
      {"MATCH (n:A) DETACH DELETE n", "rows order graph"},
      {"MATCH (n:A) CALL { WITH n CREATE (:C {k: n.k}) } RETURN n.k AS k", "rows graph"},
      {"MATCH (n:A) CALL { WITH n MATCH (m:B) SET m.k = n.k } RETURN n.k AS k", ""},
  });
}

// RETURN n {.k} names its column `n` for Neo4j.
TEST(Determinism, NamesOfColumns) {
  const Determinism open = judge_text("MATCH (n:B) RETURN n {.k}");
  EXPECT_FALSE(open.column_names);
  const Determinism known = judge_text("MATCH (n:B) RETURN n {.k} AS x, properties(n {.k})");
  EXPECT_TRUE(known.column_names);
  const Rows expected{{"n {.k}", "x"}, {{Value(1), Value(2)}}, {}};
  const Rows named_otherwise{{"n", "x"}, {{Value(1), Value(2)}}, {}};
  const Rows other{{"n", "x"}, {{Value(1), Value(3)}}, {}};
  EXPECT_EQ(rows_difference(expected, named_otherwise, open), std::nullopt);
  EXPECT_NE(rows_difference(expected, other, open), std::nullopt);
  EXPECT_NE(rows_difference(expected, named_otherwise, known), std::nullopt);
}

TEST(Determinism, OrderOfASubqueryEndsWithIt) {
  expect_all({
      {"CALL () { MATCH (n) RETURN n.f AS f ORDER BY f } RETURN f", "rows graph"},
      {"CALL () { MATCH (n:B) RETURN n.f AS f ORDER BY f } RETURN f", "rows order graph"},
  });
}

TEST(Determinism, OrderOfValuesThatHaveNone) {
  expect_all({
      {"RETURN {} >= {} AS x", ""},
      {"RETURN [1, {}] >= [1, {}] AS x", ""},
      {"RETURN duration({days: 1}) >= duration({days: 1}) AS x", ""},
      {"RETURN point({x: 1, y: 1}) < point({x: 1, y: 1}) AS x", ""},
      {"RETURN {} = {} AS x", "rows order graph"},
      {"RETURN [1] >= [1] AS x, {} < 1 AS y", "rows order graph"},
      {"MATCH (n:B) WHERE n >= n RETURN 1 AS x", ""},
      {"MATCH (n:B) WHERE n = n RETURN 1 AS x", "rows order graph"},
      {"MATCH (n:B) WHERE n >= 1 RETURN 1 AS x", "rows order graph"},
  });
}

// Neo4j hands out the rows of the first part before the second one writes.
TEST(Determinism, WhatALaterPartOfUnionWrites) {
  expect_all({
      {"MATCH (a:B) RETURN a UNION ALL MATCH (b:A) SET b:C RETURN null AS a", "graph"},
      {"MATCH (a:B) RETURN [{k: a}] AS a UNION MATCH (b:A) DETACH DELETE b RETURN null AS a",
       "graph"},
      {"MATCH (a:B) RETURN a.k AS a UNION ALL MATCH (b:A) SET b:C RETURN null AS a", "rows graph"},
      {"MATCH (a:B) RETURN a UNION ALL CREATE (b:C) RETURN b AS a", "rows graph"},
      {"MATCH (b:B) SET b:C RETURN b AS a UNION ALL MATCH (a:B) RETURN a", "rows graph"},
  });
}

TEST(Determinism, WritesThatTurnsSeeOfEachOther) {
  expect_all({
      {"MATCH (n:A) FOREACH (x IN [1, 2] | CREATE (:C {k: n.k + x}))", "rows order graph"},
      {"MATCH (n:A) FOREACH (x IN [1, 2] | SET n.x = 1)", "rows order graph"},
      {"MATCH (n:A) FOREACH (x IN [1, 2] | SET n.x = x)", ""},
      {"MATCH (n:A) FOREACH (x IN [n.k] | SET n.x = 1)", ""},
      {"MATCH (n:B) FOREACH (x IN [n.k] | SET n.x = 1)", "rows order graph"},
      {"MATCH (n), (m:B) FOREACH (x IN [(n)-->(m) | 1] | DETACH DELETE n)", ""},
      {"MATCH (n:A) FOREACH (x IN [(n)-->() | 1] | CREATE (n)-[:R]->())", ""},
      {"MATCH (n:A), (m:A) FOREACH (x IN [1] | SET n.x = 1 SET m.x = 2)", ""},
      {"MATCH (n:A), (m:A) FOREACH (x IN [1] | SET n.x = 1 REMOVE m.x)", ""},
      {"MATCH (n:A), (m:A) FOREACH (x IN [1] | SET n = {} SET m.x = 2)", ""},
      {"MATCH (n:A), (m:A) FOREACH (x IN [1] | SET n.x = 1 SET m.y = 2)", "rows order graph"},
      {"MATCH (n:A), (m:A) FOREACH (x IN [1] | SET n:X REMOVE m:X)", ""},
      {"MATCH (n:A), (m:A) FOREACH (x IN [1] | SET n.k = 1 CREATE ({k: m.k}))", ""},
      {"MATCH (n:A), (m:B) FOREACH (x IN [1] | DETACH DELETE n CREATE (m)-[:S]->())", "error"},
      {"MATCH (n:A) CALL { WITH n DETACH DELETE n } RETURN 1 AS x", "rows graph"},
      {"MATCH (n:A), (m:A) CALL { WITH n, m SET n.x = 1 SET m.x = 2 } RETURN 1 AS x", ""},
      {"MATCH (n), (m:B) DETACH DELETE CASE WHEN (n)-->(m) THEN n END", ""},
      {"MATCH (n:A), (m:A) REMOVE (CASE WHEN m.k IS NULL THEN n ELSE m END).k", ""},
      {"MATCH (n:A) MERGE (:C {k: COUNT { (:C) }})", ""},
      {"MATCH (n:A) MERGE (:C {k: n.k})", "rows order graph"},
  });
}

TEST(Determinism, Errors) {
  expect_all({
      {"WITH 0 AS x RETURN x <> 0 AND 1 / x > 0 AS b", "rows order graph error"},
      {"WITH 0 AS x RETURN x <> 0 AND x > 0 AS b", "rows order graph"},
      {"WITH 0 AS x RETURN CASE WHEN x = 0 THEN 1 ELSE 2 END AS b", "rows order graph"},
  });
}

TEST(Determinism, ShortestPaths) {
  expect_all({
      {"MATCH (a:A), (b:B) MATCH p = shortestPath((a)-[*]->(b)) RETURN p", "rows order graph"},
      {"MATCH (a:A), (b:B) MATCH p = shortestPath((a)-[*]->(b)) RETURN count(*) AS c",
       "rows order graph"},
      {"MATCH (a:A), (b:B) MATCH p = allShortestPaths((a)-[*]->(b)) RETURN p", "rows order graph"},
  });
}

// Only where an engine has a choice is the answer open: here two paths are equally short.
TEST(Determinism, ChoiceBetweenPaths) {
  constexpr std::string_view two_ways =
      "CREATE (a:A {k: 1})-[:R]->()-[:R]->(b:B), (a)-[:R]->()-[:R]->(b), (:A {k: 2})-[:R]->(b)";
  const auto rows = [&](std::string_view text) { return judge_text(text, two_ways).rows; };
  EXPECT_FALSE(rows("MATCH p = shortestPath((a:A)-[*]->(b:B)) RETURN p"));
  EXPECT_TRUE(rows("MATCH p = shortestPath((a:A)-[*]->(b:B)) RETURN a, b"));
  EXPECT_TRUE(rows("MATCH p = allShortestPaths((a:A)-[*]->(b:B)) RETURN p"));
  EXPECT_TRUE(rows("MATCH p = shortestPath((a:A {k: 2})-[*]->(b:B)) RETURN p"));
  EXPECT_FALSE(rows("MATCH p = SHORTEST 1 (a:A)-[*]->(b:B) WHERE size(nodes(p)) = 3 RETURN a"));
  EXPECT_TRUE(rows("MATCH p = SHORTEST 1 (a:A)-[*]->(b:B) WHERE a.k = 1 RETURN a"));
  EXPECT_TRUE(rows("MATCH p = SHORTEST 2 (a:A)-[:R]->+(b:B) RETURN p"));
  EXPECT_FALSE(rows("MATCH p = ANY (a:A)-[:R]->+(b:B) RETURN p"));
  EXPECT_TRUE(rows("MATCH ANY (a:A)-[:R]->+(b:B) RETURN a, b"));
  // Some engines refuse to look for a path from a node to itself.
  EXPECT_FALSE(
      judge_text("MATCH (a:A), (b:A) MATCH p = shortestPath((a)-[*]->(b)) RETURN a.k", two_ways)
          .error);
}

}  // namespace
}  // namespace dinkel

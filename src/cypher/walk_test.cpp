#include "cypher/walk.h"

#include <gtest/gtest.h>

#include "cypher/parse.h"
#include "cypher/print.h"

namespace dinkel {
namespace {

Statement parsed(std::string_view text) {
  auto result = parse_statement(text);
  EXPECT_TRUE(result.ok()) << describe(result.error(), text);
  return *std::move(result);
}

// One text with every construct, each holding numbers: the walk has to find them in order, so a
// child that is forgotten or out of place leaves a gap.
constexpr std::string_view everything =
    "MATCH (a:$(1) {x: 2} WHERE 3)-[r:$(4)*1..2 {x: 5} WHERE 6]->((b {x: 7})-->() WHERE 8){1,2}"
    "() WHERE 9 OPTIONAL MATCH p = shortestPath((a {x: 10})-[*]-()) CREATE (n {x: 11}) "
    "MERGE (m {x: 12}) ON CREATE SET m.x = 13 ON MATCH SET m += {x: 14}, m[15] = 16, m:$(17) "
    "SET m = {x: 18} REMOVE m[19], m:$(20) DELETE n, [21] UNWIND [22, 23] AS u "
    "WITH *, 24 AS w ORDER BY 25, 26 DESC SKIP 27 LIMIT 28 WHERE 29 "
    "FOREACH (f IN [30] | CREATE ({x: 31})) CALL (u) { RETURN 32 AS s UNION RETURN 33 AS s } "
    "IN TRANSACTIONS OF 34 ROWS CALL proc(35, 36) YIELD y AS z WHERE 37 "
    "RETURN {k: 38, l: [39, -(40)]}, u.x[41][42..43], 44 + 45 OR NOT 46 < 47 <= 48, 49 IS NULL, "
    "50 IS :: INTEGER, u:$(51), f(52, 53), count(*), CASE 54 WHEN 55 THEN 56 ELSE 57 END, "
    "[v IN 58 WHERE 59 | 60], [(c {x: 61})-->() WHERE 62 | 63], all(e IN 64 WHERE 65), "
    "reduce(acc = 66, i IN 67 | 68), u {.x, y: 69}, EXISTS { MATCH ({x: 70}) WHERE 71 }, "
    "COUNT { (g {x: 72}) WHERE 73 }, (h)-[{x: 74}]->()";

TEST(Walk, FindsEveryChildInTheOrderOfTheText) {
  std::vector<std::int64_t> found;
  for_each_expr(parsed(everything), [&](const Expr& expr) {
    if (const auto* number = std::get_if<IntegerLiteral>(&expr.node))
      found.push_back(number->value);
  });
  ASSERT_EQ(found.size(), 74U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i], static_cast<std::int64_t>(i + 1));
  }
}

TEST(Walk, ChangesTreesInPlace) {
  Statement statement = parsed("RETURN [1, {a: 2}], EXISTS { MATCH (n {x: 3}) }");
  for_each_expr(statement, [](Expr& expr) {
    if (auto* number = std::get_if<IntegerLiteral>(&expr.node)) number->value *= 10;
  });
  EXPECT_EQ(print(statement), "RETURN [10, {a: 20}], EXISTS { MATCH (n {x: 30}) }");
}

TEST(Walk, VisitsClausesOutermostFirst) {
  std::vector<std::string> found;
  for_each_clause(parsed("CALL { WITH 1 AS x RETURN EXISTS { MATCH (n) } AS y } "
                         "FOREACH (i IN [1] | CREATE ()) RETURN y"),
                  [&](const Clause& clause) { found.push_back(print(clause).substr(0, 6)); });
  const std::vector<std::string> expected = {"CALL {", "WITH 1", "RETURN", "MATCH ",
                                             "FOREAC", "CREATE", "RETURN"};
  EXPECT_EQ(found, expected);
}

TEST(Walk, NumbersNodesFromOne) {
  Statement statement = parsed(everything);
  const std::size_t count = count_nodes(statement);
  for_each_expr(statement, [](Expr& expr) { expr.origin.id = 0; });
  number_nodes(statement);
  std::size_t largest = 0;
  for_each_descendant(std::as_const(statement), [&](const auto& node) {
    if constexpr (requires { node.origin; }) {
      EXPECT_EQ(node.origin.id, largest + 1);
      largest = node.origin.id;
    }
  });
  EXPECT_EQ(largest, count);
}

TEST(Walk, CollectsNames) {
  const std::vector<std::string> expected = {"a", "acc", "b", "c", "e", "f", "g", "h", "i",
                                             "m", "n",   "p", "r", "s", "u", "v", "w", "z"};
  EXPECT_EQ(names_in(parsed(everything)), expected);
}

TEST(Walk, KnowsWhatWrites) {
  const auto writing = [](std::string_view text) {
    return writes(std::get<Query>(parsed(text).body));
  };
  EXPECT_FALSE(writing("MATCH (n) WITH n UNWIND [1] AS x CALL { RETURN 1 AS y } RETURN y"));
  EXPECT_TRUE(writing("CREATE ()"));
  EXPECT_TRUE(writing("MERGE ()"));
  EXPECT_TRUE(writing("MATCH (n) SET n.x = 1"));
  EXPECT_TRUE(writing("MATCH (n) REMOVE n.x"));
  EXPECT_TRUE(writing("MATCH (n) DELETE n"));
  EXPECT_TRUE(writing("FOREACH (x IN [] | CREATE ())"));
  EXPECT_TRUE(writing("RETURN 1 AS x UNION CALL { CALL { CREATE () } } RETURN 1 AS x"));
}

}  // namespace
}  // namespace dinkel

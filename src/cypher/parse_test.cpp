// What the parser makes of a text, shown by what the printer makes of the tree. Each row is a text
// and the canonical form of it; where both are the same, the text stands alone.
#include "cypher/parse.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cypher/print.h"
#include "cypher/walk.h"

namespace dinkel {
namespace {

struct Row {
  std::string text;
  std::string canonical;
};

void expect_statements(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const auto parsed = parse_statement(row.text);
    ASSERT_TRUE(parsed.ok()) << describe(parsed.error(), row.text);
    const std::string& expected = row.canonical.empty() ? row.text : row.canonical;
    EXPECT_EQ(print(*parsed), expected);
    const auto again = parse_statement(expected);
    ASSERT_TRUE(again.ok()) << describe(again.error(), expected);
    EXPECT_TRUE(*again == *parsed) << expected;
  }
}

void expect_expressions(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const auto parsed = parse_expression(row.text);
    ASSERT_TRUE(parsed.ok()) << describe(parsed.error(), row.text);
    const std::string& expected = row.canonical.empty() ? row.text : row.canonical;
    EXPECT_EQ(print(*parsed), expected);
    const auto again = parse_expression(expected);
    ASSERT_TRUE(again.ok()) << describe(again.error(), expected);
    EXPECT_TRUE(*again == *parsed) << expected;
  }
}

template <typename Node>
bool is(std::string_view text) {
  const auto parsed = parse_expression(text);
  EXPECT_TRUE(parsed.ok()) << describe(parsed.error(), text);
  return parsed.ok() && std::holds_alternative<Node>(parsed->node);
}

TEST(Parse, Precedence) {
  expect_expressions({
      {"a OR b XOR c AND NOT d", ""},
      {"((a OR b) XOR c) AND (NOT d)", "((a OR b) XOR c) AND NOT d"},
      {"NOT (a AND b)", ""},
      {"NOT a = b", ""},
      {"(NOT a) = b", ""},
      {"NOT NOT a", ""},
      {"a < b <= c = d <> e", ""},
      {"(a < b) = c", ""},
      {"a = (b = c)", ""},
      {"a = b IS NULL", ""},
      {"(a = b) IS NULL", ""},
      {"a IN (b + c)", ""},
      {"(a IN b) + c", ""},
      {"a STARTS WITH b ENDS WITH c CONTAINS d =~ e",
       "(((a STARTS WITH b) ENDS WITH c) CONTAINS d) =~ e"},
      {"a IN b IS NOT NULL", "(a IN b) IS NOT NULL"},
      {"n:!(A&B)", ""},
      {"1 - 2 - 3", ""},
      {"1 - (2 - 3)", ""},
      {"2 ^ 3 ^ 4", "(2 ^ 3) ^ 4"},
      {"2 ^ (3 ^ 4)", ""},
      {"(a + b) * c % d / e", ""},
      {"a || b || c", ""},
      {"-x ^ 2", ""},
      {"-(x ^ 2)", ""},
      {"-x.y[0]", ""},
      {"(-x).y", ""},
      {"+x", ""},
      {"- - x", "-(-x)"},
      {"--1", "-(-1)"},
      {"-(1)", ""},
      {"-1 [0]", "-1[0]"},
      {"(-1)[0]", ""},
      {"1 - -1", ""},
      {"a.b.c[1].d", ""},
      {"(1).x", ""},
      {"n:A AND n.x:B", ""},
      {"(n:A).x", ""},
      {"(n:A):B", ""},
      {"NOT n:A", ""},
  });
}

TEST(Parse, NumbersAndOtherLiterals) {
  expect_expressions({
      {"0x1F", "31"},
      {"0X1f", "31"},
      {"0o17", "15"},
      {"1_000_000", "1000000"},
      {"-9223372036854775808", ""},
      {"-0x8000000000000000", "-9223372036854775808"},
      {"- 1", "-1"},
      {"-0", "0"},
      {"-0.0", ""},
      {".5", "0.5"},
      {"1e10", "1e10"},
      {"1E+2", "100.0"},
      {"6.02e-23", ""},
      {"1e-400", "0.0"},
      {"0.1", ""},
      {"1.7976931348623157e308", ""},
      {"nan", "NaN"},
      {"INFINITY", "Infinity"},
      {"-inf", "-Infinity"},
      {"-NaN", "-(NaN)"},
      {"NULL", "null"},
      {"[TRUE, False]", "[true, false]"},
      {"\"it's\"", "'it\\'s'"},
      {"'\\\\ \\b\\f\\n\\r\\t \\u00e9 \\U0001F600 \\u0001'",
       "'\\\\ \\b\\f\\n\\r\\t é \xF0\x9F\x98\x80 \\u0001'"},
      {"{}", ""},
      {"{a: 1, `b c`: {d: [1, 2.5]}}", ""},
      {"$x + $1 + $`a b`", ""},
      {"[]", ""},
  });
}

// A number out of range is an error when it is too large, and zero when it is too small, however
// its digits and its exponent share the work.
TEST(Parse, FloatsBeyondTheRange) {
  const std::string zeros(400, '0');
  for (const std::string& huge :
       std::vector<std::string>{"1" + zeros + "e-1", "1e999999999999999999999", "1.0e309",
                                "0.0" + zeros + "1e900", "1" + zeros + ".0"}) {
    const auto parsed = parse_expression(huge);
    ASSERT_FALSE(parsed.ok()) << huge;
    EXPECT_EQ(parsed.error().detail, ErrorDetail::FloatingPointOverflow);
  }
  for (const std::string& tiny :
       std::vector<std::string>{"0." + zeros + "1e5", std::string("1e-999999999999999999999"),
                                "1" + zeros + "e-900", "0." + zeros + "1"}) {
    const auto parsed = parse_expression(tiny);
    ASSERT_TRUE(parsed.ok()) << tiny;
    EXPECT_EQ(print(*parsed), "0.0");
  }
}

TEST(Parse, PostfixAndCalls) {
  expect_expressions({
      {"x[1..2] + x[..2] + x[1..] + x[..] + x[-1]", ""},
      {"a.b.c(1, 2)", ""},
      {"count(*) + count(DISTINCT x)", ""},
      {"date()", ""},
      {"exists(n.x)", ""},
      {"`my function`.`b`(1)", "`my function`.b(1)"},
      {"n {.a, .*, b, c: 1}", ""},
      {"n {}", ""},
      {"`count` {.a}", ""},
      {"CASE WHEN a THEN 1 WHEN b THEN 2 ELSE 3 END", ""},
      {"CASE x WHEN 1 THEN 'a' END", ""},
      {"x IS :: INTEGER", ""},
      {"x IS NOT TYPED list<string not null>!", "x IS NOT :: LIST<STRING NOT NULL> NOT NULL"},
      {"x :: zoned  datetime", "x IS :: ZONED DATETIME"},
      {"n IS A", "n:A"},
      {"all(x IN xs WHERE x > 0) AND none(x IN xs)", ""},
      {"`all`(x IN xs)", "`all`(x IN xs)"},
      {"reduce(a = 0, x IN xs | a + x)", ""},
      {"single + any + none", ""},
  });
}

TEST(Parse, BracketsAreTold) {
  EXPECT_TRUE(is<ListComprehension>("[x IN xs]"));
  EXPECT_TRUE(is<ListComprehension>("[x IN xs WHERE x:A | x]"));
  EXPECT_TRUE(is<ListLiteral>("[x IN xs, y]"));
  EXPECT_TRUE(is<ListLiteral>("[(x IN xs)]"));
  EXPECT_TRUE(is<ListLiteral>("[(a)-->(b)]"));
  EXPECT_TRUE(is<PatternComprehension>("[(a)-->(b) | b]"));
  EXPECT_TRUE(is<PatternComprehension>("[p = (a)-[:T*]->(b) WHERE a.x | p]"));
  EXPECT_TRUE(is<ListLiteral>("[p = (a)]"));
  expect_expressions({
      {"[(x IN xs)]", ""},
      {"[(x IN xs AND y)]", ""},
      {"[x IN xs, y]", ""},
      {"[x IN xs WHERE x:(A|B) | x.y]", ""},
      {"[x IN xs | x:A|B]", ""},
      {"[x IN [y IN ys WHERE y:(A|B)] WHERE (x:A|B) = true]",
       "[x IN [y IN ys WHERE y:(A|B)] WHERE x:(A|B) = true]"},
      {"[p = (a)-->(b) WHERE a.x | p]", ""},
  });
}

TEST(Parse, PatternsAndParenthesesAreTold) {
  EXPECT_TRUE(is<PatternExpr>("(a)-->(b)"));
  EXPECT_TRUE(is<PatternExpr>("(a)--(b)"));
  EXPECT_TRUE(is<PatternExpr>("(a)<-[r:T {x: 1}]-(:B)-[*1..2]-()"));
  EXPECT_TRUE(is<PatternExpr>("shortestPath((a)-[*]-(b))"));
  EXPECT_TRUE(is<Binary>("(a) - (b)"));
  EXPECT_TRUE(is<Binary>("(a) - 1"));
  EXPECT_TRUE(is<Binary>("(a) - [1]"));
  EXPECT_TRUE(is<Binary>("(a + 1) - -(b)"));
  EXPECT_TRUE(is<Comparison>("(a) < -1"));
  EXPECT_TRUE(is<Comparison>("(a) < -(b)"));
  expect_expressions({
      {"(a)-->(b) AND NOT (a)<--(c)", ""},
      {"((a)-->(b)) = true", ""},
      {"EXISTS { (a)-->(b) WHERE a.x = 1 }", ""},
      {"COUNT { MATCH (a) RETURN a UNION MATCH (b) RETURN b }", ""},
      {"COLLECT { MATCH (a) RETURN a.x }", ""},
      {"EXISTS { (a), (b)-[:T]->() }", ""},
  });
}

TEST(Parse, Patterns) {
  expect_statements({
      {"MATCH (n) RETURN n", ""},
      {"match ( n:A:B{a:1} ) return *", "MATCH (n:A:B {a: 1}) RETURN *"},
      {"MATCH (n:A&B) RETURN n", "MATCH (n:A:B) RETURN n"},
      {"MATCH (n:(A|B)&!C|%) RETURN n", ""},
      {"MATCH (n:$(x)&A) RETURN n", "MATCH (n:$(x):A) RETURN n"},
      {"MATCH (n IS A WHERE n.x > 1) RETURN n", "MATCH (n:A WHERE n.x > 1) RETURN n"},
      {"MATCH (WHERE true)-[WHERE false]-($p) RETURN 1",
       "MATCH (WHERE true)-[WHERE false]-($p) RETURN 1"},
      {"MATCH ()-[r:A|:B]->()<-[:C]-()--()<-->() RETURN 1",
       "MATCH ()-[r:A|B]->()<-[:C]-()--()--() RETURN 1"},
      {"MATCH ()-[*]-()-[*2]-()-[*1..3]-()-[*..3]-()-[*1..]-()-[r*0..0 {a: 1}]-() RETURN 1",
       "MATCH ()-[*]-()-[*2]-()-[*1..3]-()-[*..3]-()-[*1..]-()-[r*0 {a: 1}]-() RETURN 1"},
      {"MATCH (a)-->+(b)-[:T]->*(c)--{2}(d)--{1,3}(e)--{,3}(f)--{2,}(g) RETURN 1", ""},
      {"MATCH (a) ((x)-->(y) WHERE x.a = y.a){1,3} (b) RETURN 1",
       "MATCH (a)((x)-->(y) WHERE x.a = y.a){1,3}(b) RETURN 1"},
      {"MATCH p = (a)(q = (x)-->(y))+(b), ((c)) RETURN 1", ""},
      {"MATCH p = shortestPath((a)-[*]->(b)), allShortestPaths((a)-[*]->(b)) RETURN 1", ""},
      {"MATCH p = SHORTEST 2 (a)-->+(b), ANY (a)-->(b), ANY 3 (a)-->(b) RETURN 1", ""},
      {"MATCH ANY SHORTEST PATHS (a)-->(b), ALL SHORTEST (a)-->(b), SHORTEST 2 GROUPS (a)-->(b) "
       "RETURN 1",
       "MATCH SHORTEST 1 (a)-->(b), ALL SHORTEST (a)-->(b), SHORTEST 2 GROUPS (a)-->(b) RETURN 1"},
  });
}

TEST(Parse, Clauses) {
  expect_statements({
      {"OPTIONAL MATCH (a), (b) WHERE a.x = b.x RETURN a", ""},
      {"UNWIND [1, 2] AS x WITH DISTINCT x AS y ORDER BY y DESC, x ASC SKIP 1 LIMIT 2 WHERE y > 1 "
       "RETURN *, y AS z",
       "UNWIND [1, 2] AS x WITH DISTINCT x AS y ORDER BY y DESC, x SKIP 1 LIMIT 2 WHERE y > 1 "
       "RETURN *, y AS z"},
      {"CREATE (a:A)-[:T {x: $p}]->(b)", ""},
      {"MERGE (a:A) ON CREATE SET a.x = 1, a:B ON MATCH SET a += {y: 2} SET a = {}", ""},
      {"MATCH (n) SET n[x] = 1, n:A:$(y), (n).z = 2", "MATCH (n) SET n[x] = 1, n:A:$(y), n.z = 2"},
      {"MATCH (n) REMOVE n.x, n:A:B, n[k] DETACH DELETE n, n.x NODETACH DELETE n",
       "MATCH (n) REMOVE n.x, n:A:B, n[k] DETACH DELETE n, n.x DELETE n"},
      {"FOREACH (x IN [1] | CREATE (a) SET a.x = x FOREACH (y IN [] | MERGE (b)))", ""},
      {"CALL { MATCH (n) RETURN n UNION ALL RETURN 1 AS n } RETURN n", ""},
      {"CALL (a, b) { RETURN 1 AS x } IN TRANSACTIONS OF 10 ROWS ON ERROR CONTINUE REPORT STATUS "
       "AS s RETURN 1",
       ""},
      {"OPTIONAL CALL (*) { RETURN 1 AS x } CALL () { RETURN 2 AS y } RETURN x", ""},
      {"CALL db.labels", ""},
      {"CALL db.labels() YIELD label AS l, x WHERE l = 'A' RETURN l", ""},
      {"CALL p(1) YIELD *", ""},
      {"CALL p(1) YIELD -", ""},
      {"RETURN 1 AS x UNION RETURN 2 AS x UNION ALL RETURN 3 AS x;",
       "RETURN 1 AS x UNION RETURN 2 AS x UNION ALL RETURN 3 AS x"},
  });
}

TEST(Parse, SchemaAndPrefixes) {
  expect_statements({
      {"CYPHER 5 runtime=slotted EXPLAIN RETURN 1", ""},
      {"PROFILE CYPHER planner=cost RETURN 1", "CYPHER planner=cost PROFILE RETURN 1"},
      {"CREATE INDEX FOR (n:A) ON (n.x, n.y)", ""},
      {"CREATE RANGE INDEX i IF NOT EXISTS FOR ()-[q:T]-() ON (q.x)",
       "CREATE RANGE INDEX i IF NOT EXISTS FOR ()-[r:T]-() ON (r.x)"},
      {"CREATE FULLTEXT INDEX i FOR (n:A|B) ON EACH [n.x]", ""},
      {"CREATE LOOKUP INDEX FOR (n) ON EACH labels(n)", ""},
      {"CREATE INDEX ON :A(x)", ""},
      {"CREATE INDEX ON :A", ""},
      {"CREATE EDGE INDEX ON :T(x)", ""},
      {"DROP INDEX i IF EXISTS", ""},
      {"DROP INDEX ON :A(x, y)", ""},
      {"CREATE CONSTRAINT c FOR (n:A) REQUIRE n.x IS UNIQUE", ""},
      {"CREATE CONSTRAINT IF NOT EXISTS FOR (n:A) REQUIRE (n.x, n.y) IS NODE KEY", ""},
      {"CREATE CONSTRAINT FOR ()-[r:T]-() REQUIRE r.x IS NOT NULL", ""},
      {"CREATE CONSTRAINT FOR (n:A) REQUIRE n.x IS TYPED LIST<INTEGER NOT NULL>",
       "CREATE CONSTRAINT FOR (n:A) REQUIRE n.x IS :: LIST<INTEGER NOT NULL>"},
      {"CREATE CONSTRAINT ON (n:A) ASSERT n.x IS UNIQUE", ""},
      {"CREATE CONSTRAINT ON (n:A) ASSERT exists(n.x)", ""},
      {"DROP CONSTRAINT c", ""},
      {"CREATE (index)", ""},
      {"CREATE index = (a)", ""},
  });
}

TEST(Parse, KeywordsAsNames) {
  expect_statements({
      {"MATCH (count:MATCH {return: 1})-[exists:All]->(type) RETURN count, type.end AS desc",
       "MATCH (count:`MATCH` {`return`: 1})-[`exists`:`All`]->(type) "
       "RETURN count, type.`end` AS `desc`"},
      {"MATCH (`return`:`a``b`) RETURN `return`.größe AS `1`", ""},
      {"WITH 1 AS shortestPath, 2 AS all, 3 AS index RETURN all, index, call, foreach",
       "WITH 1 AS shortestPath, 2 AS `all`, 3 AS index RETURN `all`, index, `call`, `foreach`"},
      {"RETURN 1 /* a // b */ + // c\n 2", "RETURN 1 + 2"},
  });
}

TEST(Parse, ColumnsKeepTheirText) {
  const auto parsed = parse_statement("RETURN  a . b+1 /* x */ AS c , count( * ), (x)");
  ASSERT_TRUE(parsed.ok());
  const auto& clause = std::get<Query>(parsed->body).parts[0].clauses[0];
  const auto& items = std::get<Return>(clause.node).projection.items;
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[0].source, "a . b+1");
  EXPECT_EQ(items[1].source, "count( * )");
  EXPECT_EQ(items[2].source, "(x)");
}

TEST(Parse, OriginsFollowTheText) {
  const std::string text = "MATCH (a)-[r]->(b {x: 1}) WHERE a.y + 2 > 3 RETURN a";
  auto parsed = parse_statement(text);
  ASSERT_TRUE(parsed.ok());
  std::uint32_t last_id = 0;
  std::uint32_t last_offset = 0;
  for_each_descendant(*parsed, [&](auto& node) {
    if constexpr (requires { node.origin; }) {
      EXPECT_EQ(node.origin.id, last_id + 1);
      EXPECT_GE(node.origin.offset, last_offset);
      last_id = node.origin.id;
      last_offset = node.origin.offset;
    }
  });
  EXPECT_EQ(last_id, count_nodes(*parsed));
  EXPECT_EQ(last_offset, text.size() - 1);
}

TEST(Parse, StatementsOfAFileAreSplit) {
  const std::vector<std::string_view> expected = {"RETURN ';' // ;", "RETURN `;`", "RETURN 2"};
  EXPECT_EQ(split_statements(" RETURN ';' // ;\n; ; RETURN `;`;/* ; */;\nRETURN 2"), expected);
  EXPECT_TRUE(split_statements("").empty());
  EXPECT_TRUE(split_statements(" // nothing\n;").empty());
  EXPECT_EQ(split_statements("RETURN 'a; RETURN 1").size(), 1U);
}

}  // namespace
}  // namespace dinkel

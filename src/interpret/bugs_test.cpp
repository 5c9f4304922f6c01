// Every planted bug is shown by a query and its rewritten form: they agree on the reference, and
// disagree as soon as that one bug is planted.
#include "interpret/bugs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "cypher/parse.h"
#include "graph/isomorphism.h"
#include "interpret/interpret.h"

namespace dinkel {
namespace {

struct BugCase {
  Bug bug;
  std::string_view setup;
  std::string_view original;
  std::string_view rewritten;
};
constexpr std::string_view one_node = "CREATE (:A {j: 1, k: 2})";
constexpr std::string_view one_link = "CREATE (:A)-[:S]->(:B)";

const std::vector<BugCase> cases{
    {Bug::NullXor, "", "RETURN null AS x", "RETURN (null XOR true) AS x"},
    {Bug::DoubleNotNull, "", "WITH null AS p RETURN p AS x",
     "WITH null AS p RETURN NOT (NOT p) AS x"},
    {Bug::NullOrFalse, "", "WITH null AS p RETURN p AS x", "WITH null AS p RETURN p OR false AS x"},
    {Bug::NullAndTrue, "", "WITH null AS p RETURN p AS x", "WITH null AS p RETURN p AND true AS x"},
    {Bug::TrueOrNull, "", "RETURN true AS x", "WITH null AS p RETURN true OR p AS x"},
    {Bug::FalseAndNull, "", "RETURN false AS x", "WITH null AS p RETURN false AND p AS x"},
    {Bug::NotConjunctionNull, "", "WITH null AS p RETURN p OR false AS x",
     "WITH null AS p RETURN NOT ((NOT p) AND (NOT false)) AS x"},
    {Bug::NegateTwiceFloat, "", "WITH 2.0 AS f RETURN f AS x", "WITH 2.0 AS f RETURN -(-f) AS x"},
    {Bug::AddZeroFloat, "", "RETURN 1.5 AS x", "RETURN 1.5 + 0 AS x"},
    {Bug::AddZeroFloat, "", "RETURN 1.5 AS x", "RETURN 1.5 - 0 AS x"},
    {Bug::NullTimesOne, "", "WITH null AS p RETURN p AS x", "WITH null AS p RETURN p * 1 AS x"},
    {Bug::AppendEmptyString, "", "RETURN '' AS x", "RETURN '' + '' AS x"},
    {Bug::AppendEmptyList, "", "RETURN [1, null] AS x", "RETURN [1, null] + [] AS x"},
    {Bug::EmptyIsNotNull, "", "RETURN '' IS NULL AS x", "RETURN NOT ('' IS NOT NULL) AS x"},
    {Bug::CaseNullSubject, "", "WITH null AS p RETURN CASE p WHEN null THEN 1 ELSE 2 END AS x",
     "WITH null AS p RETURN CASE p + 0 WHEN null THEN 1 ELSE 2 END AS x"},
    {Bug::CaseFalseElse, one_node, "MATCH (n) RETURN n.k AS x",
     "MATCH (n) RETURN CASE WHEN false THEN 7 ELSE n.k END AS x"},
    {Bug::OptionalMatchLosesRow, "", "UNWIND [1, 2] AS x RETURN x",
     "UNWIND [1, 2] AS x OPTIONAL MATCH (:New) RETURN x"},
    {Bug::WhereTrueDistinct, one_node, "UNWIND [1, 1] AS x MATCH (n) RETURN x",
     "UNWIND [1, 1] AS x MATCH (n) WHERE true RETURN x"},
    {Bug::UnwindFalse, "", "RETURN 1 AS x", "UNWIND false AS i RETURN 1 AS x"},
    {Bug::CallNullRow, "", "UNWIND [1, null] AS x RETURN x",
     "UNWIND [1, null] AS x CALL { WITH x RETURN 1 AS i } RETURN x"},
    {Bug::UnitCallDropsRow, "", "RETURN 1 AS x", "CALL { MATCH (:New) CREATE (:B) } RETURN 1 AS x"},
    {Bug::UnionAfterCall, "", "RETURN 1 AS x UNION RETURN 1 AS x",
     "CALL { MATCH (n) WHERE false CREATE (:B) } RETURN 1 AS x UNION RETURN 1 AS x"},
    {Bug::DistinctNan, "", "UNWIND [0.0 / 0.0, 0.0 / 0.0] AS f RETURN DISTINCT f AS x",
     "UNWIND [0.0 / 0.0, 0.0 / 0.0] AS f RETURN DISTINCT CASE WHEN true THEN f ELSE 1 END AS x"},
    {Bug::WithStarLosesOrder, "", "UNWIND [2, 1, 3] AS i WITH i ORDER BY i RETURN collect(i) AS x",
     "UNWIND [2, 1, 3] AS i WITH i ORDER BY i WITH * RETURN collect(i) AS x"},
    {Bug::WithAliasDropsNull, "", "UNWIND [1, 2] AS x WITH x RETURN x",
     "UNWIND [1, 2] AS x WITH x, null AS i RETURN x"},
    {Bug::LimitBeforeSkip, "", "UNWIND [1, 2, 3, 4] AS x RETURN x ORDER BY x SKIP 1 LIMIT 2",
     "UNWIND [1, 2, 3, 4] AS x RETURN x ORDER BY x SKIP 1 + 0 LIMIT 2"},
    {Bug::SetSeenTooEarly, one_node, "MATCH (n) WITH n, n.k AS x SET n.k = 9 RETURN x",
     "MATCH (n) WITH n, n.k AS x WITH * SET n.k = 9 RETURN x"},
    {Bug::UniquenessAcrossParts, one_link, "MATCH (a)-[r]->(b), (c)-[s]->(d) RETURN count(*) AS x",
     "MATCH (a)-[r]->(b), (d)<-[s]-(c) RETURN count(*) AS x"},
    {Bug::MirroredTypeIgnored, one_link, "MATCH (a)-[:R]->(b) RETURN count(*) AS x",
     "MATCH (b)<-[:R]-(a) RETURN count(*) AS x"},
    {Bug::DeleteReusedId, "CREATE (:A), (:B)", "MATCH (n:A) DELETE n", "MATCH (n:A) DELETE n, n"},
    {Bug::MergeStaleView, "", "CREATE (:A) MERGE (n:A)",
     "CREATE (:A) CREATE (x) DELETE x MERGE (n:A)"},
    {Bug::ForeachEmptyRunsOnce, "", "CREATE (:A)", "FOREACH (i IN [] | CREATE (:B)) CREATE (:A)"},
    {Bug::SetEmptyMapClears, one_node, "MATCH (n) RETURN n.k AS x",
     "MATCH (n) SET n += {} RETURN n.k AS x"},
    {Bug::RemoveTwiceTakesMore, one_node, "MATCH (n) REMOVE n.k", "MATCH (n) REMOVE n.k, n.k"},
    {Bug::DetachDeleteSkips, one_node, "MATCH (n) DELETE n", "MATCH (n) DETACH DELETE n"},
    {Bug::DeleteCreatedSurvives, "", "CREATE (:A)", "CREATE (x) DELETE x CREATE (:A)"},
};

struct Ran {
  std::string rows;  // as a sorted text, or the error
  Entities graph;
};

Ran run(std::string_view setup, std::string_view text, const InterpretOptions& options) {
  Graph graph;
  if (!setup.empty()) {
    EXPECT_TRUE(interpret(*parse_statement(setup), graph).ok()) << setup;
    graph.commit();
  }
  const auto statement = parse_statement(text);
  EXPECT_TRUE(statement.ok()) << text;
  const auto answer = interpret(*statement, graph, options);
  if (!answer.ok()) return {answer.error().message, graph.entities()};
  std::vector<std::string> lines;
  for (const auto& row : answer->rows.rows) {
    std::string line;
    for (const Value& value : row) line += to_text(value, answer->rows.entities) + " ";
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  std::string rows;
  for (const std::string& line : lines) rows += line + "\n";
  return {rows, graph.entities()};
}

bool agree(const BugCase& example, const InterpretOptions& options) {
  const Ran original = run(example.setup, example.original, options);
  const Ran rewritten = run(example.setup, example.rewritten, options);
  return original.rows == rewritten.rows && isomorphic(original.graph, rewritten.graph);
}

TEST(Bugs, EachIsShownByARewriteAndByItAlone) {
  for (const BugCase& example : cases) {
    const BugRow& row = all_bugs()[static_cast<std::size_t>(example.bug)];
    EXPECT_TRUE(agree(example, {})) << row.name << ": " << example.rewritten;
    InterpretOptions planted;
    planted.bugs.plant(example.bug);
    EXPECT_FALSE(agree(example, planted)) << row.name << ": " << example.rewritten;
    InterpretOptions others;
    others.bugs = every_bug();
    others.bugs.remove(example.bug);
    EXPECT_FALSE(others.bugs.has(example.bug));
  }
}

TEST(Bugs, TheTableIsWhole) {
  std::set<std::string_view> names;
  std::set<Bug> shown;
  for (const BugCase& example : cases) shown.insert(example.bug);
  for (const BugRow& row : all_bugs()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " is there twice";
    EXPECT_TRUE(shown.contains(row.bug)) << row.name << " has no example";
    EXPECT_EQ(find_bug(row.name), row.bug);
    EXPECT_FALSE(row.rule.empty());
    EXPECT_FALSE(row.description.empty());
  }
  EXPECT_GE(names.size(), 24U);
  EXPECT_EQ(find_bug("no-such-bug"), std::nullopt);
}

}  // namespace
}  // namespace dinkel

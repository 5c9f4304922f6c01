// The oracle "plan": which pairs it makes of a statement, and that they are run and told as they
// are meant.
#include <gtest/gtest.h>

#include <set>

#include "cypher/parsed_test.h"
#include "cypher/print.h"
#include "oracles/test_case.h"
#include "targets/open.h"

namespace dinkel {
namespace {

Dialect with_switches() {
  Dialect dialect = full_dialect();
  dialect.plan_switches = {"CYPHER runtime=legacy", "CYPHER debug=inverse_cost"};
  return dialect;
}

std::optional<StatementPair> pair_of(std::string_view variant, std::string_view text,
                                     const Dialect& dialect) {
  RewriteOptions options;
  options.dialect = &dialect;
  return make_plan_oracle(variant)->derive(parsed(text), {}, options);
}

TEST(Plan, TakesItsSwitchesFromTheDialect) {
  const Dialect dialect = with_switches();
  const auto pair = pair_of("debug=inverse_cost", "MATCH (n) RETURN n", dialect);
  ASSERT_TRUE(pair.has_value());
  EXPECT_EQ(print(pair->original), "MATCH (n) RETURN n");
  EXPECT_EQ(print(*pair->rewritten), "CYPHER debug=inverse_cost MATCH (n) RETURN n");
  EXPECT_FALSE(pair_of("debug=inverse_cost", "MATCH (n) RETURN n", full_dialect()));
}

TEST(Plan, MakesAnIndexOnWhatTheStatementUses) {
  const auto pair =
      pair_of("index", "MATCH (a), (b:B {k: 1}) WHERE a.x = 1 RETURN a", full_dialect());
  ASSERT_TRUE(pair.has_value());
  EXPECT_EQ(pair->original, *pair->rewritten);
  ASSERT_EQ(pair->before.size(), 1U);
  ASSERT_EQ(pair->after.size(), 1U);
  EXPECT_EQ(print(pair->before[0]), "CREATE INDEX dinkel_plan FOR (n:B) ON (n.k)");
  EXPECT_EQ(print(pair->after[0]), "DROP INDEX dinkel_plan");
  const auto apart = pair_of("index", "MATCH (a:A) WHERE a.x = 1 RETURN a", full_dialect());
  ASSERT_TRUE(apart.has_value());
  EXPECT_EQ(print(apart->before[0]), "CREATE INDEX dinkel_plan FOR (n:A) ON (n.x)");
  EXPECT_FALSE(pair_of("index", "MATCH (a:A) RETURN a", full_dialect()));
}

TEST(Plan, DropsTheIndexByItsPlaceWhereIndexesHaveNoNames) {
  Dialect dialect = full_dialect();
  dialect.remove(Feature::NamedIndex);
  const auto pair = pair_of("index", "MATCH (b:B {k: 1}) RETURN b", dialect);
  ASSERT_TRUE(pair.has_value());
  EXPECT_EQ(print(pair->before[0]), "CREATE INDEX ON :B(k)");
  EXPECT_EQ(print(pair->after[0]), "DROP INDEX ON :B(k)");
  dialect.remove(Feature::CreateIndexLegacy);
  EXPECT_FALSE(pair_of("index", "MATCH (b:B {k: 1}) RETURN b", dialect));
}

TEST(Plan, MakesParametersOfLiterals) {
  const auto pair = pair_of("parameters", "MATCH (n {k: 1}) RETURN n.k + 2 AS x", full_dialect());
  ASSERT_TRUE(pair.has_value());
  EXPECT_EQ(pair->parameters.size(), 2U);
  EXPECT_EQ(print(*pair->rewritten).rfind("MATCH (n {k: $", 0), 0U) << print(*pair->rewritten);
  EXPECT_NE(print(*pair->rewritten).find("n.k + $"), std::string::npos);
  EXPECT_FALSE(pair_of("parameters", "MATCH (n) RETURN n", full_dialect()));
}

TEST(Plan, ChoosesOneOfItsVariantsForSomeStatements) {
  const Dialect dialect = with_switches();
  RewriteOptions options;
  options.dialect = &dialect;
  std::set<std::string> chosen;
  int looked_at = 0;
  for (int i = 0; i < 400; ++i) {
    const Statement statement = parsed("MATCH (n:A {k: 1}) RETURN n.k AS x" + std::to_string(i));
    const auto pair = make_oracle("plan")->derive(statement, {}, options);
    if (!pair) continue;
    ++looked_at;
    chosen.insert(pair->variant);
  }
  EXPECT_EQ(chosen, (std::set<std::string>{"debug=inverse_cost", "index", "parameters",
                                           "runtime=legacy", "warm-cache"}));
  EXPECT_GT(looked_at, 50);
  EXPECT_LT(looked_at, 200);
}

// Every variant runs on a target that knows indexes and parameters, and sees no difference there.
TEST(Plan, RunsEveryVariantAndPutsTheIndexAwayAgain) {
  const auto target = open_target("reference");
  Session session(*target, std::chrono::milliseconds(1000));
  for (const std::string_view variant : {"index", "parameters", "warm-cache"}) {
    for (const std::string_view text :
         {"MATCH (n:A {k: 1}) RETURN n.k + 2 AS x", "MATCH (n:A {k: 1}) SET n.k = 2"}) {
      OracleTest test;
      test.setup.push_back(parsed("CREATE (:A {k: 1}), (:A {k: 2})"));
      test.statement = parsed(text);
      const auto oracle = make_plan_oracle(variant);
      const Judged judged = judge(test, *oracle, session, full_dialect(), true);
      EXPECT_EQ(judged.verdict, Verdict::Pass) << variant << ": " << judged.obstacle;
      EXPECT_TRUE(judged.run.rewritten.has_value());
      EXPECT_TRUE(session.in_step());
      EXPECT_TRUE(std::holds_alternative<Rows>(target->run(
          "CREATE INDEX dinkel_plan FOR (n:A) ON (n.k)", {}, std::chrono::milliseconds(1000))));
    }
  }
}

TEST(Plan, RunsOnlyTheOriginalWhereTheIndexCannotBeMade) {
  const auto target = open_target("reference");
  Session session(*target, std::chrono::milliseconds(1000));
  OracleTest test;
  test.setup.push_back(parsed("CREATE INDEX dinkel_plan FOR (n:B) ON (n.x)"));
  test.fixed = pair_of("index", "MATCH (n:A {k: 1}) RETURN n", full_dialect());
  const Judged judged = judge(test, *make_plan_oracle("index"), session, full_dialect(), true);
  EXPECT_FALSE(judged.run.rewritten.has_value());
  EXPECT_EQ(judged.verdict, Verdict::Pass);
}

// A finding of this oracle as text holds all that its pair needs, and is told by its variant.
TEST(Plan, IsRememberedByAFinding) {
  const auto target = open_target("canary:null-xor");
  for (const std::string_view variant : {"index", "parameters"}) {
    OracleTest test;
    test.statement = parsed("MATCH (n:A {k: 1}) RETURN n.k AS x");
    const auto pair = pair_of(variant, print(test.statement), full_dialect());
    ASSERT_TRUE(pair.has_value());
    const Finding finding = finding_of(test, "plan", *pair, dinkel::Run{}, Discrepancy{}, *target);
    const Finding again = finding_from_json(to_json_text(finding), "test");
    EXPECT_EQ(again, finding);
    EXPECT_EQ(again.rules, std::vector<std::string>{std::string(variant)});
    const OracleTest fixed = pair_test_of(again);
    EXPECT_EQ(fixed.fixed->before, pair->before);
    EXPECT_EQ(fixed.fixed->after, pair->after);
    EXPECT_EQ(fixed.parameters.size(), pair->parameters.size());
    // The reducer gets the statement alone, and makes the same pair of it again.
    EXPECT_FALSE(test_of(again).fixed.has_value());
  }
}

}  // namespace
}  // namespace dinkel

#include "oracles/oracle.h"

#include <gtest/gtest.h>

#include "cypher/parse.h"
#include "cypher/print.h"
#include "oracles/test_case.h"
#include "targets/embedded.h"
#include "targets/open.h"

namespace dinkel {
namespace {

Statement parsed(std::string_view text) {
  auto statement = parse_statement(text);
  EXPECT_TRUE(statement.ok()) << text;
  return *statement;
}

// What an oracle says about a pair on a target; "pass" for nothing.
std::string judged(std::string_view target_name, std::string_view oracle, std::string_view setup,
                   std::string_view original, std::string_view rewritten) {
  const auto target = open_target(target_name);
  Session session(*target, std::chrono::milliseconds(1000));
  OracleTest test;
  if (!setup.empty()) test.setup.push_back(parsed(setup));
  test.fixed = StatementPair{parsed(original), std::nullopt};
  if (!rewritten.empty()) test.fixed->rewritten = parsed(rewritten);
  const Judged result = judge(test, *make_oracle(oracle), session, full_dialect(), false);
  return result.discrepancy ? std::string(to_text(result.discrepancy->kind)) : "pass";
}

TEST(Equivalence, SeesWrongRowsAndAcceptsRightOnes) {
  const auto run = [](std::string_view target) {
    return judged(target, "equivalence", "", "RETURN null AS x", "RETURN NOT NOT null AS x");
  };
  EXPECT_EQ(run("canary:double-not-null"), "wrong-rows");
  EXPECT_EQ(run("reference"), "pass");
}

TEST(Equivalence, SeesAWrongGraph) {
  EXPECT_EQ(judged("canary:foreach-empty-runs-once", "equivalence", "", "CREATE (:A)",
                   "FOREACH (x IN [] | CREATE (:B)) CREATE (:A)"),
            "wrong-graph");
}

TEST(Equivalence, SeesThatOnlyOneFails) {
  EXPECT_EQ(judged("reference", "equivalence", "", "RETURN 1 AS x", "RETURN 1 / 0 AS x"),
            "only-one-fails");
  EXPECT_EQ(judged("reference", "equivalence", "", "RETURN 1 / 0 AS x", "RETURN 1 AS x"), "pass");
}

TEST(Equivalence, DoesNotCompareWhatIsNotDetermined) {
  EXPECT_EQ(judged("reference", "equivalence", "CREATE (:A), (:B)", "MATCH (n) RETURN n LIMIT 1",
                   "MATCH (n:B) RETURN n LIMIT 1"),
            "pass");
  EXPECT_EQ(judged("reference", "equivalence", "", "RETURN rand() AS x", "RETURN 2 AS x"), "pass");
  EXPECT_EQ(judged("reference", "equivalence", "CREATE (:A), (:B)", "MATCH (n) RETURN n",
                   "MATCH (n) RETURN n ORDER BY n:A"),
            "pass");
}

TEST(Equivalence, LeavesTheNumberOfRowsAloneWhereATargetDeviatesByDesign) {
  // FalkorDB documents that it only checks whether a relationship exists that nothing refers to.
  TargetDialect dialect;
  dialect.dialect = full_dialect();
  dialect.dialect.deviations.set(
      static_cast<std::size_t>(Deviation::UnreferencedRelationshipExists));
  const auto target = open_target("canary:foreach-empty-runs-once");
  Session session(*target, std::chrono::milliseconds(1000), &dialect);
  const auto verdict = [&](std::string_view setup) {
    OracleTest test;
    test.setup.push_back(parsed(setup));
    test.fixed =
        StatementPair{parsed("MATCH (a)-[r]->(b) RETURN 1 AS x"),
                      parsed("MATCH (a)-[r]->(b) FOREACH (i IN [] | CREATE (:New)) RETURN 1 AS x")};
    const auto oracle = make_oracle("equivalence");
    return judge(test, *oracle, session, dialect.dialect, true).discrepancy.has_value();
  };
  EXPECT_TRUE(verdict("CREATE (a)-[:R]->(b), (b)-[:R]->(c)"));
  EXPECT_FALSE(verdict("CREATE (a)-[:R]->(b), (a)-[:S]->(b)"));
}

TEST(Equivalence, DoesNotBlameWhatThePlanEvaluatesFirst) {
  // Neo4j: MATCH ({c: date({year: 0, day: 1})})-[*1]-() fails, with -- it does not.
  const auto oracle = make_oracle("equivalence");
  dinkel::Run run;
  run.expected = Answer{};
  run.reference_agrees = true;
  run.original.outcome = Rows{};
  run.rewritten = Effect{DatabaseError{"", "no date"}, std::nullopt, ErrorClass::Expected};
  const auto judge = [&](std::string_view original) {
    return oracle->judge(run, {parsed(original), parsed("RETURN 1 / 0 AS x")}).has_value();
  };
  EXPECT_FALSE(judge("MATCH ({c: date({year: 0, day: 1})})--() RETURN 1 AS x"));
  EXPECT_TRUE(judge("MATCH ({c: null})--() RETURN 1 AS x"));
  run.rewritten->error_class = ErrorClass::Other;
  EXPECT_TRUE(judge("MATCH ({c: date({year: 0, day: 1})})--() RETURN 1 AS x"));
}

TEST(Equivalence, ProvesNothingWhereTheTargetHasOtherNumbers) {
  // FalkorDB: ceil(0) is an integer, and so ceil(0) ^ 1 is another number.
  const auto oracle = make_oracle("equivalence");
  dinkel::Run run;
  const auto rows = [](Value value) { return Rows{{"x"}, {{std::move(value)}}, {}}; };
  run.expected = Answer{rows(Value(0.0)), {}, {}};
  run.expected->determinism.bag_columns = {false};
  run.original.outcome = rows(Value(0));
  run.rewritten = Effect{rows(Value(0.0)), std::nullopt};
  const StatementPair pair{parsed("RETURN ceil(0) AS x"), parsed("RETURN ceil(0) ^ 1 AS x")};
  EXPECT_FALSE(oracle->judge(run, pair));
  run.original.outcome = rows(Value(1));
  EXPECT_TRUE(oracle->judge(run, pair));
  run.expected = Answer{rows(Value(0)), {}, run.expected->determinism};
  run.original.outcome = rows(Value(0));
  run.reference_agrees = true;
  EXPECT_TRUE(oracle->judge(run, pair));
}

TEST(Reference, DoesNotCompareTheLastDigit) {
  const auto oracle = make_oracle("reference");
  dinkel::Run run;
  run.expected = Answer{Rows{{"x"}, {{Value(0.5)}}, {}}, {}, {}};
  run.expected->determinism.bag_columns = {false};
  run.original.outcome = Rows{{"x"}, {{Value(0.25)}}, {}};
  EXPECT_FALSE(oracle->judge(run, {parsed("RETURN sin(2.5) AS x"), std::nullopt}));
  EXPECT_FALSE(oracle->judge(run, {parsed("RETURN 2 ^ 0.5 AS x"), std::nullopt}));
  EXPECT_TRUE(oracle->judge(run, {parsed("RETURN 1 / 2.0 AS x"), std::nullopt}));
}

TEST(Reference, SeesABugThatStrikesAlone) {
  EXPECT_EQ(judged("canary:null-xor", "reference", "", "RETURN null XOR true AS x", ""),
            "wrong-rows");
  EXPECT_EQ(judged("reference", "reference", "", "RETURN null XOR true AS x", ""), "pass");
}

TEST(Reference, LeavesAloneWhatADatabaseRefusesByDesign) {
  // Neo4j: substring('', null) is an error, by its manual.
  const auto oracle = make_oracle("reference");
  dinkel::Run run;
  run.expected = Answer{};
  run.original.outcome = DatabaseError{"Neo.ClientError.Statement.TypeError", "no number"};
  EXPECT_TRUE(oracle->judge(run, {}).has_value());
  run.original.error_class = ErrorClass::Expected;
  EXPECT_FALSE(oracle->judge(run, {}).has_value());
}

TEST(Reference, DoesNotCompareTheSignOfZero) {
  const auto oracle = make_oracle("reference");
  dinkel::Run run;
  run.expected = Answer{Rows{{"x"}, {{Value(Values{Value(-0.0)})}}, {}}, {}, {}};
  run.expected->determinism.bag_columns = {false};
  run.original.outcome = Rows{{"x"}, {{Value(Values{Value(0.0)})}}, {}};
  EXPECT_FALSE(oracle->judge(run, {}).has_value());
  run.original.outcome = Rows{{"x"}, {{Value(Values{Value(1.0)})}}, {}};
  EXPECT_TRUE(oracle->judge(run, {}).has_value());
}

TEST(Reference, DoesNotCompareHowATimeWithoutSecondsIsWritten) {
  const auto oracle = make_oracle("reference");
  const auto differ = [&](std::string_view expected, std::string_view actual) {
    dinkel::Run run;
    run.expected = Answer{Rows{{"x"}, {{Value(std::string(expected))}}, {}}, {}, {}};
    run.expected->determinism.bag_columns = {false};
    run.original.outcome = Rows{{"x"}, {{Value(std::string(actual))}}, {}};
    return oracle->judge(run, {}).has_value();
  };
  EXPECT_FALSE(differ("00:00Z", "00:00:00Z"));
  EXPECT_FALSE(differ("2020-01-01T12:30+01:00", "2020-01-01T12:30:00+01:00"));
  EXPECT_FALSE(differ("12:30", "12:30:00"));
  EXPECT_TRUE(differ("12:30", "12:31:00"));
  EXPECT_TRUE(differ("12:30:01", "12:30"));
  EXPECT_TRUE(differ("a:b", "a:b:00"));
}

TEST(Reference, DoesNotCompareTheSignOfZeroInTheGraphEither) {
  const auto graph_with = [](double number) {
    Entities graph;
    graph.nodes[1].properties.set("a", Value(number));
    return graph;
  };
  const auto oracle = make_oracle("reference");
  dinkel::Run run;
  run.expected = Answer{Rows{}, {}, {}};
  run.expected_graph = graph_with(-0.0);
  run.original.outcome = Rows{};
  run.original.graph = graph_with(0.0);
  EXPECT_FALSE(oracle->judge(run, {}).has_value());
  run.original.graph = graph_with(1.0);
  EXPECT_TRUE(oracle->judge(run, {}).has_value());
}

TEST(Partition, LeavesPatternsAlone) {
  EXPECT_FALSE(make_oracle("partition")
                   ->derive(parsed("MATCH (n) WHERE (n)-->() RETURN n"), {}, RewriteOptions()));
}

TEST(Partition, MakesThreeBranchesOfAPredicate) {
  const auto pair =
      make_oracle("partition")
          ->derive(parsed("MATCH (n) WHERE n.a > 1 RETURN n.a AS x"), {}, RewriteOptions());
  ASSERT_TRUE(pair.has_value());
  EXPECT_EQ(print(pair->original), "MATCH (n) RETURN n.a AS x");
  EXPECT_EQ(print(*pair->rewritten),
            "MATCH (n) WHERE n.a > 1 RETURN n.a AS x UNION ALL "
            "MATCH (n) WHERE NOT n.a > 1 RETURN n.a AS x UNION ALL "
            "MATCH (n) WHERE (n.a > 1) IS NULL RETURN n.a AS x");
}

TEST(Partition, LeavesAloneWhatLooksAtSeveralRows) {
  for (const std::string_view text :
       {"MATCH (n) WHERE n.a RETURN count(*) AS x", "MATCH (n) WHERE n.a RETURN DISTINCT n.a AS x",
        "MATCH (n) WHERE n.a RETURN n.a AS x LIMIT 1", "MATCH (n) WHERE n.a DELETE n",
        "OPTIONAL MATCH (n) WHERE n.a RETURN n", "MATCH (n) RETURN n",
        "MATCH (n) WHERE n.a WITH collect(n) AS c RETURN c",
        // Its rows are in order, and those of three branches are not.
        "MATCH (n) WITH n ORDER BY n.a WITH n WHERE n.b RETURN n"}) {
    EXPECT_FALSE(make_oracle("partition")->derive(parsed(text), {}, RewriteOptions())) << text;
  }
}

// MATCH () WHERE 0.5 + rand() <= 1: each branch drew a number of its own.
TEST(Partition, AsksTheSameQuestionInEachBranch) {
  for (const std::string_view text :
       {"MATCH () WHERE 0.5 + rand() <= 1 RETURN null", "MATCH (n) WHERE id(n) > 1 RETURN null",
        "MATCH (n) WITH n, rand() AS r MATCH () WHERE r > 0.5 RETURN 1 AS x",
        "MATCH (n) WITH n LIMIT 1 MATCH () WHERE n.a > 1 RETURN 1 AS x",
        "MATCH (n) WITH collect(n) AS c MATCH () WHERE c[0].a > 1 RETURN 1 AS x",
        "MATCH () WHERE date() > date('2020-01-01') RETURN 1 AS x"}) {
    EXPECT_FALSE(make_oracle("partition")->derive(parsed(text), {}, RewriteOptions())) << text;
  }
  EXPECT_TRUE(
      make_oracle("partition")
          ->derive(parsed("MATCH (n) WITH count(n) AS c MATCH () WHERE c > abs(1) RETURN 1 AS x"),
                   {}, RewriteOptions()));
}

TEST(Errors, AreNormalisedAndClassified) {
  EXPECT_EQ(normalise_error("Node 17 has  no 'name' at 0x7fff12"), "Node ? has no ? at ?");
  // Quotes within what is quoted.
  EXPECT_EQ(normalise_error("unknown alias '[({name: 'x y'})--() | 0]'"), "unknown alias ?");
  EXPECT_EQ(normalise_error("no value with alias [(a)-->(b {c: 1}) | 2] in the record"),
            normalise_error("no value with alias ()<-[r]-() in the record"));
  EXPECT_EQ(normalise_error("Expected a sorted plan but got\nSelection"),
            normalise_error("Expected a sorted plan but got\nApply"));
  EXPECT_EQ(normalise_error("Did not find `a` in the slot configuration of Optional (Id(5))"),
            normalise_error("Did not find `b` in the slot configuration of AllNodesScan (Id(13))"));
  EXPECT_TRUE(is_internal_error({"Neo.DatabaseError.General.UnknownError", "boom"}));
  EXPECT_TRUE(is_internal_error({"", "Assertion failed: x"}));
  EXPECT_FALSE(is_internal_error({"Neo.ClientError.Statement.TypeError", "not a number"}));
  EXPECT_FALSE(is_internal_error({"Neo.DatabaseError.General.OutOfMemoryError", "out of memory"}));
}

// A database that never answers what speaks of `slow`, and keeps memory of what speaks of `leaky`.
class AilingTarget final : public EmbeddedTarget {
 public:
  explicit AilingTarget(std::int64_t heap_bytes = 0)
      : EmbeddedTarget("ailing", BugSet()), heap_bytes_(heap_bytes) {}
  Outcome run(std::string_view statement, const Map& parameters,
              std::chrono::milliseconds deadline) override {
    if (statement.find("slow") != std::string_view::npos) return Timeout{deadline};
    if (statement.find("leaky") != std::string_view::npos) kept_bytes_ += 1'000'000;
    heap_bytes_ = std::min(heap_bytes_ * 2, std::int64_t{64'000'000});
    return EmbeddedTarget::run(statement, parameters, deadline);
  }
  TargetUsage usage() override { return {0, 0, 10'000'000 + kept_bytes_ + heap_bytes_}; }

 private:
  std::int64_t kept_bytes_ = 0;
  std::int64_t heap_bytes_;  // settles after a while
};

std::string judged_on(Target& target, std::string_view oracle, std::string_view setup,
                      std::string_view statement) {
  Session session(target, std::chrono::milliseconds(1000));
  OracleTest test;
  if (!setup.empty()) test.setup.push_back(parsed(setup));
  test.statement = parsed(statement);
  const Judged result = judge(test, *make_oracle(oracle), session, full_dialect(), true);
  return result.discrepancy ? std::string(to_text(result.discrepancy->kind)) : "pass";
}

// It used to accuse whatever took longer than the deadline, also what takes anybody so long.
TEST(Hang, IsNoAnswerToWhatTheReferenceAnswersInFewSteps) {
  AilingTarget target;
  const auto hang = [&](std::string_view statement) {
    return judged_on(target, "hang", "CREATE (:A)-[:R]->(:B)", statement);
  };
  EXPECT_EQ(hang("MATCH (slow) RETURN slow"), "hang");
  EXPECT_EQ(hang("MATCH (quick) RETURN quick"), "pass");
  EXPECT_EQ(hang("UNWIND range(1, 1000) AS a UNWIND range(1, 1000) AS slow RETURN count(*)"),
            "pass");
  EXPECT_EQ(hang("RETURN 1 / 0 AS slow"), "pass");
}

TEST(Hang, IsToldOfTheSetupToo) {
  AilingTarget target;
  Session session(target, std::chrono::milliseconds(1000));
  const auto hang = make_oracle("hang");
  const auto judge_setup = [&](std::string_view statement) {
    const std::vector<Statement> setup{parsed("CREATE (:A)"), parsed(statement)};
    dinkel::Run run;
    run.original = session.effect_of(session.start(setup, {}));
    return hang->judge(run, {setup[1], std::nullopt}).has_value();
  };
  EXPECT_TRUE(judge_setup("MATCH (slow) SET slow.k = 1"));
  EXPECT_FALSE(judge_setup("UNWIND range(1, 30000) AS slow CREATE ({k: slow})"));
}

TEST(Leak, IsMemoryThatGrowsEachTime) {
  AilingTarget target;
  EXPECT_EQ(judged_on(target, "leak", "", "RETURN 1 AS leaky"), "leak");
  EXPECT_EQ(judged_on(target, "leak", "", "RETURN 1 AS tight"), "pass");
  EXPECT_EQ(judged_on(target, "leak", "", "RETURN 1 / 0 AS leaky"), "pass");
  AilingTarget settling(1'000'000);  // a heap that fills up once is no leak
  EXPECT_EQ(judged_on(settling, "leak", "", "RETURN 1 AS tight"), "pass");
  const auto silent = open_target("reference");
  EXPECT_EQ(judged_on(*silent, "leak", "", "RETURN 1 AS leaky"), "pass");
}

}  // namespace
}  // namespace dinkel

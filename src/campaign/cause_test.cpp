#include "campaign/cause.h"

#include <gtest/gtest.h>

#include "cypher/parsed_test.h"
#include "targets/embedded.h"
#include "targets/open.h"

namespace dinkel {
namespace {

// On a canary with all bugs.
std::string cause_of(std::string_view setup, std::string_view original,
                     std::string_view rewritten) {
  const auto target = open_target("canary");
  CaseOptions options;
  Session session(*target, options.deadline);
  OracleTest test;
  if (!setup.empty()) test.setup.push_back(parsed(setup));
  test.fixed = StatementPair{parsed(original), parsed(rewritten)};
  const Judged judged = judge(test, *make_oracle("equivalence"), session, full_dialect(), true);
  if (!judged.discrepancy) return "the two agree";
  return find_cause(test, judged, session, options, {}).value_or("none");
}

TEST(Cause, IsTheSameWhateverRuleAndKind) {
  const std::string cause = "CALL { write }";
  EXPECT_EQ(cause_of("", "RETURN 1 AS x", "CALL { MATCH (a:A) SET a.b = 1 } RETURN 1 AS x"), cause);
  EXPECT_EQ(cause_of("", "CREATE (:B)", "CALL { MATCH (a:A) DELETE a } CREATE (:B)"), cause);
  EXPECT_EQ(cause_of("", "UNWIND [1, 2] AS x RETURN x",
                     "UNWIND [1, 2] AS x CALL { MATCH (:C)-->() CREATE (:D) } RETURN x"),
            cause);
}

TEST(Cause, IsOfTheStatementThatIsWrong) {
  const std::string cause = "MATCH () WHERE true";
  EXPECT_EQ(cause_of("CREATE (), ()", "MATCH () RETURN 1", "MATCH () WHERE true RETURN 1"), cause);
  EXPECT_EQ(cause_of("CREATE (), ()", "MATCH () WHERE true RETURN 1",
                     "MATCH () WHERE true OR false RETURN 1"),
            cause);
}

TEST(Cause, TellsTwoBugsOfOneRuleApart) {
  EXPECT_EQ(cause_of("", "RETURN 1.5 AS x", "RETURN 1.5 + 0 AS x"), "RETURN 0.0 + 0");
  const std::string other =
      cause_of("", "UNWIND [1, 2, 3] AS x RETURN x ORDER BY x SKIP 1 LIMIT 1",
               "UNWIND [1, 2, 3] AS x RETURN x ORDER BY x SKIP 1 + 0 LIMIT 1");
  EXPECT_NE(other.find("SKIP 0 + 0 LIMIT 0"), std::string::npos) << other;
}

TEST(Cause, OfAnExpressionDoesNotSayWhereItStands) {
  const std::string cause = "RETURN null * 0";
  EXPECT_EQ(cause_of("", "RETURN null AS x", "RETURN null * 1 AS x"), cause);
  EXPECT_EQ(cause_of("", "CREATE (a:A) SET a.b = null", "CREATE (a:A) SET a.b = null * 1"), cause);
}

// The oracle "reference" looks at one statement; what it finds has the same causes.
TEST(Cause, IsTheSameWithoutAnotherStatement) {
  const auto target = open_target("canary");
  const CaseOptions options;
  Session session(*target, options.deadline);
  OracleTest test;
  test.statement = parsed("CREATE (a:A) SET a.b = null * 1");
  const Judged judged = judge(test, *make_oracle("reference"), session, full_dialect(), true);
  ASSERT_TRUE(judged.discrepancy);
  EXPECT_EQ(find_cause(test, judged, session, options, {}), "RETURN null * 0");
}

// Shows a column that nobody named, as Neo4j 5.26 does behind CREATE ({name: ...}) RETURN *.
class ColumnTarget final : public EmbeddedTarget {
 public:
  ColumnTarget() : EmbeddedTarget("columns", BugSet()) {}
  Outcome run(std::string_view statement, const Map& parameters,
              std::chrono::milliseconds deadline) override {
    Outcome outcome = EmbeddedTarget::run(statement, parameters, deadline);
    auto* rows = std::get_if<Rows>(&outcome);
    if (rows == nullptr || statement.find("RETURN *") == std::string_view::npos) return outcome;
    rows->columns.emplace_back("  UNNAMED0");
    for (Values& row : rows->rows) row.emplace_back();
    return outcome;
  }
};

TEST(Cause, OfWrongColumnsSaysNothingOfTheRest) {
  ColumnTarget target;
  const CaseOptions options;
  Session session(target, options.deadline);
  const auto cause_alone = [&](std::string_view text) {
    OracleTest test;
    test.statement = parsed(text);
    const Judged judged = judge(test, *make_oracle("reference"), session, full_dialect(), true);
    return judged.discrepancy ? find_cause(test, judged, session, options, {}) : "none";
  };
  EXPECT_EQ(cause_alone("CREATE (a {name: COUNT { () }}) RETURN *"), "columns of *");
  EXPECT_EQ(cause_alone("MATCH (a) CREATE (b {c: 1}) RETURN *"), "columns of *");
}

// Ways in which one bug of FalkorDB showed.
TEST(Shape, OfASubqueryIsTheSameWhateverIsAroundWhatTells) {
  const auto shape = [](std::string_view text) { return shape_of(parsed(text)); };
  const std::string lost = "CALL { filter write }";
  for (const std::string_view text :
       {"CALL { MATCH (a:A) WITH a SET a.b = 1 } MATCH () WHERE false RETURN 1",
        "CALL { MATCH (a) MATCH () WITH 1 AS x CREATE () } MATCH (b) WHERE false RETURN 1",
        "CALL { MATCH (a) WITH a CREATE () } CALL { CREATE () } MATCH () WHERE false RETURN 1",
        "CALL { MATCH (a) WITH 1 AS x MATCH (b) SET b.c = 1 } MATCH () WHERE null RETURN 1",
        "CALL { MATCH (a) WITH * SET a.b = 1 } MATCH (b) WHERE false RETURN 1",
        "CALL { CALL { MATCH (a) WITH a DELETE a } MATCH () WHERE false CREATE () } RETURN 1",
        "CALL { CALL { MATCH (a) WITH a DELETE a } CREATE () } MATCH () WHERE false RETURN 1",
        "CALL { CALL { UNWIND null AS a WITH 1 AS b CREATE () } MATCH () WHERE false CREATE () }",
        "CALL { MATCH () WHERE false WITH 1 AS a CREATE () } MATCH () WHERE false MATCH () CREATE "
        "()",
        "CALL { CALL { WITH 1 AS a WHERE null CREATE () } MATCH () CREATE () } MATCH ()",
        "CALL { CALL { WITH 1 AS d LIMIT 0 CREATE () } MATCH (a) SET a.e = 1 } MATCH () WHERE "
        "false",
        "CALL { CALL { UNWIND null AS c RETURN null } CREATE () } MATCH () WHERE false CREATE ()",
        "CALL { CALL { MATCH () RETURN 0 } CREATE () } MATCH () WHERE false MATCH () RETURN 1"}) {
    EXPECT_EQ(shape(text), lost) << text;
  }
  const std::string items = shape("MATCH (a) WHERE any(b IN [0] WHERE a.f = b) RETURN 1");
  for (const std::string_view text :
       {"MATCH (a) CALL { RETURN 0 } MATCH () WHERE any(b IN [0] WHERE a.f <= 0) RETURN 1",
        "MATCH (), (b) WITH * MATCH () WHERE last([d IN [{a: 0}] WHERE b.c]) = {a: 0} RETURN 1",
        "MATCH (b)--(d) WHERE CASE WHEN false THEN d.a ELSE none(e IN [0] WHERE b.a) END RETURN "
        "1"}) {
    EXPECT_EQ(shape(text), items) << text;
  }
  EXPECT_NE(shape("MATCH (a) WHERE size([b IN a.c | 1]) = 1 RETURN 1"), items);
  EXPECT_EQ(shape("CALL { MATCH (a) SET a.b = 1 } MATCH () WHERE false RETURN 1"), lost);
  EXPECT_EQ(shape("CALL { MATCH (a) SET a.b = 1 } RETURN 1"), "CALL { write }");
  EXPECT_EQ(shape("MATCH () WHERE false RETURN 1"), "MATCH () WHERE false");
}

// Families of FalkorDB that were one bug each.
TEST(Shape, LeavesOutWhatIsChance) {
  const auto shape = [](std::string_view text) { return shape_of(parsed(text)); };
  for (const std::string_view text :
       {"CALL { CALL { CALL { MATCH (b) REMOVE b.name } MATCH () WHERE false CREATE () } UNWIND "
        "null "
        "AS c CREATE () } MATCH (:City) RETURN null",
        "CALL { CALL { MATCH (a) WHERE false DELETE a } MATCH () WHERE false CREATE () } RETURN 1",
        "CALL { CALL { MATCH (b) SET b:A } MATCH (c) WHERE false REMOVE c.name } RETURN true",
        "CALL { MATCH () WHERE false MATCH (a) SET a += {d: ''} } RETURN 1"}) {
    EXPECT_EQ(shape(text), "CALL { filter write }") << text;
  }
  for (const std::string_view text : {"OPTIONAL MATCH (b) CREATE () WITH b WHERE b.c RETURN null",
                                      "MERGE (a) SET a.name = true WITH * WHERE a.name RETURN null",
                                      "CREATE (d) DELETE d WITH d WHERE d.a > 1 RETURN null"}) {
    EXPECT_EQ(shape(text), shape("MERGE (a) SET a:Person WITH a WHERE a.name RETURN null")) << text;
  }
  EXPECT_EQ(shape("MATCH (a) RETURN a.b AS c ORDER BY CASE WHEN true THEN c ELSE 2 END DESC"),
            shape("MATCH (a) RETURN a.b AS c ORDER BY head([c]) DESC"));
  EXPECT_NE(shape("MATCH (a) RETURN a.b AS c ORDER BY c LIMIT 1"),
            shape("MATCH (a) RETURN a.b AS c ORDER BY c"));
  EXPECT_EQ(shape("MATCH () CALL { MATCH () WITH null AS b ORDER BY b RETURN null } RETURN *"),
            shape("MATCH () CALL { RETURN null AS g ORDER BY g } RETURN *"));
  EXPECT_EQ(shape("MATCH (n) CALL { MATCH (a) MATCH () SET a += {} RETURN null } RETURN n"),
            shape("MATCH (n) CALL { CREATE (i) DELETE i WITH 1 AS b RETURN b } RETURN n"));
  EXPECT_EQ(shape("CREATE (b) DELETE b WITH null AS a WHERE null CREATE () RETURN null"),
            shape("OPTIONAL MATCH () WITH null AS a WHERE null CREATE () RETURN null"));
  EXPECT_EQ(shape("MATCH () WITH null AS a WHERE null RETURN max(null)"),
            shape("MATCH () WITH null AS a WHERE null MATCH (b) SET b += {f: ''} RETURN true"));
  EXPECT_EQ(shape("UNWIND [0] + 0 AS a CALL { CREATE (b) DELETE b RETURN null } RETURN null"),
            shape("MATCH (a) CALL { CREATE (b) DELETE b RETURN null } MATCH () RETURN null"));
  EXPECT_EQ(shape("MERGE (:A {e: 'abc' + ('b' + '0')}) WITH null AS a RETURN *"),
            shape("MERGE (:C {c: 1 + 2}) WITH 1 AS b RETURN *"));
  EXPECT_EQ(shape("CREATE (a) DELETE a CREATE () DELETE a RETURN null"),
            shape("CREATE ()-[a:R]->() DELETE a CREATE ()-[:R]->() DELETE a CREATE ()-[:S]->()"));
}

// One hang of FalkorDB 4.14.2 was 25 families.
TEST(Shape, OfAHangIsWhatReadsMost) {
  const auto reading = [](std::string_view text) { return reading_of(parsed(text)); };
  EXPECT_EQ(reading("MATCH (), () MATCH () WHERE true RETURN null"), "MATCH");
  EXPECT_EQ(reading("CALL { MATCH () MATCH () WHERE null MATCH (a) DELETE a } UNWIND 1 AS x "
                    "MERGE () RETURN x"),
            "MATCH");
  EXPECT_EQ(reading("MATCH ()-[*]-() RETURN 1"), "*");
  EXPECT_EQ(reading("UNWIND [1] AS x RETURN x"), "UNWIND");
}

TEST(Shape, LeavesOutNamesAndWhatBringsRows) {
  const auto shape = [](std::string_view text) { return shape_of(parsed(text)); };
  EXPECT_EQ(shape("MATCH (a:Person) SET a += {} RETURN a"), "SET _ += {}");
  EXPECT_EQ(shape("CREATE (b {k: 1}) SET b += {}"), "SET _ += {}");
  EXPECT_EQ(shape("WITH null AS a CALL (a) { RETURN 1 AS b } RETURN *"), "CALL { RETURN }");
  EXPECT_EQ(shape("WITH null AS a, 1 AS b RETURN 1"), "WITH _ AS _, _ AS _");
  EXPECT_EQ(shape("UNWIND [1] AS x FOREACH (y IN [] | SET x.a = 1)"), "FOREACH (_ IN [])");
  EXPECT_EQ(shape("MATCH ()<-[:R]-() RETURN 1"), "MATCH ()<-[:_]-()");
  EXPECT_EQ(shape("MATCH (a) OPTIONAL MATCH (b:B) RETURN b"), "OPTIONAL MATCH ()");
  EXPECT_EQ(shape("MATCH (a) RETURN a"), "MATCH ()");
  EXPECT_EQ(shape("OPTIONAL MATCH (a) CALL { RETURN 1 AS b } RETURN b"), "CALL { RETURN }");
  EXPECT_EQ(shape("RETURN CASE WHEN false THEN 1 ELSE a.k END"),
            "RETURN CASE WHEN false THEN _ ELSE _._ END");
  EXPECT_EQ(shape("RETURN 1 AS x UNION RETURN 2 AS x"), "RETURN UNION RETURN");
}

}  // namespace
}  // namespace dinkel

#include "reduce/reduce.h"

#include <gtest/gtest.h>

#include "cypher/parsed_test.h"
#include "cypher/print.h"
#include "reduce/graph_text.h"
#include "reduce/pass.h"
#include "targets/open.h"
#include "targets/refusing_test.h"

namespace dinkel {
namespace {

// Reduces a statement to what still holds the words.
std::string reduced(std::string_view text, std::vector<std::string> words) {
  OracleTest test;
  test.statement = parsed(text);
  ReduceCounts counts;
  const Predicate holds = [&](const OracleTest& candidate) {
    const std::string here = print(candidate.statement);
    return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return here.find(word) != std::string::npos;
    });
  };
  return print(reduce(test, holds, {}, counts).statement);
}

// A predicate that is replaced by a part of it must still be one.
TEST(WellFormed, FiltersByTruthValuesOnly) {
  const auto is_accepted = [](std::string_view text) {
    OracleTest test;
    test.statement = parsed(text);
    return is_well_formed(test);
  };
  EXPECT_TRUE(is_accepted("MATCH (a) WHERE a.b RETURN 1"));
  EXPECT_TRUE(is_accepted("MATCH (a) WHERE null RETURN 1"));
  EXPECT_TRUE(is_accepted("MATCH (a) WHERE (a)--() RETURN 1"));
  EXPECT_FALSE(is_accepted("MATCH (a) WHERE a RETURN 1"));
  EXPECT_FALSE(is_accepted("OPTIONAL MATCH (a) WITH * WHERE a RETURN 1"));
  EXPECT_FALSE(is_accepted("MATCH (a) WHERE NOT 1 RETURN 1"));
  // The type of b was looked up behind the projection, where nobody knows it.
  EXPECT_FALSE(is_accepted("OPTIONAL MATCH a = (b) WITH a WHERE b RETURN 1"));
  EXPECT_FALSE(is_accepted("MATCH (b) WITH 1 AS a WHERE true AND NOT b RETURN 1"));
  EXPECT_TRUE(is_accepted("MATCH (b) WITH 1 AS a WHERE b.c RETURN 1"));
  EXPECT_TRUE(is_accepted("WITH true AS a WITH a AS b WHERE b RETURN 1"));
}

// FalkorDB refused what became SET null += null, as it may.
TEST(WellFormed, WritesToVariables) {
  const auto is_accepted = [](std::string_view text) {
    OracleTest test;
    test.statement = parsed(text);
    return is_well_formed(test);
  };
  EXPECT_TRUE(is_accepted("MATCH (a) SET a += {} SET a:B REMOVE a:B"));
  EXPECT_FALSE(is_accepted("MATCH (a) SET a += null"));
  EXPECT_FALSE(is_accepted("MATCH (a) SET null += {}"));
  EXPECT_FALSE(is_accepted("MATCH (a) SET null:B"));
  EXPECT_FALSE(is_accepted("MATCH (a) REMOVE null:B"));
  EXPECT_FALSE(is_accepted("MERGE (a) ON MATCH SET a = null"));
}

TEST(Reduce, DropsEverythingThatThePredicateDoesNotNeed) {
  EXPECT_EQ(
      reduced("MATCH (n:Person {age: 3})-[r:KNOWS*1..2]->(m) WHERE n.x > 1 WITH n, m ORDER BY "
              "n.x SKIP 1 OPTIONAL MATCH (m)--(k) RETURN n.name XOR true AS answer, m, k",
              {"XOR"}),
      "RETURN null XOR true");
  EXPECT_EQ(
      reduced("UNWIND [1, 2, 3] AS x CALL { WITH x MATCH (a) RETURN a } RETURN a, x + 1", {"CALL"}),
      "CALL { RETURN null } RETURN null");
  EXPECT_EQ(reduced("MATCH (n:A) SET n.a = 1, n.b = 'text' RETURN n", {"SET"}), "SET null.b = ''");
  EXPECT_EQ(reduced("FOREACH (x IN [1, 2] | CREATE (:A {k: x})-[:R]->(:B))", {"CREATE"}),
            "CREATE ()");
  EXPECT_EQ(reduced("RETURN 1 AS x UNION RETURN 'abc' AS x UNION ALL RETURN 3 AS x", {"UNION ALL"}),
            "RETURN '' AS x UNION ALL RETURN 0 AS x");
}

TEST(Reduce, PutsSomethingInThePlaceOfTheVariablesThatGo) {
  EXPECT_EQ(
      reduced("MATCH (n) WITH n.name AS name, n UNWIND [1, 2] AS x RETURN name XOR x", {"XOR"}),
      "RETURN null XOR null");
  EXPECT_EQ(reduced("MATCH (n) WITH n SKIP 1 WITH n, n.k AS k WHERE k XOR n.x RETURN n", {"XOR"}),
            "RETURN null XOR null");
  EXPECT_EQ(reduced("WITH 1 + 2 AS three MATCH (n {k: three}) RETURN n", {"1 + 2"}),
            "MATCH ({k: 1 + 2}) RETURN null");
  EXPECT_EQ(reduced("MATCH (a), (b)-->(c) WHERE a.k = 1 RETURN b, a", {"b)"}),
            "MATCH (b) RETURN null");
}

TEST(Reduce, BranchesOfAUnionLoseColumnsTogether) {
  EXPECT_EQ(reduced("MATCH (n) RETURN n AS a, 1 AS b UNION RETURN 2 AS a, 3 AS b", {"UNION R"}),
            "RETURN 0 AS b UNION RETURN 0 AS b");
}

// Two bugs met in one statement: the row is lost, and a node stays. No single rule shows the kind
// of difference that both together show, so that findings kept traces of several rules.
TEST(OneRule, IsFoundWhereTwoBugsMeet) {
  EmbeddedTarget target("canary", every_bug());
  Session session(target, std::chrono::milliseconds(1000));
  const auto oracle = make_oracle("equivalence");
  int several = 0;
  int none = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    OracleTest test;
    test.statement = parsed("CREATE (a:A {k: 1}) WITH a, a.k AS k RETURN k");
    RewriteOptions options;
    test.trace = rewrite(test.statement, Rng(seed), options).trace;
    const Judged judged = judge(test, *oracle, session, full_dialect(), true);
    if (!judged.discrepancy || test.trace.size() < 2) continue;
    ++several;
    ReduceCounts counts;
    const auto one = with_one_rule(test, judged, *oracle, session, full_dialect(), true, counts);
    if (!one) {  // what a rule brings in may hide the neighbours
      ++none;
      continue;
    }
    EXPECT_EQ(one->test.trace.size(), 1U);
    EXPECT_TRUE(one->judged.discrepancy);
    EXPECT_TRUE(judge(one->test, *oracle, session, full_dialect(), true).discrepancy);
  }
  EXPECT_GT(several, 100);
  EXPECT_LE(none * 50, several);
}

// The bugs without which a test shows nothing.
std::vector<Bug> needed_of(const std::vector<Bug>& planted, const OracleTest& test) {
  const auto oracle = make_oracle("equivalence");
  std::vector<Bug> needed;
  for (const Bug left_out : planted) {
    BugSet others;
    for (const Bug bug : planted) {
      if (bug != left_out) others.plant(bug);
    }
    EmbeddedTarget target("canary", others);
    Session session(target, std::chrono::milliseconds(1000));
    if (!judge(test, *oracle, session, full_dialect(), true).discrepancy)
      needed.push_back(left_out);
  }
  return needed;
}

// NOT (NOT (null OR false) OR NOT true) is wrong because of OR alone. But the rule that once made
// it null AND true shows another bug by itself, and became the finding.
TEST(OneRule, ShowsTheBugThatTheWholeShows) {
  const std::vector<Bug> planted{Bug::NullOrFalse, Bug::NullAndTrue};
  BugSet bugs;
  for (const Bug bug : planted) bugs.plant(bug);
  EmbeddedTarget target("canary", bugs);
  Session session(target, std::chrono::milliseconds(1000));
  const auto oracle = make_oracle("equivalence");
  RewriteOptions options;
  options.rules.assign(all_rules().size(), false);
  for (const char* name : {"and-true", "de-morgan-and", "or-false", "head-of-list"}) {
    options.rules[*rule_named(name)] = true;
  }
  int several = 0;
  int lost = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    OracleTest test;
    test.statement = parsed("WITH null =~ '' AS x RETURN x");
    test.trace = rewrite(test.statement, Rng(seed), options).trace;
    const Judged judged = judge(test, *oracle, session, full_dialect(), true);
    if (!judged.discrepancy || test.trace.size() < 3) continue;
    const std::vector<Bug> needed = needed_of(planted, test);
    // The bug that AND shows gives the same row: only what the whole needs tells the two apart.
    if (needed != std::vector{Bug::NullOrFalse}) continue;
    if (judged.discrepancy->difference != "a row is false instead of null") continue;
    ++several;
    ReduceCounts counts;
    const auto one = with_one_rule(test, judged, *oracle, session, full_dialect(), true, counts);
    if (!one || needed_of(planted, one->test) != needed) ++lost;
  }
  EXPECT_GT(several, 100);
  EXPECT_EQ(lost, 0) << "of " << several;
}

// A finding of the oracle "reference" kept the rewritten statement that was run beside it: it said
// nothing, and what both needed could not go.
TEST(Reduce, AnOracleOfOneStatementNeedsNoOther) {
  EmbeddedTarget target("canary", bugs_named("null-xor"));
  Session session(target, std::chrono::milliseconds(1000));
  OracleTest test;
  test.statement = parsed("MATCH (a), (b) RETURN a, b, null XOR true AS x");
  test.setup.push_back(parsed("CREATE (:A), (:B)"));
  test.fixed =
      StatementPair{test.statement, parsed("MATCH (b), (a) RETURN a, b, null XOR true AS x")};
  const auto reference = make_oracle("reference");
  const Judged judged = judge(test, *reference, session, full_dialect(), false);
  ASSERT_TRUE(judged.discrepancy);
  const ReducedTest reduced =
      reduce_with_oracle(test, judged, *reference, session, full_dialect(), false, 1, {});
  EXPECT_FALSE(reduced.judged.pair.rewritten);
  EXPECT_EQ(print(reduced.judged.pair.original), "RETURN null XOR true");
  EXPECT_TRUE(reduced.test.setup.empty());
}

// A row too many of one bug became a row that another bug lost.
TEST(Reduce, MissingRowsDoNotStandForRowsTooMany) {
  const auto judged = [](std::size_t original, std::size_t rewritten) {
    const auto rows = [](std::size_t count) {
      Rows some;
      some.rows.assign(count, {Value(1)});
      return some;
    };
    Judged one;
    one.discrepancy = Discrepancy{FindingKind::WrongRows, "", ""};
    one.run.original.outcome = rows(original);
    one.run.rewritten = Effect{rows(rewritten), {}};
    one.run.reference_agrees = true;
    return one;
  };
  EXPECT_TRUE(is_same(judged(2, 1), judged(7, 3)));
  EXPECT_TRUE(is_same(judged(1, 2), judged(3, 7)));
  EXPECT_TRUE(is_same(judged(2, 1), judged(2, 2))) << "a wrong value that decides about a row";
  EXPECT_FALSE(is_same(judged(2, 1), judged(3, 7)));
  EXPECT_FALSE(is_same(judged(1, 2), judged(7, 3)));
}

TEST(Reduce, SeveralWorkersFindWhatOneFinds) {
  OracleTest test;
  test.setup.push_back(parsed("CREATE (:A {k: 1})-[:R]->(:B {k: 2})"));
  test.statement = parsed(
      "MATCH (n:A)-[r:R]->(m) WHERE n.k < m.k OR n.k > 7 WITH n, m.k AS x ORDER BY x RETURN n.k + "
      "x AS sum, [y IN [1, 2] WHERE y > x] AS list");
  const Predicate holds = [](const OracleTest& candidate) {
    const std::string text = print(candidate.statement);
    return text.find("> ") != std::string::npos && text.find('k') != std::string::npos;
  };
  ReduceCounts one_counts;
  const std::string one = print(reduce(test, holds, {}, one_counts).statement);
  const std::vector<Predicate> three(3, holds);
  ReduceCounts counts;
  EXPECT_EQ(print(reduce(test, three, {}, counts).statement), one);
  EXPECT_EQ(counts.runs, one_counts.runs);
  EXPECT_EQ(counts.candidates, one_counts.candidates);
}

TEST(Reduce, ReadableNamesAreForLabelsTypesAndKeys) {
  OracleTest test;
  test.setup.push_back(parsed("CREATE (:A {k: 1})-[:R]->(:B {k: 2})"));
  test.statement = parsed("MATCH (n:A)-[r:R]->() RETURN n.k");
  const auto readable = with_readable_names(test);
  ASSERT_TRUE(readable.has_value());
  EXPECT_EQ(print(readable->setup.front()),
            "CREATE (:Person {name: 1})-[:KNOWS]->(:City {name: 2})");
  EXPECT_EQ(print(readable->statement), "MATCH (n:Person)-[r:KNOWS]->() RETURN n.name");
  test.setup.clear();
  test.statement = parsed("RETURN 1 AS x");
  EXPECT_FALSE(with_readable_names(test).has_value());
}

TEST(Reduce, AServerThatCrashesIsTracedToOneStatement) {
  class Crashing final : public EmbeddedTarget {
   public:
    Crashing() : EmbeddedTarget("crashing", BugSet()) {}
    Outcome run(std::string_view statement, const Map& parameters,
                std::chrono::milliseconds deadline) override {
      if (statement.find("NOT NOT") != std::string_view::npos) return Crash{"gone", "in not.c"};
      return EmbeddedTarget::run(statement, parameters, deadline);
    }
  };
  Crashing target;
  Session session(target, std::chrono::milliseconds(1000));
  OracleTest test;
  test.setup.push_back(parsed("CREATE (:A {k: true})"));
  test.statement = parsed("MATCH (n:A) RETURN n.k AS x ORDER BY x");
  test.fixed = StatementPair{test.statement,
                             parsed("MATCH (n:A) WITH n RETURN NOT NOT n.k AS x ORDER BY x")};
  const auto oracle = make_oracle("crash");
  const Judged judged = judge(test, *oracle, session, full_dialect(), true);
  ASSERT_TRUE(judged.discrepancy.has_value());
  std::atomic<int> restarts = 0;
  ReduceOptions options;
  options.restarts = &restarts;
  const ReducedTest after =
      reduce_with_oracle(test, judged, *oracle, session, full_dialect(), true, 2, options);
  ASSERT_TRUE(after.judged.discrepancy.has_value());
  EXPECT_EQ(print(after.judged.pair.original), "RETURN NOT NOT null");
  EXPECT_FALSE(after.judged.pair.rewritten);
  EXPECT_TRUE(after.test.setup.empty());
  EXPECT_GT(restarts, 4);
}

TEST(Reduce, NeverOffersWhatTheValidatorRefuses) {
  OracleTest test;
  test.statement = parsed("MATCH (n) WITH n.a AS x, n RETURN x + 1 AS y ORDER BY y LIMIT 3");
  ReduceCounts counts;
  const Predicate never = [](const OracleTest& candidate) {
    EXPECT_TRUE(is_well_formed(candidate)) << print(candidate.statement);
    return false;
  };
  EXPECT_EQ(print(reduce(test, never, {}, counts).statement), print(test.statement));
  EXPECT_GT(counts.refused, 0);
  EXPECT_GT(counts.runs, 10);
}

TEST(Reduce, ASubqueryGivesWayToItsBody) {
  OracleTest test;
  test.statement =
      parsed("CALL { UNWIND [1, 2] AS x WITH x WHERE x > 1 RETURN x AS y } RETURN y + 1 AS z");
  ReduceCounts counts;
  const Predicate has_unwind = [](const OracleTest& candidate) {
    return print(candidate.statement).find("UNWIND") != std::string::npos;
  };
  const std::string smallest = print(reduce(test, has_unwind, {}, counts).statement);
  EXPECT_EQ(smallest.find("CALL"), std::string::npos) << smallest;
  EXPECT_LE(smallest.size(), 28U) << smallest;
}

TEST(Reduce, KeepsTheLimitOfRuns) {
  OracleTest test;
  test.statement = parsed("MATCH (n) WHERE n.a > 1 AND n.b = 2 RETURN n.c, n.d, n.e");
  ReduceCounts counts;
  ReduceOptions options;
  options.max_runs = 5;
  (void)reduce(test, [](const OracleTest&) { return false; }, options, counts);
  EXPECT_EQ(counts.runs, 5);
}

TEST(Reduce, AWrongAnswerStaysWrongWithTheSameRule) {
  const auto target = open_target("canary:double-not-null");
  Session session(*target, std::chrono::milliseconds(1000));
  OracleTest test;
  test.setup.push_back(parsed("CREATE (:Person {name: 'A'})-[:KNOWS]->(:Person {age: 3})"));
  test.setup.push_back(parsed("MATCH (n:Person {age: 3}) SET n.name = 'B'"));
  test.statement = parsed(
      "MATCH (person:Person) WITH person ORDER BY person.name RETURN person.age > 2 AS old, "
      "person.name AS name");
  const auto oracle = make_oracle("equivalence");
  const auto rule = rule_named("double-negation");
  ASSERT_TRUE(rule.has_value());
  RewriteOptions options = rewrite_options_after(test.setup, full_dialect());
  options.rules.assign(all_rules().size(), false);
  options.rules[*rule] = true;
  for (const Application& application : possible_applications(test.statement, 1, options)) {
    test.trace.push_back(application);
  }
  const Judged before = judge(test, *oracle, session, full_dialect(), true);
  ASSERT_TRUE(before.discrepancy.has_value()) << before.obstacle;
  const ReducedTest after =
      reduce_with_oracle(test, before, *oracle, session, full_dialect(), true, 1, {});
  ASSERT_TRUE(after.judged.discrepancy.has_value());
  EXPECT_EQ(after.judged.discrepancy->kind, before.discrepancy->kind);
  EXPECT_EQ(after.test.trace.size(), 1U);
  EXPECT_TRUE(after.test.setup.empty());
  EXPECT_LE(print(after.test.statement).size(), 30U) << print(after.test.statement);
}

// What a rule brought in at random stayed as long as it came, beside a statement of a few words.
TEST(Reduce, WhatARuleBroughtInShrinksToo) {
  EmbeddedTarget target("canary", bugs_named("unit-call-drops-row"));
  Session session(target, std::chrono::milliseconds(1000));
  const auto oracle = make_oracle("equivalence");
  RewriteOptions options;
  options.rules.assign(all_rules().size(), false);
  options.rules[*rule_named("dead-call-where-false")] = true;
  std::size_t longest = 0;
  int found = 0;
  for (std::uint64_t seed = 0; seed < 200 && found < 20; ++seed) {
    OracleTest test;
    test.statement = parsed("UNWIND [1, 2] AS x MATCH (n) WHERE n.k = x RETURN n.k AS k");
    test.setup.push_back(parsed("CREATE ({k: 1}), ({k: 2})"));
    test.trace = rewrite(test.statement, Rng(seed), options).trace;
    const Judged judged = judge(test, *oracle, session, full_dialect(), true);
    if (!judged.discrepancy) continue;
    ++found;
    const ReducedTest reduced =
        reduce_with_oracle(test, judged, *oracle, session, full_dialect(), true, 1, {});
    ASSERT_TRUE(reduced.judged.discrepancy);
    const std::string original = print(reduced.judged.pair.original);
    const std::string rewritten = print(*reduced.judged.pair.rewritten);
    longest = std::max(longest, rewritten.size() - original.size());
    // All that is not new stands there as it stood.
    const std::string last = original.substr(original.rfind("RETURN"));
    EXPECT_TRUE(rewritten.ends_with(last)) << original << "\n" << rewritten;
    EXPECT_EQ(reduced.test.trace.size(), 1U);
  }
  EXPECT_EQ(found, 20);
  EXPECT_LE(longest, 60U);
}

// FalkorDB: `-1 = a.d > -2` is wrong by itself. It stayed in a finding about something else,
// because what was wrong with the original had to stay wrong.
TEST(Reduce, OfTwoBugsInOneTestThatOfTheOriginalMayGo) {
  EmbeddedTarget target("canary", bugs_named("foreach-empty-runs-once,null-xor"));
  Session session(target, std::chrono::milliseconds(1000));
  const auto oracle = make_oracle("equivalence");
  RewriteOptions options;
  options.rules.assign(all_rules().size(), false);
  options.rules[*rule_named("dead-foreach")] = true;
  OracleTest test;
  test.statement = parsed("UNWIND [1, 2] AS n RETURN null XOR true AS x, n");
  Judged judged;
  for (std::uint64_t seed = 0; seed < 100 && !judged.discrepancy; ++seed) {
    test.trace = rewrite(test.statement, Rng(seed), options).trace;
    judged = judge(test, *oracle, session, full_dialect(), true);
  }
  ASSERT_TRUE(judged.discrepancy);
  EXPECT_FALSE(judged.run.reference_agrees);
  const ReducedTest reduced =
      reduce_with_oracle(test, judged, *oracle, session, full_dialect(), true, 1, {});
  ASSERT_TRUE(reduced.judged.discrepancy);
  EXPECT_TRUE(reduced.judged.run.reference_agrees);
  EXPECT_EQ(print(reduced.judged.pair.original).find("XOR"), std::string::npos)
      << print(reduced.judged.pair.original);
}

// CALL { WITH * MATCH (n) ... } lost its WITH *, and Neo4j may refuse what was left.
TEST(Reduce, WhatFailsOnlyWhenRewrittenStaysAsTheRuleWroteIt) {
  Refusing target("CALL {");
  Session session(target, std::chrono::milliseconds(1000));
  const auto oracle = make_oracle("equivalence");
  OracleTest test;
  test.setup.push_back(parsed("CREATE ({k: 1}), ({k: 2})"));
  test.statement = parsed("MATCH (n) MATCH (n) WHERE n.k = 1 RETURN n.k AS k");
  RewriteOptions options;
  options.rules.assign(all_rules().size(), false);
  options.rules[*rule_named("call-import-read")] = true;
  for (std::uint64_t seed = 0; test.trace.empty(); ++seed) {
    test.trace = rewrite(test.statement, Rng(seed), options).trace;
  }
  const Judged judged = judge(test, *oracle, session, full_dialect(), true);
  ASSERT_TRUE(judged.discrepancy);
  const ReducedTest reduced =
      reduce_with_oracle(test, judged, *oracle, session, full_dialect(), true, 1, {});
  ASSERT_TRUE(reduced.judged.discrepancy);
  EXPECT_FALSE(reduced.test.fixed) << print(*reduced.judged.pair.rewritten);
  EXPECT_EQ(reduced.test.trace.size(), 1U);
}

TEST(GraphText, BuildsTheSameGraph) {
  Graph graph;
  ASSERT_TRUE(
      interpret(parsed("CREATE (a:A {k: 1})-[:R {w: 'x'}]->({z: 2})<-[:S]-(a), (a)-[:T]->(a), "
                       "(:Only)"),
                graph)
          .ok());
  Graph again;
  ASSERT_TRUE(interpret(parsed(create_text(graph.entities())), again).ok());
  EXPECT_TRUE(graph.entities().nodes.size() == again.entities().nodes.size());
  EXPECT_EQ(create_text(again.entities()), create_text(graph.entities()));
}

}  // namespace
}  // namespace dinkel

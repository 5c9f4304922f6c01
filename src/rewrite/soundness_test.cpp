#include "rewrite/soundness.h"

#include <gtest/gtest.h>

#include <span>

#include "base/match.h"
#include "cypher/parse.h"
#include "interpret/interpret.h"

namespace dinkel {
namespace {

void expect_agreement(std::uint64_t first, std::uint64_t cases) {
  SoundnessCounts counts;
  for (std::uint64_t index = first; index < first + cases; ++index) {
    const TestCase made = generate_case(20261116, index, {});
    for (const Violation& violation :
         check_case(made, Rng(index).fork("rewrite"), RewriteOptions(), counts)) {
      ADD_FAILURE() << "case " << index << "\n" << to_text(violation);
    }
  }
  EXPECT_LT(counts.unchanged * 10, counts.statements);
  EXPECT_LT(counts.undetermined * 3, counts.statements);
}

TEST(Soundness, RewritingsOfGeneratedStatementsAgreeOnTheReference) {
  expect_agreement(0, 150);
}

// People give a name twice: in a comprehension, in a subquery that imports nothing, behind a WITH.
TEST(Soundness, NamesThatAreGivenTwiceKeepTheirMeaning) {
  SoundnessCounts counts;
  std::int64_t renamed = 0;
  for (std::uint64_t index = 0; index < 150; ++index) {
    const TestCase made = generate_case(20261118, index, {});
    const TestCase shared = with_shared_names(made, Rng(index).fork("names"));
    renamed += shared.tests == made.tests ? 0 : 1;
    for (const Violation& violation :
         check_case(shared, Rng(index).fork("rewrite"), RewriteOptions(), counts)) {
      ADD_FAILURE() << "case " << index << "\n" << to_text(violation);
    }
  }
  EXPECT_GT(renamed, 75);
  EXPECT_LT(counts.invalid * 10, counts.statements);
}

// Each application that is possible, alone, on a graph whose schema is known.
void expect_agreement_on(std::string_view setup, std::span<const std::string_view> texts,
                         std::uint64_t seeds = 1) {
  const auto creation = parse_statement(setup);
  ASSERT_TRUE(creation.ok());
  Graph graph;
  ASSERT_TRUE(interpret(*creation, graph).ok());
  RewriteOptions options;
  GraphState state;
  advance(state, *creation);
  options.schema = state.schema;
  for (const std::string_view text : texts) {
    const auto statement = parse_statement(text);
    ASSERT_TRUE(statement.ok()) << text;
    SoundnessCounts counts;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      for (const Application& each : possible_applications(*statement, seed, options)) {
        const Rewritten rewritten = apply_trace(*statement, {each}, options);
        const auto violation = check_rewriting(*statement, rewritten, graph, Map(), counts);
        EXPECT_FALSE(violation.has_value()) << to_text(*violation);
      }
    }
    EXPECT_GT(counts.statements, 10);
    EXPECT_EQ(counts.invalid, 0);
  }
}

// A name that is given inside of a subquery and around it, in each place where a variable is seen
// that the context in front of the clause does not have.
TEST(Soundness, SubqueriesSeeTheNamesAroundThem) {
  constexpr std::string_view texts[] = {
      "MATCH (n:A) CALL { MATCH (n) RETURN count(n) AS c } RETURN n.k AS k, c",
      "MATCH (n:A)-->(m {k: COUNT { MATCH (n:A) RETURN 1 AS x }}) RETURN m.k AS k",
      "CREATE (a)-[:R]->(b)-[:S]->(c {k: COUNT { UNWIND [1] AS a RETURN a AS x }}) RETURN c.k",
      "MATCH (n:A) WITH n.k AS k WHERE EXISTS { MATCH (n:A) RETURN 1 AS x } RETURN k"};
  expect_agreement_on("CREATE (:A {k: 1})-[:R]->(:B {k: 1})-[:R]->(:A {k: 2})", texts);
}

// A variable that holds a property has the types of the schema, behind WITH and UNWIND too.
TEST(Soundness, TypesOfPropertiesStayWithTheirVariables) {
  constexpr std::string_view texts[] = {
      "MATCH (n) WITH n.k AS k RETURN CASE WHEN false THEN true ELSE k END AS x ORDER BY x",
      "MATCH (n) UNWIND [n.k] AS k RETURN CASE WHEN false THEN true ELSE k END AS x ORDER BY x",
      "MATCH (n) CALL (n) { RETURN n.k AS k } RETURN CASE WHEN false THEN 'a' ELSE k END AS x"};
  expect_agreement_on("CREATE ({k: 1}), ({k: 2})", texts);
}

// A dead pattern is looked for before WHERE false: what it computes from properties cannot fail.
TEST(Soundness, DeadPatternsComputeNothingThatOverflows) {
  constexpr std::string_view texts[] = {"MATCH (n) RETURN n.k AS k"};
  expect_agreement_on(
      "CREATE (:A {k: 9223372036854775807})-[:R {k: -9223372036854775808}]->(:B {k: 0})", texts,
      400);
}

TEST(SoundnessSlow, RewritingsOfGeneratedStatementsAgreeOnTheReference) {
  expect_agreement(150, 600);
}

// A trace is a list of anything: parts in another order, twice, or of another statement.
TEST(Soundness, AnyListOfApplicationsIsEquivalent) {
  for (std::uint64_t index = 0; index < 60; ++index) {
    const TestCase made = generate_case(8, index, {});
    Graph graph;
    GraphState state;
    for (const Statement& statement : made.setup) {
      ASSERT_TRUE(interpret(statement, graph).ok());
      advance(state, statement);
    }
    RewriteOptions options;
    options.schema = state.schema;
    const Statement& statement = made.tests.front();
    Rng rng(index);
    RewriteTrace strange = rewrite(statement, Rng(index), options).trace;
    for (const Application& other : rewrite(made.tests.back(), Rng(index), options).trace) {
      strange.push_back(other);
    }
    for (std::size_t i = 0; i < 8; ++i) {
      strange.push_back({rng.below(all_rules().size()),
                         static_cast<std::uint32_t>(1 + rng.below(40)), rng.next()});
    }
    for (std::size_t i = strange.size(); i > 1; --i) {
      std::swap(strange[i - 1], strange[rng.below(i)]);
    }
    const Rewritten rewritten = apply_trace(statement, strange, options);
    EXPECT_EQ(apply(statement, rewritten.trace, options), rewritten.statement);
    SoundnessCounts counts;
    const auto violation = check_rewriting(statement, rewritten, graph, made.parameters, counts);
    EXPECT_FALSE(violation.has_value()) << to_text(*violation);
  }
}

TEST(Frequency, EachRuleOfThePaperFires) {
  std::vector<int> fired(all_rules().size(), 0);
  std::int64_t statements = 0;
  for (std::uint64_t index = 0; statements < 2000; ++index) {
    GenerateOptions blind;  // live rows cost most of the time and say nothing here
    blind.use_live_rows = false;
    const TestCase made = generate_case(3, index, blind);
    GraphState state;
    for (const Statement& statement : made.setup) advance(state, statement);
    RewriteOptions options;
    for (const Statement& statement : made.tests) {
      options.schema = state.schema;
      for (const Application& each : rewrite(statement, Rng(index), options).trace) {
        ++fired[each.rule];
      }
      advance(state, statement);
      ++statements;
    }
  }
  for (std::size_t i = 0; i < fired.size(); ++i) {
    const Rule& rule = all_rules()[i];
    const std::string_view source = match(rule.row, [](const auto& row) { return row.source; });
    if (!source.starts_with("paper")) continue;
    EXPECT_GE(fired[i], 2) << rule.name();
  }
}

TEST(Soundness, EveryPartOfATraceIsEquivalent) {
  for (std::uint64_t index = 0; index < 150; ++index) {
    const TestCase made = generate_case(7, index, {});
    Graph graph;
    GraphState state;
    for (const Statement& statement : made.setup) {
      ASSERT_TRUE(interpret(statement, graph).ok());
      advance(state, statement);
    }
    RewriteOptions options;
    options.schema = state.schema;
    const Statement& statement = made.tests.front();
    const Rewritten rewritten = rewrite(statement, Rng(index), options);
    EXPECT_EQ(apply(statement, rewritten.trace, options), rewritten.statement) << index;
    EXPECT_EQ(apply(statement, {}, options), statement);
    Rng rng(index);
    for (int part = 0; part < 6; ++part) {
      Rewritten some;
      for (const Application& application : rewritten.trace) {
        if (rng.coin()) some.trace.push_back(application);
      }
      some.statement = apply(statement, some.trace, options);
      SoundnessCounts counts;
      const auto violation = check_rewriting(statement, some, graph, made.parameters, counts);
      EXPECT_FALSE(violation.has_value()) << to_text(*violation);
    }
  }
}

}  // namespace
}  // namespace dinkel

#include "rewrite/soundness.h"

#include <gtest/gtest.h>

#include "interpret/interpret.h"

namespace dinkel {
namespace {

TEST(Soundness, RewritingsOfGeneratedStatementsAgreeOnTheReference) {
  SoundnessCounts counts;
  for (std::uint64_t index = 0; index < 1500; ++index) {
    const TestCase made = generate_case(20261116, index, {});
    for (const Violation& violation :
         check_case(made, Rng(index).fork("rewrite"), RewriteOptions(), counts)) {
      ADD_FAILURE() << "case " << index << "\n" << to_text(violation);
    }
  }
  EXPECT_LT(counts.unchanged * 10, counts.statements);
  EXPECT_LT(counts.undetermined * 4, counts.statements);
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

#include "oracles/agreement.h"

#include <gtest/gtest.h>

namespace dinkel {
namespace {

Effect effect_with(Value row, double property) {
  Entities graph;
  graph.nodes[1].properties.set("p", Value(property));
  return {Rows{{"x"}, {{std::move(row)}}, {}}, std::move(graph)};
}

Determinism one_column() {
  Determinism determinism;
  determinism.bag_columns = {false};
  return determinism;
}

// FalkorDB: RETURN pi() was taken for an answer of its own, so that the finding around it kept the
// function and had no cause.
TEST(Agreement, OverlooksDigitsThatATargetDoesNotShow) {
  const Effect expected = effect_with(Value(3.141592653589793), 2.718281828459045);
  const auto with = [&](double row, double property) {
    return agreement(expected, effect_with(Value(row), property), one_column());
  };
  EXPECT_TRUE(with(3.14159265358979, 2.71828182845905).rows);
  EXPECT_TRUE(with(3.14159265358979, 2.71828182845905).graph);
  EXPECT_FALSE(with(3.1415926535897, 2.71828182845905).rows);
  EXPECT_TRUE(with(3.1415926535897, 2.71828182845905).graph);
  EXPECT_FALSE(with(3.141592653589793, 2.7182818284591).graph);
}

TEST(Agreement, NeedsRowsAndTheGraphThatWasAskedFor) {
  const Effect expected = effect_with(Value(1), 0.5);
  EXPECT_FALSE(agreement(expected, {DatabaseError{"", "no"}, expected.graph}, one_column()).graph);
  EXPECT_FALSE(agreement(expected, {expected.outcome, std::nullopt}, one_column()).graph);
  EXPECT_TRUE(agreement(expected, {expected.outcome, std::nullopt}, one_column()).rows);
  const Effect only_rows{expected.outcome, std::nullopt};
  EXPECT_TRUE(agreement(only_rows, only_rows, one_column()).graph);
}

}  // namespace
}  // namespace dinkel

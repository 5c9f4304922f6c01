#include "cypher/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace dinkel {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();
const Ternary unknown = std::nullopt;

Value list(Values values) {
  return Value(std::move(values));
}
Value map(std::vector<Map::Entry> entries) {
  return Value(Map(std::move(entries)));
}

TEST(Equals, ComparesNumbersExactly) {
  EXPECT_EQ(equals(1, 1.0), Ternary(true));
  EXPECT_EQ(equals(std::int64_t{9007199254740993}, 9007199254740992.0), Ternary(false));
  EXPECT_EQ(equals(std::numeric_limits<std::int64_t>::max(), 0x1p63), Ternary(false));
  EXPECT_EQ(equals(std::numeric_limits<std::int64_t>::min(), -0x1p63), Ternary(true));
  EXPECT_EQ(equals(0.0, -0.0), Ternary(true));
  EXPECT_EQ(equals(nan, nan), Ternary(false));
  EXPECT_EQ(equals(1, "1"), Ternary(false));
  EXPECT_EQ(equals(Value(), Value()), unknown);
}

TEST(Equals, IsThreeValuedInListsAndMaps) {
  EXPECT_EQ(equals(list({1, 2}), list({1})), Ternary(false));
  EXPECT_EQ(equals(list({Null()}), list({1})), unknown);
  EXPECT_EQ(equals(list({list({1}), list({2, 3})}), list({list({1}), list({Null()})})),
            Ternary(false));
  EXPECT_EQ(equals(map({}), map({{"k", Null()}})), Ternary(false));
  EXPECT_EQ(equals(map({{"k", 1}, {"l", Null()}}), map({{"k", 1}, {"l", 1}})), unknown);
  EXPECT_EQ(equals(map({{"k", 1}, {"l", Null()}}), map({{"k", 2}, {"l", 1}})), Ternary(false));
  EXPECT_EQ(equals(list({nan}), list({nan})), Ternary(false));
}

TEST(Equals, TellsZonesApart) {
  EXPECT_EQ(equals(Time{0, 0}, Time{3'600'000'000'000, 3600}), Ternary(false));
  EXPECT_EQ(equals(DateTime{5, 0, 0, ""}, DateTime{5, 0, 0, ""}), Ternary(true));
  EXPECT_EQ(equals(DateTime{5, 0, 0, ""}, DateTime{5, 0, 0, "Europe/London"}), Ternary(false));
  EXPECT_EQ(equals(Point{7203, 1, 2, 0}, Point{4326, 1, 2, 0}), Ternary(false));
  EXPECT_EQ(equals(Point{7203, 0.0, 2, 0}, Point{7203, -0.0, 2, 0}), Ternary(true));
}

TEST(Compares, KnowsOnlyValuesOfOneKind) {
  EXPECT_EQ(compares(1, Relation::Less, 3.5), Ternary(true));
  EXPECT_EQ(compares(nan, Relation::GreaterOrEqual, 1), Ternary(false));
  EXPECT_EQ(compares(nan, Relation::Less, "a"), unknown);
  EXPECT_EQ(compares(1, Relation::Less, Null()), unknown);
  EXPECT_EQ(compares(false, Relation::Less, true), Ternary(true));
  EXPECT_EQ(compares(Duration{1, 0, 0, 0}, Relation::Less, Duration{2, 0, 0, 0}), unknown);
  EXPECT_EQ(compares(NodeRef{1}, Relation::Less, NodeRef{2}), unknown);
  EXPECT_EQ(compares(Date{1}, Relation::Less, Date{2}), Ternary(true));
  EXPECT_EQ(compares(Date{1}, Relation::Less, LocalDateTime{2, 0}), unknown);
}

TEST(Compares, ListsByTheFirstDifference) {
  const auto at_least = [](Value a, Value b) { return compares(a, Relation::GreaterOrEqual, b); };
  EXPECT_EQ(at_least(list({1, 0}), list({1})), Ternary(true));
  EXPECT_EQ(at_least(list({1, Null()}), list({1})), Ternary(true));
  EXPECT_EQ(at_least(list({1, 2}), list({1, Null()})), unknown);
  EXPECT_EQ(at_least(list({1, "a"}), list({1, Null()})), unknown);
  EXPECT_EQ(at_least(list({1, 2}), list({3, Null()})), Ternary(false));
}

TEST(Order, IsTotalAcrossTypes) {
  const std::vector<Value> ascending = {map({{"a", "map"}}),
                                        NodeRef{0},
                                        RelationshipRef{0},
                                        list({}),
                                        list({"a"}),
                                        list({"a", 1}),
                                        list({1}),
                                        list({1, "a"}),
                                        list({1, Null()}),
                                        list({Null(), 1}),
                                        Path{{NodeRef{0}}, {}},
                                        Point{},
                                        DateTime{},
                                        LocalDateTime{},
                                        Date{},
                                        Time{},
                                        LocalTime{},
                                        Duration{},
                                        "text",
                                        false,
                                        true,
                                        -std::numeric_limits<double>::infinity(),
                                        1.5,
                                        2,
                                        nan,
                                        Null()};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_TRUE(order(ascending[i], ascending[j]) == (i <=> j))
          << to_text(ascending[i]) << " against " << to_text(ascending[j]);
    }
  }
}

TEST(Order, SortsDurationsByAverageLength) {
  EXPECT_TRUE(order(Duration{1, 0, 0, 0}, Duration{0, 30, 0, 0}) > 0);
  EXPECT_TRUE(order(Duration{1, 0, 0, 0}, Duration{0, 31, 0, 0}) < 0);
  EXPECT_TRUE(order(Duration{0, 1, 0, 0}, Duration{0, 0, 86400, 0}) != 0);
}

TEST(Equivalent, HashesAgree) {
  const std::vector<std::pair<Value, Value>> same = {
      {1, 1.0},
      {0.0, -0.0},
      {nan, -nan},
      {Null(), Null()},
      {list({1, nan, Null()}), list({1.0, nan, Null()})},
      {map({{"k", 2}}), map({{"k", 2.0}})},
      {Value(0x1p62), Value(std::int64_t{1} << 62)},
  };
  for (const auto& [a, b] : same) {
    EXPECT_TRUE(equivalent(a, b)) << to_text(a);
    EXPECT_EQ(hash_equivalent(a), hash_equivalent(b)) << to_text(a);
  }
  EXPECT_FALSE(equivalent(1, "1"));
  EXPECT_NE(hash_equivalent(1), hash_equivalent(2));
}

}  // namespace
}  // namespace dinkel

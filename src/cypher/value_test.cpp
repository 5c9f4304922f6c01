#include "cypher/value.h"

#include <gtest/gtest.h>

#include <limits>

#include "cypher/calendar.h"
#include "cypher/value_text.h"

namespace dinkel {
namespace {

TEST(Map, KeepsKeysInOrderAndTheLastOfEquals) {
  Map map({{"b", 1}, {"a", 2}, {"b", 3}});
  EXPECT_EQ(to_text(map), "{a: 2, b: 3}");
  EXPECT_TRUE(map.erase("a"));
  EXPECT_FALSE(map.erase("a"));
  EXPECT_EQ(map.find("a"), nullptr);
  EXPECT_EQ(*map.find("b"), Value(3));
}

TEST(Value, IdentityDiffersFromEquality) {
  EXPECT_NE(Value(1), Value(1.0));
  EXPECT_NE(Value(0.0), Value(-0.0));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Value(nan), Value(nan));
  EXPECT_EQ(Value(Values{nan}), Value(Values{nan}));
}

TEST(ToText, WritesCypher) {
  EXPECT_EQ(to_text(Values{1, "it's\n", Map({{"a b", Null()}}), true}),
            "[1, 'it\\'s\\n', {`a b`: null}, true]");
  EXPECT_EQ(to_text(Path{{NodeRef{3}, NodeRef{5}}, {RelationshipRef{4}}}), "<(#3)-[#4]-(#5)>");
  EXPECT_EQ(to_text(Date{0}), "date('1970-01-01')");
  EXPECT_EQ(to_text(Point{4979, 1, 2.5, -3}), "point({srid: 4979, x: 1.0, y: 2.5, z: -3.0})");
}

TEST(FloatText, IsShortestAndReadsBack) {
  EXPECT_EQ(float_text(1), "1.0");
  EXPECT_EQ(float_text(-0.0), "-0.0");
  EXPECT_EQ(float_text(0.1), "0.1");
  EXPECT_EQ(float_text(0.001), "0.001");
  EXPECT_EQ(float_text(0.00012), "1.2E-4");
  EXPECT_EQ(float_text(9999999), "9999999.0");
  EXPECT_EQ(float_text(10000000), "1.0E7");
  EXPECT_EQ(float_text(-12345678.9), "-1.23456789E7");
  EXPECT_EQ(float_text(1e300), "1.0E300");
  EXPECT_EQ(float_text(5e-324), "5.0E-324");
}

TEST(TemporalText, IsShortIso) {
  EXPECT_EQ(temporal_text(Date{-719529}), "-0001-12-31");
  EXPECT_EQ(temporal_text(Date{days_from_civil({max_year, 12, 31})}), "+999999999-12-31");
  EXPECT_EQ(temporal_text(LocalTime{0}), "00:00");
  EXPECT_EQ(temporal_text(Time{45'074'645'876'000, 3208}), "12:31:14.645876+00:53:28");
  EXPECT_EQ(temporal_text(DateTime{0, 0, -3600, "Atlantic/Azores"}),
            "1969-12-31T23:00-01:00[Atlantic/Azores]");
  EXPECT_EQ(temporal_text(Duration{}), "PT0S");
  EXPECT_EQ(temporal_text(Duration{-14, 3, -86400, 100'000'000}), "P-1Y-2M3DT-23H-59M-59.9S");
  EXPECT_EQ(temporal_text(Duration{0, 0, -1, 700'000'000}), "PT-0.3S");
  EXPECT_EQ(temporal_text(Duration{0, 0, 60, 1}), "PT1M0.000000001S");
}

TEST(TemporalText, SurvivesAbsurdValues) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t number : {most, -most}) {
    EXPECT_FALSE(temporal_text(Date{number}).empty());
    EXPECT_FALSE(temporal_text(LocalDateTime{number, 0}).empty());
    EXPECT_FALSE(temporal_text(DateTime{number, 0, 3600, ""}).empty());
    EXPECT_FALSE(temporal_text(Duration{number, number, number, 5}).empty());
  }
}

TEST(Calendar, DaysAndDatesAreInverse) {
  std::int64_t previous = days_from_civil({-801, 12, 31});
  for (std::int64_t year = -800; year <= 2400; ++year) {
    for (int month = 1; month <= 12; ++month) {
      for (int day = 1; day <= days_in_month(year, month); ++day) {
        const std::int64_t days = days_from_civil({year, month, day});
        ASSERT_EQ(days, previous + 1);
        ASSERT_EQ(civil_from_days(days), (CivilDate{year, month, day}));
        ASSERT_EQ(days_from_week(week_from_days(days)), days);
        previous = days;
      }
    }
  }
}

TEST(Calendar, KnowsIsoWeeks) {
  EXPECT_EQ(week_from_days(days_from_civil({1984, 1, 1})), (WeekDate{1983, 52, 7}));
  EXPECT_EQ(weeks_in_year(1818), 53);
  EXPECT_EQ(weeks_in_year(1819), 52);
  EXPECT_EQ(day_of_quarter(days_from_civil({1984, 11, 11})), 42);
}

}  // namespace
}  // namespace dinkel

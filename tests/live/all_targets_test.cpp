// The databases that ./check tests only with --all-targets.
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <cstdlib>

#include "round_trip.h"
#include "targets/bolt/bolt_target.h"
#include "targets/child/child_target.h"
#include "targets/open.h"
#include "targets/postgres/age_target.h"

namespace dinkel {
namespace {

constexpr std::chrono::milliseconds deadline(20'000);

Value draw_boolean(Rng& rng) {
  return rng.coin();
}
Value draw_integer(Rng& rng) {
  return random_integer(rng);
}
Value draw_float(Rng& rng) {
  return random_float(rng);
}
Value draw_finite(Rng& rng) {
  const double number = random_float(rng);
  return std::isfinite(number) ? number : 0.5;
}
Value draw_string(Rng& rng) {
  return random_text(rng);
}
// Of the types that JSON has.
Value draw_json(Rng& rng) {
  Values values = {random_integer(rng), draw_finite(rng), random_text(rng), rng.coin(), Null{}};
  values.emplace_back(Map({{"k", values}}));
  return values;
}
Value draw_integers(Rng& rng) {
  Values values;
  for (auto left = 1 + rng.below(4); left > 0; --left) values.emplace_back(random_integer(rng));
  return values;
}

Value unchanged(const Value& value) {
  return value;
}

struct Case {
  const char* target;
  DrawnTypes types;
  Value (*expected)(const Value& value);
  // Statements with a mistake in them, an error at run time, and one that takes too long.
  const char* failing;
  const char* endless;
};

std::vector<Case> cases() {
  if (std::getenv("DINKEL_ALL_TARGETS") == nullptr) return {};
  const char* const long_count =
      "UNWIND range(1, 100000) AS x UNWIND range(1, 100000) AS y RETURN count(x + y)";
  const DrawnTypes json = {{"boolean", draw_boolean},
                           {"integer", draw_integer},
                           {"float", draw_finite},
                           {"string", draw_string},
                           {"list and map", draw_json}};
  DrawnTypes agtype = json;
  agtype.emplace_back("any float", draw_float);
  const DrawnTypes kuzu = {
      {"boolean", draw_boolean},
      {"integer", draw_integer},
      {"float", draw_float},
      {"string", draw_string},
      {"date", [](Rng& rng) -> Value { return Date{random_day(rng)}; }},
      {"timestamp",
       [](Rng& rng) -> Value {
         return LocalDateTime{random_day(rng) * seconds_per_day + rng.between(0, 86'399),
                              static_cast<std::int32_t>(rng.below(1'000'000)) * 1'000};
       }},
      {"interval",
       [](Rng& rng) -> Value {
         return Duration{rng.between(0, 1'000), rng.between(0, 10'000), rng.between(0, 1'000'000),
                         static_cast<std::int32_t>(rng.below(1'000'000)) * 1'000};
       }},
      {"list", draw_integers},
      {"struct",
       [](Rng& rng) -> Value {
         return Map({{"a", random_integer(rng)}, {"b", random_text(rng)}});
       }},
  };
  DrawnTypes bolt = agtype;
  bolt.emplace_back("temporal", random_temporal);
  bolt.emplace_back("point", random_point);
  return {
      {"age", agtype, unchanged, "RETURN 1 / 0", long_count},
      {"arcadedb", bolt, unchanged, "RETURN 1 / 0", long_count},
      {"graphqlite", json, unchanged, "RETURN nosuch(1)", long_count},
      {"kuzu", kuzu, unchanged, "RETURN 1 / 0", long_count},
  };
}

class AllTargetsSlow : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    target_ = open_target(GetParam().target);
    ASSERT_EQ(show(target_->reset()), "");
  }
  std::string run(std::string_view statement) {
    return show(target_->run(statement, {}, deadline));
  }
  // From outside, as a crash would.
  void kill() {
    if (auto* child = dynamic_cast<ChildTarget*>(target_.get())) {
      ::kill(child->process_id(), SIGKILL);
    } else if (auto* age = dynamic_cast<AgeTarget*>(target_.get())) {
      age->server().kill();
    } else {
      dynamic_cast<BoltTarget&>(*target_).server().kill();
    }
  }

  std::unique_ptr<Target> target_;
};

TEST_P(AllTargetsSlow, AnswersWithRowsAndErrors) {
  EXPECT_EQ(run("CREATE (:A {k: 1})-[:R {w: 1.5}]->(:B {s: 'x'})"), "");
  EXPECT_EQ(run("MATCH p = (a:A)-[r:R]->(b:B) RETURN a, r, p"),
            "(:A {k: 1}), [:R {w: 1.5}], <(:A {k: 1})-[:R {w: 1.5}]->(:B {s: 'x'})>");
  EXPECT_EQ(run("RETURN 1 AS a, null AS b, ['x'] AS c"), "1, null, ['x']");
  EXPECT_EQ(run(GetParam().failing).substr(0, 5), "error");
  EXPECT_EQ(run("RETRN 1").substr(0, 5), "error");
  EXPECT_TRUE(target_->alive());
  EXPECT_NE(target_->version(), "unknown");
  EXPECT_FALSE(show(target_->explain("MATCH (n:A) RETURN n", {})).starts_with("crash"));
}

TEST_P(AllTargetsSlow, ValuesGoThereAndBack) {
  expect_values_return(*target_, GetParam().types, GetParam().expected);
}

TEST_P(AllTargetsSlow, PathsGoThereAndBack) {
  expect_paths_return(*target_);
}

TEST_P(AllTargetsSlow, PutsTheStateBack) {
  run("CREATE (:A {k: 1})-[:R]->(:B {k: 2})");
  ASSERT_EQ(show(target_->mark()), "");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run("MATCH (a:A) SET a.k = 7"), "");
    EXPECT_EQ(run(GetParam().failing).substr(0, 5), "error");
    EXPECT_EQ(run("CREATE (:C {k: 3})"), "");
    EXPECT_EQ(run("MATCH (n) RETURN count(n) AS c"), "3");
    ASSERT_EQ(show(target_->put_back()), "");
    EXPECT_EQ(run("MATCH (n) RETURN count(n) AS c"), "2");
    EXPECT_EQ(run("MATCH (a:A) RETURN a.k AS k"), "1");
  }
}

TEST_P(AllTargetsSlow, ComesBackAfterACrash) {
  run("CREATE (:A {k: 1})");
  ASSERT_EQ(show(target_->mark()), "");
  kill();
  const Outcome outcome = target_->run("MATCH (n) RETURN n", {}, deadline);
  EXPECT_TRUE(std::holds_alternative<Crash>(outcome)) << show(outcome);
  EXPECT_FALSE(target_->alive());
  ASSERT_EQ(show(target_->put_back()), "");
  EXPECT_EQ(run("MATCH (n) RETURN n"), "(:A {k: 1})");
}

TEST_P(AllTargetsSlow, EndsAtTheDeadline) {
  const Outcome outcome = target_->run(GetParam().endless, {}, std::chrono::milliseconds(300));
  EXPECT_EQ(show(outcome), "timeout");
  ASSERT_EQ(show(target_->reset()), "");
  EXPECT_EQ(run("RETURN 1 AS x"), "1");
}

INSTANTIATE_TEST_SUITE_P(, AllTargetsSlow, testing::ValuesIn(cases()),
                         [](const auto& row) { return std::string(row.param.target); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AllTargetsSlow);

}  // namespace
}  // namespace dinkel

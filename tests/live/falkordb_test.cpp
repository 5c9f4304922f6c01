// The driver of FalkorDB against the real one, which is installed and started here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "base/error.h"
#include "faults.h"
#include "round_trip.h"
#include "show.h"
#include "targets/open.h"
#include "targets/resp/resp_target.h"

namespace dinkel {
namespace {

constexpr std::chrono::milliseconds deadline(20'000);

class FalkorDb : public testing::Test {
 protected:
  static void SetUpTestSuite() { target_ = open_target("falkordb@4.16.3").release(); }
  static void TearDownTestSuite() {
    delete target_;
    target_ = nullptr;
  }
  void SetUp() override { ASSERT_EQ(show(target_->reset()), ""); }

  std::string run(std::string_view statement, const Map& parameters = {}) {
    return show(target_->run(statement, parameters, deadline));
  }
  RespTarget& target() { return dynamic_cast<RespTarget&>(*target_); }

  static Target* target_;
};
Target* FalkorDb::target_ = nullptr;

TEST_F(FalkorDb, SaysItsVersion) {
  EXPECT_EQ(target().version(), "4.16.3");
  EXPECT_TRUE(target().alive());
}

TEST_F(FalkorDb, AnswersWithRowsAndErrors) {
  EXPECT_EQ(run("CREATE (a:A:B {k: 1})-[r:R {w: 1.5}]->(b) RETURN a, r, b"),
            "(:A:B {k: 1}), [:R {w: 1.5}], ()");
  EXPECT_EQ(run("MATCH p = (:A)-[:R]->() RETURN p"), "<(:A:B {k: 1})-[:R {w: 1.5}]->()>");
  EXPECT_EQ(run("MATCH (a:A) SET a:New, a.fresh = [1, [2]] RETURN a"),
            "(:A:B:New {fresh: [1, [2]], k: 1})");
  EXPECT_EQ(run("RETURN 1 / 0"), "error: Division by zero");
  EXPECT_EQ(run("RETRN 1").substr(0, 28), "error: errMsg: Invalid input");
  EXPECT_EQ(run("RETURN 1, 2"), "1, 2");
}

TEST_F(FalkorDb, DumpsTheGraph) {
  run("CREATE (a:A {k: 1})-[:R {w: 2}]->(:B), (:C)");
  const auto graph = target().graph();
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->nodes.size(), 3U);
  ASSERT_EQ(graph->relationships.size(), 1U);
  const RelationshipData& relationship = graph->relationships.begin()->second;
  EXPECT_EQ(to_text(graph->nodes.at(relationship.start)), "(:A {k: 1})");
  EXPECT_EQ(to_text(graph->nodes.at(relationship.end)), "(:B)");
}

TEST_F(FalkorDb, Explains) {
  const Outcome outcome = target().explain("MATCH (n:A) RETURN n", {});
  EXPECT_NE(show(outcome).find("Label Scan"), std::string::npos) << show(outcome);
}

// Whether an index was filled when the next statement came was chance, and so were findings about
// it.
TEST_F(FalkorDb, WaitsForIndexes) {
  run("UNWIND range(1, 20000) AS x CREATE (:A {k: x})");
  run("CREATE INDEX FOR (n:A) ON (n.k)");
  EXPECT_EQ(run("CALL db.indexes() YIELD status RETURN status"), "'OPERATIONAL'");
}

TEST_F(FalkorDb, GoesOnBehindAnAnswerThatIsTooLarge) {
  run("CREATE (:A {k: 1})");
  target().limit_answers(1000);
  EXPECT_EQ(run("UNWIND range(1, 100000) AS x RETURN x"),
            "error: the answer has more than 1000 values");
  EXPECT_TRUE(target().alive());
  EXPECT_EQ(run("MATCH (n) RETURN n"), "(:A {k: 1})");
  target().limit_answers(no_limit);
}

// What the format of the answers leaves of a value (see compact.h).
Value as_falkordb_answers(const Value& value) {
  if (const auto* number = value.get_if<double>()) {
    return std::strtod(fmt::format("{:.15g}", *number).c_str(), nullptr);
  }
  if (const auto* time = value.get_if<LocalTime>()) {
    return LocalTime{time->nanoseconds / nanos_per_second * nanos_per_second};
  }
  if (const auto* datetime = value.get_if<LocalDateTime>()) {
    return LocalDateTime{datetime->seconds, 0};
  }
  if (const auto* point = value.get_if<Point>()) {
    const auto single = [](double d) {
      return std::strtod(fmt::format("{:.15g}", static_cast<float>(d)).c_str(), nullptr);
    };
    return Point{4326, single(point->x), single(point->y), 0};
  }
  if (const auto* list = value.get_if<Values>()) {
    Values values;
    for (const Value& item : *list) values.push_back(as_falkordb_answers(item));
    return values;
  }
  if (const auto* map = value.get_if<Map>()) {
    Map result;
    for (const auto& [key, item] : *map) result.set(key, as_falkordb_answers(item));
    return result;
  }
  return value;
}

// The types that FalkorDB has, each in the range that it has it in.
Value draw_list(Rng& rng);
const DrawnTypes& drawn_types() {
  static const DrawnTypes types = {
      {"boolean", [](Rng& rng) -> Value { return rng.coin(); }},
      {"integer", [](Rng& rng) -> Value { return random_integer(rng); }},
      {"float",
       [](Rng& rng) -> Value {
         // It refuses numbers below the normal ones as an "overflow".
         const double number = random_float(rng);
         return std::fpclassify(number) == FP_SUBNORMAL ? 0.0 : number;
       }},
      {"string", [](Rng& rng) -> Value { return random_text(rng); }},
      {"date",
       [](Rng& rng) -> Value {
         return Date{rng.between(days_from_civil({1, 1, 1}), days_from_civil({9999, 12, 31}))};
       }},
      {"localtime",
       [](Rng& rng) -> Value {
         return LocalTime{rng.between(0, seconds_per_day - 1) * nanos_per_second};
       }},
      {"localdatetime",
       [](Rng& rng) -> Value {
         return LocalDateTime{random_day(rng) * seconds_per_day + rng.between(0, 86'399), 0};
       }},
      {"duration",
       [](Rng& rng) -> Value {
         return Duration{rng.between(0, 500), rng.between(0, 27), rng.between(0, 86'399), 0};
       }},
      {"point",
       [](Rng& rng) -> Value {
         return Point{4326, static_cast<double>(rng.between(-18'000, 18'000)) / 100,
                      static_cast<double>(rng.between(-9'000, 9'000)) / 100, 0};
       }},
      {"list", draw_list},
      {"map",
       [](Rng& rng) -> Value {
         Map map;
         for (auto left = rng.below(4); left > 0; --left) {
           map.set("k" + std::to_string(rng.below(9)), draw_list(rng));
         }
         return map;
       }},
  };
  return types;
}
Value draw_list(Rng& rng) {
  Values values;
  for (auto left = rng.below(4); left > 0; --left) {
    values.push_back(drawn_types()[rng.below(drawn_types().size() - 1)].second(rng));
  }
  return values;
}

TEST_F(FalkorDb, ValuesGoThereAndBack) {
  expect_values_return(target(), drawn_types(), as_falkordb_answers);
}

TEST_F(FalkorDb, PathsGoThereAndBack) {
  expect_paths_return(target());
}

TEST_F(FalkorDb, PutsTheStateBack) {
  run("CREATE (:A {k: 1})-[:R]->(:B {k: 2})");
  run("CREATE INDEX FOR (n:A) ON (n.k)");
  ASSERT_EQ(show(target().mark()), "");
  const auto before = target().graph();
  for (int i = 0; i < 3; ++i) {
    // Each time another label, so that the number of the label means something else.
    EXPECT_EQ(run(fmt::format("MATCH (a:A) SET a:New{}, a.k = 7 RETURN a", i)),
              fmt::format("(:A:New{} {{k: 7}})", i));
    EXPECT_EQ(run("MATCH (b:B) DETACH DELETE b"), "");
    ASSERT_EQ(show(target().put_back()), "");
    EXPECT_EQ(*target().graph(), *before);
  }
  EXPECT_EQ(run("CALL db.indexes() YIELD label RETURN label"), "'A'");
}

// A write that never ran leaves the graph where it is, and is not part of what is replayed later.
TEST_F(FalkorDb, PutsNothingBackAfterNothing) {
  run("CREATE (:A {k: rand()})");
  ASSERT_EQ(show(target().mark()), "");
  const auto before = target().graph();
  const auto observe = [this](std::string_view text) {
    return target().observe(text, {}, std::chrono::seconds(2));
  };
  EXPECT_EQ(observe("MATCH (n:Gone) SET n:New, n.x = 1").graph, before);
  // To make the graph anew would be seen: there would be another number.
  EXPECT_EQ(show(target().put_back()), "");
  EXPECT_EQ(target().graph(), before);
  EXPECT_EQ(run("MATCH (n:A) SET n:Other RETURN labels(n)"), "['A', 'Other']");
  EXPECT_NE(show(target().put_back()), "");  // what was written is not left there
}

TEST_F(FalkorDb, PutsALongHistoryBackByACopy) {
  for (int i = 0; i < 120; ++i) run(fmt::format("CREATE (:A {{k: {}}})", i));
  ASSERT_EQ(show(target().mark()), "");
  for (int i = 0; i < 2; ++i) {
    run("MATCH (a:A) WHERE a.k > 10 DELETE a");
    EXPECT_EQ(run("MATCH (a) RETURN count(a)"), "11");
    ASSERT_EQ(show(target().put_back()), "");
    EXPECT_EQ(run("MATCH (a) RETURN count(a)"), "120");
  }
}

TEST_F(FalkorDb, SaysWhenAReplayDoesNotRepeat) {
  run("CREATE (:A {k: rand()})");
  ASSERT_EQ(show(target().mark()), "");
  run("CREATE (:B)");
  EXPECT_EQ(show(target().put_back()),
            "error: the statements since reset made another graph when they were replayed");
}

TEST_F(FalkorDb, EndsAtTheDeadline) {
  const Outcome outcome = target().run("UNWIND range(1, 1000000000) AS x RETURN count(x)", {},
                                       std::chrono::milliseconds(100));
  EXPECT_EQ(show(outcome), "timeout");
  EXPECT_EQ(show(target().reset()), "");
  EXPECT_EQ(run("RETURN 1"), "1");
}

TEST_F(FalkorDb, ComesBackAfterACrash) {
  run("CREATE (:A)");
  ASSERT_EQ(show(target().mark()), "");
  target().server().kill();
  const Outcome outcome = target().run("MATCH (n) RETURN n", {}, deadline);
  ASSERT_TRUE(std::holds_alternative<Crash>(outcome)) << show(outcome);
  EXPECT_NE(std::get<Crash>(outcome).log.find("signal 9"), std::string::npos)
      << std::get<Crash>(outcome).log;
  EXPECT_FALSE(target().alive());
  EXPECT_EQ(show(target().put_back()), "");
  EXPECT_EQ(run("MATCH (n) RETURN n"), "(:A)");
  EXPECT_TRUE(target().alive());
}

TEST_F(FalkorDb, LeavesTheGraphsOfOthersAlone) {
  const std::string url = fmt::format("redis://127.0.0.1:{}/theirs", target().server().port());
  {
    const auto first = open_target("falkordb", {.connect = url});
    EXPECT_EQ(show(first->run("CREATE (:A)", {}, deadline)), "");
    EXPECT_THROW(open_target("falkordb", {.connect = url}), Error);
    const auto second = open_target("falkordb", {.connect = url, .allow_reset = true});
    EXPECT_EQ(show(second->run("MATCH (n) RETURN n", {}, deadline)), "(:A)");
  }
  EXPECT_NO_THROW(open_target("falkordb", {.connect = url}));  // gone with the one who made it
}

std::string answer_of(const std::string& bytes, bool hangs_up) {
  const std::chrono::milliseconds patience(bytes.empty() && !hangs_up ? 50 : 20'000);
  const BadServer server(bytes, hangs_up);
  RespTarget target("bad", Server("127.0.0.1", server.port(), {}), {"g", true});
  return show(target.run("RETURN 1", {}, patience));
}

TEST(BadRespServer, GetsAnOutcome) {
  EXPECT_EQ(answer_of("", false), "timeout");
  EXPECT_EQ(answer_of("", true), "crash: bad: the connection was closed");
  EXPECT_EQ(answer_of("\x01\x02garbage\r\n", false), "crash: bad: a reply begins with byte 1");
  EXPECT_EQ(answer_of("*3\r\n:1\r\n", true), "crash: bad: the connection was closed");
  EXPECT_EQ(answer_of("$2147483648\r\n", false), "crash: bad: a text of 2147483648 bytes");
  EXPECT_EQ(answer_of(":1\r\n", false),
            "crash: bad sent what is no result: a result does not have header, rows and "
            "statistics");
}

TEST(BadRespServer, IsToldApartFromNone) {
  try {
    open_target("falkordb", {.connect = "redis://127.0.0.1:1"});
    FAIL() << "nobody listens there";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::Unreachable);
    EXPECT_EQ(std::string(error.what()).substr(0, 64),
              "cannot reach falkordb at 127.0.0.1:1: Connection refused; start ");
  }
}

}  // namespace
}  // namespace dinkel

// The Bolt driver against Neo4j, which is installed and started here once for all tests.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "faults.h"
#include "round_trip.h"
#include "show.h"
#include "targets/bolt/bolt_target.h"
#include "targets/open.h"

namespace dinkel {
namespace {

constexpr std::chrono::milliseconds deadline(60'000);

class Neo4jSlow : public testing::Test {
 protected:
  static void SetUpTestSuite() { target_ = open_target("neo4j@5.26.30").release(); }
  static void TearDownTestSuite() {
    delete target_;
    target_ = nullptr;
  }
  void SetUp() override { ASSERT_EQ(show(target_->reset()), ""); }

  std::string run(std::string_view statement, const Map& parameters = {}) {
    return show(target_->run(statement, parameters, deadline));
  }
  BoltTarget& target() { return dynamic_cast<BoltTarget&>(*target_); }

  static Target* target_;
};
Target* Neo4jSlow::target_ = nullptr;

TEST_F(Neo4jSlow, SaysItsVersion) {
  EXPECT_EQ(target().version(), "5.26.30");
  EXPECT_TRUE(target().alive());
}

TEST_F(Neo4jSlow, AnswersWithRowsAndErrors) {
  EXPECT_EQ(run("CREATE (a:A:B {k: 1})-[r:R {w: 1.5}]->(b) RETURN a, r, b"),
            "(:A:B {k: 1}), [:R {w: 1.5}], ()");
  EXPECT_EQ(run("MATCH p = ()<-[:R]-(:A) RETURN p"), "<()<-[:R {w: 1.5}]-(:A:B {k: 1})>");
  const Outcome outcome = target().run("RETURN 1 / 0", {}, deadline);
  ASSERT_TRUE(std::holds_alternative<DatabaseError>(outcome)) << show(outcome);
  EXPECT_EQ(std::get<DatabaseError>(outcome).code, "Neo.ClientError.Statement.ArithmeticError");
  EXPECT_EQ(run("RETURN 1 AS a, [null, {k: 'x'}] AS b"), "1, [null, {k: 'x'}]");
  EXPECT_NE(show(target().explain("MATCH (n:A) RETURN n", {})).find("NodeByLabelScan"),
            std::string::npos);
}

TEST_F(Neo4jSlow, ValuesGoThereAndBack) {
  // 2,000 of each type: there are six temporal types and four kinds of points.
  const struct {
    Value (*draw)(Rng& rng);
    int count;
  } kinds[] = {{[](Rng& rng) -> Value { return random_integer(rng); }, 2'000},
               {[](Rng& rng) -> Value { return random_float(rng); }, 2'000},
               {[](Rng& rng) -> Value { return random_text(rng); }, 2'000},
               {random_temporal, 12'000},
               {random_point, 8'000},
               {[](Rng& rng) { return random_value(rng, 3); }, 4'000}};
  Rng rng(12);
  for (const auto& kind : kinds) {
    for (int i = 0; i < kind.count / 500; ++i) {
      Values values;
      for (int j = 0; j < 500; ++j) values.push_back(kind.draw(rng));
      const Outcome outcome = target().run("RETURN $p AS p", Map({{"p", values}}), deadline);
      const Rows* rows = std::get_if<Rows>(&outcome);
      ASSERT_NE(rows, nullptr) << show(outcome);
      const auto* back = rows->rows[0][0].get_if<Values>();
      ASSERT_TRUE(back && back->size() == values.size());
      for (std::size_t j = 0; j < values.size(); ++j) {
        EXPECT_EQ((*back)[j], values[j]) << to_text(values[j]) << " became " << to_text((*back)[j]);
      }
    }
  }
}

TEST_F(Neo4jSlow, PathsGoThereAndBack) {
  expect_paths_return(target());
}

TEST_F(Neo4jSlow, PutsTheStateBackByRollback) {
  run("CREATE (:A {k: 1})-[:R]->(:B {k: 2})");
  ASSERT_EQ(show(target().mark()), "");
  const auto before = target().graph();
  EXPECT_EQ(run("MATCH (a:A) SET a:New, a.k = 7 RETURN a"), "(:A:New {k: 7})");
  EXPECT_TRUE(target().in_transaction());
  // The failure takes the transaction away, but not what had succeeded before it.
  EXPECT_EQ(run("RETURN 1 / 0").substr(0, 5), "error");
  EXPECT_EQ(run("MATCH (n:New) RETURN n"), "(:A:New {k: 7})");
  EXPECT_EQ(run("RETURN 1 / 0").substr(0, 5), "error");
  EXPECT_NE(*target().graph(), *before);
  ASSERT_EQ(show(target().put_back()), "");
  EXPECT_EQ(*target().graph(), *before);
}

TEST_F(Neo4jSlow, PutsTheStateBackByReplay) {
  run("CREATE (:A {k: 1})-[:R]->(:B {k: 2})");
  ASSERT_EQ(show(target().mark()), "");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run("CREATE (:C)"), "");
    // Refused at commit alone, so it must not hide in a transaction.
    EXPECT_EQ(run("MATCH (a:A) DELETE a").substr(0, 5), "error");
    EXPECT_EQ(run("CREATE INDEX mine FOR (n:A) ON (n.k)"), "");
    EXPECT_EQ(run("MATCH (n) RETURN count(n)"), "3");
    ASSERT_EQ(show(target().put_back()), "");
    EXPECT_EQ(run("MATCH (n) RETURN count(n)"), "2");
    ASSERT_EQ(show(target().put_back()), "");
    EXPECT_EQ(run("SHOW INDEXES YIELD name WHERE name = 'mine' RETURN name"), "");
    ASSERT_EQ(show(target().put_back()), "");
  }
}

TEST_F(Neo4jSlow, EndsAtTheDeadline) {
  const auto endless = [&] {
    return show(target().run(
        "UNWIND range(1, 100000) AS x UNWIND range(1, 100000) AS y RETURN count(x + y)", {},
        std::chrono::milliseconds(300)));
  };
  EXPECT_EQ(endless(), "timeout");
  EXPECT_EQ(run("RETURN 1"), "1");
  run("CREATE (:A)");
  ASSERT_EQ(show(target().mark()), "");
  EXPECT_EQ(run("CREATE (:B)"), "");
  EXPECT_EQ(endless(), "timeout");
  EXPECT_EQ(run("MATCH (n) RETURN count(n)"), "2");
  ASSERT_EQ(show(target().put_back()), "");
  EXPECT_EQ(run("MATCH (n) RETURN count(n)"), "1");
}

TEST_F(Neo4jSlow, LeavesTheGraphsOfOthersAlone) {
  run("CREATE (:A)");
  const std::string url = fmt::format("bolt://127.0.0.1:{}", target().server().port());
  EXPECT_THROW(open_target("neo4j", {.connect = url}), Error);
  EXPECT_EQ(show(open_target("neo4j", {.connect = url, .allow_reset = true})->reset()), "");
  EXPECT_EQ(run("MATCH (n) RETURN count(n)"), "0");
}

TEST_F(Neo4jSlow, SaysThatItCrashed) {
  target().server().kill();
  const Outcome outcome = target().run("RETURN 1", {}, deadline);
  ASSERT_TRUE(std::holds_alternative<Crash>(outcome)) << show(outcome);
  EXPECT_NE(std::get<Crash>(outcome).log.find("signal 9"), std::string::npos);
  EXPECT_FALSE(target().alive());
  EXPECT_EQ(show(target().reset()), "");
  EXPECT_EQ(run("RETURN 1"), "1");
}

const std::string greeting(
    "\x00\x00\x04\x05\x00\x03\xB1\x70\xA0\x00\x00\x00\x03\xB1\x70\xA0\x00\x00", 18);

std::string answer_of(const std::string& bytes, bool hangs_up) {
  const std::chrono::milliseconds patience(bytes.empty() && !hangs_up ? 50 : 20'000);
  const BadServer server(greeting + bytes, hangs_up);
  BoltTarget target("bad", Server("127.0.0.1", server.port(), {}), {"", true});
  return show(target.run("RETURN 1", {}, patience));
}

TEST(BadBoltServer, GetsAnOutcome) {
  EXPECT_EQ(answer_of("", false), "timeout");
  EXPECT_EQ(answer_of("", true), "crash: bad: the connection was closed");
  EXPECT_EQ(answer_of(std::string("\x00\x02\xC4\xC4\x00\x00", 6), false),
            "crash: bad sent what is no answer: no value begins with byte 0xc4");
  EXPECT_EQ(answer_of(std::string("\x00\x09\xB1\x70", 4), true),
            "crash: bad: the connection was closed");
  EXPECT_EQ(
      answer_of(std::string("\x00\x06\xB1\x70\xD2\x7F\xFF\xFF\x00\x01\xFF\x00\x00", 13), false),
      "crash: bad sent what is no answer: a text of 2147483647 bytes, where 0 are left");
}

}  // namespace
}  // namespace dinkel

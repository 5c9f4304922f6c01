#include "targets/embedded.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "targets/open.h"

namespace dinkel {
namespace {

constexpr std::chrono::milliseconds second{1000};

Value single(const Outcome& outcome) {
  const Rows* rows = std::get_if<Rows>(&outcome);
  return rows && rows->rows.size() == 1 && rows->rows[0].size() == 1 ? rows->rows[0][0]
                                                                     : Value("not one value");
}

TEST(EmbeddedTarget, GoesBackToItsMark) {
  EmbeddedTarget target("reference", {});
  target.run("CREATE (:A)", {}, second);
  target.mark();
  target.run("MATCH (a) SET a.k = 1 CREATE (:B)", {}, second);
  EXPECT_EQ(target.graph()->nodes.size(), 2U);
  target.put_back();
  EXPECT_EQ(single(target.run("MATCH (a) RETURN a.k", {}, second)), Value());
  target.put_back();  // as often as one likes
  EXPECT_EQ(target.graph()->nodes.size(), 1U);
  target.reset();
  EXPECT_TRUE(target.graph()->nodes.empty());
}

TEST(EmbeddedTarget, ErrorsAreInTheWordsOfTheTck) {
  EmbeddedTarget target("reference", {});
  const Outcome outcome = target.run("RETURN x", {}, second);
  ASSERT_TRUE(std::holds_alternative<DatabaseError>(outcome));
  EXPECT_EQ(std::get<DatabaseError>(outcome).code, "SyntaxError/compile time/UndefinedVariable");
  ASSERT_TRUE(target.last_error().has_value());
  EXPECT_EQ(target.last_error()->offset, 7U);
  EXPECT_EQ(single(target.run("RETURN 1", {}, second)), Value(1));
  EXPECT_FALSE(target.last_error().has_value());
}

TEST(EmbeddedTarget, AFailedStatementChangesNothing) {
  EmbeddedTarget target("reference", {});
  target.run("CREATE (:A) WITH 1 AS x RETURN 1 / (x - 1)", {}, second);
  EXPECT_TRUE(target.graph()->nodes.empty());
}

TEST(EmbeddedTarget, ExplainRunsNothing) {
  EmbeddedTarget target("reference", {});
  EXPECT_TRUE(std::holds_alternative<Rows>(target.explain("CREATE (:A)", {})));
  EXPECT_TRUE(std::holds_alternative<Rows>(target.run("EXPLAIN CREATE (:A)", {}, second)));
  EXPECT_TRUE(target.graph()->nodes.empty());
  EXPECT_TRUE(std::holds_alternative<DatabaseError>(target.explain("RETURN x", {})));
}

TEST(OpenTarget, KnowsItsNames) {
  EXPECT_EQ(open_target("reference")->name(), "reference");
  EXPECT_EQ(open_target("canary")->name(), "canary");
  EXPECT_EQ(open_target("canary:null-xor")->name(), "canary");
  EXPECT_THROW(open_target("canary:no-such-bug"), Error);
  EXPECT_THROW(open_target("nonesuch"), Error);
}

}  // namespace
}  // namespace dinkel

#include "report/check.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "targets/open.h"

namespace dinkel {
namespace {

std::vector<Statement> parsed(const std::vector<std::string>& texts) {
  std::vector<Statement> statements;
  for (const std::string& text : texts) {
    auto statement = parse_statement(text);
    EXPECT_TRUE(statement.ok()) << text;
    statements.push_back(*statement);
  }
  return statements;
}

CheckResult checked(const std::string& target, const std::vector<std::string>& texts,
                    int rewrites = 40) {
  CheckOptions options;
  options.rewrites = rewrites;
  options.replays = 1;
  options.reduce_runs = 100;
  return check_statements(*open_target(target), parsed({"CREATE (:Person {name: 'A', age: 1.5})"}),
                          Map(), parsed(texts), options);
}

TEST(Check, FindsABugInTheUsersOwnQuery) {
  const std::vector<std::string> texts = {
      "MATCH (p:Person) RETURN p.name AS name, p.age AS age",
      "MATCH (p:Person) WHERE p.name = 'A' RETURN p.missing > 1 AS old"};
  const CheckResult result = checked(
      "canary:foreach-empty-runs-once,set-empty-map-clears,null-and-true,unwind-false", texts, 100);
  ASSERT_EQ(result.statements.size(), 2U);
  EXPECT_GT(result.statements[0].compared, 5);
  ASSERT_FALSE(result.families.empty());
  for (const Family& family : result.families) {
    EXPECT_FALSE(family.first.planted.empty()) << to_json_text(family.first);
  }
  EXPECT_TRUE(checked("reference", texts).families.empty());
}

TEST(Check, LaterStatementsMeetWhatEarlierOnesLeave) {
  const CheckResult result = checked(
      "canary:null-xor", {"MATCH (p:Person) SET p.flag = true",
                          "MATCH (p:Person) WHERE p.flag RETURN p.nothing XOR p.flag AS x"});
  EXPECT_TRUE(result.statements[0].obstacle.empty()) << result.statements[0].obstacle;
  EXPECT_TRUE(result.statements[1].obstacle.empty()) << result.statements[1].obstacle;
  EXPECT_GT(result.statements[1].compared, 5);
}

TEST(Check, SaysWhatItCannotCheck) {
  const CheckResult result = checked("reference", {"RETURN rand() AS x", "RETURN nothing(1) AS x"});
  EXPECT_NE(result.statements[0].obstacle.find("not determined"), std::string::npos)
      << result.statements[0].obstacle;
  EXPECT_NE(result.statements[1].obstacle.find("the reference cannot run it"), std::string::npos);
  EXPECT_THROW((void)check_statements(*open_target("reference"), parsed({"RETURN nothing()"}),
                                      Map(), {}, {}),
               Error);
}

}  // namespace
}  // namespace dinkel

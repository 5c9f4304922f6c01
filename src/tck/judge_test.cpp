#include "tck/judge.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "targets/open.h"
#include "tck/report.h"

namespace dinkel {
namespace {

Suite small_suite() {
  auto feature = read_feature(R"(Feature: Small - Scenarios that fail and pass

  Scenario: [1] Right
    Given an empty graph
    When executing query:
      """
      CREATE (:A {k: 1}) RETURN 1 AS one
      """
    Then the result should be, in any order:
      | one |
      | 1   |
    And the side effects should be:
      | +nodes      | 1 |
      | +labels     | 1 |
      | +properties | 1 |

  Scenario: [2] Wrong row
    Given any graph
    When executing query:
      """
      UNWIND [1, 2, 3] AS x RETURN x
      """
    Then the result should be, in any order:
      | x |
      | 3 |
      | 2 |
      | 4 |

  Scenario: [3] Wrong side effects
    Given any graph
    When executing query:
      """
      CREATE ()
      """
    Then the result should be empty
    And no side effects

  Scenario: [4] Wrong detail
    Given any graph
    When executing query:
      """
      RETURN x
      """
    Then a SyntaxError should be raised at compile time: UnexpectedSyntax

  Scenario: [5] Right error
    Given any graph
    When executing query:
      """
      RETURN x
      """
    Then a SyntaxError should be raised at compile time: UndefinedVariable
)",
                              "small.feature");
  EXPECT_TRUE(feature.ok());
  return {feature->written_scenarios, feature->scenarios, {}};
}

SuiteReport run_small(const Suite& suite, const KnownFailures& known) {
  const auto target = open_target("reference");
  return run_suite(suite, *target, known, std::chrono::seconds(10), [](const SuiteReport&) {});
}

TEST(Judge, SaysWhatWasExpectedAndWhatCame) {
  const Suite suite = small_suite();
  const SuiteReport report = run_small(suite, {});
  ASSERT_EQ(report.scenarios.size(), 5U);
  EXPECT_EQ(report.scenarios[0].reason, "");
  EXPECT_EQ(report.scenarios[1].reason, "expected: | 4 |; got: | 1 |");
  EXPECT_EQ(report.scenarios[2].reason, "expected side effects: none; got: +nodes 1");
  EXPECT_TRUE(report.scenarios[3].reason.starts_with(
      "expected SyntaxError/compile time/UnexpectedSyntax; got "
      "SyntaxError/compile time/UndefinedVariable: "))
      << report.scenarios[3].reason;
  EXPECT_EQ(report.scenarios[4].reason, "");
  EXPECT_FALSE(report.ok());
  EXPECT_EQ(summary_line(report), "2 passed, 3 failed, 0 skipped");
}

TEST(Judge, KnownFailuresMayOnlyShrink) {
  const Suite suite = small_suite();
  KnownFailures known = {{"Small [2] Wrong row", "on purpose"},
                         {"Small [3] Wrong side effects", "on purpose"},
                         {"Small [4] Wrong detail", "on purpose"}};
  EXPECT_TRUE(run_small(suite, known).ok());
  EXPECT_EQ(report_text(run_small(suite, known), "known.txt"),
            "3 of the failures are known, with their reasons, in known.txt\n"
            "2 passed, 3 failed, 0 skipped\n");

  KnownFailures too_long = known;
  too_long["Small [1] Right"] = "it does not fail";
  const SuiteReport passing = run_small(suite, too_long);
  EXPECT_FALSE(passing.ok());
  EXPECT_EQ(passing.count(Judgement::NoLongerFails), 1);

  KnownFailures misspelt = known;
  misspelt["Small [9] No such scenario"] = "misspelt";
  EXPECT_FALSE(run_small(suite, misspelt).ok());
}

TEST(Judge, ReportsForPrograms) {
  const Suite suite = small_suite();
  const SuiteReport report = run_small(suite, {{"Small [3] Wrong side effects", "on purpose"}});
  const std::string junit = report_junit(report, "reference");
  EXPECT_NE(junit.find("tests=\"5\" failures=\"2\" skipped=\"1\""), std::string::npos) << junit;
  EXPECT_NE(junit.find("<failure message=\"expected: | 4 |; got: | 1 |\"/>"), std::string::npos);
  const std::string json = report_json(report, "reference");
  EXPECT_NE(json.find("\"result\": \"known failure\""), std::string::npos) << json;
}

TEST(KnownFailures, AreLinesWithAReason) {
  const auto known =
      read_known_failures("# comment\n\nA [1] x -- y -- because\nB [2] z #3 -- so\n");
  EXPECT_EQ(known, (KnownFailures{{"A [1] x -- y", "because"}, {"B [2] z #3", "so"}}));
  EXPECT_THROW(read_known_failures("A [1] without a reason"), Error);
}

}  // namespace
}  // namespace dinkel

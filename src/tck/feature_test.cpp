#include "tck/feature.h"

#include <gtest/gtest.h>

namespace dinkel {
namespace {

TEST(Feature, ExpandsOutlinesAndPrependsTheBackground) {
  const auto feature = read_feature(R"(#encoding: utf-8

Feature: Match5 - Some title
  Words that describe it.

  Background:
    Given an empty graph
    And having executed:
      """
      CREATE (a)
        // indented
      """

  @slow @other
  Scenario: [1] First
    When executing query:
      """
      RETURN 1
      """
    Then the result should be, in any order:
      | 1 | a\|b | c\\d |
    And no side effects

  Scenario Outline: [2] Second
    When executing query:
      """
      RETURN <x> + <y>
      """
    Then the result should be, in any order:
      | <x> |

    Examples:
      | x | y   |
      | 1 | '2' |
      | 3 |     |
)",
                                    "Match5.feature");
  ASSERT_TRUE(feature.ok()) << feature.error().message;
  EXPECT_EQ(feature->name, "Match5");
  EXPECT_EQ(feature->written_scenarios, 2);
  ASSERT_EQ(feature->scenarios.size(), 3U);

  const Scenario& first = feature->scenarios[0];
  EXPECT_EQ(scenario_id(first), "Match5 [1] First");
  EXPECT_EQ(first.tags, (std::vector<std::string>{"@slow", "@other"}));
  ASSERT_EQ(first.steps.size(), 5U);
  EXPECT_EQ(first.steps[1].doc_string, "CREATE (a)\n  // indented");
  EXPECT_EQ(first.steps[3].table, (TextTable{{"1", "a|b", "c\\d"}}));
  EXPECT_EQ(first.steps[4].text, "no side effects");

  const Scenario& second = feature->scenarios[2];
  EXPECT_EQ(scenario_id(second), "Match5 [2] Second #2");
  EXPECT_TRUE(second.tags.empty());
  EXPECT_EQ(second.steps[2].doc_string, "RETURN 3 + ");
  EXPECT_EQ(second.steps[3].table, (TextTable{{"3"}}));
}

TEST(Feature, SaysWhatItDoesNotUnderstand) {
  const auto stray = read_feature("Feature: A\n  Scenario: B\n    Whatever this is\n", "a");
  ASSERT_FALSE(stray.ok());
  EXPECT_EQ(stray.error().line, 3);
  const auto open = read_feature("Scenario: B\n Given x\n \"\"\"\n text", "a");
  ASSERT_FALSE(open.ok());
  EXPECT_EQ(open.error().message, "the text in \"\"\" does not end");
  EXPECT_FALSE(read_feature("| a |", "a").ok());
  EXPECT_FALSE(read_feature("Given a step alone", "a").ok());
}

}  // namespace
}  // namespace dinkel

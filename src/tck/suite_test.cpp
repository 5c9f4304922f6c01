#include "tck/suite.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.h"

namespace dinkel {
namespace {

Suite fetched_suite() {
  const std::string source = DINKEL_SOURCE_DIR;
  // NOLINTNEXTLINE: our own script; it does nothing when the TCK is there.
  EXPECT_EQ(std::system((source + "/tools/fetch-tck >/dev/null").c_str()), 0);
  return load_suite(source + "/.cache/tck");
}

TEST(Suite, HasEveryScenarioOfTheTck) {
  const Suite suite = fetched_suite();
  EXPECT_EQ(suite.written_scenarios, 1615);
  EXPECT_EQ(suite.scenarios.size(), 3897U);
  EXPECT_TRUE(suite.graphs.contains("binary-tree-1"));
  const Suite some = filter_suite(suite, "MATCH5 [1]");
  ASSERT_EQ(some.scenarios.size(), 1U);
  EXPECT_EQ(some.scenarios[0].file, "features/clauses/match/Match5.feature");
}

TEST(Suite, NamesOfScenariosAreUnique) {
  const Suite suite = fetched_suite();
  std::map<std::string, int> counts;
  for (const Scenario& scenario : suite.scenarios) ++counts[scenario_id(scenario)];
  for (const auto& [id, count] : counts) EXPECT_EQ(count, 1) << id;
}

TEST(Suite, SaysHowToGetTheTck) {
  try {
    load_suite("/nonexistent");
    FAIL() << "it should have thrown";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("tools/fetch-tck"), std::string::npos);
  }
}

}  // namespace
}  // namespace dinkel

// docs/rules.md is what `dinkel rules --markdown` prints.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/commands.h"
#include "rewrite/rule.h"

namespace dinkel {
namespace {

std::string printed(const std::vector<std::string>& arguments) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_program(arguments), ExitCode::Ok);
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

TEST(RulesCommand, ThePageIsUpToDate) {
  std::stringstream page;
  page << std::ifstream(DINKEL_SOURCE_DIR "/docs/rules.md").rdbuf();
  EXPECT_TRUE(printed({"rules", "--markdown"}) == page.str())
      << "run: dinkel rules --markdown > docs/rules.md";
}

TEST(RulesCommand, JsonListsTheGuardsOfEachRule) {
  const nlohmann::json rows = nlohmann::json::parse(printed({"rules", "--json"}));
  ASSERT_EQ(rows.size(), all_rules().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i]["name"], all_rules()[i].name());
    ASSERT_TRUE(rows[i]["guards"].is_array());
    EXPECT_EQ(rows[i]["guards"].size(), all_rules()[i].guards().size());
  }
}

}  // namespace
}  // namespace dinkel

// Feature files of the openCypher TCK: the part of the Gherkin language that they use. Scenario
// outlines are expanded here, and the steps of a Background stand at the start of each scenario, so
// that a scenario is a plain list of steps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace dinkel {

using TextTable = std::vector<std::vector<std::string>>;

struct Step {
  std::string text;        // without its keyword: "the result should be, in any order:"
  std::string doc_string;  // empty: none
  TextTable table;
  int line = 0;
  bool operator==(const Step&) const = default;
};

struct Scenario {
  std::string feature;  // "Match5"
  std::string name;     // "[1] Handling a variable length relationship"
  int example = 0;      // which row of the outline's examples, from 1; 0: no outline
  std::vector<std::string> tags;
  std::vector<Step> steps;
  std::string file;
  int line = 0;
};

// "Match5 [1] Handling ... #2": names a scenario in lists and reports.
std::string scenario_id(const Scenario& scenario);

struct FeatureFile {
  std::string name;
  int written_scenarios = 0;        // before the outlines are expanded
  std::vector<Scenario> scenarios;  // after
};

struct FeatureError {
  std::string message;
  int line = 0;
};
Result<FeatureFile, FeatureError> read_feature(std::string_view text, std::string_view file);

}  // namespace dinkel

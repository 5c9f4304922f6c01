// Runs one scenario of the TCK on a target, step by step. On the embedded targets everything is
// checked: results, side effects, and the type, phase and detail of errors. Other databases have
// words of their own for errors, so an expected error only has to be some error there; and a
// scenario that needs a procedure of the TCK is skipped, since no other target can be given one.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "targets/target.h"
#include "tck/feature.h"

namespace dinkel {

enum class ScenarioStatus { Passed, Failed, Skipped };

struct ScenarioResult {
  ScenarioStatus status = ScenarioStatus::Passed;
  std::string reason;  // what was expected and what came, or why it was skipped
};

using NamedGraphs = std::map<std::string, std::string, std::less<>>;  // name -> statements

ScenarioResult run_scenario(const Scenario& scenario, const NamedGraphs& graphs, Target& target,
                            std::chrono::milliseconds deadline);

}  // namespace dinkel

// Runs a suite on a target and judges each scenario, with the failures that are known of this
// target kept apart. The list of known failures may only shrink: a scenario on it that passes is an
// error too, so that the list never hides a failure that comes back.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "targets/target.h"
#include "tck/suite.h"

namespace dinkel {

using KnownFailures = std::map<std::string, std::string, std::less<>>;  // scenario id -> reason

// One failure a line, "Match5 [1] Some name -- the reason"; # begins a comment. Throws Error.
KnownFailures read_known_failures(std::string_view text);

enum class Judgement {
  Passed,
  Failed,
  Skipped,
  KnownFailure,  // failed, and is on the list
  NoLongerFails  // passed, but is on the list
};

struct JudgedScenario {
  const Scenario* scenario = nullptr;
  Judgement judgement = Judgement::Passed;
  std::string reason;
};

struct SuiteReport {
  std::vector<JudgedScenario> scenarios;
  std::vector<std::string> unknown_names;  // on the list of known failures, but not in the suite

  std::int64_t count(Judgement judgement) const;
  bool ok() const;  // nothing failed that is not known, and the list is not too long
};

// `progress` is called after each scenario.
SuiteReport run_suite(const Suite& suite, Target& target, const KnownFailures& known,
                      std::chrono::milliseconds deadline,
                      const std::function<void(const SuiteReport&)>& progress);

}  // namespace dinkel

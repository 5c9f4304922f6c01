#include "tck/judge.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"
#include "targets/embedded.h"

namespace dinkel {

KnownFailures read_known_failures(std::string_view text) {
  KnownFailures known;
  int number = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    constexpr std::string_view separator = " -- ";
    const auto at = line.rfind(separator);
    if (at == std::string_view::npos || at + separator.size() == line.size()) {
      throw Error(fmt::format(
          "line {} of the known failures is not of the form SCENARIO -- REASON: {}", number, line));
    }
    known[std::string(line.substr(0, at))] = line.substr(at + separator.size());
  }
  return known;
}

std::int64_t SuiteReport::count(Judgement judgement) const {
  return std::count_if(scenarios.begin(), scenarios.end(), [&](const JudgedScenario& scenario) {
    return scenario.judgement == judgement;
  });
}

bool SuiteReport::ok() const {
  return count(Judgement::Failed) == 0 && count(Judgement::NoLongerFails) == 0 &&
         unknown_names.empty();
}

SuiteReport run_suite(const Suite& suite, Target& target, const KnownFailures& known,
                      std::chrono::milliseconds deadline,
                      const std::function<void(const SuiteReport&)>& progress) {
  // One scenario sums a million rows.
  if (auto* embedded = dynamic_cast<EmbeddedTarget*>(&target)) embedded->limits().rows = 2'000'000;
  SuiteReport report;
  std::set<std::string, std::less<>> seen;
  for (const Scenario& scenario : suite.scenarios) {
    ScenarioResult result = run_scenario(scenario, suite.graphs, target, deadline);
    const std::string id = scenario_id(scenario);
    const auto found = known.find(id);
    const bool is_known = found != known.end();
    seen.insert(id);
    JudgedScenario judged{&scenario, Judgement::Passed, std::move(result.reason)};
    switch (result.status) {
      case ScenarioStatus::Passed:
        judged.judgement = is_known ? Judgement::NoLongerFails : Judgement::Passed;
        if (is_known) judged.reason = "passes now: take it off the list of known failures";
        break;
      case ScenarioStatus::Failed:
        judged.judgement = is_known ? Judgement::KnownFailure : Judgement::Failed;
        if (is_known) judged.reason = found->second;
        break;
      case ScenarioStatus::Skipped:
        judged.judgement = Judgement::Skipped;
        break;
    }
    report.scenarios.push_back(std::move(judged));
    progress(report);
  }
  for (const auto& [id, reason] : known) {
    if (!seen.contains(id)) report.unknown_names.push_back(id);
  }
  return report;
}

}  // namespace dinkel

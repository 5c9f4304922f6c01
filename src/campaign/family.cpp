// Which findings are of one cause, as far as can be told.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/rng.h"
#include "campaign/examine.h"
#include "oracles/test_case.h"
#include "targets/open.h"

namespace dinkel {

std::string family_of(const Finding& finding) {
  std::string key = fmt::format("{} {}", finding.oracle, to_text(finding.kind));
  const bool is_wrong_answer =
      finding.kind != FindingKind::Hang && finding.kind != FindingKind::Leak;
  if (!finding.cause.empty())
    return (is_wrong_answer ? "wrong answer: " : key + ": ") + finding.cause;
  // A rule says nothing about an error or a crash: the error itself does.
  if (!finding.normalised.empty()) {
    return fmt::format("{} {:016x}", key, hash_text(finding.normalised));
  }
  // How often a rule was needed, and in which order, is chance.
  const std::set<std::string> rules(finding.rules.begin(), finding.rules.end());
  for (const std::string& rule : rules) key += " " + rule;
  return key;
}

bool is_shown_before(const Finding& one, const Finding& other) {
  constexpr std::size_t short_bytes = 120;
  const auto rank = [](const Finding& finding) {
    const std::size_t bytes = finding.normalised.empty() ? 0 : reported_bytes(finding);
    return std::pair(bytes > short_bytes ? bytes : 0, finding.index);
  };
  return rank(one) < rank(other);
}

namespace {

// Whether the finding goes away when one of the planted bugs is taken out.
bool is_needed(const BugRow& row, BugSet planted, const OracleTest& test, const Oracle& oracle,
               const CaseOptions& options, FindingKind kind) {
  planted.remove(row.bug);
  const auto target = open_canary(planted);
  Session session(*target, options.deadline, &options.dialect);
  const Judged again = judge(test, oracle, session, options.dialect.dialect, options.confirm);
  return !again.discrepancy || again.discrepancy->kind != kind;
}

}  // namespace

std::vector<std::string> needed_bugs(const Target& target, const OracleTest& test,
                                     const Oracle& oracle, const CaseOptions& options,
                                     const Judged& judged) {
  std::vector<std::string> needed;
  const BugSet* planted = planted_in(target);
  if (planted == nullptr) return needed;
  for (const BugRow& row : plantable_bugs()) {
    if (planted->has(row.bug) &&
        is_needed(row, *planted, test, oracle, options, judged.discrepancy->kind)) {
      needed.emplace_back(row.name);
    }
  }
  return needed;
}

JudgedPredicate needs_same_bugs(const Target& target, const OracleTest& test, const Oracle& oracle,
                                const CaseOptions& options, const Judged& judged) {
  const BugSet* planted = planted_in(target);
  if (planted == nullptr) return {};
  return [bugs = *planted, &oracle, &options,
          needed = needed_bugs(target, test, oracle, options, judged)](const OracleTest& candidate,
                                                                       const Judged& shown) {
    return std::ranges::all_of(plantable_bugs(), [&](const BugRow& row) {
      return std::ranges::find(needed, row.name) == needed.end() ||
             is_needed(row, bugs, candidate, oracle, options, shown.discrepancy->kind);
    });
  };
}

}  // namespace dinkel

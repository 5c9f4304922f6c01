// Which findings are of one cause, as far as can be told.
#include <fmt/core.h>

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
  for (const std::string& rule : finding.rules) key += " " + rule;
  return key;
}

std::vector<std::string> needed_bugs(const BugSet& planted, const OracleTest& test,
                                     const Oracle& oracle, const CaseOptions& options,
                                     const Judged& judged) {
  std::vector<std::string> needed;
  for (const BugRow& row : plantable_bugs()) {
    if (!planted.has(row.bug)) continue;
    BugSet bugs = planted;
    bugs.remove(row.bug);
    const auto target = open_canary(bugs);
    Session session(*target, options.deadline, &options.dialect);
    const Judged again = judge(test, oracle, session, options.dialect.dialect, options.confirm);
    if (!again.discrepancy || again.discrepancy->kind != judged.discrepancy->kind) {
      needed.emplace_back(row.name);
    }
  }
  return needed;
}

}  // namespace dinkel

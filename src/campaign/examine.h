// From a raw finding to what is reported: reduced, replayed on a fresh server, named by its family,
// and held against the list of known issues.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/case.h"
#include "reduce/reduce.h"

namespace dinkel {

enum class Standing {
  Finding,  // shows each time on a fresh server
  Flaky,    // shows sometimes, or never again
  Known,    // the list of known issues has it
};

struct FoundFinding {
  Finding finding;  // reduced
  std::string family;
  Standing standing = Standing::Finding;
  std::string note;  // of a flaky one "1 of 3", of a known one the name of its issue
  bool operator==(const FoundFinding&) const = default;
};

// Uses the target, and leaves it in any state. Once `stop` says yes, the result is of no use.
FoundFinding examine(const Finding& raw, Target& target, const CaseOptions& options,
                     const std::function<bool()>& stop);

// Of a raw family, ever fewer are reduced: a flood of one cause must not take all the time. The
// 1st, 4th, 9th, ...; where an error or a stack names the cause, the 1st, 10th, 100th, ...
bool is_worth_reducing(const Finding& finding, std::int64_t number);

// What findings of one cause have in common: of wrong answers the cause (cause.h), of all others
// oracle, kind and normalised error; where there is neither, the rule.
std::string family_of(const Finding& finding);

// Which finding of a family is shown: the first. But of a crash that corrupts memory some can be
// reduced and some cannot; so of those with an error or a stack, the first that is short, or the
// shortest.
bool is_shown_before(const Finding& one, const Finding& other);

// Of the bugs planted in a canary, those without which the finding goes away. On other targets
// none.
std::vector<std::string> needed_bugs(const Target& target, const OracleTest& test,
                                     const Oracle& oracle, const CaseOptions& options,
                                     const Judged& judged);
// For a reduction on a canary: the finding must not slip from its bugs to others. Empty on other
// targets. `oracle` and `options` must outlive it.
JudgedPredicate needs_same_bugs(const Target& target, const OracleTest& test, const Oracle& oracle,
                                const CaseOptions& options, const Judged& judged);

}  // namespace dinkel

// One case of a campaign: generated, run, judged, and what is wrong reduced. It depends on the seed
// and the index alone, not on what other cases found, so that the number of workers changes
// nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "generate/case.h"
#include "interpret/bugs.h"
#include "oracles/oracle.h"
#include "oracles/test_case.h"

namespace dinkel {

struct CaseOptions {
  std::uint64_t seed = 1;
  const Dialect* dialect = &full_dialect();
  CaseSize size = CaseSize::Default;
  std::vector<bool> rules;           // which are on; empty: all
  std::vector<std::string> oracles;  // by name; empty: those that are on by default
  std::chrono::milliseconds deadline{5000};
  int replays = 3;  // a finding must show each time
  int reduce_runs = 2000;
  bool confirm = true;  // a difference that the reference sees too is ours, not the target's
};

struct CaseCounts {
  std::int64_t cases = 0;
  std::int64_t statements = 0;  // run on the target
  std::int64_t tests = 0;       // pairs that were run
  std::int64_t valid = 0;       // whose original did not fail
  std::int64_t compared = 0;    // of a row or a graph that is not empty
  std::int64_t undetermined = 0;
  std::int64_t raw_findings = 0;  // before reduction
  std::int64_t unsound = 0;       // that the reference sees too: mistakes of ours
  std::int64_t flaky = 0;
  bool operator==(const CaseCounts&) const = default;
};
void add(CaseCounts& sum, const CaseCounts& counts);

struct FoundFinding {
  Finding finding;  // reduced
  std::string family;
  bool operator==(const FoundFinding&) const = default;
};

// How often each raw family (oracle, kind and rule, before reduction) was met. Of each, ever fewer
// are reduced: a flood of one cause must not take all the time. Whoever runs a case says what was
// met before it, so that this depends on indexes alone.
using RawFamilies = std::map<std::string, std::int64_t>;
// The 1st, 4th, 9th, ... of its raw family.
bool is_worth_reducing(std::int64_t number);

class CaseRunner {
 public:
  // `stop` is asked often; once it says yes, the counts of the case are of no use.
  CaseRunner(Target& target, const CaseOptions& options, std::function<bool()> stop);

  // Counts in `met` what it meets.
  std::vector<FoundFinding> run(std::uint64_t index, CaseCounts& counts, RawFamilies& met);

 private:
  void examine(const OracleTest& test, const Oracle& oracle, const Graph& before,
               const StatementPair& pair, const Run& run, std::uint64_t index, CaseCounts& counts,
               RawFamilies& met, std::vector<FoundFinding>& found);

  Target& target_;
  const CaseOptions& options_;
  std::function<bool()> stop_;
  std::vector<std::unique_ptr<Oracle>> oracles_;
};

// What findings of one cause have in common: oracle, kind, rule, normalised error, and the shape of
// the reduced statement: which of the telling clauses it holds.
std::string family_of(const Finding& finding);
std::string shape_of(std::string_view statement);

// Of the planted bugs of the canary, those without which the finding goes away.
std::vector<std::string> needed_bugs(const BugSet& planted, const OracleTest& test,
                                     const Oracle& oracle, const CaseOptions& options,
                                     const Judged& judged);

}  // namespace dinkel

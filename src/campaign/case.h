// One case of a campaign: generated, run and judged. It depends on the seed and the index alone,
// not on what other cases found, so that the number of workers changes nothing. What is wrong is
// handed back as it is, but for the applications of rules that it does not need: making it small is
// the next step (examine.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "campaign/known_issues.h"
#include "generate/case.h"
#include "oracles/oracle.h"
#include "oracles/test_case.h"
#include "targets/dialect_file.h"

namespace dinkel {

struct CaseOptions {
  std::uint64_t seed = 1;
  TargetDialect dialect;
  KnownIssues known;
  CaseSize size = CaseSize::Default;
  std::vector<bool> rules;           // which are on; empty: all
  int rewritings = 6;                // of each statement
  std::vector<std::string> oracles;  // by name; empty: those that are on by default
  std::chrono::milliseconds deadline{5000};
  int replays = 3;  // on a fresh server; a finding must show each time
  // Opens another server for the replays. Empty: the worker's own is started anew, which is cheaper
  // where a server has nothing to lose by it.
  std::function<std::unique_ptr<Target>()> open_fresh = {};
  int reduce_runs = 2000;
  bool confirm = true;  // a difference that the reference sees too is ours, not the target's
  // --without: what generation may not look at.
  bool use_context = true;
  bool use_schema = true;
  bool use_live_rows = true;
};

struct CaseCounts {
  std::int64_t cases = 0;
  std::int64_t generated = 0;    // statements of the generator that the target was given
  std::int64_t valid = 0;        // of these, how many it did not refuse
  std::int64_t statements = 0;   // run on the target, for whatever reason
  std::int64_t tests = 0;        // pairs that were run
  std::int64_t comparisons = 0;  // pairs whose original has an answer
  std::int64_t compared = 0;     // ... with a row, or a graph that is not empty
  std::int64_t undetermined = 0;
  std::int64_t raw_findings = 0;  // before reduction
  std::int64_t unsound = 0;       // that the reference sees too: mistakes of ours
  std::int64_t lost = 0;          // cases that ended with their server
  bool operator==(const CaseCounts&) const = default;
};
void add(CaseCounts& sum, const CaseCounts& counts);

// Errors of one kind, for whoever keeps the dialect file.
struct RefusedError {
  std::int64_t count = 0;
  std::string error;    // one of them
  std::string example;  // the shortest statement that met one
  bool operator==(const RefusedError&) const = default;
};
using RefusedErrors = std::map<std::string, RefusedError>;  // by class and normalised error
void add(RefusedErrors& sum, const RefusedErrors& refusals);

// Before reduction. What findings of one cause have in common then is their raw family: oracle,
// kind, and the error or else the rules.
struct RawFinding {
  Finding finding;
  std::string family;
  bool operator==(const RawFinding&) const = default;
};

struct CaseReport {
  CaseCounts counts;
  std::vector<RawFinding> findings;
  RefusedErrors refusals;
};
void add(CaseReport& sum, CaseReport report);

class CaseRunner {
 public:
  // `stop` is asked often; once it says yes, the report of the case is of no use.
  CaseRunner(Target& target, const CaseOptions& options, std::function<bool()> stop);

  CaseReport run(std::uint64_t index);

 private:
  // The setup without the statements that the target refuses; false: the case is over.
  bool prepare(Session& session, OracleTest& test, CaseReport& report);
  void run_test(Session& session, OracleTest& test, Rng rng, CaseReport& report);
  // What an oracle has run for a statement, and the rules that made it.
  struct Forms {
    std::vector<RewriteTrace> traces;
    std::vector<StatementPair> pairs;
    void add(RewriteTrace trace, StatementPair pair) {
      traces.push_back(std::move(trace));
      pairs.push_back(std::move(pair));
    }
  };
  Forms forms_of(const OracleTest& test, const Oracle& oracle, Rng rng,
                 const RewriteOptions& rewriting) const;
  void judge_form(const OracleTest& test, const Oracle& oracle, const Graph& before,
                  const StatementPair& pair, const Run& run, CaseReport& report);
  void count(const StatementPair& pair, const Run& run, CaseReport& report) const;
  // Adds to the findings of the report, at most one.
  void examine(const OracleTest& test, const Oracle& oracle, const Graph& before,
               const StatementPair& pair, const Run& run, CaseReport& report);
  // False: without the rules that bring new parts, the rewritten statement does not fail. The test
  // is then the one without them.
  bool fails_without_new_parts(OracleTest& test, const Oracle& oracle, Judged& judged,
                               CaseReport& report) const;
  void add_finding(const OracleTest& test, const Oracle& oracle, const Judged& judged,
                   CaseReport& report);
  // Once the memory of the target has grown a lot: which statement of the case it grows by.
  void watch_memory(CaseReport& report);
  // A pair that our own reference tells apart, kept for whoever mends the rule.
  static void note_unsound(const Oracle& oracle, const RewriteTrace& trace,
                           const StatementPair& pair, CaseReport& report);
  void note_refusal(const Statement& statement, const Effect& effect, CaseReport& report) const;

  Target& target_;
  const CaseOptions& options_;
  std::function<bool()> stop_;
  std::vector<std::unique_ptr<Oracle>> oracles_;
  // Of a target that says how much memory it holds.
  std::int64_t least_bytes_ = 0;
  std::int64_t allowed_bytes_;
  std::vector<OracleTest> suspects_;  // the statements of this case
};

}  // namespace dinkel

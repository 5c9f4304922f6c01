// The reducer: runs the passes over a test until a whole round brings nothing. It knows nothing of
// targets: whether a candidate is still interesting, a predicate says.
//
// A candidate that is not valid Cypher never reaches the predicate, and no text is tried twice.
// With several predicates (each with a target of its own) several candidates are tried at once;
// they are accepted in order, so that the result is the same as with one.
#pragma once

#include <atomic>
#include <functional>
#include <span>

#include "oracles/test_case.h"

namespace dinkel {

using Predicate = std::function<bool(const OracleTest&)>;

struct ReduceCounts {
  int candidates = 0;
  int refused = 0;  // by the validator, or known already
  int runs = 0;
};

// A question about a candidate that shows what it shall, and how it did.
using JudgedPredicate = std::function<bool(const OracleTest&, const Judged&)>;

struct ReduceOptions {
  bool only_trace = false;  // drop applications of rules, and nothing else
  bool validate = true;     // off where the test itself is nothing that the validator knows
  int max_runs = 3000;      // of the predicate
  std::atomic<int>* restarts = nullptr;  // counts how often a candidate ended or blocked the server
  std::function<bool()> stop;            // asked before each run; may be empty
  // Which candidates may be tried at all; may be empty.
  std::function<bool(const OracleTest&)> allows;
  // What must hold beside the word of the oracle, where more is known of the cause; may be empty.
  JudgedPredicate also;
  // Called after each run with the smallest test so far; may be empty.
  std::function<void(const OracleTest&, const ReduceCounts&)> on_progress;
};

// The predicate must hold for the test itself; that is the caller's to check.
OracleTest reduce(OracleTest test, const Predicate& is_interesting, const ReduceOptions& options,
                  ReduceCounts& counts);
// The predicates must agree with each other, and are called from one thread each.
OracleTest reduce(OracleTest test, std::span<const Predicate> predicates,
                  const ReduceOptions& options, ReduceCounts& counts);

// Whether all statements print to text that parses to the same tree, and (with `validate`) that
// every engine compiles.
bool is_well_formed(const OracleTest& test, bool validate = true);

// The setup and what is run, in bytes, and the clauses in them.
std::size_t test_bytes(const OracleTest& test);
std::size_t test_clauses(const OracleTest& test);

// What a predicate needs of its own, so that several can run at once.
struct ReduceWorker {
  Session* session = nullptr;
  const Oracle* oracle = nullptr;
};

// The predicate of an oracle: the same kind, the same side wrong, the same normalised error, each
// of `times` times.
Predicate oracle_predicate(const Oracle& oracle, Session& session, const Dialect& dialect,
                           bool confirm, const Judged& wanted, int times,
                           const ReduceOptions& options = {});

// Whether a test shows what another one showed: the same kind, the same side wrong, the same
// normalised error (any, where the other has none); and not rows missing where there were too many,
// or the other way round.
bool is_same(const Judged& judged, const Judged& wanted);

// A test with one application of a rule that shows what the whole trace shows; or, where two bugs
// meet in one statement, another difference. Absent: there is none, or the trace is no longer.
struct OneRuleTest {
  OracleTest test;
  Judged judged;
};
std::optional<OneRuleTest> with_one_rule(const OracleTest& test, const Judged& judged,
                                         const Oracle& oracle, Session& session,
                                         const Dialect& dialect, bool confirm,
                                         ReduceCounts& counts);

// Reduces what an oracle found and judges the result once more. A crash, a hang or an internal
// error is first traced to the one statement that shows it. Afterwards it looks for a seed of the
// rule that makes the rewritten statement shorter, and shrinks what is new in that statement.
struct ReducedTest {
  OracleTest test;
  Judged judged;
  ReduceCounts counts;
};
ReducedTest reduce_with_oracle(const OracleTest& test, const Judged& judged, const Oracle& oracle,
                               Session& session, const Dialect& dialect, bool confirm, int times,
                               const ReduceOptions& options);
ReducedTest reduce_with_oracle(const OracleTest& test, const Judged& judged,
                               std::span<const ReduceWorker> workers, const Dialect& dialect,
                               bool confirm, int times, const ReduceOptions& options);

}  // namespace dinkel

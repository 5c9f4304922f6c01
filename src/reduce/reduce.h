// The reducer: runs the passes over a test until a whole round brings nothing. It knows nothing of
// targets: whether a candidate is still interesting, a predicate says.
//
// A candidate that is not valid Cypher never reaches the predicate, and no text is tried twice.
#pragma once

#include <functional>

#include "oracles/test_case.h"

namespace dinkel {

using Predicate = std::function<bool(const OracleTest&)>;

struct ReduceOptions {
  bool only_trace = false;     // drop applications of rules, and nothing else
  int max_runs = 3000;         // of the predicate
  std::function<bool()> stop;  // asked before each run; may be empty
};

struct ReduceCounts {
  int candidates = 0;
  int refused = 0;  // by the validator, or known already
  int runs = 0;
};

// The predicate must hold for the test itself; that is the caller's to check.
OracleTest reduce(OracleTest test, const Predicate& is_interesting, const ReduceOptions& options,
                  ReduceCounts& counts);

// Whether all statements print to text that parses to the same tree, and that every engine
// compiles.
bool is_well_formed(const OracleTest& test);

// The predicate of an oracle: the same kind, the same side wrong, the same normalised error, each
// of `times` times.
Predicate oracle_predicate(const Oracle& oracle, Session& session, const Dialect& dialect,
                           bool confirm, const Judged& wanted, int times);

// Reduces what an oracle found and judges the result once more. Afterwards it looks for a seed of
// the rule that makes the rewritten statement shorter.
struct ReducedTest {
  OracleTest test;
  Judged judged;
  ReduceCounts counts;
};
ReducedTest reduce_with_oracle(const OracleTest& test, const Judged& judged, const Oracle& oracle,
                               Session& session, const Dialect& dialect, bool confirm, int times,
                               const ReduceOptions& options);

}  // namespace dinkel

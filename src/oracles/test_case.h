// A test as a tree, which the reducer can shrink and the oracles can judge again; and its ways from
// and to the text of a Finding.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracles/oracle.h"

namespace dinkel {

// Setup, then one statement; what it is compared with follows from the trace (or, for partitions,
// from the statement itself). A test whose pair was reduced by itself has `fixed` instead.
struct OracleTest {
  std::vector<Statement> setup;
  Map parameters;
  Statement statement;  // its nodes are numbered, and keep their numbers while it shrinks
  RewriteTrace trace;
  std::optional<StatementPair> fixed;
};

// The schema of the graph that the setup leaves, for the guards of the rules.
RewriteOptions rewrite_options_after(const std::vector<Statement>& setup, const Dialect& dialect);

// What a finding says, again as trees. Throws Error where its texts are not Cypher.
//
// pair_test_of() takes the two statements as they stand: it sees the same on every version of ours.
// test_of() takes the statement and the rules instead where they still make the same pair, so that
// the reducer may drop nodes of both at once.
OracleTest pair_test_of(const Finding& finding);
OracleTest test_of(const Finding& finding, const Dialect& dialect = full_dialect());

struct Judged {
  Verdict verdict = Verdict::Invalid;
  std::optional<Discrepancy> discrepancy;  // absent: nothing is wrong, or nobody can tell
  StatementPair pair;
  Run run;
  std::string obstacle;           // why nobody can tell
  bool is_lost_in_setup = false;  // that is because the server was gone before the statement came
};
// From an empty graph. With `confirm`, a difference counts only if the reference sees none.
Judged judge(const OracleTest& test, const Oracle& oracle, Session& session, const Dialect& dialect,
             bool confirm);

// The finding that a discrepancy is; seed, index and needed bugs are the caller's. Its trace names
// the nodes by the numbers that the printed statement gives them.
Finding finding_of(const OracleTest& test, std::string_view oracle, const StatementPair& pair,
                   const Run& run, const Discrepancy& discrepancy, Target& target);

}  // namespace dinkel

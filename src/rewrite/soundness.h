// Soundness: does the reference answer the rewritten statement as it answers the original? What
// `./check` asks a few thousand times and tools/soundness a few hundred thousand times.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "generate/case.h"
#include "graph/graph.h"
#include "rewrite/rewrite.h"

namespace dinkel {

struct Violation {
  std::string original;
  std::string rewritten;
  std::string difference;
  RewriteTrace trace;
};

struct SoundnessCounts {
  std::int64_t statements = 0;
  std::int64_t invalid = 0;                          // the original fails
  std::int64_t unchanged = 0;                        // no rule applied
  std::int64_t undetermined = 0;                     // nothing could be compared
  std::map<std::string, std::int64_t> applications;  // by rule
};

// Whether what the reference leaves open counts too: the tests of guards ask for that.
enum class Comparing { WhatIsDetermined, Everything };

// Runs both on copies of the graph.
std::optional<Violation> check_rewriting(const Statement& statement, const Rewritten& rewritten,
                                         const Graph& graph, const Map& parameters,
                                         SoundnessCounts& counts,
                                         Comparing comparing = Comparing::WhatIsDetermined);

// All test statements of a case, each rewritten once.
std::vector<Violation> check_case(const TestCase& test_case, Rng rng, const RewriteOptions& options,
                                  SoundnessCounts& counts);

// The case with names given twice: wherever the language allows it, two variables of a statement
// share one. Generated names are all different, those of people are not.
TestCase with_shared_names(TestCase test_case, Rng rng);

// Every application of an expression rule that is possible on the statement, on an empty graph.
std::vector<Violation> check_expr_rules(std::string_view statement, SoundnessCounts& counts);

std::string to_text(const Violation& violation);

}  // namespace dinkel

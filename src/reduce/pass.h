// Pass: an enumerator of simpler tests. The reducer asks for candidate 0, 1, 2, ... and keeps the
// number when one was accepted, since what follows has moved up.
//
// To add a pass: write it, add its row to all_passes().
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "oracles/test_case.h"

namespace dinkel {

class Pass {
 public:
  virtual ~Pass() = default;
  virtual std::string_view name() const = 0;
  // Absent: there are not so many.
  virtual std::optional<OracleTest> candidate(const OracleTest& test, std::size_t number) const = 0;
};

// In the order in which they run, from coarse to fine.
std::vector<std::unique_ptr<Pass>> all_passes();

std::unique_ptr<Pass> make_trace_pass();       // drop applications of rules, down to one
std::unique_ptr<Pass> make_setup_pass();       // drop setup statements
std::unique_ptr<Pass> make_graph_pass();       // the setup as one CREATE of the graph it leaves
std::unique_ptr<Pass> make_parameters_pass();  // literals for parameters
std::unique_ptr<Pass> make_names_pass();       // short names

// The test with Person, KNOWS and name in the place of its labels, types and keys; absent where
// there are none. Not a pass: it makes a test longer.
std::optional<OracleTest> with_readable_names(const OracleTest& test);

// A tree that was parsed names its columns by the text it had. One that is changed must not.
void forget_sources(Statement& statement);

}  // namespace dinkel

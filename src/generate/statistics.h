// What a generator wrote, counted: the figures of the paper's evaluation (clauses, data
// dependencies, bytes, validity) and how often each clause and function occurs.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "cypher/state.h"
#include "generate/case.h"

namespace dinkel {

struct Statistics {
  std::int64_t statements = 0;
  std::int64_t bytes = 0;
  std::int64_t clauses = 0;       // on the tree, nested ones too
  std::int64_t dependencies = 0;  // references to a variable, label, type or key from earlier
  std::int64_t nesting = 0;       // the sum over statements of their deepest nesting
  std::int64_t valid = 0;         // ran on the reference without an error
  std::int64_t returning = 0;     // valid and with a RETURN
  std::int64_t with_rows = 0;     // of those, with at least one row
  std::map<std::string, std::int64_t> clause_counts;
  std::map<std::string, std::int64_t> function_counts;
  std::map<std::string, std::int64_t> errors;         // of those that failed
  std::map<std::string, std::string> error_examples;  // the first statement with each error
};

// Counts the test statements of a case, running the case on the reference.
void count_case(Statistics& statistics, const TestCase& test_case);

// References to what an earlier clause or statement introduced. The schema is what there was before
// the statement.
std::int64_t count_dependencies(const Statement& statement, const GraphSchema& before);

}  // namespace dinkel

// A case: setup statements that build a small connected graph, then test statements on it, all
// drawn from (campaign seed, index). The same seed gives the same bytes everywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "cypher/ast.h"
#include "cypher/dialect.h"
#include "cypher/value.h"
#include "generate/profile.h"

namespace dinkel {

struct GenerateOptions {
  const Dialect* dialect = &full_dialect();
  CaseSize size = CaseSize::Default;
  bool use_context = true;    // --without query-context
  bool use_schema = true;     // --without graph-schema
  bool use_live_rows = true;  // --without live-rows
};

struct TestCase {
  std::vector<Statement> setup;
  std::vector<Statement> tests;
  Map parameters;  // of all statements together
  bool operator==(const TestCase&) const = default;
};

TestCase generate_case(std::uint64_t seed, std::uint64_t index, const GenerateOptions& options);

}  // namespace dinkel

#include "oracles/oracle.h"

#include <fmt/core.h>

#include <array>

#include "base/error.h"

namespace dinkel {

namespace {

constexpr std::array<OracleRow, 8> oracles{{
    {"crash", "the process is gone, or the connection was lost", make_crash_oracle, true},
    {"hang", "no answer by the deadline", make_hang_oracle, true},
    {"leak", "the memory of the server grows without bound", make_leak_oracle, true},
    {"error", "an internal error in a valid statement", make_error_oracle, true},
    {"equivalence", "a statement and its rewritten form answer alike", make_equivalence_oracle,
     true},
    {"partition", "the rows of p, of NOT p and of p IS NULL are all rows", make_partition_oracle,
     true},
    {"plan", "a statement answers alike under another plan", [] { return make_plan_oracle(); },
     true},
    {"reference", "the answer is that of the reference interpreter", make_reference_oracle, false},
}};

}  // namespace

std::optional<StatementPair> Oracle::derive(const Statement& statement, const RewriteTrace& trace,
                                            const RewriteOptions& options) const {
  if (trace.empty()) return StatementPair{statement, std::nullopt};
  return StatementPair{statement, apply_numbered(statement, trace, options)};
}

std::span<const OracleRow> all_oracles() {
  return oracles;
}

std::unique_ptr<Oracle> make_oracle(std::string_view name) {
  std::string known;
  for (const OracleRow& row : oracles) {
    if (row.name == name) return row.make();
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  throw Error(fmt::format("there is no oracle {}; there are {}", name, known));
}

std::unique_ptr<Oracle> oracle_of(const Finding& finding) {
  if (finding.oracle == "plan" && !finding.rules.empty()) {
    return make_plan_oracle(finding.rules.front());
  }
  return make_oracle(finding.oracle);
}

}  // namespace dinkel

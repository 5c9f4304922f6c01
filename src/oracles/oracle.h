// Oracle: decides whether what a target did is wrong. Each stands in a file of its own and judges
// a Run, which somebody else made: it is a pure function, so that the reducer can ask it again
// about every smaller case.
//
// To add an oracle: write its file, declare its maker below, add its row to all_oracles().
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "oracles/finding.h"
#include "oracles/session.h"
#include "rewrite/rewrite.h"

namespace dinkel {

// What an oracle has to say against a target.
struct Discrepancy {
  FindingKind kind = FindingKind::WrongRows;
  std::string difference;
  std::string normalised;  // of errors: without names and numbers
};

// What became of a test. Invalid: the original fails, so that nothing can be said. Flaky: something
// was wrong and did not repeat.
enum class Verdict { Pass, Invalid, Flaky, Finding };

class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual std::string_view name() const = 0;
  // Whether it compares answers. Those that do not (an error, a crash) see what they see even where
  // the reference has nothing to say.
  virtual bool compares() const { return true; }

  // Whether what it compares a statement with follows from a trace of rules.
  virtual bool uses_rules() const { return false; }

  // Whether it needs to know how the memory of the server grows: then the statement runs many
  // times.
  virtual bool watches_memory() const { return false; }

  // What to run for a statement. By default: the statement, whose nodes are
  // numbered, and what the trace makes of it.
  virtual std::optional<StatementPair> derive(const Statement& statement, const RewriteTrace& trace,
                                              const RewriteOptions& options) const;
  virtual std::optional<Discrepancy> judge(const Run& run, const StatementPair& pair) const = 0;
};

// Nothing in the statement could make its answer depend on chance or on the order of rows: it only
// reads, cuts nothing off, and aggregates nothing but counts.
bool never_depends_on_order(const Statement& statement);

std::unique_ptr<Oracle> make_equivalence_oracle();
std::unique_ptr<Oracle> make_partition_oracle();
std::unique_ptr<Oracle> make_plan_oracle();
// The same, always with the plan that StatementPair::variant names.
std::unique_ptr<Oracle> make_plan_oracle(std::string_view variant);
std::unique_ptr<Oracle> make_reference_oracle();
std::unique_ptr<Oracle> make_error_oracle();
std::unique_ptr<Oracle> make_crash_oracle();
std::unique_ptr<Oracle> make_hang_oracle();
std::unique_ptr<Oracle> make_leak_oracle();

struct OracleRow {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Oracle> (*make)();
  bool by_default;  // off: only for targets that are meant to answer exactly as the reference
};
std::span<const OracleRow> all_oracles();
// Throws Error for an unknown name.
std::unique_ptr<Oracle> make_oracle(std::string_view name);
// The one that made a finding; of plans, the one that looks at the same plan.
std::unique_ptr<Oracle> oracle_of(const Finding& finding);

// How far the two effects differ, under what the reference says about the answer.
std::optional<Discrepancy> difference_between(const Effect& original, const Effect& rewritten,
                                              const Determinism& determinism);

// An error text without what changes from run to run: names, numbers, addresses, positions.
std::string normalise_error(std::string_view text);

// Whether an error shows a mistake of the database rather than of the statement.
bool is_internal_error(const DatabaseError& error);
// Whether an error only says that a statement took too much.
bool is_resource_error(const DatabaseError& error);

}  // namespace dinkel

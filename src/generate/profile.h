// Profile: the random weights of one case.
//
// Swarm testing: a case that may do everything rarely does one thing often. So each case switches
// some clauses, productions and functions off altogether and weighs the others wildly differently.
// Most bugs need a few features many times, not all features once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/ratio.h"
#include "base/rng.h"
#include "cypher/dialect.h"

namespace dinkel {

enum class ClauseKind {
  Match,
  OptionalMatch,
  Unwind,
  With,
  CallUnit,
  CallReturning,
  Create,
  Merge,
  Set,
  Remove,
  Delete,
  Foreach,
  Count_,
};
constexpr std::size_t clause_kind_count = static_cast<std::size_t>(ClauseKind::Count_);

// Small: statements a person can read at a glance. Default: chosen for bugs found per second.
// Paper: statements as long as those of the paper (34 clauses on average).
enum class CaseSize { Small, Default, Paper };

struct Profile {
  std::array<std::uint32_t, clause_kind_count> clauses{};
  Ratio more_clauses;   // P of Algorithm 1
  int max_clauses = 8;  // L_max of Algorithm 1, counted with nested clauses
  int max_depth = 3;    // of expressions
  int max_nesting = 2;  // of subqueries and FOREACH
  Ratio union_chance;
  Ratio return_chance;  // when the query could also end in a write
  Ratio where_chance;
  Ratio bound_variable;  // a node of a pattern is one that is bound already
  Ratio property_map;
  Ratio aggregation;
  Ratio parameter;  // a literal becomes a parameter
  Ratio null_literal;
  bool live = true;       // this case sees its rows
  bool temporal = false;  // dates, times, durations
  bool points = false;
  bool volatile_functions = false;  // rand(), id(): nothing can be compared then, only crashes
  bool extreme_numbers = false;
  // Rows of the function table that are off in this case.
  std::vector<bool> functions_off;
};

// Whether the dialect has the clause at all.
bool has_clause(const Dialect& dialect, ClauseKind kind);

// Every function that the dialect has and the rest of the profile permits.
void allow_all_functions(Profile& profile, const Dialect& dialect);

Profile draw_profile(Rng rng, const Dialect& dialect, CaseSize size);

}  // namespace dinkel

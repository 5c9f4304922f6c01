// What another correct engine could answer differently, found out while a statement runs.
//
// Every column of a table carries a Taint (runtime.h). taint_of() says statically what an
// expression makes of the taints of its variables; the clauses add what only the rows can tell:
// whether LIMIT cuts through a tie, whether collect() met different values, whether a float sum is
// exact. When in doubt, the answer is "not determined": oracles trust this.
//
//   Bag, Deep   a list in any order, on top or somewhere inside. To return it, take its size, test
//               membership or UNWIND it is fine; any other use makes the result Open.
//   Open        to return it, to filter, group or match by it opens the rows; to write it opens the
//               graph. A column that is dropped does no harm.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpret/runtime.h"

namespace dinkel {

struct TaintScope {
  std::span<const std::string> names;
  std::span<const Taint> taints;  // may be shorter: the rest is clean
  const TaintScope* outer = nullptr;

  Taint find(std::string_view name) const;
  bool has_open() const;
};
TaintScope scope_of(const Runtime& runtime, const Table& table);

// What is known of the aggregates of a group, by the address of their expressions.
using AggregateTaints = std::vector<std::pair<const Expr*, Taint>>;

Taint taint_of(const Expr& expr, const TaintScope& scope,
               const AggregateTaints* aggregates = nullptr);
// As taint_of; an expression on open values that might fail makes the error open.
Taint judge(Runtime& runtime, const Expr& expr, const TaintScope& scope,
            const AggregateTaints* aggregates = nullptr);

// Whether the order of such values among each other is the engine's choice: nodes, durations, ...
bool is_ordered_freely(const Value& value);
// Whether an expression could raise an error, as far as can be seen without its values.
bool may_fail(const Expr& expr);

// A value that decides which rows there are: a predicate, a grouping key, a list to unwind.
void note_filter(Runtime& runtime, Taint taint, std::string_view what);
void note_grouping(Runtime& runtime, Taint taint);
// A group of equivalent rows that are not the same (1 and 1.0): which one stands for it?
void note_mixed_group(Runtime& runtime);
// Two values that are asked which one is smaller: n >= n and {} >= {} are true for Neo4j, as n = n
// is, and null for those who say that entities, maps, durations and points have no order.
void note_order_of(Runtime& runtime, const Value& left, const Value& right);
// An expression that was not evaluated, because another one decided; an engine may evaluate it.
void note_skipped(Runtime& runtime, const Expr& expr);

// determinism_clauses.cpp: before (and after) the clauses that match and write.
void note_match(Runtime& runtime, const Table& input, const Match& match);
// The taints of the variables that a MATCH adds.
void taint_match(const Match& match, Table& output);
void note_write(Runtime& runtime, const Table& input, const Clause& clause);
// What MERGE did to `rows` rows: how many nodes and relationships it created.
void note_merged(Runtime& runtime, const Table& input, const Merge& merge, std::int64_t created);
// determinism_order.cpp: writes that depend on the order of the rows; a part of note_write().
void note_order(Runtime& runtime, const Table& input, const Clause& clause);
void note_call(Runtime& runtime, const Table& input, const Query& query);
// Before a part of UNION, on the rows of those before it: an engine that hands them out at once
// shows nodes and relationships as they are then, another one shows what the part made of them.
void note_later_part(const SingleQuery& part, Table& rows);
// The columns of a result: RETURN n {.a} names its column `n` for Neo4j, and by its text elsewhere.
void note_column_names(Runtime& runtime, const Query& query);
// The last word, on the table that is returned.
void conclude(Runtime& runtime, const Table& result);

}  // namespace dinkel

// The inside of the interpreter: what the parts of interpret/ share while one statement runs.
//
//   Table      rows between two clauses: named columns and their values
//   Bindings   the variables that an expression sees: a row, then the frames around it
//   Runtime    the graph, the parameters, the limits, the effects of this statement
//
// Inside interpret/ a failing query throws QueryFailure, which interpret() turns into its Result:
// the evaluator is deeply recursive, and an error ends the whole statement anyway. It never leaves
// the folder.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "cypher/ast.h"
#include "cypher/compare.h"
#include "cypher/query_error.h"
#include "graph/graph.h"
#include "interpret/interpret.h"

namespace dinkel {

struct QueryFailure {
  QueryError error;
};
[[noreturn]] void fail(ErrorType type, ErrorDetail detail, std::string message);  // at runtime

using Row = std::vector<Value>;

// What is known of a column beside its values (determinism.h): a Bag is a list whose order is the
// engine's choice, Deep has such lists somewhere inside; an Open value could be another one in
// another correct engine.
enum class Taint : std::uint8_t { Clean, Bag, Deep, Open };

struct Table {
  std::vector<std::string> columns;
  std::vector<Row> rows;
  std::vector<Taint> taints;  // one a column; those that are missing are clean
  bool ordered = false;       // the sequence of the rows is determined
};

// The innermost frame comes first; a name is looked up outwards. Views only: whoever makes a frame
// keeps names and values alive.
struct Bindings {
  std::span<const std::string> names;
  std::span<const Value> values;
  const Bindings* outer = nullptr;

  const Value* find(std::string_view name) const;
};

struct TaintScope;  // determinism.h

// The value of each aggregate of a projection, by the address of its expression.
using AggregateValues = std::vector<std::pair<const Expr*, Value>>;

class Runtime {
 public:
  Runtime(Graph& graph_, const InterpretOptions& options_);

  Graph& graph;
  const InterpretOptions& options;
  SideEffects effects;
  Determinism determinism;
  Rng rng;
  std::int64_t statement_time_seconds = 0;  // what datetime() says, fixed per statement
  std::int32_t statement_time_nanoseconds = 0;
  // The variables of the query around this one, where it shows them (EXISTS, CALL (x) {...}).
  const Bindings* outer = nullptr;
  const TaintScope* outer_taints = nullptr;     // and what is known of them
  const AggregateValues* aggregates = nullptr;  // of the group that is being projected
  bool chose_path = false;       // a selector chose between paths that are equally good
  std::vector<NodeRef> created;  // by this statement; kept for the planted bugs alone

  bool has(Bug bug) const { return options.bugs.has(bug); }
  // What an expression sees that is evaluated for one row of a table.
  Bindings bind(std::span<const std::string> names, std::span<const Value> values) const {
    return {names, values, outer};
  }

  void step() {  // counts one step; throws at a limit
    if (++steps_ >= next_check_) check_steps();
  }
  void check_rows(std::size_t count) {  // throws when a table grows too large
    if (count > row_limit_) fail_rows();
  }
  void check_list(std::int64_t size);  // throws before a list of that size is made
  void charge(std::size_t bytes);      // counts memory in use; throws at the limit
  std::size_t memory() const { return memory_; }
  void set_memory(std::size_t bytes) { memory_ = bytes; }  // what is alive after a clause

  // Says that another engine could answer differently; the first reason is kept. A graph that is
  // open makes the rows open too, since they may be read from it. (Rows that are open make the
  // graph open as soon as something is written: see note_write.)
  void open_rows(std::string_view reason);
  void open_graph(std::string_view reason);
  void open_error(std::string_view reason);

 private:
  void check_steps();
  [[noreturn]] void fail_rows() const;
  void keep_reason(std::string_view reason);

  std::int64_t steps_ = 0;
  std::int64_t next_check_ = 0;
  std::size_t row_limit_ = 0;
  std::size_t memory_ = 0;
  std::chrono::steady_clock::time_point deadline_;
};

// An estimate of the memory that a value holds outside of itself.
std::size_t heap_bytes(const Value& value);

// evaluate.cpp: expressions. aggregate results are put into `Bindings` by the projection.
Value evaluate(Runtime& runtime, const Bindings& bindings, const Expr& expr);
Ternary evaluate_predicate(Runtime& runtime, const Bindings& bindings, const Expr& expr);

// execute.cpp: clauses. Each takes a table and gives the next.
Table execute(Runtime& runtime, Table input, const Clause& clause);
// A query as a table of its returned columns; `argument` is the row it starts from (one row).
Table execute_query(Runtime& runtime, const Query& query, const Table& argument,
                    const Bindings* outer);

// match.cpp: patterns. Calls `found` for every match of all parts together (relationships differ
// within one MATCH), with the values of `new_variables(pattern, bindings)` in that order; stops
// when it returns false. WHERE is the caller's, the patterns' inline predicates are not; but give
// it, since shortestPath() looks for a path that satisfies it.
std::vector<std::string> new_variables(const Pattern& pattern, const Bindings& bindings);
using MatchFound = std::function<bool(std::span<const Value> values)>;
void match_pattern(Runtime& runtime, const Bindings& bindings, const Pattern& pattern,
                   const MatchFound& found, const Expr* where = nullptr);
bool has_labels(Runtime& runtime, const Bindings& bindings, const Value& entity,
                const LabelExpr& labels);
// [p = ... | e], exists(pattern), shortestPath(...) as an expression.
Value evaluate_pattern_comprehension(Runtime& runtime, const Bindings& bindings,
                                     const PatternComprehension& comprehension);
Value evaluate_pattern_expr(Runtime& runtime, const Bindings& bindings, const PatternExpr& expr);

// write.cpp: the clauses that change the graph.
Table execute_create(Runtime& runtime, Table input, const Create& create);
Table execute_merge(Runtime& runtime, Table input, const Merge& merge);
Table execute_set(Runtime& runtime, Table input, const Set& set);
Table execute_remove(Runtime& runtime, Table input, const Remove& remove);
Table execute_delete(Runtime& runtime, Table input, const Delete& delete_clause);
Table execute_foreach(Runtime& runtime, Table input, const Foreach& foreach_clause);

// builtins: functions. `name` in any case; aggregates are not here.
Value call_function(Runtime& runtime, std::string_view name, std::span<const Value> arguments);

}  // namespace dinkel

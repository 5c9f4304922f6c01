#include "generate/live_rows.h"

#include <algorithm>

namespace dinkel {

namespace {

// Small on purpose: a clause that makes many rows is taken back, because every later clause would
// pay for them, here and on the database.
constexpr std::int64_t max_live_rows = 32;
constexpr std::int64_t max_live_steps = 4'000;
constexpr std::size_t max_entered_rows = 4;

Limits live_limits() {
  Limits limits;
  limits.rows = max_live_rows;
  limits.steps = max_live_steps;
  // The clock must not decide what is generated.
  limits.time = std::chrono::milliseconds(0);
  return limits;
}

Table one_row() {
  Table table;
  table.rows.emplace_back();
  return table;
}

}  // namespace

LiveRows::LiveRows(Graph& graph) : LiveRows(graph, one_row()) {}

LiveRows::LiveRows(Graph& graph, Table start)
    : graph_(graph), start_(std::move(start)), table_(start_) {
  options_.limits = live_limits();
  options_.validate = false;
}

LiveRows::LiveRows(Graph& graph, Table start, Graph::Mark entered)
    : LiveRows(graph, std::move(start)) {
  entered_ = entered;
  nested_ = true;
}

LiveRows::~LiveRows() {
  if (nested_) graph_.roll_back(entered_);
}

LiveRows::Outcome LiveRows::run(const Clause& clause, const Map& parameters, bool keep_empty) {
  if (options_.parameters.size() != parameters.size()) options_.parameters = parameters;
  const Graph::Mark mark = graph_.mark();
  Table next;
  try {
    Runtime runtime(graph_, options_);
    next = execute(runtime, table_, clause);
  } catch (const QueryFailure&) {
    graph_.roll_back(mark);
    return Outcome::Failed;
  }
  if (next.rows.empty() && !table_.rows.empty() && !keep_empty) {
    graph_.roll_back(mark);
    return Outcome::Empty;
  }
  table_ = std::move(next);
  return table_.rows.empty() ? Outcome::Empty : Outcome::Alive;
}

const Value* LiveRows::value(std::string_view variable, std::size_t row) const {
  const auto found = std::find(table_.columns.begin(), table_.columns.end(), variable);
  if (found == table_.columns.end()) return nullptr;
  return &table_.rows[row][static_cast<std::size_t>(found - table_.columns.begin())];
}

LiveRows LiveRows::enter(const std::vector<std::string>& variables) {
  Table inner;
  inner.columns = variables;
  for (std::size_t row = 0; row < std::min(table_.rows.size(), max_entered_rows); ++row) {
    Row values;
    for (const std::string& variable : variables) {
      const Value* found = value(variable, row);
      values.push_back(found == nullptr ? Value() : *found);
    }
    inner.rows.push_back(std::move(values));
    if (variables.empty()) break;
  }
  return LiveRows(graph_, std::move(inner), graph_.mark());
}

}  // namespace dinkel

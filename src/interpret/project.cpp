// WITH and RETURN: projection, aggregation, DISTINCT, ORDER BY, SKIP, LIMIT and WITH's WHERE.
//
// Each projected row remembers the row that it came from (the first of its group), because ORDER BY
// and WHERE see the variables from before the projection too, behind the projected ones.
#include <algorithm>
#include <numeric>

#include "cypher/state.h"
#include "interpret/aggregate.h"
#include "interpret/determinism.h"
#include "interpret/execute.h"

namespace dinkel {
namespace {

struct ProjectedRow {
  Row values;
  const Row* source = nullptr;
  AggregateValues aggregates;
  Row sort_keys;
};

class Projector {
 public:
  Projector(Runtime& runtime, Table input, const Projection& projection, const Expr* where)
      : runtime_(runtime), input_(std::move(input)), projection_(projection), where_(where) {}

  Table run();

 private:
  void name_columns();
  void project_rows();
  void aggregate_rows(const std::vector<const Expr*>& aggregates);
  void finish_group(const Row& source, std::vector<Aggregator>& aggregators);
  void remove_duplicates();
  void sort_rows();
  void judge_order();
  void judge_cut(std::size_t boundary);
  Taint judge_after(const Expr& expr);
  bool tied(std::size_t a, std::size_t b) const;
  void cut_rows();
  void filter_rows();
  Row project_values(const Row& source);
  std::size_t evaluate_count(const Expr& expr, std::string_view what);
  Value evaluate_after(const ProjectedRow& row, const Expr& expr);

  Runtime& runtime_;
  Table input_;
  const Projection& projection_;
  const Expr* where_;
  Table output_;
  std::vector<ProjectedRow> rows_;
  bool keys_known_ = false;  // the sort keys decide the order of rows that differ in them
  Row no_source_;            // what a group without rows sees: nulls
};

void Projector::name_columns() {
  output_.ordered = input_.ordered || input_.rows.size() <= 1;
  if (projection_.star) {
    output_.columns = input_.columns;
    output_.taints = input_.taints;
    output_.taints.resize(output_.columns.size());
  }
  for (const ProjectionItem& item : projection_.items) {
    output_.columns.push_back(column_name(item));
    output_.taints.push_back(judge(runtime_, item.value, scope_of(runtime_, input_)));
  }
}

Row Projector::project_values(const Row& source) {
  Row values;
  values.reserve(output_.columns.size());
  if (projection_.star) values = source;
  const Bindings bindings = runtime_.bind(input_.columns, source);
  for (const ProjectionItem& item : projection_.items) {
    values.push_back(evaluate(runtime_, bindings, item.value));
    runtime_.charge(heap_bytes(values.back()));
  }
  return values;
}

void Projector::project_rows() {
  rows_.reserve(input_.rows.size());
  for (const Row& row : input_.rows) {
    ProjectedRow& projected = rows_.emplace_back();
    projected.values = project_values(row);
    projected.source = &row;
  }
}

// Rows are grouped by the items without an aggregate. Without such items there is exactly one
// group, even of no rows.
void Projector::aggregate_rows(const std::vector<const Expr*>& aggregates) {
  std::vector<const Expr*> keys;
  std::vector<std::size_t> key_columns;
  const std::size_t star_columns = projection_.star ? input_.columns.size() : 0;
  for (std::size_t i = 0; i < projection_.items.size(); ++i) {
    std::vector<const Expr*> inside;
    collect_aggregates(projection_.items[i].value, inside);
    if (!inside.empty()) continue;
    keys.push_back(&projection_.items[i].value);
    key_columns.push_back(star_columns + i);
  }
  if (input_.rows.size() > 1) {
    for (std::size_t i = 0; i < star_columns; ++i) note_grouping(runtime_, output_.taints[i]);
    for (const std::size_t column : key_columns) note_grouping(runtime_, output_.taints[column]);
  }

  EquivalenceIndex groups;
  std::vector<const Row*> sources;
  std::vector<std::vector<Aggregator>> aggregators;
  for (const Row& row : input_.rows) {
    const Bindings bindings = runtime_.bind(input_.columns, row);
    Row key(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(star_columns));
    for (const Expr* expr : keys) key.push_back(evaluate(runtime_, bindings, *expr));
    const EquivalenceIndex::Found found = groups.add(key);
    if (found.fresh) {
      sources.push_back(&row);
      auto& group = aggregators.emplace_back();
      for (const Expr* aggregate : aggregates) group.emplace_back(*aggregate);
    } else if (!std::equal(key.begin(), key.end(), groups.key(found.number).begin())) {
      note_mixed_group(runtime_);
    }
    for (Aggregator& aggregator : aggregators[found.number]) aggregator.add(runtime_, bindings);
  }
  if (sources.empty() && keys.empty() && star_columns == 0) {
    sources.push_back(&no_source_);
    auto& group = aggregators.emplace_back();
    for (const Expr* aggregate : aggregates) group.emplace_back(*aggregate);
  }
  rows_.reserve(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) finish_group(*sources[i], aggregators[i]);
  output_.ordered = rows_.size() <= 1;
}

void Projector::finish_group(const Row& source, std::vector<Aggregator>& aggregators) {
  AggregateTaints taints;
  ProjectedRow& projected = rows_.emplace_back();
  for (Aggregator& aggregator : aggregators) {
    Aggregator::Outcome outcome = aggregator.finish(runtime_, input_.ordered);
    taints.emplace_back(&aggregator.expr(), outcome.taint);
    projected.aggregates.emplace_back(&aggregator.expr(), std::move(outcome.value));
  }
  projected.source = &source;
  const AggregateValues* before = std::exchange(runtime_.aggregates, &projected.aggregates);
  projected.values = project_values(source);
  runtime_.aggregates = before;
  const TaintScope scope = scope_of(runtime_, input_);
  // The columns were judged before the rows were known; now their aggregates have their say.
  const std::size_t star_columns = projection_.star ? input_.columns.size() : 0;
  for (std::size_t i = 0; i < projection_.items.size(); ++i) {
    Taint& taint = output_.taints[star_columns + i];
    taint = std::max(taint, judge(runtime_, projection_.items[i].value, scope, &taints));
  }
}

void Projector::remove_duplicates() {
  if (rows_.size() > 1) {
    for (const Taint taint : output_.taints) note_grouping(runtime_, taint);
  }
  bool computed = false;
  for (const ProjectionItem& item : projection_.items) {
    computed = computed || !std::holds_alternative<Variable>(item.value.node);
  }
  const bool keep_nan = computed && runtime_.has(Bug::DistinctNan);
  const auto has_nan = [](const Row& row) {
    return std::any_of(row.begin(), row.end(), [](const Value& value) {
      const double* number = value.get_if<double>();
      return number != nullptr && *number != *number;
    });
  };
  EquivalenceIndex seen;
  std::erase_if(rows_, [&](const ProjectedRow& row) {
    const EquivalenceIndex::Found found = seen.add(row.values);
    if (!found.fresh && seen.key(found.number) != row.values) note_mixed_group(runtime_);
    return !found.fresh && !(keep_nan && has_nan(row.values));
  });
  output_.ordered = rows_.size() <= 1;
}

// ORDER BY and WHERE see the projected columns first, then what was there before.
Value Projector::evaluate_after(const ProjectedRow& row, const Expr& expr) {
  const Bindings before = runtime_.bind(input_.columns, *row.source);
  const Bindings after{output_.columns, row.values, &before};
  const AggregateValues* saved = std::exchange(
      runtime_.aggregates, row.aggregates.empty() ? runtime_.aggregates : &row.aggregates);
  Value value = evaluate(runtime_, after, expr);
  runtime_.aggregates = saved;
  return value;
}

void Projector::sort_rows() {
  for (ProjectedRow& row : rows_) {
    for (const SortItem& item : projection_.order_by) {
      row.sort_keys.push_back(evaluate_after(row, item.value));
    }
  }
  std::stable_sort(rows_.begin(), rows_.end(), [&](const ProjectedRow& a, const ProjectedRow& b) {
    for (std::size_t i = 0; i < projection_.order_by.size(); ++i) {
      const std::weak_ordering relation = order(a.sort_keys[i], b.sort_keys[i]);
      if (relation != 0) return (relation < 0) != projection_.order_by[i].descending;
    }
    return false;
  });
}

Taint Projector::judge_after(const Expr& expr) {
  const TaintScope before = scope_of(runtime_, input_);
  const TaintScope after{output_.columns, output_.taints, &before};
  return judge(runtime_, expr, after);
}

bool Projector::tied(std::size_t a, std::size_t b) const {
  const Row& left = rows_[a].sort_keys;
  const Row& right = rows_[b].sort_keys;
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Value& x, const Value& y) { return order(x, y) == 0; });
}

// The order of the sorted rows is determined when all ties are between rows that look the same.
void Projector::judge_order() {
  keys_known_ = std::ranges::all_of(projection_.order_by, [&](const SortItem& item) {
    return judge_after(item.value) == Taint::Clean;
  });
  output_.ordered = keys_known_;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (std::ranges::any_of(rows_[i].sort_keys, is_ordered_freely)) keys_known_ = false;
    if (i > 0 && tied(i - 1, i) && rows_[i - 1].values != rows_[i].values) output_.ordered = false;
  }
  output_.ordered = (output_.ordered && keys_known_) || rows_.size() <= 1;
}

// Rows are cut in front of `boundary`. If it parts rows that could have come in another order, the
// columns in which these differ are open; their number is not.
void Projector::judge_cut(std::size_t boundary) {
  if (output_.ordered || boundary == 0 || boundary >= rows_.size()) return;
  std::size_t first = 0;
  std::size_t last = rows_.size();
  if (keys_known_) {
    if (!tied(boundary - 1, boundary)) return;
    first = boundary - 1;
    while (first > 0 && tied(first - 1, boundary)) --first;
    last = boundary + 1;
    while (last < rows_.size() && tied(last, boundary)) ++last;
  }
  for (std::size_t column = 0; column < output_.taints.size(); ++column) {
    for (std::size_t i = first + 1; i < last; ++i) {
      if (rows_[i].values[column] == rows_[first].values[column]) continue;
      output_.taints[column] = Taint::Open;
      break;
    }
  }
}

std::size_t Projector::evaluate_count(const Expr& expr, std::string_view what) {
  const Value value = evaluate(runtime_, runtime_.bind({}, {}), expr);
  const auto* count = value.get_if<std::int64_t>();
  if (count == nullptr) {
    fail(ErrorType::SyntaxError, ErrorDetail::InvalidArgumentType,
         std::string(what) + " expects an integer, not " + std::string(type_name(value)));
  }
  if (*count < 0) {
    fail(ErrorType::SyntaxError, ErrorDetail::NegativeIntegerArgument,
         std::string(what) + " expects an integer that is not negative");
  }
  return static_cast<std::size_t>(*count);
}

void Projector::cut_rows() {
  const std::size_t count = rows_.size();
  std::size_t first = projection_.skip ? evaluate_count(**projection_.skip, "SKIP") : 0;
  std::size_t length = projection_.limit ? evaluate_count(**projection_.limit, "LIMIT") : count;
  first = std::min(first, count);
  std::size_t last = length < count - first ? first + length : count;
  if (runtime_.has(Bug::LimitBeforeSkip) && projection_.skip && projection_.limit &&
      !std::holds_alternative<IntegerLiteral>((*projection_.skip)->node)) {
    last = std::max(first, std::min(length, count));
  }
  if (first < last) {
    judge_cut(first);
    judge_cut(last);
  }
  rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(last), rows_.end());
  rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(first));
}

void Projector::filter_rows() {
  std::erase_if(rows_, [&](const ProjectedRow& row) {
    const Value holds = evaluate_after(row, *where_);
    const bool* boolean = holds.get_if<bool>();
    if (boolean == nullptr && !holds.is_null()) {
      fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
           "WHERE expects a boolean, not " + std::string(type_name(holds)));
    }
    return boolean == nullptr || !*boolean;
  });
}

Table Projector::run() {
  name_columns();
  no_source_.resize(input_.columns.size());
  std::vector<const Expr*> aggregates;
  for (const ProjectionItem& item : projection_.items) collect_aggregates(item.value, aggregates);
  if (aggregates.empty()) {
    project_rows();
  } else {
    for (const SortItem& item : projection_.order_by) collect_aggregates(item.value, aggregates);
    aggregate_rows(aggregates);
  }
  if (projection_.distinct) remove_duplicates();
  if (!projection_.order_by.empty()) {
    sort_rows();
    judge_order();
  }
  if (projection_.skip || projection_.limit) cut_rows();
  if (where_ != nullptr) {
    note_filter(runtime_, judge_after(*where_), "WHERE");
    filter_rows();
  }

  output_.rows.reserve(rows_.size());
  for (ProjectedRow& row : rows_) output_.rows.push_back(std::move(row.values));
  return std::move(output_);
}

// `*` means the variables in the order of their names.
void sort_columns(Table& table) {
  if (std::is_sorted(table.columns.begin(), table.columns.end())) return;
  std::vector<std::size_t> order(table.columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return table.columns[a] < table.columns[b]; });
  const auto rearrange = [&](auto& items) {
    auto sorted = items;
    for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = std::move(items[order[i]]);
    items = std::move(sorted);
  };
  rearrange(table.columns);
  table.taints.resize(table.columns.size());
  rearrange(table.taints);
  for (Row& row : table.rows) rearrange(row);
}

}  // namespace

Table project(Runtime& runtime, Table input, const Projection& projection, const Expr* where) {
  if (projection.star) sort_columns(input);
  // WITH * and nothing else: the table as it is.
  if (projection.star && projection.items.empty() && !projection.distinct && where == nullptr &&
      projection.order_by.empty() && !projection.skip && !projection.limit) {
    return input;
  }
  return Projector(runtime, std::move(input), projection, where).run();
}

}  // namespace dinkel

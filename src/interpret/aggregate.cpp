#include "interpret/aggregate.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "cypher/functions.h"
#include "cypher/walk.h"
#include "interpret/arithmetic.h"
#include "interpret/determinism.h"

namespace dinkel {
namespace {

struct NamedKind {
  std::string_view name;
  AggregateKind kind;
};
constexpr std::array aggregates_by_name{
    NamedKind{"count", AggregateKind::Count},
    NamedKind{"collect", AggregateKind::Collect},
    NamedKind{"sum", AggregateKind::Sum},
    NamedKind{"avg", AggregateKind::Avg},
    NamedKind{"min", AggregateKind::Min},
    NamedKind{"max", AggregateKind::Max},
    NamedKind{"stDev", AggregateKind::StDev},
    NamedKind{"stDevP", AggregateKind::StDevP},
    NamedKind{"percentileCont", AggregateKind::PercentileCont},
    NamedKind{"percentileDisc", AggregateKind::PercentileDisc},
};

double to_double(const Value& value) {
  if (const auto* integer = value.get_if<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* number = value.get_if<double>()) return *number;
  fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
       "this aggregation expects numbers, not " + std::string(type_name(value)));
}

bool all_identical(const Values& values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

// Whether the sum is the same in any order: every value is a multiple of 2^-10, and the sum of
// their sizes is small enough for a double to hold every partial sum exactly.
bool sums_exactly(const Values& values) {
  double total = 0;
  for (const Value& value : values) {
    const double scaled = std::abs(to_double(value)) * 1024;
    if (!(scaled < 9e15) || scaled != std::floor(scaled)) return false;
    total += scaled;
  }
  return total < 9e15;
}

Aggregator::Outcome sum_integers(Runtime& runtime, const Values& values, bool ordered) {
  std::int64_t total = 0;
  double sizes = 0;
  for (const Value& value : values) {
    const std::int64_t item = value.as<std::int64_t>();
    sizes += std::abs(static_cast<double>(item));
    if (__builtin_add_overflow(total, item, &total)) {
      fail(ErrorType::ArithmeticError, ErrorDetail::IntegerOverflow, "sum() overflows");
    }
  }
  if (!ordered && sizes > 9e18) runtime.open_error("sum() overflows in some orders of the rows");
  return {total, Taint::Clean};
}

Aggregator::Outcome sum_durations(const Values& values) {
  Value total = Duration{};
  for (const Value& value : values) total = arithmetic(BinaryOp::Add, total, value);
  return {std::move(total), Taint::Clean};
}

bool all_are_durations(const Values& values) {
  return !values.empty() && std::all_of(values.begin(), values.end(),
                                        [](const Value& value) { return value.is<Duration>(); });
}

Aggregator::Outcome sum(Runtime& runtime, const Values& values, bool ordered) {
  if (all_are_durations(values)) return sum_durations(values);
  const bool integers = std::all_of(values.begin(), values.end(),
                                    [](const Value& value) { return value.is<std::int64_t>(); });
  if (integers) return sum_integers(runtime, values, ordered);
  double total = 0;
  for (const Value& value : values) total += to_double(value);
  const bool open = values.size() > 2 && !sums_exactly(values);
  return {total, open ? Taint::Open : Taint::Clean};
}

// Engines compute a mean by one division or step by step, with different last digits.
Aggregator::Outcome average(const Values& values) {
  if (values.empty()) return {Null{}, Taint::Clean};
  const auto count = static_cast<std::int64_t>(values.size());
  if (all_are_durations(values)) {
    return {arithmetic(BinaryOp::Divide, sum_durations(values).value, Value(count)),
            count > 1 ? Taint::Open : Taint::Clean};
  }
  double total = 0;
  for (const Value& value : values) total += to_double(value);
  return {total / static_cast<double>(count), all_identical(values) ? Taint::Clean : Taint::Open};
}

// Of values that are equal in order but not identical (1 and 1.0), either may be answered; and of
// nodes, durations and their like any one.
Aggregator::Outcome extreme(const Values& values, bool largest) {
  if (values.empty()) return {Null{}, Taint::Clean};
  const Value* best = &values.front();
  bool tied =
      !all_identical(values) && std::any_of(values.begin(), values.end(), is_ordered_freely);
  const bool free = tied;
  for (const Value& value : values) {
    const std::weak_ordering relation = order(value, *best);
    if (relation == 0) {
      tied = tied || value != *best;
    } else if ((relation > 0) == largest) {
      best = &value;
      tied = free;
    }
  }
  return {*best, tied ? Taint::Open : Taint::Clean};
}

Aggregator::Outcome standard_deviation(const Values& values, bool population) {
  const auto count = static_cast<double>(values.size());
  if (values.empty() || (!population && values.size() < 2)) return {0.0, Taint::Clean};
  double mean = 0;
  for (const Value& value : values) mean += to_double(value) / count;
  double squares = 0;
  for (const Value& value : values) {
    const double distance = to_double(value) - mean;
    squares += distance * distance;
  }
  const bool open = values.size() > 1;
  return {std::sqrt(squares / (population ? count : count - 1)), open ? Taint::Open : Taint::Clean};
}

Aggregator::Outcome percentile_disc(Values values, double percentile) {
  if (values.empty()) return {Null{}, Taint::Clean};
  for (const Value& value : values) to_double(value);
  std::stable_sort(values.begin(), values.end(),
                   [](const Value& a, const Value& b) { return order(a, b) < 0; });
  const double position = percentile * static_cast<double>(values.size());
  const double whole = std::floor(position);
  const bool between = position != whole || whole == 0;
  const auto index = static_cast<std::size_t>(between ? whole : whole - 1);
  const Value& chosen = values[std::min(index, values.size() - 1)];
  const bool tied = std::any_of(values.begin(), values.end(), [&](const Value& value) {
    return order(value, chosen) == 0 && value != chosen;
  });
  return {chosen, tied ? Taint::Open : Taint::Clean};
}

Aggregator::Outcome percentile_cont(const Values& values, double percentile) {
  if (values.empty()) return {Null{}, Taint::Clean};
  std::vector<double> numbers;
  numbers.reserve(values.size());
  for (const Value& value : values) numbers.push_back(to_double(value));
  std::stable_sort(numbers.begin(), numbers.end());
  const double position = percentile * static_cast<double>(numbers.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(position));
  const auto above = static_cast<std::size_t>(std::ceil(position));
  if (below == above) return {numbers[below], Taint::Clean};
  const double part = position - std::floor(position);
  const double low = numbers[below];
  const double high = numbers[above];
  const double result = low * (std::ceil(position) - position) + high * part;
  // There are two ways to interpolate, which need not agree in the last digit.
  return {result, result == low + (high - low) * part ? Taint::Clean : Taint::Open};
}

}  // namespace

std::optional<AggregateKind> aggregate_kind(std::string_view name) {
  for (const NamedKind& row : aggregates_by_name) {
    if (same_function_name(row.name, name)) return row.kind;
  }
  return std::nullopt;
}

void collect_aggregates(const Expr& expr, std::vector<const Expr*>& aggregates) {
  std::vector<const Expr*> nested;
  for_each_expr(expr, [&](const Expr& inner) {
    if (const auto* subquery = std::get_if<SubqueryExpr>(&inner.node)) {
      for_each_expr(*subquery->query, [&](const Expr& deeper) { nested.push_back(&deeper); });
    }
    const auto* call = std::get_if<FunctionCall>(&inner.node);
    const bool aggregates_here = std::holds_alternative<CountStar>(inner.node) ||
                                 (call != nullptr && aggregate_kind(call->name).has_value());
    if (aggregates_here && std::find(nested.begin(), nested.end(), &inner) == nested.end()) {
      aggregates.push_back(&inner);
    }
  });
}

EquivalenceIndex::Found EquivalenceIndex::add(std::span<const Value> key) {
  std::uint64_t hash = 0;
  for (const Value& value : key) hash = mix_bits(hash ^ hash_equivalent(value));
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto entry = first; entry != last; ++entry) {
    const Row& other = keys_[entry->second];
    if (std::equal(key.begin(), key.end(), other.begin(), other.end(), equivalent)) {
      return {entry->second, false};
    }
  }
  by_hash_.emplace(hash, keys_.size());
  keys_.emplace_back(key.begin(), key.end());
  return {keys_.size() - 1, true};
}

Aggregator::Aggregator(const Expr& expr) : expr_(&expr) {
  call_ = std::get_if<FunctionCall>(&expr.node);
  if (call_ == nullptr) return;
  const std::optional<AggregateKind> kind = aggregate_kind(call_->name);
  CHECK(kind.has_value() && !call_->arguments.empty(), "not an aggregate");
  kind_ = *kind;
}

void Aggregator::add(Runtime& runtime, const Bindings& bindings) {
  if (call_ == nullptr) {
    ++count_;
    return;
  }
  Value value = evaluate(runtime, bindings, call_->arguments.front());
  if (kind_ == AggregateKind::PercentileCont || kind_ == AggregateKind::PercentileDisc) {
    CHECK(call_->arguments.size() == 2, "a percentile has two arguments");
    percentile_ = to_double(evaluate(runtime, bindings, call_->arguments[1]));
    if (!(percentile_ >= 0 && percentile_ <= 1)) {
      fail(ErrorType::ArgumentError, ErrorDetail::NumberOutOfRange,
           "a percentile lies between 0.0 and 1.0");
    }
  }
  if (value.is_null()) return;
  if (call_->distinct) {
    const EquivalenceIndex::Found found = distinct_.add({&value, 1});
    if (!found.fresh) {
      mixed_ = mixed_ || distinct_.key(found.number).front() != value;
      return;
    }
  }
  ++count_;
  if (kind_ == AggregateKind::Count) return;
  runtime.charge(sizeof(Value) + heap_bytes(value));
  values_.push_back(std::move(value));
}

Aggregator::Outcome Aggregator::finish(Runtime& runtime, bool ordered) {
  Outcome outcome = compute(runtime, ordered);
  if (mixed_ && kind_ != AggregateKind::Count) outcome.taint = Taint::Open;
  return outcome;
}

Aggregator::Outcome Aggregator::compute(Runtime& runtime, bool ordered) {
  switch (kind_) {
    case AggregateKind::Count:
      return {count_, Taint::Clean};
    case AggregateKind::Collect: {
      const bool bag = !ordered && !all_identical(values_);
      return {std::move(values_), bag ? Taint::Bag : Taint::Clean};
    }
    case AggregateKind::Sum:
      return sum(runtime, values_, ordered);
    case AggregateKind::Avg:
      return average(values_);
    case AggregateKind::Min:
      return extreme(values_, false);
    case AggregateKind::Max:
      return extreme(values_, true);
    case AggregateKind::StDev:
      return standard_deviation(values_, false);
    case AggregateKind::StDevP:
      return standard_deviation(values_, true);
    case AggregateKind::PercentileCont:
      return percentile_cont(values_, percentile_);
    case AggregateKind::PercentileDisc:
      return percentile_disc(std::move(values_), percentile_);
  }
  CHECK(false, "an aggregate without a meaning");
}

}  // namespace dinkel

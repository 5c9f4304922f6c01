// Aggregation: the functions that turn the rows of a group into one value, and the index that finds
// the group of a row by equivalence.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "interpret/runtime.h"

namespace dinkel {

enum class AggregateKind {
  Count,
  Collect,
  Sum,
  Avg,
  Min,
  Max,
  StDev,
  StDevP,
  PercentileCont,
  PercentileDisc,
};
std::optional<AggregateKind> aggregate_kind(std::string_view name);  // in any case

// Every aggregate below an expression, itself included; not those of nested subqueries.
void collect_aggregates(const Expr& expr, std::vector<const Expr*>& aggregates);

// Numbers the classes of equivalent rows from 0, in the order of their first member.
class EquivalenceIndex {
 public:
  struct Found {
    std::size_t number;
    bool fresh;  // no equivalent row was added before
  };
  Found add(std::span<const Value> key);
  std::size_t size() const { return keys_.size(); }
  const Row& key(std::size_t number) const { return keys_[number]; }

 private:
  std::vector<Row> keys_;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;  // only looked up, never listed
};

// One aggregate over one group: keeps the values that are not null, and computes at the end.
class Aggregator {
 public:
  explicit Aggregator(const Expr& expr);  // a FunctionCall or count(*)

  void add(Runtime& runtime, const Bindings& bindings);

  struct Outcome {
    Value value;
    Taint taint = Taint::Clean;  // what another order of the rows could change
  };
  // `ordered`: the sequence of the rows is determined.
  Outcome finish(Runtime& runtime, bool ordered);

  const Expr& expr() const { return *expr_; }

 private:
  Outcome compute(Runtime& runtime, bool ordered);

  const Expr* expr_;
  const FunctionCall* call_ = nullptr;  // nullptr for count(*)
  AggregateKind kind_ = AggregateKind::Count;
  std::int64_t count_ = 0;
  Values values_;
  EquivalenceIndex distinct_;
  bool mixed_ = false;  // DISTINCT dropped a value that is equivalent, but not the same
  double percentile_ = 0;
};

}  // namespace dinkel

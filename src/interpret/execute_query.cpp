// Queries: the clauses of each part one after the other, then UNION.
#include <algorithm>

#include "base/check.h"
#include "cypher/state.h"
#include "interpret/aggregate.h"
#include "interpret/determinism.h"
#include "interpret/evaluate.h"
#include "interpret/execute.h"

namespace dinkel {
namespace {

// What a query sees around it, for as long as it runs.
class OuterScope {
 public:
  OuterScope(Runtime& runtime, const Bindings* outer)
      : runtime_(runtime), before_(std::exchange(runtime.outer, outer)) {}
  ~OuterScope() { runtime_.outer = before_; }
  OuterScope(const OuterScope&) = delete;
  OuterScope& operator=(const OuterScope&) = delete;

 private:
  Runtime& runtime_;
  const Bindings* before_;
};

std::size_t memory_of(const Table& table) {
  std::size_t bytes = table.rows.size() * (sizeof(Row) + table.columns.size() * sizeof(Value));
  for (const Row& row : table.rows) {
    for (const Value& value : row) bytes += heap_bytes(value);
  }
  return bytes;
}

// The planted bug: what `WITH n, n.p AS x` projected just before SET is read again after it.
void read_again(Runtime& runtime, const With& with, Table& table) {
  for (const ProjectionItem& item : with.projection.items) {
    const auto* property = std::get_if<Property>(&item.value.node);
    if (property == nullptr) continue;
    const auto* object = std::get_if<Variable>(&property->object->node);
    const auto target = std::ranges::find(table.columns, item.alias);
    if (object == nullptr || target == table.columns.end()) continue;
    const auto source = std::ranges::find(table.columns, object->name);
    if (source == table.columns.end()) continue;
    for (Row& row : table.rows) {
      const Value& entity = row[static_cast<std::size_t>(source - table.columns.begin())];
      if (!entity.is<NodeRef>() && !entity.is<RelationshipRef>()) continue;
      row[static_cast<std::size_t>(target - table.columns.begin())] =
          property_of(runtime, entity, property->key);
    }
  }
}

Table execute_part(Runtime& runtime, const SingleQuery& part, Table table) {
  const std::size_t memory = runtime.memory();
  const Clause* before = nullptr;
  for (const Clause& clause : part.clauses) {
    table = execute(runtime, std::move(table), clause);
    runtime.check_rows(table.rows.size());
    runtime.set_memory(memory);
    runtime.charge(memory_of(table));
    if (runtime.has(Bug::SetSeenTooEarly) && before != nullptr) {
      const auto* with = std::get_if<With>(&before->node);
      if (with != nullptr && std::holds_alternative<Set>(clause.node)) {
        read_again(runtime, *with, table);
      }
    }
    before = &clause;
  }
  return table;
}

void append(Table& table, Table more) {
  arrange_columns(more, table.columns);
  table.taints.resize(table.columns.size());
  for (std::size_t i = 0; i < more.taints.size(); ++i) {
    table.taints[i] = std::max(table.taints[i], more.taints[i]);
  }
  std::ranges::move(more.rows, std::back_inserter(table.rows));
}

void remove_duplicates(Runtime& runtime, Table& table) {
  for (const Taint taint : table.taints) note_grouping(runtime, taint);
  EquivalenceIndex seen;
  std::erase_if(table.rows, [&](const Row& row) {
    const EquivalenceIndex::Found found = seen.add(row);
    if (!found.fresh && seen.key(found.number) != row) note_mixed_group(runtime);
    return !found.fresh;
  });
}

bool calls_subquery(const Query& query) {
  return std::ranges::any_of(query.parts, [](const SingleQuery& part) {
    return std::ranges::any_of(part.clauses, [](const Clause& clause) {
      return std::holds_alternative<CallSubquery>(clause.node);
    });
  });
}

}  // namespace

void arrange_columns(Table& table, const std::vector<std::string>& columns) {
  if (table.columns == columns) return;
  std::vector<std::size_t> places;
  for (const std::string& column : columns) {
    const auto found = std::ranges::find(table.columns, column);
    CHECK(found != table.columns.end(), "a table is arranged by its own columns");
    places.push_back(static_cast<std::size_t>(found - table.columns.begin()));
  }
  std::vector<Taint> taints;
  for (const std::size_t place : places) {
    taints.push_back(place < table.taints.size() ? table.taints[place] : Taint::Clean);
  }
  for (Row& row : table.rows) {
    Row arranged;
    arranged.reserve(places.size());
    for (const std::size_t place : places) arranged.push_back(row[place]);
    row = std::move(arranged);
  }
  table.columns = columns;
  table.taints = std::move(taints);
}

Table execute_parts(Runtime& runtime, const Query& query, const Table& argument,
                    const Bindings* outer, bool importing) {
  CHECK(!query.parts.empty(), "a query has a part");
  const OuterScope scope(runtime, outer);
  Table result;
  for (std::size_t i = 0; i < query.parts.size(); ++i) {
    const SingleQuery& part = query.parts[i];
    const bool sees_argument =
        !importing || (!part.clauses.empty() && std::holds_alternative<With>(part.clauses[0].node));
    Table start;
    if (sees_argument) {
      start = argument;
    } else {
      start.rows.resize(argument.rows.size());
    }
    note_later_part(part, result);
    Table table = execute_part(runtime, part, std::move(start));
    if (i == 0) {
      result = std::move(table);
      continue;
    }
    append(result, std::move(table));
    result.ordered = false;
    runtime.check_rows(result.rows.size());
    const bool planted = runtime.has(Bug::UnionAfterCall) && calls_subquery(query);
    if (!query.union_all[i - 1] && !planted) remove_duplicates(runtime, result);
  }
  return result;
}

Table execute_query(Runtime& runtime, const Query& query, const Table& argument,
                    const Bindings* outer) {
  const TaintScope* before = std::exchange(runtime.outer_taints, nullptr);
  Table result = execute_parts(runtime, query, argument, outer, false);
  runtime.outer_taints = before;
  return result;
}

}  // namespace dinkel

// Clauses: which part of the interpreter runs each of them.
#include "interpret/execute.h"

#include <algorithm>
#include <utility>

#include "base/match.h"
#include "interpret/determinism.h"

namespace dinkel {
namespace {

Table execute_unwind(Runtime& runtime, Table input, const Unwind& unwind) {
  const Taint list_taint = judge(runtime, unwind.list, scope_of(runtime, input));
  if (list_taint == Taint::Open) note_filter(runtime, list_taint, "UNWIND");
  Table output;
  output.columns = std::move(input.columns);
  output.taints = std::move(input.taints);
  output.taints.resize(output.columns.size());
  // Engines keep the order of the list, but nothing says that they must; and a rewriting that sorts
  // the rows in between is equivalent only if nobody may rely on it.
  output.ordered = false;
  for (Row& row : input.rows) {
    Value list = evaluate(runtime, runtime.bind(output.columns, row), unwind.list);
    if (list.is_null()) continue;
    auto* items = list.get_if<Values>();
    if (items == nullptr) {
      // What is no list is unwound as a list of itself.
      if (runtime.has(Bug::UnwindFalse) && list.is<bool>()) continue;
      row.push_back(std::move(list));
      output.rows.push_back(std::move(row));
      continue;
    }
    runtime.check_rows(output.rows.size() + items->size());
    runtime.charge(items->size() * (row.size() + 1) * sizeof(Value));
    for (Value& item : *items) {
      Row& next = output.rows.emplace_back();
      next.reserve(row.size() + 1);
      next.insert(next.end(), row.begin(), row.end());
      next.push_back(std::move(item));
    }
  }
  output.columns.push_back(unwind.variable);
  output.taints.push_back(list_taint == Taint::Deep ? Taint::Deep : Taint::Clean);
  return output;
}

Table execute_with(Runtime& runtime, Table input, const With& with) {
  const Projection& projection = with.projection;
  Table output =
      project(runtime, std::move(input), projection, with.where ? &**with.where : nullptr);
  if (runtime.options.bugs.empty()) return output;
  if (runtime.has(Bug::WithStarLosesOrder) && projection.star && projection.items.empty() &&
      projection.order_by.empty()) {
    std::reverse(output.rows.begin(), output.rows.end());
  }
  if (runtime.has(Bug::WithAliasDropsNull) && projection.items.size() > 1) {
    const ProjectionItem& last = projection.items.back();
    const auto* variable = std::get_if<Variable>(&last.value.node);
    if (!last.alias.empty() && (variable == nullptr || variable->name != last.alias)) {
      std::erase_if(output.rows, [](const Row& row) { return row.back().is_null(); });
    }
  }
  return output;
}

// RETURN * lists the variables by name.
void sort_columns(Table& table) {
  std::vector<std::string> columns = table.columns;
  std::ranges::sort(columns);
  arrange_columns(table, columns);
}

// The clauses that write keep the columns of their input in front; what was known of these stays.
template <typename Execute>
Table execute_write(Runtime& runtime, Table input, const Clause& clause, Execute&& run) {
  note_write(runtime, input, clause);
  std::vector<Taint> taints = input.taints;
  const bool ordered = input.ordered;
  const std::size_t count = input.rows.size();
  Table output = run(std::move(input));
  output.taints = std::move(taints);
  output.ordered = ordered && output.rows.size() == count;  // MERGE may multiply rows
  return output;
}

Table execute_and_judge_merge(Runtime& runtime, Table input, const Merge& merge) {
  const auto created = [&] {
    return runtime.effects.nodes_created + runtime.effects.relationships_created;
  };
  const std::int64_t before = created();
  Table seen;  // the shape of the input, for the judgement
  seen.columns = input.columns;
  seen.rows.resize(input.rows.size());
  Table output = execute_merge(runtime, std::move(input), merge);
  note_merged(runtime, seen, merge, created() - before);
  return output;
}

}  // namespace

Table execute(Runtime& runtime, Table input, const Clause& clause) {
  runtime.step();
  const auto write = [&](auto&& run) {
    return execute_write(runtime, std::move(input), clause, run);
  };
  return match(
      clause.node,
      [&](const Match& node) {
        note_match(runtime, input, node);
        const bool chose_path = std::exchange(runtime.chose_path, false);
        Table output = execute_match(runtime, std::move(input), node);
        if (runtime.chose_path) taint_match(node, output);
        runtime.chose_path = runtime.chose_path || chose_path;
        return output;
      },
      [&](const Create& node) {
        return write([&](Table t) { return execute_create(runtime, std::move(t), node); });
      },
      [&](const Merge& node) {
        return write([&](Table t) { return execute_and_judge_merge(runtime, std::move(t), node); });
      },
      [&](const Set& node) {
        return write([&](Table t) { return execute_set(runtime, std::move(t), node); });
      },
      [&](const Remove& node) {
        return write([&](Table t) { return execute_remove(runtime, std::move(t), node); });
      },
      [&](const Delete& node) {
        return write([&](Table t) { return execute_delete(runtime, std::move(t), node); });
      },
      [&](const Foreach& node) {
        return write([&](Table t) { return execute_foreach(runtime, std::move(t), node); });
      },
      [&](const Unwind& node) { return execute_unwind(runtime, std::move(input), node); },
      [&](const With& node) { return execute_with(runtime, std::move(input), node); },
      [&](const Return& node) {
        if (node.projection.star) sort_columns(input);
        return project(runtime, std::move(input), node.projection, nullptr);
      },
      [&](const CallSubquery& node) {
        return execute_call_subquery(runtime, std::move(input), node);
      },
      [&](const CallProcedure& node) {
        return execute_call_procedure(runtime, std::move(input), node);
      });
}

}  // namespace dinkel

// MATCH and OPTIONAL MATCH: the pattern is match.cpp's, WHERE and the rows are here.
#include "interpret/aggregate.h"
#include "interpret/determinism.h"
#include "interpret/execute.h"

namespace dinkel {
namespace {

// Calls `found` with the values of `names` for every match that passes WHERE.
void stream_matches(Runtime& runtime, const Bindings& bindings, const Match& match,
                    std::span<const std::string> names, const MatchFound& found) {
  if (!match.where) {
    match_pattern(runtime, bindings, match.pattern, found);
    return;
  }
  const MatchFound passing = [&](std::span<const Value> values) {
    const Bindings frame{names, values, &bindings};
    if (evaluate_predicate(runtime, frame, **match.where) != Ternary(true)) return true;
    return found(values);
  };
  // shortestPath() has to know WHERE while it searches.
  match_pattern(runtime, bindings, match.pattern, passing, &**match.where);
}

bool is_true_literal(const OptionalExpr& expr) {
  return expr && (*expr)->node == Expr::Node(BooleanLiteral{true});
}

void remove_duplicates(Table& table) {
  EquivalenceIndex seen;
  std::erase_if(table.rows, [&](const Row& row) { return !seen.add(row).fresh; });
}

}  // namespace

void for_each_match(Runtime& runtime, const Bindings& bindings, const Match& match,
                    const MatchFound& found) {
  const std::vector<std::string> names = new_variables(match.pattern, bindings);
  stream_matches(runtime, bindings, match, names, found);
}

Table execute_match(Runtime& runtime, Table input, const Match& match) {
  const Row nulls(input.columns.size());
  const Bindings any_row = runtime.bind(input.columns, nulls);
  const std::vector<std::string> names = new_variables(match.pattern, any_row);

  Table output;
  output.columns = input.columns;
  output.columns.insert(output.columns.end(), names.begin(), names.end());
  output.taints = std::move(input.taints);
  for (std::size_t r = 0; r < input.rows.size(); ++r) {
    Row& row = input.rows[r];
    const std::size_t before = output.rows.size();
    stream_matches(runtime, runtime.bind(input.columns, row), match, names,
                   [&](std::span<const Value> values) {
                     runtime.check_rows(output.rows.size() + 1);
                     runtime.charge(output.columns.size() * sizeof(Value));
                     Row& next = output.rows.emplace_back();
                     next.reserve(row.size() + values.size());
                     next.insert(next.end(), row.begin(), row.end());
                     next.insert(next.end(), values.begin(), values.end());
                     return true;
                   });
    if (!match.optional || output.rows.size() > before) continue;
    const bool last = r + 1 == input.rows.size();
    if (runtime.has(Bug::OptionalMatchLosesRow) && last && input.rows.size() > 1) continue;
    row.resize(output.columns.size());
    output.rows.push_back(std::move(row));
  }
  if (runtime.has(Bug::WhereTrueDistinct) && is_true_literal(match.where)) {
    remove_duplicates(output);
  }
  return output;
}

}  // namespace dinkel

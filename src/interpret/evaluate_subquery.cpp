// EXISTS { }, COUNT { } and COLLECT { }: queries inside of expressions. They see every variable
// around them, in each of their clauses.
#include "base/check.h"
#include "interpret/evaluate.h"
#include "interpret/execute.h"

namespace dinkel {
namespace {

// A query that is a mere MATCH is not turned into a table: its matches are counted one by one, and
// EXISTS stops at the first.
const Match* lone_match(const Query& query) {
  if (query.parts.size() != 1 || query.parts.front().clauses.size() != 1) return nullptr;
  const auto* found = std::get_if<Match>(&query.parts.front().clauses.front().node);
  return found != nullptr && !found->optional ? found : nullptr;
}

}  // namespace

Value Evaluator::operator()(const SubqueryExpr& subquery) const {
  if (const Match* found = lone_match(*subquery.query)) {
    std::int64_t count = 0;
    const bool exists = subquery.kind == SubqueryKind::Exists;
    for_each_match(runtime, bindings, *found, [&](std::span<const Value>) {
      ++count;
      return !exists;
    });
    return exists ? Value(count > 0) : Value(count);
  }
  Table argument;
  argument.rows.emplace_back();
  Table result = execute_query(runtime, *subquery.query, argument, &bindings);
  switch (subquery.kind) {
    case SubqueryKind::Exists:
      return !result.rows.empty();
    case SubqueryKind::Count:
      return static_cast<std::int64_t>(result.rows.size());
    case SubqueryKind::Collect:
      break;
  }
  if (!result.taints.empty() && result.taints.front() == Taint::Open) {
    runtime.open_rows("COLLECT { } gathers values that are not determined");
  }
  Values items;
  items.reserve(result.rows.size());
  for (Row& row : result.rows) {
    CHECK(!row.empty(), "COLLECT { } returns one column");
    items.push_back(std::move(row.front()));
  }
  return items;
}

}  // namespace dinkel

// A whole query: parts joined by UNION, each a chain of clauses.
#include "generate/clauses.h"

namespace dinkel {

namespace {

// The clauses of one part, up to and with its end.
SingleQuery make_part(Generator& g, const std::vector<ScopedVariable>* columns, bool must_return) {
  SingleQuery part;
  Position first;
  first.may_commit = !must_return;  // which a UNION asks for
  part.clauses = make_clauses_from(g, g.profile.max_clauses, first);
  const bool ends_in_write = !part.clauses.empty() && !position_after(part.clauses.back()).may_read;
  if (!must_return && ends_in_write && !g.rng.chance(g.profile.return_chance)) return part;
  for (int tries = 0; tries < 3; ++tries) {
    if (auto clause = settle(g, build_return(g, columns, !must_return),
                             tries == 2 || g.rng.chance(percent(3)))) {
      part.clauses.push_back(*std::move(clause));
      return part;
    }
  }
  // Nothing that was tried can be returned without an error; a number always can.
  Return result;
  if (columns == nullptr) {
    result.projection.items.push_back({integer_expr(1), g.fresh(Kind::Integer), ""});
  } else {
    for (const ScopedVariable& column : *columns) {
      result.projection.items.push_back({null_expr(), column.name, ""});
    }
  }
  Clause clause = clause_of(std::move(result));
  advance(g.state, clause);
  part.clauses.push_back(std::move(clause));
  return part;
}

}  // namespace

Query make_query(Generator& g) {
  Query query;
  const QueryContext start = g.state.context;
  const bool has_union = g.has(Feature::Union) && g.rng.chance(g.profile.union_chance);
  query.parts.push_back(make_part(g, nullptr, has_union));
  if (!has_union) return query;
  const std::vector<ScopedVariable> columns = g.state.context.variables();
  // All the separators are alike: mixing UNION and UNION ALL is refused.
  const bool all = !g.has(Feature::UnionAll) ? false : g.rng.coin();
  do {
    g.state.context = start;
    if (g.live != nullptr) g.live->restart();
    query.parts.push_back(make_part(g, &columns, true));
    query.union_all.push_back(all);
  } while (query.parts.size() < 3 && g.rng.chance(percent(25)));
  return query;
}

}  // namespace dinkel

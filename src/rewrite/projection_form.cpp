// Projections in another form: with parts that do nothing, or by a detour.
#include <algorithm>

#include "cypher/functions.h"
#include "cypher/walk.h"
#include "generate/build.h"
#include "rewrite/clause_rules.h"
#include "rewrite/inspect.h"

namespace dinkel {

namespace {

const Guard no_leading_with = {
    "no-leading-with", "the dialect takes a WITH at the start of CALL { } for an import",
    [](const ClauseSite& site) {
      return site.index > 0 || !site.nested || site.dialect.has(Feature::CallLeadingWith);
    },
    nullptr};

Projection& projection_at(const ClauseSite& site) {
  return *projection_of(site.clause());
}

bool has_no_skip(const ClauseSite& site) {
  const Projection* projection = projection_of(site.clause());
  return projection != nullptr && !projection->skip;
}
bool apply_skip_zero(ClauseSite& site, RuleTools& tools) {
  projection_at(site).skip = integer_expr(0);
  tools.number_new(site.clause());
  return true;
}

// More than any table holds, and still an integer of 32 bits.
constexpr std::int64_t large_limit = 2'000'000'000;

bool has_no_limit(const ClauseSite& site) {
  const Projection* projection = projection_of(site.clause());
  return projection != nullptr && !projection->limit;
}
bool apply_limit_large(ClauseSite& site, RuleTools& tools) {
  projection_at(site).limit = integer_expr(large_limit);
  tools.number_new(site.clause());
  return true;
}

// ORDER BY, SKIP and LIMIT see more than the columns: a projection that has them stays whole.
bool is_simple(const Projection* projection) {
  return projection != nullptr && !projection->star && projection->order_by.empty() &&
         !projection->skip && !projection->limit && !projection->items.empty();
}

bool is_simple_projection(const ClauseSite& site) {
  return is_simple(projection_of(site.clause()));
}
bool apply_order_by(ClauseSite& site, RuleTools& tools) {
  Projection& projection = projection_at(site);
  std::vector<std::string> names;
  for (const ProjectionItem& item : projection.items) {
    if (!item.alias.empty()) names.push_back(item.alias);
  }
  if (names.empty()) return false;
  projection.order_by.push_back({variable_expr(tools.rng().pick(names)), tools.rng().coin()});
  tools.number_new(site.clause());
  return true;
}

bool is_distinct_with(const ClauseSite& site) {
  const auto* with = std::get_if<With>(&site.clause().node);
  return with != nullptr && with->projection.distinct && with->projection.order_by.empty();
}
bool apply_distinct_twice(ClauseSite& site, RuleTools& tools) {
  With again;
  again.projection.star = true;
  again.projection.distinct = true;
  insert_after(site, {clause_of(std::move(again))}, tools);
  return true;
}

bool is_simple_return(const ClauseSite& site) {
  return is_clause<Return>(site) && is_simple_projection(site);
}

// Gives each column of the projection a new name; the answer are the columns under their own.
Return rename_columns(Projection& projection, RuleTools& tools) {
  Return result;
  for (ProjectionItem& item : projection.items) {
    const std::string column = column_name(item);
    item.alias = tools.fresh_name("c");
    result.projection.items.push_back({variable_expr(item.alias), column, ""});
  }
  return result;
}

bool apply_return_via_with(ClauseSite& site, RuleTools& tools) {
  With with;
  with.projection = std::get<Return>(site.clause().node).projection;
  site.clause().node = rename_columns(with.projection, tools);
  tools.number_new(site.clause());
  insert_before(site, {clause_of(std::move(with))}, tools);
  return true;
}

// RETURN x AS c => CALL { WITH * RETURN x AS i UNION ALL WITH * UNWIND [] AS j RETURN null AS i }
// RETURN i AS c
bool apply_union_all_empty(ClauseSite& site, RuleTools& tools) {
  With import;
  import.projection.star = true;
  Return full = std::get<Return>(site.clause().node);
  Return result = rename_columns(full.projection, tools);
  Return none;
  for (const ProjectionItem& item : full.projection.items) {
    none.projection.items.push_back({null_expr(), item.alias, ""});
  }
  Unwind nothing;
  nothing.list = expr_of(ListLiteral{});
  nothing.variable = tools.fresh_name("i");
  std::vector<Clause> first;
  first.push_back(clause_of(import));
  first.push_back(clause_of(std::move(full)));
  std::vector<Clause> second;
  second.push_back(clause_of(std::move(import)));
  second.push_back(clause_of(std::move(nothing)));
  second.push_back(clause_of(std::move(none)));
  Query query;
  query.parts.push_back({std::move(first)});
  query.parts.push_back({std::move(second)});
  query.union_all.push_back(true);
  CallSubquery call;
  call.query = std::move(query);
  site.clause().node = std::move(result);
  tools.number_new(site.clause());
  insert_before(site, {clause_of(std::move(call))}, tools);
  return true;
}

bool is_single_column(const ClauseSite& site) {
  const auto* with = std::get_if<With>(&site.clause().node);
  if (with == nullptr || with->where || !is_simple(&with->projection)) return false;
  if (with->projection.items.size() != 1) return false;
  // collect(rand()) is refused: a random value cannot be aggregated.
  bool is_random = false;
  for_each_expr(with->projection.items.front().value, [&](const Expr& expr) {
    const auto* call = std::get_if<FunctionCall>(&expr.node);
    is_random =
        is_random || (call != nullptr &&
                      std::ranges::any_of(functions_named(call->name), [](const Function* one) {
                        return one->traits.volatile_result;
                      }));
  });
  if (is_random) return false;
  // A variable from outside of the subquery cannot be declared again, not even by UNWIND.
  const ScopedVariable* known = site.context.find(column_name(with->projection.items.front()));
  return known == nullptr || !known->pinned;
}

// WITH x AS c => WITH collect(x) AS i UNWIND i AS c
bool apply_collect_unwind(ClauseSite& site, RuleTools& tools) {
  ProjectionItem& item = projection_at(site).items.front();
  const std::string list =
      tools.fresh_name("i");  // looks at the statement: before it is taken apart
  Unwind unwind;
  unwind.variable = column_name(item);
  std::vector<Expr> arguments;
  arguments.push_back(std::move(item.value));
  item = {call_expr("collect", std::move(arguments)), list, ""};
  unwind.list = variable_expr(list);
  tools.number_new(site.clause());
  insert_after(site, {clause_of(std::move(unwind))}, tools);
  return true;
}

}  // namespace

std::vector<ClauseRule> projection_rules() {
  using namespace guards;
  constexpr Strategy form = Strategy::ProjectionForm;
  return {
      {"skip-zero",
       form,
       "A",
       "RETURN x",
       "RETURN x SKIP 0",
       {&has_skip, &not_before_import, &stays_unlimited},
       "past the paper",
       "MATCH (n) RETURN n",
       has_no_skip,
       apply_skip_zero},
      {"limit-large",
       form,
       "A",
       "RETURN x",
       "RETURN x LIMIT 2000000000",
       {&has_limit, &not_before_import, &stays_unlimited},
       "past the paper",
       "MATCH (n) RETURN n",
       has_no_limit,
       apply_limit_large},
      {"order-by-column",
       form,
       "A",
       "RETURN x AS c",
       "RETURN x AS c ORDER BY c",
       {&has_order_by, &not_before_import, &order_not_cut},
       "past the paper",
       "MATCH (n) RETURN n.a AS x",
       is_simple_projection,
       apply_order_by},
      {"distinct-twice",
       form,
       "A",
       "WITH DISTINCT x",
       "WITH DISTINCT x WITH DISTINCT *",
       {},
       "past the paper",
       "MATCH (n) WITH DISTINCT n.a AS x RETURN x",
       is_distinct_with,
       apply_distinct_twice},
      {"return-via-with",
       form,
       "A",
       "RETURN x AS c",
       "WITH x AS i RETURN i AS c",
       {&order_not_cut, &no_leading_with, &has_with},
       "past the paper",
       "MATCH (n) RETURN n.a AS x",
       is_simple_return,
       apply_return_via_with},
      {"union-all-empty",
       form,
       "A",
       "RETURN x AS c",
       "CALL { WITH * RETURN x AS i UNION ALL WITH * UNWIND [] AS j RETURN null AS i } "
       "RETURN i AS c",
       {&has_union_all, &returning_subquery, &plain_projection, &read_allowed, &order_not_cut,
        &scope_not_empty, &relationships_named},
       "past the paper",
       "MATCH (n) RETURN n.a AS x",
       is_simple_return,
       apply_union_all_empty},
      {"collect-unwind",
       form,
       "A",
       "WITH x AS c",
       "WITH collect(x) AS i UNWIND i AS c",
       {&has_unwind, &not_before_import, &plain_projection, &order_not_cut, &column_not_null,
        &not_seen_after},
       "past the paper",
       "MATCH (n) WITH n RETURN n.a AS x",
       is_single_column,
       apply_collect_unwind},
  };
}

}  // namespace dinkel

// Unused Context: variables that nothing reads.
#include "generate/build.h"
#include "rewrite/clause_rules.h"

namespace dinkel {

namespace {

// A variable in scope, or a number where there is none.
Expr any_value(const QueryContext& context, RuleTools& tools) {
  std::vector<std::string> names;
  for (const ScopedVariable& variable : context.variables()) {
    if (!variable.deleted) names.push_back(variable.name);
  }
  if (names.empty()) return integer_expr(tools.rng().between(0, 9));
  return variable_expr(tools.rng().pick(names));
}

bool apply_call_return(ClauseSite& site, RuleTools& tools) {
  With import;
  import.projection.star = true;
  Return result;
  result.projection.items.push_back({any_value(site.context, tools), tools.fresh_name("i"), ""});
  Query query;
  query.parts.push_back({{clause_of(std::move(import)), clause_of(std::move(result))}});
  CallSubquery call;
  call.query = std::move(query);
  insert_before(site, {clause_of(std::move(call))}, tools);
  return true;
}

bool apply_unwind(ClauseSite& site, RuleTools& tools) {
  constexpr Kind atoms[] = {Kind::Integer, Kind::String, Kind::Boolean, Kind::Float};
  Unwind unwind;
  unwind.list = tools.literal(atoms[tools.rng().below(std::size(atoms))]);
  unwind.variable = tools.fresh_name("i");
  insert_before(site, {clause_of(std::move(unwind))}, tools);
  return true;
}

bool apply_extra_alias(ClauseSite& site, RuleTools& tools) {
  auto& with = std::get<With>(site.clause().node);
  with.projection.items.push_back({any_value(site.context, tools), tools.fresh_name("i"), ""});
  tools.number_new(site.clause());
  return true;
}

bool is_plain_with(const ClauseSite& site) {
  return is_clause<With>(site);
}

}  // namespace

std::vector<ClauseRule> unused_context_rules() {
  using namespace guards;
  return {
      {"call-return-unused",
       Strategy::UnusedContext,
       "R",
       "C",
       "CALL { WITH * RETURN x AS i } C",
       {&returning_subquery, &outside_foreach, &not_before_import, &not_pattern_only, &read_allowed,
        &order_not_cut, &not_seen_by_star, &scope_not_empty, &relationships_named},
       "paper, clause table, row 4",
       "MATCH (n) MATCH (m) RETURN m",
       any_clause,
       apply_call_return},
      {"unwind-literal",
       Strategy::UnusedContext,
       "R",
       "C",
       "UNWIND <literal> AS i C",
       {&has_unwind, &outside_foreach, &not_before_import, &not_pattern_only, &read_allowed,
        &order_not_cut, &not_seen_by_star},
       "paper, clause table, row 5",
       "MATCH (n) RETURN n",
       any_clause,
       apply_unwind},
      {"with-extra-alias",
       Strategy::UnusedContext,
       "R",
       "WITH x",
       "WITH x, y AS i",
       {&not_before_import, &plain_projection, &not_seen_after, &relationships_named},
       "paper, clause table, row 6",
       "MATCH (n) WITH n RETURN n",
       is_plain_with,
       apply_extra_alias},
  };
}

}  // namespace dinkel

// Dead Code: clauses that never run.
#include "generate/build.h"
#include "rewrite/clause_rules.h"

namespace dinkel {

namespace {

// CALL { MATCH ... <clauses> }, a unit subquery: it ends in a write that never happens.
bool insert_dead_call(ClauseSite& site, RuleTools& tools, Match dead_match) {
  QueryContext inside;
  Clause first = clause_of(std::move(dead_match));
  advance(inside, first, site.facts.schema);
  std::vector<Clause> body = {std::move(first)};
  if (tools.rng().coin()) {
    for (Clause& clause : tools.dead_clauses(inside, false)) {
      advance(inside, clause, site.facts.schema);
      body.push_back(std::move(clause));
    }
  }
  std::vector<Clause> updates = tools.dead_updates(inside);
  if (updates.empty()) return false;
  for (Clause& clause : updates) body.push_back(std::move(clause));
  CallSubquery call;
  Query query;
  query.parts.push_back({std::move(body)});
  call.query = std::move(query);
  insert_before(site, {clause_of(std::move(call))}, tools);
  return true;
}

bool apply_where_false(ClauseSite& site, RuleTools& tools) {
  Match dead;
  dead.pattern.push_back(tools.any_pattern(QueryContext()));
  dead.where = boolean_expr(false);
  return insert_dead_call(site, tools, std::move(dead));
}

bool apply_new_pattern(ClauseSite& site, RuleTools& tools) {
  std::optional<PatternPart> part = tools.new_pattern(QueryContext());
  if (!part.has_value()) return false;
  Match dead;
  dead.pattern.push_back(*std::move(part));
  return insert_dead_call(site, tools, std::move(dead));
}

bool apply_foreach(ClauseSite& site, RuleTools& tools) {
  Foreach loop;
  loop.list = expr_of(ListLiteral{});
  loop.variable = tools.fresh_name("i");
  loop.body = tools.dead_updates(site.context);
  if (loop.body.empty()) return false;
  insert_before(site, {clause_of(std::move(loop))}, tools);
  return true;
}

}  // namespace

std::vector<ClauseRule> dead_code_rules() {
  using namespace guards;
  return {
      {"dead-call-where-false",
       Strategy::DeadCode,
       "R",
       "C",
       "CALL { MATCH x WHERE false <clauses> } C",
       {&unit_subquery, &has_match, &outside_foreach, &write_allowed, &not_before_import,
        &not_pattern_only, &read_allowed, &order_not_cut},
       "paper, clause table, row 1",
       "MATCH (n) RETURN n",
       any_clause,
       apply_where_false},
      {"dead-call-new-pattern",
       Strategy::DeadCode,
       "R",
       "C",
       "CALL { MATCH <new pattern> <clauses> } C",
       {&unit_subquery, &has_match, &outside_foreach, &write_allowed, &not_before_import,
        &not_pattern_only, &read_allowed, &order_not_cut},
       "paper, clause table, row 2",
       "MATCH (n) RETURN n",
       any_clause,
       apply_new_pattern},
      {"dead-foreach",
       Strategy::DeadCode,
       "W",
       "C",
       "FOREACH (i IN [] | <clauses>) C",
       {&has_foreach, &write_allowed, &not_before_import, &write_before_clause, &order_not_cut},
       "paper, clause table, row 9",
       "CREATE (n) RETURN n",
       any_clause,
       apply_foreach},
  };
}

}  // namespace dinkel

// Subqueries: a reading clause inside CALL, and the ways to ask whether a pattern exists.
#include <algorithm>

#include "generate/build.h"
#include "rewrite/clause_rules.h"
#include "rewrite/expr_rules.h"
#include "rewrite/inspect.h"

namespace dinkel {

namespace {

// ---- CALL ---------------------------------------------------------------------------------------

bool is_reading(const ClauseSite& site) {
  return is_clause<Match>(site) || is_clause<Unwind>(site);
}

// The variables that the clause adds, as columns; a number where it adds none.
Return added_columns(const ClauseSite& site, RuleTools& tools) {
  QueryContext after = site.context;
  advance(after, site.clause(), site.facts.schema);
  Return result;
  for (const ScopedVariable& variable : after.variables()) {
    if (site.context.find(variable.name) != nullptr) continue;
    result.projection.items.push_back({variable_expr(variable.name), variable.name, ""});
  }
  if (result.projection.items.empty()) {
    result.projection.items.push_back({integer_expr(1), tools.fresh_name("i"), ""});
  }
  return result;
}

void put_into_call(ClauseSite& site, RuleTools& tools, CallSubquery call,
                   std::vector<Clause> body) {
  body.push_back(clause_of(added_columns(site, tools)));
  const auto place = body.end() - 1;
  body.insert(place, std::move(site.clause()));
  Query query;
  query.parts.push_back({std::move(body)});
  call.query = std::move(query);
  site.clause() = clause_of(std::move(call));
  tools.number_new(site.clause());
}

bool apply_call_scope(ClauseSite& site, RuleTools& tools) {
  CallSubquery call;
  call.scope = ScopeClause{true, {}};
  put_into_call(site, tools, std::move(call), {});
  return true;
}

bool apply_call_import(ClauseSite& site, RuleTools& tools) {
  With import;
  import.projection.star = true;
  std::vector<Clause> body;
  body.push_back(clause_of(std::move(import)));
  put_into_call(site, tools, CallSubquery(), std::move(body));
  return true;
}

// ---- EXISTS -------------------------------------------------------------------------------------

bool is_subquery(const Expr& expr, SubqueryKind kind) {
  const auto* subquery = std::get_if<SubqueryExpr>(&expr.node);
  return subquery != nullptr && subquery->kind == kind;
}
bool is_exists(const ExprSite& site) {
  return is_subquery(site.expr, SubqueryKind::Exists);
}
Expr more_than_none(Expr counted) {
  return comparison_expr(ComparisonOp::Greater, std::move(counted), integer_expr(0));
}

bool replace(ExprSite& site, Expr expr, RuleTools& tools) {
  tools.number_new(expr);
  site.expr = std::move(expr);
  return true;
}

bool apply_exists_to_count(ExprSite& site, RuleTools& tools) {
  SubqueryExpr subquery = std::move(std::get<SubqueryExpr>(site.expr.node));
  subquery.kind = SubqueryKind::Count;
  return replace(site, more_than_none(expr_of(std::move(subquery))), tools);
}

bool is_count_above_none(const ExprSite& site) {
  const auto* comparison = std::get_if<Comparison>(&site.expr.node);
  return comparison != nullptr && comparison->ops == std::vector{ComparisonOp::Greater} &&
         is_subquery(comparison->operands[0], SubqueryKind::Count) &&
         comparison->operands[1] == integer_expr(0);
}

bool apply_count_to_exists(ExprSite& site, RuleTools& tools) {
  SubqueryExpr subquery =
      std::get<SubqueryExpr>(std::get<Comparison>(site.expr.node).operands[0].node);
  subquery.kind = SubqueryKind::Exists;
  return replace(site, expr_of(std::move(subquery)), tools);
}

// EXISTS { pattern } with nothing else.
const Match* bare_match(const Expr& expr) {
  const auto* subquery = std::get_if<SubqueryExpr>(&expr.node);
  if (subquery == nullptr || !subquery->pattern_only || subquery->query->parts.size() != 1) {
    return nullptr;
  }
  const std::vector<Clause>& clauses = subquery->query->parts.front().clauses;
  return clauses.size() == 1 ? std::get_if<Match>(&clauses.front().node) : nullptr;
}

bool is_bare_exists(const ExprSite& site) {
  return is_exists(site) && bare_match(site.expr) != nullptr;
}

// Nodes and relationships by turns: a comprehension takes no groups and no quantifiers.
bool is_chain(const PatternPart& part) {
  for (const PatternElement& element : part.elements) {
    if (std::holds_alternative<PathGroup>(element.node)) return false;
    const auto* relationship = std::get_if<RelationshipPattern>(&element.node);
    if (relationship != nullptr && relationship->quantifier) return false;
  }
  return true;
}

bool is_path_exists(const ExprSite& site) {
  const Match* clause = is_exists(site) ? bare_match(site.expr) : nullptr;
  return clause != nullptr && clause->pattern.size() == 1 && is_plain(clause->pattern.front()) &&
         is_walk(clause->pattern.front()) && is_chain(clause->pattern.front());
}

bool apply_exists_to_comprehension(ExprSite& site, RuleTools& tools) {
  Match clause = *bare_match(site.expr);
  PatternComprehension comprehension;
  comprehension.pattern = std::move(clause.pattern.front());
  comprehension.where = std::move(clause.where);
  comprehension.projection = integer_expr(1);
  std::vector<Expr> arguments;
  arguments.push_back(expr_of(std::move(comprehension)));
  return replace(site, more_than_none(call_expr("size", std::move(arguments))), tools);
}

bool apply_exists_to_collect(ExprSite& site, RuleTools& tools) {
  SubqueryExpr subquery = std::get<SubqueryExpr>(site.expr.node);
  subquery.kind = SubqueryKind::Collect;
  subquery.pattern_only = false;
  Return result;
  result.projection.items.push_back({integer_expr(1), tools.fresh_name("i"), ""});
  subquery.query->parts.front().clauses.push_back(clause_of(std::move(result)));
  std::vector<Expr> arguments;
  arguments.push_back(expr_of(std::move(subquery)));
  return replace(site, more_than_none(call_expr("size", std::move(arguments))), tools);
}

bool is_pattern_predicate(const ExprSite& site) {
  const auto* pattern = std::get_if<PatternExpr>(&site.expr.node);
  return pattern != nullptr && is_plain(*pattern->pattern);
}

bool apply_pattern_to_exists(ExprSite& site, RuleTools& tools) {
  Match clause;
  clause.pattern.push_back(*std::get<PatternExpr>(site.expr.node).pattern);
  std::vector<Clause> clauses;
  clauses.push_back(clause_of(std::move(clause)));
  Query query;
  query.parts.push_back({std::move(clauses)});
  SubqueryExpr subquery;
  subquery.query = std::move(query);
  subquery.pattern_only = true;
  return replace(site, expr_of(std::move(subquery)), tools);
}

}  // namespace

std::vector<ClauseRule> subquery_rules() {
  using namespace guards;
  constexpr Strategy form = Strategy::SubqueryForm;
  return {
      {"call-scope-read",
       form,
       "R",
       "MATCH x",
       "CALL (*) { MATCH x RETURN <its variables> }",
       {&has_call_scope, &not_pattern_only, &order_not_cut, &not_seen_after, &scope_not_empty,
        &relationships_named},
       "past the paper",
       "UNWIND [1, 2] AS x MATCH (n {a: x}) RETURN n",
       is_reading,
       apply_call_scope},
      {"call-import-read",
       form,
       "R",
       "MATCH x",
       "CALL { WITH * MATCH x RETURN <its variables> }",
       {&returning_subquery, &not_pattern_only, &order_not_cut, &not_seen_after, &scope_not_empty,
        &relationships_named},
       "past the paper",
       "UNWIND [1, 2] AS x MATCH (n {a: x}) RETURN n",
       is_reading,
       apply_call_import},
  };
}

std::vector<ExprRule> subquery_expr_rules() {
  using namespace guards;
  constexpr Strategy form = Strategy::SubqueryForm;
  return {
      {"exists-to-count",
       form,
       "EXISTS { x }",
       "COUNT { x } > 0",
       {&not_grouping, &has_count_subquery},
       "past the paper",
       "MATCH (n) WHERE EXISTS { (n)-[:R]->() } RETURN n",
       is_exists,
       apply_exists_to_count},
      {"count-to-exists",
       form,
       "COUNT { x } > 0",
       "EXISTS { x }",
       {&not_grouping, &has_exists_subquery},
       "past the paper",
       "MATCH (n) WHERE COUNT { (n)-[:R]->() } > 0 RETURN n",
       is_count_above_none,
       apply_count_to_exists},
      {"exists-to-comprehension",
       form,
       "EXISTS { x }",
       "size([x | 1]) > 0",
       {&not_grouping, &has_pattern_comprehension},
       "past the paper",
       "MATCH (n) WHERE EXISTS { (n)-[:R]->() } RETURN n",
       is_path_exists,
       apply_exists_to_comprehension},
      {"exists-to-collect",
       form,
       "EXISTS { x }",
       "size(COLLECT { MATCH x RETURN 1 AS i }) > 0",
       {&not_grouping, &has_collect_subquery},
       "past the paper",
       "MATCH (n) WHERE EXISTS { (n)-[:R]->() } RETURN n",
       is_bare_exists,
       apply_exists_to_collect},
      {"pattern-to-exists",
       form,
       "(a)-[:R]->(b)",
       "EXISTS { (a)-[:R]->(b) }",
       {&not_grouping, &has_exists_subquery},
       "past the paper",
       "MATCH (n) WHERE (n)-[:R]->() RETURN n",
       is_pattern_predicate,
       apply_pattern_to_exists},
  };
}

}  // namespace dinkel

// Expressions that look at the graph: EXISTS, COUNT, COLLECT, pattern predicates and
// comprehensions.
#include <algorithm>
#include <utility>

#include "generate/clauses.h"
#include "generate/expressions.h"
#include "generate/patterns.h"

namespace dinkel {

namespace {

bool may_look(const Generator& g) {
  return g.may.subqueries && g.nesting < g.profile.max_nesting;
}

// A MATCH with its own scope; the variables it binds are gone afterwards.
template <typename Body>
void in_subquery(Generator& g, Body body) {
  const QueryContext saved = g.state.context;
  const Generator::Freedom freedom = g.may;
  g.may.subqueries = g.rng.chance(percent(15));
  g.may.aggregates = false;
  for (ScopedVariable& variable : g.state.context.variables()) variable.pinned = true;
  ++g.nesting;
  body();
  --g.nesting;
  g.may = freedom;
  g.state.context = saved;
}

Match make_inner_match(Generator& g) {
  Match inner;
  inner.pattern.push_back(make_match_part(g));
  declare_pattern(g.state.context, inner.pattern.back(), false);
  if (g.rng.chance(g.profile.where_chance)) inner.where = make_predicate(g);
  return inner;
}

Query single(std::vector<Clause> clauses) {
  Query query;
  query.parts.push_back({std::move(clauses)});
  return query;
}

// Sometimes more than a MATCH: another reading clause.
void add_inner_clause(Generator& g, std::vector<Clause>& clauses) {
  if (!g.rng.chance(percent(12))) return;
  constexpr ClauseKind kinds_here[] = {ClauseKind::OptionalMatch, ClauseKind::Unwind,
                                       ClauseKind::With};
  const ClauseKind kind = kinds_here[g.rng.below(std::size(kinds_here))];
  if (!has_clause(g.dialect, kind)) return;
  LiveRows* live = std::exchange(g.live, nullptr);  // they know nothing of this MATCH
  if (auto clause = make_clause(g, kind)) clauses.push_back(*std::move(clause));
  g.live = live;
}

// MATCH ... RETURN one column.
std::vector<Clause> make_inner_part(Generator& g, Type column, bool sorted) {
  std::vector<Clause> clauses;
  clauses.push_back(clause_of(make_inner_match(g)));
  add_inner_clause(g, clauses);
  Return result;
  result.projection.items.push_back({make_expr(g, column), "x", ""});
  if (sorted && g.has(Feature::OrderBy)) {
    result.projection.order_by.push_back({variable_expr("x"), g.rng.coin()});
  } else {
    result.projection.distinct = g.has(Feature::Distinct) && g.rng.chance(percent(15));
  }
  clauses.push_back(clause_of(std::move(result)));
  return clauses;
}

std::optional<Expr> make_match_subquery(Generator& g, SubqueryKind kind) {
  SubqueryExpr subquery;
  subquery.kind = kind;
  subquery.pattern_only = g.rng.coin();
  if (subquery.pattern_only) {
    in_subquery(g, [&] { subquery.query = single({clause_of(make_inner_match(g))}); });
    return expr_of(std::move(subquery));
  }
  const Type column = random_value_type(g);
  in_subquery(g, [&] { subquery.query = single(make_inner_part(g, column, false)); });
  if (g.has(Feature::Union) && g.rng.chance(percent(5))) {
    in_subquery(g, [&] {
      subquery.query->parts.push_back({make_inner_part(g, column, false)});
      subquery.query->union_all.push_back(g.has(Feature::UnionAll) && g.rng.coin());
    });
  }
  return expr_of(std::move(subquery));
}

// The grammar has no quantified patterns in comprehensions.
bool has_quantifier(const PatternPart& part) {
  return std::any_of(part.elements.begin(), part.elements.end(), [](const PatternElement& element) {
    const auto* hop = std::get_if<RelationshipPattern>(&element.node);
    return std::holds_alternative<PathGroup>(element.node) ||
           (hop != nullptr && hop->quantifier.has_value());
  });
}

}  // namespace

std::optional<Expr> make_exists_subquery(Generator& g, Type /*wanted*/) {
  if (!may_look(g) || !g.has(Feature::ExistsSubquery)) return std::nullopt;
  return make_match_subquery(g, SubqueryKind::Exists);
}

std::optional<Expr> make_count_subquery(Generator& g, Type /*wanted*/) {
  if (!may_look(g) || !g.has(Feature::CountSubquery)) return std::nullopt;
  return make_match_subquery(g, SubqueryKind::Count);
}

std::optional<Expr> make_collect_subquery(Generator& g, Type wanted) {
  if (!may_look(g) || !g.has(Feature::CollectSubquery)) return std::nullopt;
  SubqueryExpr subquery;
  subquery.kind = SubqueryKind::Collect;
  in_subquery(g, [&] { subquery.query = single(make_inner_part(g, wanted.element(), true)); });
  return expr_of(std::move(subquery));
}

// A pattern predicate may not bind variables: new ones are made anonymous.
std::optional<Expr> make_pattern_predicate(Generator& g, Type /*wanted*/) {
  if (!g.truth_here || !may_look(g) || !g.has(Feature::PatternPredicate)) return std::nullopt;
  if (count_variables(g, Kind::Node) == 0) return std::nullopt;
  const auto pick = [&] { return draw_variable(g, Kind::Node)->name; };
  NodePattern first;
  first.variable = pick();
  RelationshipPattern hop;
  hop.direction = draw_direction(g);
  if (g.rng.chance(percent(60))) {
    hop.types =
        label_of(g.names.relationship_types[g.rng.below(g.names.relationship_types.size())]);
  }
  NodePattern last;
  if (g.rng.chance(percent(30))) last.variable = pick();
  if (last.variable == first.variable && !g.has(Feature::RepeatedNode)) last.variable.clear();
  if (last.variable.empty() && g.rng.chance(percent(40))) {
    last.labels = label_of(g.names.labels[g.rng.below(g.names.labels.size())]);
  }
  PatternPart part;
  part.elements = {PatternElement{std::move(first)}, PatternElement{std::move(hop)},
                   PatternElement{std::move(last)}};
  return expr_of(PatternExpr{std::move(part)});
}

// shortestPath((a)-[:R*..3]->(b)) between two variables.
std::optional<Expr> make_shortest_path(Generator& g, Type wanted) {
  if (!wanted.nullable() || !g.may.subqueries || !writes_for_reference(g)) {
    return std::nullopt;
  }
  if (count_variables(g, Kind::Node) < 2) return std::nullopt;
  NodePattern from;
  NodePattern to;
  from.variable = draw_variable(g, Kind::Node)->name;
  to.variable = draw_variable(g, Kind::Node)->name;
  if (from.variable == to.variable) return std::nullopt;
  RelationshipPattern hop;
  hop.direction = draw_direction(g);
  if (g.rng.coin()) hop.types = label_of(draw_relationship_type(g));
  hop.length = Repetition{std::nullopt, 3};
  PatternPart part;
  part.kind = PathKind::ShortestPath;
  part.elements = {PatternElement{std::move(from)}, PatternElement{std::move(hop)},
                   PatternElement{std::move(to)}};
  return expr_of(PatternExpr{std::move(part)});
}

std::optional<Expr> make_pattern_comprehension(Generator& g, Type wanted) {
  if (!may_look(g) || !g.has(Feature::PatternComprehension)) return std::nullopt;
  std::optional<Expr> made;
  in_subquery(g, [&] {
    PatternPart part = make_match_part(g);
    if (part.elements.size() < 3 || part.kind != PathKind::Plain || has_quantifier(part)) return;
    PatternComprehension comprehension;
    declare_pattern(g.state.context, part, false);
    comprehension.pattern = std::move(part);
    if (g.rng.chance(g.profile.where_chance)) comprehension.where = make_predicate(g);
    comprehension.projection = make_expr(g, wanted.element());
    made = expr_of(std::move(comprehension));
  });
  return made;
}

}  // namespace dinkel

// Expressions that look at the graph: EXISTS, COUNT, COLLECT, pattern predicates and
// comprehensions.
#include "generate/build.h"
#include "generate/expressions.h"

namespace dinkel {

namespace {

// Patterns inside expressions stay short, and are not allowed to nest further.
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

std::optional<Expr> make_match_subquery(Generator& g, SubqueryKind kind) {
  SubqueryExpr subquery;
  subquery.kind = kind;
  in_subquery(g, [&] {
    std::vector<Clause> clauses;
    clauses.push_back(clause_of(make_inner_match(g)));
    subquery.pattern_only = g.rng.coin();
    if (!subquery.pattern_only) {
      Return result;
      result.projection.items.push_back({make_expr(g, random_value_type(g)), "x", ""});
      result.projection.distinct = g.rng.chance(percent(15));
      clauses.push_back(clause_of(std::move(result)));
    }
    subquery.query = single(std::move(clauses));
  });
  return expr_of(std::move(subquery));
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
  in_subquery(g, [&] {
    std::vector<Clause> clauses;
    clauses.push_back(clause_of(make_inner_match(g)));
    Return result;
    result.projection.items.push_back({make_expr(g, wanted.element()), "x", ""});
    result.projection.order_by.push_back({variable_expr("x"), g.rng.coin()});
    clauses.push_back(clause_of(std::move(result)));
    subquery.query = single(std::move(clauses));
  });
  return expr_of(std::move(subquery));
}

// A pattern predicate may not bind variables: new ones are made anonymous.
std::optional<Expr> make_pattern_predicate(Generator& g, Type /*wanted*/) {
  if (!g.truth_here || !may_look(g) || !g.has(Feature::PatternPredicate)) return std::nullopt;
  const auto nodes = variables_of(g, Kind::Node);
  if (nodes.empty()) return std::nullopt;
  const auto pick = [&] { return nodes[g.rng.below(nodes.size())]->name; };
  NodePattern first;
  first.variable = pick();
  RelationshipPattern hop;
  hop.direction = static_cast<Direction>(g.rng.below(3));
  if (g.rng.chance(percent(60))) {
    hop.types =
        label_of(g.names.relationship_types[g.rng.below(g.names.relationship_types.size())]);
  }
  NodePattern last;
  if (g.rng.chance(percent(30))) last.variable = pick();
  if (last.variable.empty() && g.rng.chance(percent(40))) {
    last.labels = label_of(g.names.labels[g.rng.below(g.names.labels.size())]);
  }
  PatternPart part;
  part.elements = {PatternElement{std::move(first)}, PatternElement{std::move(hop)},
                   PatternElement{std::move(last)}};
  return expr_of(PatternExpr{std::move(part)});
}

std::optional<Expr> make_pattern_comprehension(Generator& g, Type wanted) {
  if (!may_look(g) || !g.has(Feature::PatternComprehension)) return std::nullopt;
  std::optional<Expr> made;
  in_subquery(g, [&] {
    PatternPart part = make_match_part(g);
    if (part.elements.size() < 3 || part.kind != PathKind::Plain) return;
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

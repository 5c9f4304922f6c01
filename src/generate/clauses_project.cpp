// WITH and RETURN.
#include <algorithm>
#include <utility>

#include "generate/clauses.h"
#include "generate/expressions.h"

namespace dinkel {

namespace {

bool can_be_ordered(Type type) {
  return !type.kinds.meets(kinds::entity | Kind::Path | Kind::Map);
}

// Which of the variables in scope the projection keeps.
std::vector<std::string> draw_kept(Generator& g, std::uint32_t percent_kept) {
  std::vector<std::string> kept;
  for (const ScopedVariable& variable : g.state.context.variables()) {
    if (!variable.deleted && g.use_context && g.rng.chance(percent(percent_kept))) {
      kept.push_back(variable.name);
    }
  }
  return kept;
}

ProjectionItem keep(const std::string& name) {
  return {variable_expr(name), "", name};
}

ProjectionItem new_column(Generator& g, Type type) {
  Expr value = make_expr(g, type);
  return {std::move(value), g.fresh(type.kinds), ""};
}

bool any_deleted(const Generator& g) {
  const auto& variables = g.state.context.variables();
  return std::any_of(variables.begin(), variables.end(),
                     [](const ScopedVariable& variable) { return variable.deleted; });
}

// Grouping keys and aggregates. The keys are plain, so that nothing ambiguous can arise.
void add_aggregates(Generator& g, Projection& projection) {
  for (std::uint64_t i = 1 + g.rng.below(2); i > 0; --i) {
    Type type = random_value_type(g);
    if (g.rng.chance(percent(40))) type = Type::of(Kind::Integer | Kind::Null);
    if (auto aggregate = make_aggregate(g, type)) {
      projection.items.push_back({*std::move(aggregate), g.fresh(type.kinds), ""});
    }
  }
}

// ORDER BY all that can be ordered, so that LIMIT and SKIP choose the same rows everywhere; or by
// something, as people write it.
void add_order(Generator& g, Projection& projection, const std::vector<ScopedVariable>& columns,
               bool total) {
  for (const ScopedVariable& column : columns) {
    if (!can_be_ordered(column.type) && total) continue;
    if (!total && g.rng.chance(percent(50))) continue;
    projection.order_by.push_back({variable_expr(column.name), g.rng.chance(percent(30))});
  }
}

// ORDER BY may also sort by what is made of the columns.
void add_sort_expression(Generator& g, Projection& projection,
                         const std::vector<ScopedVariable>& columns) {
  if (!g.has(Feature::OrderBy) || !g.rng.chance(percent(3))) return;
  for (const ScopedVariable& column : columns) {
    const Kinds present = column.type.kinds.without(Kind::Null);
    if (column.deleted || present.empty() || !present.only(kinds::entity)) continue;
    const std::string& key = g.names.keys[g.rng.below(g.names.keys.size())].name;
    projection.order_by.push_back(
        {property_expr(variable_expr(column.name), key), g.rng.chance(percent(30))});
    return;
  }
}

// 2, $p or 1 + 1.
Expr row_count(Generator& g, std::int64_t low, std::int64_t high) {
  const std::int64_t count = g.rng.between(low, high);
  if (!writes_for_reference(g) || !g.rng.chance(percent(15))) return integer_expr(count);
  if (may_use_parameters(g) && g.rng.coin()) return make_parameter(g, Value(count));
  return binary_expr(BinaryOp::Add, integer_expr(count - count / 2), integer_expr(count / 2));
}

void add_order_and_limits(Generator& g, Projection& projection) {
  const std::vector<ScopedVariable> columns = projected_columns(g.state.context, projection);
  const bool skip = g.has(Feature::Skip) && g.rng.chance(percent(8));
  const bool limit = g.has(Feature::Limit) && g.rng.chance(percent(12));
  const bool orderable = std::all_of(columns.begin(), columns.end(), [](const auto& column) {
    return can_be_ordered(column.type);
  });
  const bool cut = (skip || limit) && (orderable || g.rng.chance(percent(15)));
  if (g.has(Feature::OrderBy) && (cut ? g.rng.chance(percent(95)) : g.rng.chance(percent(15)))) {
    add_order(g, projection, columns, cut);
  }
  add_sort_expression(g, projection, columns);
  if (!cut) return;
  if (skip) projection.skip = row_count(g, 0, 2);
  if (limit) projection.limit = row_count(g, g.live == nullptr ? 0 : 1, 4);
}

}  // namespace

std::optional<Clause> build_with(Generator& g) {
  With with;
  Projection& projection = with.projection;
  const bool scope = !g.state.context.empty() && g.use_context;
  const bool aggregate = g.rng.chance(g.profile.aggregation);
  if (!aggregate && scope && g.rng.chance(percent(25))) {
    projection.star = true;
  } else {
    for (const std::string& name : draw_kept(g, aggregate ? 40 : 80)) {
      projection.items.push_back(keep(name));
    }
  }
  if (aggregate) {
    add_aggregates(g, projection);
  } else if (projection.items.empty() || g.rng.chance(percent(50))) {
    if (!projection.star || g.rng.coin()) {
      projection.items.push_back(new_column(g, random_value_type(g)));
    }
  }
  if (projection.items.empty() && !projection.star) {
    projection.items.push_back(new_column(g, random_value_type(g)));
  }
  projection.distinct = g.has(Feature::Distinct) && !aggregate && g.rng.chance(percent(12));
  add_order_and_limits(g, projection);
  if (g.rng.chance(g.profile.where_chance)) {
    const QueryContext saved = g.state.context;
    const std::vector<ScopedVariable> columns = projected_columns(saved, projection);
    g.state.context.clear();
    for (const ScopedVariable& column : columns) {
      g.state.context.declare(column.name, column.type);
      g.state.context.variables().back().deleted = column.deleted;
    }
    LiveRows* live = std::exchange(
        g.live, nullptr);  // its rows still have the columns from before the projection
    with.where = make_predicate(g);
    g.live = live;
    g.state.context = saved;
  }
  return clause_of(std::move(with));
}

Clause build_return(Generator& g, const std::vector<ScopedVariable>* columns, bool may_star) {
  Return result;
  Projection& projection = result.projection;
  if (columns != nullptr) {
    for (const ScopedVariable& column : *columns) {
      projection.items.push_back({make_expr(g, column.type.or_null()), column.name, ""});
    }
    return clause_of(std::move(result));
  }
  const bool aggregate = g.rng.chance(g.profile.aggregation);
  const bool star = may_star && !aggregate && g.has(Feature::ReturnStar) && g.use_context &&
                    g.nesting == 0 && !g.state.context.empty() && !any_deleted(g) &&
                    g.rng.chance(percent(8));
  if (star) {
    projection.star = true;
  } else {
    // A subquery may not return a name that its surroundings have: it gets new names.
    for (const std::string& name : draw_kept(g, aggregate ? 35 : 55)) {
      ProjectionItem item = keep(name);
      const ScopedVariable* variable = g.state.context.find(name);
      if (g.nesting > 0) item.alias = g.fresh(variable->type.kinds);
      projection.items.push_back(std::move(item));
    }
    if (aggregate) add_aggregates(g, projection);
    while (projection.items.empty() ||
           (!aggregate && projection.items.size() < 4 && g.rng.coin())) {
      projection.items.push_back(new_column(g, random_value_type(g)));
    }
  }
  projection.distinct = g.has(Feature::Distinct) && !aggregate && g.rng.chance(percent(10));
  add_order_and_limits(g, projection);
  return clause_of(std::move(result));
}

}  // namespace dinkel

// The clauses that change the graph.
#include <algorithm>

#include "generate/clauses.h"
#include "generate/patterns.h"

namespace dinkel {

namespace {

const PropertyKey& draw_key(Generator& g) {
  return g.names.keys[g.rng.below(g.names.keys.size())];
}

bool is_node(const ScopedVariable& variable) {
  return variable.type.kinds.without(Kind::Null) == Kinds(Kind::Node);
}

// n.k, or n['k'] where the dialect can write to that.
Expr written_property(Generator& g, const std::string& variable, const std::string& key) {
  const bool dynamic = g.has(Feature::DynamicSet) && g.has(Feature::DynamicProperty);
  if (dynamic && g.rng.chance(percent(3))) {
    return expr_of(Subscript{variable_expr(variable), string_expr(key)});
  }
  return property_expr(variable_expr(variable), key);
}

std::vector<LabelExpr> written_labels(Generator& g) {
  std::vector<LabelExpr> labels;
  labels.push_back(make_written_label(g, draw_label(g)));
  if (g.rng.chance(percent(12))) labels.push_back(label_of(draw_label(g)));
  return labels;
}

Expr property_map(Generator& g) {
  MapLiteral map;
  for (std::uint64_t i = g.rng.below(3); i > 0; --i) {
    const PropertyKey& key = draw_key(g);
    const auto same = [&](const MapEntry& entry) { return entry.key == key.name; };
    if (std::any_of(map.entries.begin(), map.entries.end(), same)) continue;
    map.entries.push_back({key.name, make_expr(g, property_value_type(key).or_null())});
  }
  return expr_of(std::move(map));
}

// A map, or all the properties of another entity.
Expr properties_to_set(Generator& g) {
  if (g.dialect.has_function("properties") && g.rng.chance(percent(20))) {
    if (const ScopedVariable* other = draw_variable(g, kinds::entity)) {
      // Null has no properties that could be set.
      if (!other->type.nullable()) return call_expr("properties", {variable_expr(other->name)});
    }
  }
  return property_map(g);
}

std::optional<SetItem> set_item(Generator& g) {
  const ScopedVariable* entity = draw_variable(g, kinds::entity);
  if (entity == nullptr) return std::nullopt;
  const std::string name = entity->name;
  const bool node = is_node(*entity);
  const std::uint64_t draw = g.rng.below(100);
  if (draw < 18 && node && g.has(Feature::SetLabels)) {
    return SetLabels{variable_expr(name), written_labels(g)};
  }
  if (draw < 30 && g.has(Feature::SetAddMap)) {
    return SetProperties{variable_expr(name), properties_to_set(g), true};
  }
  if (draw < 38 && g.has(Feature::SetReplaceMap)) {
    return SetProperties{variable_expr(name), properties_to_set(g), false};
  }
  if (!g.has(Feature::SetProperty)) return std::nullopt;
  const PropertyKey& key = draw_key(g);
  Expr target = written_property(g, name, key.name);
  return SetProperty{std::move(target), make_expr(g, property_value_type(key).or_null())};
}

std::vector<SetItem> set_items(Generator& g) {
  std::vector<SetItem> items;
  do {
    if (auto item = set_item(g)) items.push_back(*std::move(item));
  } while (items.size() < 3 && g.rng.chance(percent(25)));
  return items;
}

}  // namespace

std::optional<Clause> build_create(Generator& g) {
  return clause_of(Create{make_create_pattern(g)});
}

std::optional<Clause> build_merge(Generator& g) {
  Merge merge;
  const Generator::Freedom freedom = g.may;
  g.may.subqueries = g.may.subqueries && g.has(Feature::PatternInMerge);
  merge.pattern = make_merge_part(g);
  if (g.has(Feature::MergeActions)) {
    const QueryContext saved = g.state.context;
    declare_pattern(g.state.context, merge.pattern, false);
    for (const MergeEvent event : {MergeEvent::OnCreate, MergeEvent::OnMatch}) {
      if (!g.rng.chance(percent(25))) continue;
      MergeAction action{event, set_items(g)};
      if (!action.items.empty()) merge.actions.push_back(std::move(action));
    }
    g.state.context = saved;
  }
  g.may = freedom;
  return clause_of(std::move(merge));
}

std::optional<Clause> build_set(Generator& g) {
  Set set{set_items(g)};
  if (set.items.empty()) return std::nullopt;
  return clause_of(std::move(set));
}

std::optional<Clause> build_remove(Generator& g) {
  Remove remove;
  do {
    const ScopedVariable* entity = draw_variable(g, kinds::entity);
    if (entity == nullptr) return std::nullopt;
    const std::string name = entity->name;
    if (is_node(*entity) && g.has(Feature::RemoveLabels) && g.rng.chance(percent(40))) {
      remove.items.push_back(RemoveLabels{variable_expr(name), written_labels(g)});
    } else {
      remove.items.push_back(RemoveProperty{written_property(g, name, draw_key(g).name)});
    }
  } while (remove.items.size() < 3 && g.rng.chance(percent(12)));
  return clause_of(std::move(remove));
}

namespace {

// startNode(r), [n][0]: what is deleted need not be a variable.
Expr deleted_expr(Generator& g, const ScopedVariable& entity) {
  Expr variable = variable_expr(entity.name);
  if (!writes_for_reference(g) || !g.rng.chance(percent(5))) return variable;
  ListLiteral list;
  list.items.push_back(std::move(variable));
  return expr_of(Subscript{expr_of(std::move(list)), integer_expr(0)});
}

}  // namespace

std::optional<Clause> build_delete(Generator& g) {
  const std::uint64_t draw = g.rng.below(100);
  const Kind kind = draw < 43 ? Kind::Relationship : draw < 95 ? Kind::Node : Kind::Path;
  const ScopedVariable* entity = draw_variable(g, kind);
  if (entity == nullptr) return std::nullopt;
  Delete clause;
  clause.targets.push_back(deleted_expr(g, *entity));
  if (g.rng.chance(percent(10))) {
    const std::string& other = draw_variable(g, kind)->name;
    if (other != entity->name || g.has(Feature::DeleteDeleted)) {
      clause.targets.push_back(variable_expr(other));
    }
  }
  // A node with relationships can only be detached; without rows to look at, it may have some.
  clause.detach = kind != Kind::Relationship && g.has(Feature::DetachDelete) &&
                  (g.live == nullptr || g.rng.chance(percent(70)));
  return clause_of(std::move(clause));
}

std::optional<Clause> build_foreach(Generator& g) {
  if (g.nesting >= g.profile.max_nesting || g.clauses_left < 2) return std::nullopt;
  Foreach clause;
  // Entities come from lists of variables and from paths.
  const bool nodes = g.rng.chance(percent(20)) && count_variables(g, Kind::Node | Kind::Path) > 0;
  const Type item = Type::of(nodes ? Kind::Node | Kind::Null : Kind::Integer | Kind::Null);
  clause.list = make_expr(g, Type::list_of(item.kinds));
  clause.variable = g.fresh(item.kinds);
  const QueryContext saved = g.state.context;
  g.state.context = foreach_context(saved, clause);
  // The element type is known better here than by looking at the list.
  g.state.context.declare(clause.variable, item);
  LiveRows* live = g.live;
  g.live = nullptr;  // the body is run as a whole, with the clause
  ++g.nesting;
  clause.body = make_update_clauses(g, 2);
  --g.nesting;
  g.live = live;
  g.state.context = saved;
  if (clause.body.empty()) return std::nullopt;
  return clause_of(std::move(clause));
}

std::vector<Clause> make_update_clauses(Generator& g, int max_clauses) {
  std::vector<Clause> clauses;
  Position position;
  position.may_read = false;
  const int wanted = 1 + static_cast<int>(g.rng.below(static_cast<std::uint64_t>(max_clauses)));
  for (int tries = 0; tries < 4 && static_cast<int>(clauses.size()) < wanted; ++tries) {
    constexpr ClauseKind kinds_here[] = {ClauseKind::Create, ClauseKind::Merge,
                                         ClauseKind::Set,    ClauseKind::Remove,
                                         ClauseKind::Delete, ClauseKind::Foreach};
    const ClauseKind kind = kinds_here[g.rng.below(std::size(kinds_here))];
    if (g.profile.clauses[static_cast<std::size_t>(kind)] == 0) continue;
    if (auto clause = make_clause(g, kind)) clauses.push_back(*std::move(clause));
  }
  return clauses;
}

}  // namespace dinkel

// The clauses that change the graph.
#include <algorithm>

#include "generate/clauses.h"

namespace dinkel {

namespace {

Type stored_type(const PropertyKey& key) {
  return key.kind == Kind::List ? Type::list_of(Kind::Integer) : Type::of(key.kind);
}

const PropertyKey& draw_key(Generator& g) {
  return g.names.keys[g.rng.below(g.names.keys.size())];
}

std::vector<const ScopedVariable*> writable(const Generator& g, Kinds kinds) {
  return variables_of(g, kinds);
}

const ScopedVariable* draw_entity(Generator& g, Kinds kinds) {
  const auto found = writable(g, kinds);
  return found.empty() ? nullptr : found[g.rng.below(found.size())];
}

Expr property_map(Generator& g) {
  MapLiteral map;
  for (std::uint64_t i = g.rng.below(3); i > 0; --i) {
    const PropertyKey& key = draw_key(g);
    const auto same = [&](const MapEntry& entry) { return entry.key == key.name; };
    if (std::any_of(map.entries.begin(), map.entries.end(), same)) continue;
    map.entries.push_back({key.name, make_expr(g, stored_type(key).or_null())});
  }
  return expr_of(std::move(map));
}

std::optional<SetItem> set_item(Generator& g) {
  const ScopedVariable* entity = draw_entity(g, kinds::entity);
  if (entity == nullptr) return std::nullopt;
  const std::string name = entity->name;
  const bool node = entity->type.kinds.without(Kind::Null) == Kinds(Kind::Node);
  const std::uint64_t draw = g.rng.below(100);
  if (draw < 18 && node && g.has(Feature::SetLabels)) {
    const std::string& label = g.names.labels[g.rng.below(g.names.labels.size())];
    return SetLabels{variable_expr(name), {label_of(label)}};
  }
  if (draw < 30 && g.has(Feature::SetAddMap)) {
    return SetProperties{variable_expr(name), property_map(g), true};
  }
  if (draw < 38 && g.has(Feature::SetReplaceMap)) {
    return SetProperties{variable_expr(name), property_map(g), false};
  }
  if (!g.has(Feature::SetProperty)) return std::nullopt;
  const PropertyKey& key = draw_key(g);
  return SetProperty{property_expr(variable_expr(name), key.name),
                     make_expr(g, stored_type(key).or_null())};
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
  const ScopedVariable* entity = draw_entity(g, kinds::entity);
  if (entity == nullptr) return std::nullopt;
  Remove remove;
  const bool node = entity->type.kinds.without(Kind::Null) == Kinds(Kind::Node);
  if (node && g.has(Feature::RemoveLabels) && g.rng.chance(percent(40))) {
    const std::string& label = g.names.labels[g.rng.below(g.names.labels.size())];
    remove.items.push_back(RemoveLabels{variable_expr(entity->name), {label_of(label)}});
  } else {
    remove.items.push_back(
        RemoveProperty{property_expr(variable_expr(entity->name), draw_key(g).name)});
  }
  return clause_of(std::move(remove));
}

std::optional<Clause> build_delete(Generator& g) {
  const bool relationship = g.rng.chance(percent(45));
  const ScopedVariable* entity =
      draw_entity(g, relationship ? Kinds(Kind::Relationship) : Kinds(Kind::Node));
  if (entity == nullptr) return std::nullopt;
  Delete clause;
  clause.targets.push_back(variable_expr(entity->name));
  // A node with relationships can only be detached; without rows to look at, it may have some.
  clause.detach = !relationship && g.has(Feature::DetachDelete) &&
                  (g.live == nullptr || g.rng.chance(percent(70)));
  return clause_of(std::move(clause));
}

std::optional<Clause> build_foreach(Generator& g) {
  if (g.nesting >= g.profile.max_nesting || g.clauses_left < 2) return std::nullopt;
  Foreach clause;
  const Type item = Type::of(Kind::Integer | Kind::Null);
  clause.list = make_expr(g, Type::list_of(item.kinds));
  clause.variable = g.fresh(Kind::Integer);
  const GraphState saved = g.state;
  g.state.context = foreach_context(saved.context, clause);
  // The element type is known better here than by looking at the list.
  g.state.context.declare(clause.variable, item);
  LiveRows* live = g.live;
  g.live = nullptr;  // the body is run as a whole, with the clause
  ++g.nesting;
  clause.body = make_update_clauses(g, 2);
  --g.nesting;
  g.live = live;
  g.state = saved;
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

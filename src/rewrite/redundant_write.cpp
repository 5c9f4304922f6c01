// Redundant Write: writes that change nothing in the end.
#include <algorithm>

#include "generate/build.h"
#include "rewrite/clause_rules.h"
#include "rewrite/inspect.h"

namespace dinkel {

namespace {

std::vector<std::string> entities(const QueryContext& context, bool deleted) {
  std::vector<std::string> names;
  for (const ScopedVariable& variable : context.variables()) {
    const Kinds present = variable.type.kinds.without(Kind::Null);
    const bool fits = deleted ? variable.surely_deleted : !variable.deleted;
    if (fits && !present.empty() && present.only(kinds::entity)) {
      names.push_back(variable.name);
    }
  }
  return names;
}

bool apply_delete_deleted(ClauseSite& site, RuleTools& tools) {
  const std::vector<std::string> names = entities(site.context, true);
  if (names.empty()) return false;
  Delete again;
  again.targets.push_back(variable_expr(tools.rng().pick(names)));
  insert_before(site, {clause_of(std::move(again))}, tools);
  return true;
}

bool apply_create_delete(ClauseSite& site, RuleTools& tools) {
  NodePattern node;
  node.variable = tools.fresh_name("i");
  if (tools.rng().coin()) node.labels = label_of(tools.any_label());
  const std::string name = node.variable;
  PatternPart part;
  part.elements.push_back({std::move(node)});
  Create create;
  create.pattern.push_back(std::move(part));
  Delete remove;
  remove.targets.push_back(variable_expr(name));
  insert_before(site, {clause_of(std::move(create)), clause_of(std::move(remove))}, tools);
  return true;
}

bool apply_set_empty_map(ClauseSite& site, RuleTools& tools) {
  const std::vector<std::string> names = entities(site.context, false);
  if (names.empty()) return false;
  Set set;
  set.items.push_back(
      SetProperties{variable_expr(tools.rng().pick(names)), expr_of(MapLiteral{}), true});
  insert_before(site, {clause_of(std::move(set))}, tools);
  return true;
}

// Copies of nodes are new nodes: they get numbers of their own.
template <typename Item>
void repeat_one(std::vector<Item>& items, RuleTools& tools) {
  Item again = items[tools.rng().below(items.size())];
  items.push_back(std::move(again));
}

bool apply_remove_twice(ClauseSite& site, RuleTools& tools) {
  repeat_one(std::get<Remove>(site.clause().node).items, tools);
  return true;
}

bool apply_delete_twice(ClauseSite& site, RuleTools& tools) {
  repeat_one(std::get<Delete>(site.clause().node).targets, tools);
  return true;
}

// An expression that finds the entity could find another one after the first is gone.
bool deletes_variables(const ClauseSite& site) {
  const auto* clause = std::get_if<Delete>(&site.clause().node);
  return clause != nullptr && names_variables(*clause);
}

bool has_deleted(const ClauseSite& site) {
  return !entities(site.context, true).empty();
}
bool has_entity(const ClauseSite& site) {
  return !entities(site.context, false).empty();
}

}  // namespace

std::vector<ClauseRule> redundant_write_rules() {
  using namespace guards;
  return {
      {"delete-deleted",
       Strategy::RedundantWrite,
       "W",
       "C",
       "DELETE <deleted variable> C",
       {&has_delete, &deleted_again_allowed, &write_allowed, &not_before_import,
        &write_before_clause, &order_not_cut, &writes_not_limited},
       "paper, clause table, row 10",
       "MATCH (n) DETACH DELETE n RETURN 1 AS x",
       has_deleted,
       apply_delete_deleted},
      {"create-delete",
       Strategy::RedundantWrite,
       "W",
       "C",
       "CREATE x DELETE x C",
       {&has_delete, &has_create, &write_allowed, &not_before_import, &write_before_clause,
        &order_not_cut, &not_seen_by_star, &ids_not_observed, &writes_not_limited,
        &outside_foreach},
       "paper, clause table, row 11",
       "CREATE (n) RETURN n",
       any_clause,
       apply_create_delete},
      {"set-empty-map",
       Strategy::RedundantWrite,
       "W",
       "C",
       "SET x += {} C",
       {&has_set_add_map, &write_allowed, &not_before_import, &write_before_clause, &order_not_cut,
        &entities_alive, &writes_not_limited, &relationships_named},
       "paper, clause table, row 12",
       "MATCH (n) RETURN n",
       has_entity,
       apply_set_empty_map},
      {"remove-twice",
       Strategy::RedundantWrite,
       "W",
       "REMOVE x",
       "REMOVE x, x",
       {},
       "paper, clause table, row 13",
       "MATCH (n) REMOVE n.a",
       is_clause<Remove>,
       apply_remove_twice},
      {"delete-twice",
       Strategy::RedundantWrite,
       "W",
       "DELETE x",
       "DELETE x, x",
       {&deleted_again_allowed},
       "paper, clause table, row 14",
       "MATCH (n) DETACH DELETE n",
       deletes_variables,
       apply_delete_twice},
  };
}

}  // namespace dinkel

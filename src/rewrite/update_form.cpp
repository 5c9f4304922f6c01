// SET and REMOVE in another form; write_form.cpp says when writes may be taken apart.
#include <algorithm>

#include "generate/build.h"
#include "rewrite/clause_rules.h"
#include "rewrite/inspect.h"

namespace dinkel {

namespace {

template <typename Update>
bool has_items(const ClauseSite& site) {
  const auto* clause = std::get_if<Update>(&site.clause().node);
  return clause != nullptr && clause->items.size() > 1;
}

template <typename Update>
bool apply_split(ClauseSite& site, RuleTools& tools) {
  auto& first = std::get<Update>(site.clause().node);
  const auto middle = first.items.begin() +
                      static_cast<std::ptrdiff_t>(1 + tools.rng().below(first.items.size() - 1));
  Update second;
  second.items.assign(std::make_move_iterator(middle), std::make_move_iterator(first.items.end()));
  first.items.erase(middle, first.items.end());
  insert_after(site, {clause_of(std::move(second))}, tools);
  return true;
}

bool sets_twice(const ClauseSite& site) {
  return is_clause<Set>(site) && next_clause<Set>(site) != nullptr;
}

bool apply_join_sets(ClauseSite& site, RuleTools& /*tools*/) {
  auto& first = std::get<Set>(site.clause().node);
  Set& second = *next_clause<Set>(site);
  std::move(second.items.begin(), second.items.end(), std::back_inserter(first.items));
  erase_next(site);
  return true;
}

// The only item of the clause, if it is of this kind.
template <typename Update, typename Item>
Item* only_item(const ClauseSite& site) {
  auto* clause = std::get_if<Update>(&site.clause().node);
  if (clause == nullptr || clause->items.size() != 1) return nullptr;
  return std::get_if<Item>(&clause->items.front());
}

bool adds_map(const ClauseSite& site) {
  const auto* item = only_item<Set, SetProperties>(site);
  if (item == nullptr || !item->add || variable_of(item->target) == nullptr) return false;
  const auto* map = std::get_if<MapLiteral>(&item->value.node);
  return map != nullptr && !map->entries.empty();
}

bool apply_map_to_items(ClauseSite& site, RuleTools& tools) {
  const SetProperties whole = *only_item<Set, SetProperties>(site);
  auto& clause = std::get<Set>(site.clause().node);
  clause.items.clear();
  for (const MapEntry& entry : std::get<MapLiteral>(whole.value.node).entries) {
    Expr target = variable_expr(*variable_of(whole.target));
    clause.items.push_back(SetProperty{property_expr(std::move(target), entry.key), entry.value});
  }
  tools.number_new(site.clause());
  return true;
}

bool sets_property(const ClauseSite& site) {
  const auto* item = only_item<Set, SetProperty>(site);
  return item != nullptr && property_variable_of(item->target) != nullptr;
}

bool apply_item_to_map(ClauseSite& site, RuleTools& tools) {
  SetProperty item = std::move(*only_item<Set, SetProperty>(site));
  MapLiteral map;
  map.entries.push_back({std::get<Property>(item.target.node).key, std::move(item.value)});
  Expr target = variable_expr(*property_variable_of(item.target));
  std::get<Set>(site.clause().node).items.front() =
      SetProperties{std::move(target), expr_of(std::move(map)), true};
  tools.number_new(site.clause());
  return true;
}

bool sets_null(const ClauseSite& site) {
  return sets_property(site) &&
         std::holds_alternative<NullLiteral>(only_item<Set, SetProperty>(site)->value.node);
}

bool apply_null_to_remove(ClauseSite& site, RuleTools& /*tools*/) {
  Remove remove;
  remove.items.push_back(RemoveProperty{std::move(only_item<Set, SetProperty>(site)->target)});
  site.clause().node = std::move(remove);
  return true;
}

bool removes_property(const ClauseSite& site) {
  const auto* item = only_item<Remove, RemoveProperty>(site);
  return item != nullptr && property_variable_of(item->target) != nullptr;
}

bool apply_remove_to_null(ClauseSite& site, RuleTools& tools) {
  Set set;
  set.items.push_back(
      SetProperty{std::move(only_item<Remove, RemoveProperty>(site)->target), null_expr()});
  site.clause().node = std::move(set);
  tools.number_new(site.clause());
  return true;
}

bool labels_of_one(const ClauseSite& site) {
  const auto* item = only_item<Set, SetLabels>(site);
  return item != nullptr && item->labels.size() > 1;
}

bool apply_labels_apart(ClauseSite& site, RuleTools& tools) {
  auto& clause = std::get<Set>(site.clause().node);
  SetLabels all = std::move(std::get<SetLabels>(clause.items.front()));
  clause.items.clear();
  for (LabelExpr& label : all.labels) {
    Expr target = all.target;
    forget_numbers(target);
    clause.items.push_back(SetLabels{std::move(target), {std::move(label)}});
  }
  tools.number_new(site.clause());
  return true;
}

}  // namespace

std::vector<ClauseRule> update_rules() {
  using namespace guards;
  constexpr Strategy form = Strategy::WriteForm;
  return {
      {"split-set",
       form,
       "W",
       "SET x, y",
       "SET x SET y",
       {&values_read_nothing, &items_apart},
       "past the paper",
       "MATCH (n) SET n.a = 1, n.b = 2",
       has_items<Set>,
       apply_split<Set>},
      {"join-sets",
       form,
       "W",
       "SET x SET y",
       "SET x, y",
       {&values_read_nothing, &items_apart},
       "past the paper",
       "MATCH (n) SET n.a = 1 SET n.b = 2",
       sets_twice,
       apply_join_sets},
      {"set-map-to-properties",
       form,
       "W",
       "SET n += {a: x, b: y}",
       "SET n.a = x, n.b = y",
       {&values_read_nothing, &has_set_property},
       "past the paper",
       "MATCH (n) SET n += {a: 1, b: null}",
       adds_map,
       apply_map_to_items},
      {"set-property-to-map",
       form,
       "W",
       "SET n.a = x",
       "SET n += {a: x}",
       {&has_set_add_map},
       "past the paper",
       "MATCH (n) SET n.a = 1",
       sets_property,
       apply_item_to_map},
      {"set-null-to-remove",
       form,
       "W",
       "SET n.a = null",
       "REMOVE n.a",
       {&has_remove_property},
       "past the paper",
       "MATCH (n) SET n.a = null",
       sets_null,
       apply_null_to_remove},
      {"remove-to-set-null",
       form,
       "W",
       "REMOVE n.a",
       "SET n.a = null",
       {&has_set_property},
       "past the paper",
       "MATCH (n) REMOVE n.a",
       removes_property,
       apply_remove_to_null},
      {"split-remove",
       form,
       "W",
       "REMOVE x, y",
       "REMOVE x REMOVE y",
       {},
       "past the paper",
       "MATCH (n) REMOVE n.a, n:A",
       has_items<Remove>,
       apply_split<Remove>},
      {"set-labels-apart",
       form,
       "W",
       "SET n:A:B",
       "SET n:A, n:B",
       {},
       "past the paper",
       "MATCH (n) SET n:A:B",
       labels_of_one,
       apply_labels_apart},
  };
}

}  // namespace dinkel

// MATCH in another form: conditions moved between the pattern and WHERE, and several parts in one
// clause or in several.
#include <algorithm>

#include "generate/build.h"
#include "rewrite/clause_rules.h"
#include "rewrite/inspect.h"
#include "rewrite/pattern_elements.h"

namespace dinkel {

namespace {

Match& match_at(const ClauseSite& site) {
  return std::get<Match>(site.clause().node);
}

// ---- From the pattern to WHERE ------------------------------------------------------------------

bool is_name(const LabelExpr& labels) {
  return std::holds_alternative<LabelName>(labels.node);
}
bool has_plain_labels(const NodePattern& node) {
  if (!node.labels) return false;
  if (is_name(*node.labels)) return true;
  const auto* all = std::get_if<LabelAnd>(&node.labels->node);
  return all != nullptr && std::all_of(all->operands.begin(), all->operands.end(), is_name);
}

bool apply_label_to_where(ClauseSite& site, RuleTools& tools) {
  auto& node = pick_element<NodePattern>(site, has_plain_labels, tools);
  if (node.variable.empty()) node.variable = tools.fresh_name("n");
  Expr check = expr_of(LabelCheck{variable_expr(node.variable), *std::move(node.labels)});
  node.labels.reset();
  add_where(match_at(site), std::move(check));
  tools.number_new(site.clause());
  return true;
}

bool has_one_type(const RelationshipPattern& relationship) {
  return !relationship.variable.empty() && !relationship.length && !relationship.quantifier &&
         relationship.types && is_name(*relationship.types);
}

bool apply_type_to_where(ClauseSite& site, RuleTools& tools) {
  auto& relationship = pick_element<RelationshipPattern>(site, has_one_type, tools);
  std::vector<Expr> arguments;
  arguments.push_back(variable_expr(relationship.variable));
  Expr check = comparison_expr(ComparisonOp::Equal, call_expr("type", std::move(arguments)),
                               string_expr(std::get<LabelName>(relationship.types->node).name));
  relationship.types.reset();
  add_where(match_at(site), std::move(check));
  tools.number_new(site.clause());
  return true;
}

MapLiteral* entries_of(OptionalExpr& properties) {
  return properties ? std::get_if<MapLiteral>(&(*properties)->node) : nullptr;
}

// {k: v} of n becomes n.k = v; the last entry of the map takes the map with it.
Expr take_entry(OptionalExpr& properties, const std::string& variable, RuleTools& tools) {
  MapLiteral& map = *entries_of(properties);
  const auto entry =
      map.entries.begin() + static_cast<std::ptrdiff_t>(tools.rng().below(map.entries.size()));
  Expr check =
      comparison_expr(ComparisonOp::Equal, property_expr(variable_expr(variable), entry->key),
                      std::move(entry->value));
  map.entries.erase(entry);
  if (map.entries.empty()) properties.reset();
  return check;
}

bool has_entry(const NodePattern& node) {
  if (!node.properties) return false;
  const auto* map = std::get_if<MapLiteral>(&(*node.properties)->node);
  return map != nullptr && !map->entries.empty();
}
bool has_step_entry(const RelationshipPattern& step) {
  if (step.variable.empty() || step.length || step.quantifier || !step.properties) return false;
  const auto* map = std::get_if<MapLiteral>(&(*step.properties)->node);
  return map != nullptr && !map->entries.empty();
}

bool apply_property_to_where(ClauseSite& site, RuleTools& tools) {
  auto& node = pick_element<NodePattern>(site, has_entry, tools);
  if (node.variable.empty()) node.variable = tools.fresh_name("n");
  add_where(match_at(site), take_entry(node.properties, node.variable, tools));
  tools.number_new(site.clause());
  return true;
}

bool apply_step_property_to_where(ClauseSite& site, RuleTools& tools) {
  auto& step = pick_element<RelationshipPattern>(site, has_step_entry, tools);
  add_where(match_at(site), take_entry(step.properties, step.variable, tools));
  tools.number_new(site.clause());
  return true;
}

// ---- From WHERE to the pattern ------------------------------------------------------------------

NodePattern* named_node(const ClauseSite& site, const std::string& name) {
  for (NodePattern* node :
       plain_elements<NodePattern>(site, [](const NodePattern&) { return true; })) {
    if (node->variable == name) return node;
  }
  return nullptr;
}

// The first conjunct of WHERE, as WHERE is read from the left.
Expr* first_conjunct(const ClauseSite& site) {
  auto* clause = std::get_if<Match>(&site.clause().node);
  if (clause == nullptr || !clause->where) return nullptr;
  Expr* first = &**clause->where;
  if (auto* both = std::get_if<Binary>(&first->node); both && both->op == BinaryOp::And) {
    first = &*both->left;
  }
  return first;
}

void drop_first_conjunct(Match& clause) {
  auto* both = std::get_if<Binary>(&(*clause.where)->node);
  if (both == nullptr || both->op != BinaryOp::And) {
    clause.where.reset();
    return;
  }
  Expr rest = std::move(*both->right);
  clause.where = std::move(rest);
}

bool starts_with_label(const ClauseSite& site) {
  Expr* first = first_conjunct(site);
  const auto* check = first ? std::get_if<LabelCheck>(&first->node) : nullptr;
  if (check == nullptr || !is_name(check->labels)) return false;
  const std::string* name = variable_of(*check->operand);
  const NodePattern* node = name ? named_node(site, *name) : nullptr;
  return node != nullptr && !node->labels;
}

bool apply_where_to_label(ClauseSite& site, RuleTools& /*tools*/) {
  auto& check = std::get<LabelCheck>(first_conjunct(site)->node);
  NodePattern* node = named_node(site, *variable_of(*check.operand));
  node->labels = std::move(check.labels);
  drop_first_conjunct(match_at(site));
  return true;
}

bool is_constant(const Expr& expr) {
  return variable_of(expr) == nullptr && property_variable_of(expr) == nullptr &&
         is_repeatable(expr);
}

bool starts_with_property(const ClauseSite& site) {
  Expr* first = first_conjunct(site);
  const auto* equal = first ? std::get_if<Comparison>(&first->node) : nullptr;
  if (equal == nullptr || equal->ops != std::vector{ComparisonOp::Equal}) return false;
  const std::string* name = property_variable_of(equal->operands[0]);
  const NodePattern* node = name ? named_node(site, *name) : nullptr;
  return node != nullptr && !node->properties && is_constant(equal->operands[1]);
}

bool apply_where_to_property(ClauseSite& site, RuleTools& tools) {
  auto& equal = std::get<Comparison>(first_conjunct(site)->node);
  NodePattern* node = named_node(site, *property_variable_of(equal.operands[0]));
  MapLiteral map;
  map.entries.push_back(
      {std::get<Property>(equal.operands[0].node).key, std::move(equal.operands[1])});
  node->properties = expr_of(std::move(map));
  drop_first_conjunct(match_at(site));
  tools.number_new(site.clause());
  return true;
}

// ---- One clause or two --------------------------------------------------------------------------

bool can_split(const ClauseSite& site) {
  const auto* clause = std::get_if<Match>(&site.clause().node);
  return clause != nullptr && !clause->optional && clause->pattern.size() > 1;
}

bool apply_split_match(ClauseSite& site, RuleTools& tools) {
  Match& first = match_at(site);
  const auto middle = first.pattern.begin() +
                      static_cast<std::ptrdiff_t>(1 + tools.rng().below(first.pattern.size() - 1));
  Match second;
  second.pattern.assign(std::make_move_iterator(middle),
                        std::make_move_iterator(first.pattern.end()));
  first.pattern.erase(middle, first.pattern.end());
  second.where = std::move(first.where);
  first.where.reset();
  insert_after(site, {clause_of(std::move(second))}, tools);
  return true;
}

// MATCH ANY (a)--(b), (c) is refused: a selector wants a pattern for itself.
bool selects_paths(const Match& match) {
  return std::ranges::any_of(match.pattern,
                             [](const PatternPart& part) { return part.selector.has_value(); });
}

bool can_join(const ClauseSite& site) {
  const auto* first = std::get_if<Match>(&site.clause().node);
  const Match* second = next_clause<Match>(site);
  return first != nullptr && second != nullptr && !first->optional && !second->optional &&
         !first->where && !selects_paths(*first) && !selects_paths(*second);
}

bool apply_join_matches(ClauseSite& site, RuleTools& /*tools*/) {
  Match& first = match_at(site);
  Match& second = *next_clause<Match>(site);
  std::move(second.pattern.begin(), second.pattern.end(), std::back_inserter(first.pattern));
  first.where = std::move(second.where);
  erase_next(site);
  return true;
}

template <typename Element, bool (*Fits)(const Element&)>
bool has_element(const ClauseSite& site) {
  return !plain_elements<Element>(site, Fits).empty();
}

}  // namespace

std::vector<ClauseRule> match_rules() {
  using namespace guards;
  constexpr Strategy form = Strategy::PatternForm;
  return {
      {"label-to-where",
       form,
       "R",
       "MATCH (n:A)",
       "MATCH (n) WHERE n:A",
       {&not_seen_after, &has_label_predicate, &pattern_cannot_fail, &entities_alive},
       "past the paper",
       "MATCH (n:A) RETURN n",
       has_element<NodePattern, has_plain_labels>,
       apply_label_to_where},
      {"type-to-where",
       form,
       "R",
       "MATCH (a)-[r:R]->(b)",
       "MATCH (a)-[r]->(b) WHERE type(r) = 'R'",
       {&multiplicity_kept, &pattern_cannot_fail, &entities_alive},
       "past the paper",
       "MATCH (a)-[r:R]->(b) RETURN r",
       has_element<RelationshipPattern, has_one_type>,
       apply_type_to_where},
      {"property-to-where",
       form,
       "R",
       "MATCH (n {k: v})",
       "MATCH (n) WHERE n.k = v",
       {&not_seen_after, &pattern_cannot_fail, &entities_alive},
       "past the paper",
       "MATCH (n {a: 1}) RETURN n",
       has_element<NodePattern, has_entry>,
       apply_property_to_where},
      {"relationship-property-to-where",
       form,
       "R",
       "MATCH (a)-[r {k: v}]->(b)",
       "MATCH (a)-[r]->(b) WHERE r.k = v",
       {&multiplicity_kept, &pattern_cannot_fail, &entities_alive},
       "past the paper",
       "MATCH (a)-[r {a: 1}]->(b) RETURN r",
       has_element<RelationshipPattern, has_step_entry>,
       apply_step_property_to_where},
      {"where-to-label",
       form,
       "R",
       "MATCH (n) WHERE n:A AND P",
       "MATCH (n:A) WHERE P",
       {},
       "past the paper",
       "MATCH (n) WHERE n:A RETURN n",
       starts_with_label,
       apply_where_to_label},
      {"where-to-property",
       form,
       "R",
       "MATCH (n) WHERE n.k = <constant> AND P",
       "MATCH (n {k: <constant>}) WHERE P",
       {&has_property_map},
       "past the paper",
       "MATCH (n) WHERE n.a = 1 RETURN n",
       starts_with_property,
       apply_where_to_property},
      {"split-match",
       form,
       "R",
       "MATCH x, y WHERE P",
       "MATCH x MATCH y WHERE P",
       {&not_pattern_only, &one_part_walks, &pattern_cannot_fail},
       "past the paper",
       "MATCH (a:A), (b:B) RETURN a, b",
       can_split,
       apply_split_match},
      {"join-matches",
       form,
       "R",
       "MATCH x MATCH y WHERE P",
       "MATCH x, y WHERE P",
       {&one_part_walks},
       "past the paper",
       "MATCH (a:A) MATCH (b:B) RETURN a, b",
       can_join,
       apply_join_matches},
  };
}

}  // namespace dinkel

// Guards of the rules past the paper; and the list of all guards.
#include <algorithm>
#include <array>

#include "cypher/walk.h"
#include "rewrite/guards.h"
#include "rewrite/inspect.h"

namespace dinkel {

namespace {

template <Feature... Wanted>
bool clause_has(const ClauseSite& site) {
  return (site.dialect.has(Wanted) && ...);
}
template <Feature... Wanted>
bool expr_has(const ExprSite& site) {
  return (site.dialect.has(Wanted) && ...);
}

template <typename Node>
const Node* clause_after(const ClauseSite& site) {
  if (site.index + 1 >= site.clauses.size()) return nullptr;
  return std::get_if<Node>(&site.clauses[site.index + 1].node);
}

std::ptrdiff_t walks_in(const Pattern& pattern) {
  return std::count_if(pattern.begin(), pattern.end(), [](const PatternPart& part) {
    return is_walk(part) || std::holds_alternative<PathGroup>(part.elements.front().node);
  });
}

// ---- What SET writes ----------------------------------------------------------------------------

// The variable and the keys that an item of SET writes; no keys: all of them.
struct Written {
  std::string variable;
  std::vector<std::string> keys;
  bool all_keys = false;
  bool known = true;
};

Written written_by(const SetItem& item) {
  Written written;
  if (const auto* property = std::get_if<SetProperty>(&item)) {
    const std::string* name = property_variable_of(property->target);
    if (name == nullptr) return {"", {}, true, false};
    return {*name, {std::get<Property>(property->target.node).key}, false, true};
  }
  const auto* properties = std::get_if<SetProperties>(&item);
  if (properties == nullptr) return written;  // labels are only added: in any order
  const std::string* name = variable_of(properties->target);
  const auto* map = std::get_if<MapLiteral>(&properties->value.node);
  if (name == nullptr || map == nullptr || !properties->add) return {"", {}, true, name != nullptr};
  written.variable = *name;
  for (const MapEntry& entry : map->entries) written.keys.push_back(entry.key);
  return written;
}

bool are_apart(const Written& a, const Written& b) {
  if (a.known && b.known && a.variable == b.variable) return true;
  const auto shares = [&](const std::string& key) {
    return std::find(b.keys.begin(), b.keys.end(), key) != b.keys.end();
  };
  if (a.all_keys) return !b.all_keys && b.keys.empty();
  if (b.all_keys) return a.keys.empty();
  return std::none_of(a.keys.begin(), a.keys.end(), shares);
}

// The items of the SET at the site, and of the one behind it.
std::vector<const SetItem*> set_items(const ClauseSite& site) {
  std::vector<const SetItem*> items;
  const auto add = [&items](const Set* set) {
    if (set == nullptr) return;
    for (const SetItem& item : set->items) items.push_back(&item);
  };
  add(std::get_if<Set>(&site.clause().node));
  add(clause_after<Set>(site));
  return items;
}

bool are_items_apart(const ClauseSite& site) {
  const std::vector<const SetItem*> items = set_items(site);
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (std::size_t j = i + 1; j < items.size(); ++j) {
      if (!are_apart(written_by(*items[i]), written_by(*items[j]))) return false;
    }
  }
  return true;
}

bool do_values_read_nothing(const ClauseSite& site) {
  const QueryContext& context = site.context;
  for (const SetItem* item : set_items(site)) {
    const Expr* value = nullptr;
    if (const auto* property = std::get_if<SetProperty>(item)) value = &property->value;
    if (const auto* properties = std::get_if<SetProperties>(item)) value = &properties->value;
    if (value != nullptr && !reads_no_graph(*value, context)) return false;
  }
  return true;
}

// ---- What CREATE reads --------------------------------------------------------------------------

bool creates_blindly(const Create* create) {
  if (create == nullptr) return true;
  bool blind = true;
  const auto look = [&](const Expr& expr) {
    blind = blind && !std::holds_alternative<SubqueryExpr>(expr.node) &&
            !std::holds_alternative<PatternExpr>(expr.node) &&
            !std::holds_alternative<PatternComprehension>(expr.node);
  };
  for_each_expr(Clause{{}, *create}, look);
  return blind;
}

bool is_next_independent(const ClauseSite& site) {
  const auto* first = std::get_if<Create>(&site.clause().node);
  const auto* second = clause_after<Create>(site);
  return first == nullptr || second == nullptr ||
         !pattern_reads(second->pattern, variables_of(first->pattern));
}

bool does_one_part_walk(const ClauseSite& site) {
  const auto* first = std::get_if<Match>(&site.clause().node);
  if (first == nullptr) return true;
  const Match* second = clause_after<Match>(site);
  return walks_in(first->pattern) + (second != nullptr ? walks_in(second->pattern) : 0) <= 1;
}

bool is_pattern_child(const ExprSite& site) {
  bool found = false;
  for_each_expr(site.expr, [&](const Expr& inner) {
    found = found || std::holds_alternative<PatternExpr>(inner.node);
  });
  return found;
}

}  // namespace

namespace guards {

const Guard has_repeated_node = {"has-repeated-node",
                                 "the dialect cannot name a node twice in one pattern",
                                 clause_has<Feature::RepeatedNode>, nullptr};
const Guard has_variable_length = {"has-variable-length",
                                   "the dialect has no variable-length relationships",
                                   clause_has<Feature::VariableLength>, nullptr};
const Guard has_path_variable = {"has-path-variable", "the dialect cannot name paths",
                                 clause_has<Feature::PathVariable>, nullptr};
const Guard has_label_predicate = {"has-label-predicate", "the dialect has no WHERE n:A",
                                   clause_has<Feature::LabelPredicate>, nullptr};
const Guard has_property_map = {"has-property-map", "the dialect has no properties in patterns",
                                clause_has<Feature::PropertyMap>, nullptr};
const Guard has_call_scope = {"has-call-scope", "the dialect has no CALL (*) { ... RETURN }",
                              clause_has<Feature::CallScope, Feature::CallReturning>, nullptr};
const Guard has_set_property = {"has-set-property", "the dialect has no SET n.a = x",
                                clause_has<Feature::SetProperty>, nullptr};
const Guard has_remove_property = {"has-remove-property", "the dialect has no REMOVE n.a",
                                   clause_has<Feature::RemoveProperty>, nullptr};
const Guard has_skip = {"has-skip", "the dialect has no SKIP", clause_has<Feature::Skip>, nullptr};
const Guard has_limit = {"has-limit", "the dialect has no LIMIT", clause_has<Feature::Limit>,
                         nullptr};
const Guard has_order_by = {"has-order-by", "the dialect has no ORDER BY",
                            clause_has<Feature::OrderBy>, nullptr};
const Guard has_union_all = {"has-union-all", "the dialect has no UNION ALL, or no UNWIND",
                             clause_has<Feature::UnionAll, Feature::Unwind>, nullptr};
const Guard multiplicity_kept = {
    "multiplicity-kept",
    "the target only checks that a relationship exists until something refers to it",
    [](const ClauseSite& site) {
      return !site.dialect.deviates(Deviation::UnreferencedRelationshipExists);
    },
    nullptr};
const Guard stays_unlimited = {
    "stays-unlimited", "where LIMIT changes how much is written, there must be none",
    [](const ClauseSite& site) { return !site.dialect.deviates(Deviation::LimitKeepsWriting); },
    nullptr};
const Guard pattern_self_contained = {
    "pattern-self-contained",
    "some engines cannot read a variable in front of where the pattern binds it",
    [](const ClauseSite& site) {
      const auto* clause = std::get_if<Match>(&site.clause().node);
      return clause == nullptr || !pattern_reads(clause->pattern, variables_of(clause->pattern));
    },
    nullptr};
const Guard one_part_walks = {"one-part-walks",
                              "a MATCH uses each relationship once, two of them may use it twice",
                              does_one_part_walk, nullptr};
const Guard creation_reads_nothing = {
    "creation-reads-nothing", "a pattern in a value would see what the other rows created",
    [](const ClauseSite& site) {
      return creates_blindly(std::get_if<Create>(&site.clause().node)) &&
             creates_blindly(clause_after<Create>(site));
    },
    nullptr};
const Guard next_creation_independent = {"next-creation-independent",
                                         "in some engines a CREATE cannot read what it creates",
                                         is_next_independent, nullptr};
const Guard values_read_nothing = {"values-read-nothing",
                                   "a value would see what other items or rows have written",
                                   do_values_read_nothing, nullptr};
const Guard items_apart = {"items-apart",
                           "two variables may hold one entity, and the last write counts",
                           are_items_apart, nullptr};
const Guard column_not_null = {
    "column-not-null", "collect() leaves out nulls",
    [](const ClauseSite& site) {
      const Projection* projection = projection_of(site.clause());
      return projection != nullptr && !projection->items.empty() &&
             !type_of(projection->items.front().value, site.context, site.facts.schema).nullable();
    },
    nullptr};

const Guard has_count_subquery = {"has-count-subquery", "the dialect has no COUNT { }", nullptr,
                                  expr_has<Feature::CountSubquery>};
const Guard has_exists_subquery = {"has-exists-subquery", "the dialect has no EXISTS { }", nullptr,
                                   expr_has<Feature::ExistsSubquery>};
const Guard has_collect_subquery = {"has-collect-subquery", "the dialect has no COLLECT { }",
                                    nullptr, expr_has<Feature::CollectSubquery>};
const Guard has_pattern_comprehension = {"has-pattern-comprehension",
                                         "the dialect has no pattern comprehensions", nullptr,
                                         expr_has<Feature::PatternComprehension>};
const Guard has_parameters = {"has-parameters", "the dialect has no parameters", nullptr,
                              expr_has<Feature::Parameters>};
const Guard has_case_simple = {"has-case-simple", "the dialect has no CASE x WHEN", nullptr,
                               expr_has<Feature::CaseSimple>};
const Guard has_coalesce = {
    "has-coalesce", "the dialect has no coalesce()", nullptr,
    [](const ExprSite& site) { return site.dialect.has_function("coalesce"); }};
const Guard has_head = {"has-head", "the dialect has no head()", nullptr,
                        [](const ExprSite& site) { return site.dialect.has_function("head"); }};
const Guard operands_work = {"operands-work",
                             "an operand that is now evaluated first, or at all, could fail",
                             nullptr, [](const ExprSite& site) { return surely_works(site.expr); }};
const Guard operands_not_patterns = {
    "operands-not-patterns", "a pattern can only stand where a truth value is wanted", nullptr,
    [](const ExprSite& site) { return !is_pattern_child(site); }};

}  // namespace guards

std::span<const Guard* const> all_guards() {
  static const std::vector<const Guard*> rows = [] {
    std::vector<const Guard*> found;
    for (const Rule& rule : all_rules()) {
      for (const Guard* guard : rule.guards()) {
        if (std::find(found.begin(), found.end(), guard) == found.end()) found.push_back(guard);
      }
    }
    return found;
  }();
  return rows;
}

}  // namespace dinkel

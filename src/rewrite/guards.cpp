#include "rewrite/guards.h"

#include <algorithm>
#include <array>
#include <limits>

#include "cypher/walk.h"
#include "rewrite/inspect.h"

namespace dinkel {

namespace {

bool binds_list(const PatternElement& element) {
  const auto* relationship = std::get_if<RelationshipPattern>(&element.node);
  if (relationship == nullptr) return std::holds_alternative<PathGroup>(element.node);
  const bool repeated = relationship->length || relationship->quantifier;
  return repeated && !relationship->variable.empty();
}

bool any_part(const Clause& clause, bool (*holds)(const PatternPart&)) {
  const auto* match_clause = std::get_if<Match>(&clause.node);
  return match_clause != nullptr &&
         std::any_of(match_clause->pattern.begin(), match_clause->pattern.end(), holds);
}

// Functions whose integers are far from both ends.
bool is_small_integer(const Expr& expr) {
  if (const auto* literal = std::get_if<IntegerLiteral>(&expr.node)) {
    return literal->value != std::numeric_limits<std::int64_t>::min();
  }
  if (std::holds_alternative<CountStar>(expr.node)) return true;
  const auto* call = std::get_if<FunctionCall>(&expr.node);
  constexpr std::array<std::string_view, 4> small = {"size", "length", "count", "sign"};
  return call != nullptr && std::find(small.begin(), small.end(), call->name) != small.end();
}

bool only_kind(const ExprSite& site, Kind kind) {
  return site.type().kinds.only(Kinds(kind) | Kind::Null) && site.type().kinds.has(kind);
}

// Whether a MATCH comes at the site or behind it, before the next WITH.
bool matches_before_with(const ClauseSite& site) {
  for (std::size_t i = site.index; i < site.clauses.size(); ++i) {
    if (std::holds_alternative<With>(site.clauses[i].node)) return false;
    const auto* clause = std::get_if<Match>(&site.clauses[i].node);
    if (clause != nullptr && !clause->optional) return true;
  }
  return false;
}

bool refers_to(const Clause& clause, const std::string& name) {
  bool found = false;
  for_each_expr(clause, [&](const Expr& expr) {
    const std::string* variable = variable_of(expr);
    found = found || (variable != nullptr && *variable == name);
  });
  return found;
}

// Whether the clauses in front of the site use every relationship that is in scope there.
bool relationships_are_referred_to(const ClauseSite& site) {
  const auto first = site.clauses.begin();
  const auto last = first + static_cast<std::ptrdiff_t>(site.index);
  const auto& variables = site.context.variables();
  return std::all_of(variables.begin(), variables.end(), [&](const ScopedVariable& variable) {
    const Kinds holding = variable.type.kinds | variable.type.elements;
    return !holding.meets(Kind::Relationship | Kind::Path) ||
           std::any_of(first, last,
                       [&](const Clause& clause) { return refers_to(clause, variable.name); });
  });
}

bool has_feature(const ClauseSite& site, Feature feature) {
  return site.dialect.has(feature);
}

}  // namespace

namespace guards {

const Guard outside_foreach = {"outside-foreach", "a FOREACH holds updating clauses only",
                               [](const ClauseSite& site) { return !site.in_foreach; }, nullptr};
const Guard not_before_import = {"not-before-import",
                                 "the importing WITH must stay the first clause of its subquery",
                                 [](const ClauseSite& site) { return !site.imports; }, nullptr};
const Guard not_taken_for_import = {
    "not-taken-for-import", "at the start of CALL { } a WITH * imports what is outside",
    [](const ClauseSite& site) { return !site.leads_call; }, nullptr};
const Guard not_pattern_only = {"not-pattern-only",
                                "EXISTS { pattern } holds a pattern and nothing else",
                                [](const ClauseSite& site) { return !site.pattern_only; }, nullptr};
const Guard read_allowed = {"read-allowed",
                            "after a write a reading clause needs a WITH in between",
                            [](const ClauseSite& site) {
                              return site.previous() == nullptr || !is_updating(*site.previous());
                            },
                            nullptr};
const Guard write_allowed = {
    "write-allowed",
    "EXISTS, COUNT and COLLECT may not write, nor may what stands before CALL IN TRANSACTIONS",
    [](const ClauseSite& site) { return !site.read_only && !site.facts.in_transactions(); },
    nullptr};
const Guard write_before_clause = {
    "write-before-clause", "a write may only stand in front of a writing or projecting clause",
    [](const ClauseSite& site) {
      return is_updating(site.clause()) || projection_of(site.clause()) != nullptr;
    },
    nullptr};
const Guard not_seen_by_star = {"not-seen-by-star", "a later * would see the new variable",
                                [](const ClauseSite& site) { return !site.star_later(); }, nullptr};
const Guard match_after_optional = {
    "match-after-optional", "the dialect forbids MATCH after OPTIONAL MATCH without a WITH between",
    [](const ClauseSite& site) {
      return has_feature(site, Feature::MatchAfterOptionalMatch) || !matches_before_with(site);
    },
    nullptr};
const Guard unit_subquery = {
    "unit-subquery", "the dialect has no CALL { } without RETURN",
    [](const ClauseSite& site) { return has_feature(site, Feature::CallUnit); }, nullptr};
const Guard returning_subquery = {
    "returning-subquery", "the dialect has no CALL { WITH * ... RETURN }",
    [](const ClauseSite& site) {
      return has_feature(site, Feature::CallReturning) &&
             has_feature(site, Feature::CallImportStar) && has_feature(site, Feature::With);
    },
    nullptr};
const Guard has_match = {"has-match", "the dialect has no MATCH",
                         [](const ClauseSite& site) { return has_feature(site, Feature::Match); },
                         nullptr};
const Guard has_create = {"has-create", "the dialect has no CREATE",
                          [](const ClauseSite& site) { return has_feature(site, Feature::Create); },
                          nullptr};
const Guard has_with = {"has-with", "the dialect has no WITH",
                        [](const ClauseSite& site) { return has_feature(site, Feature::With); },
                        nullptr};
const Guard has_foreach = {
    "has-foreach", "the dialect has no FOREACH",
    [](const ClauseSite& site) { return has_feature(site, Feature::Foreach); }, nullptr};
const Guard has_optional_match = {
    "has-optional-match", "the dialect has no OPTIONAL MATCH",
    [](const ClauseSite& site) { return has_feature(site, Feature::OptionalMatch); }, nullptr};
const Guard has_unwind = {"has-unwind", "the dialect has no UNWIND",
                          [](const ClauseSite& site) { return has_feature(site, Feature::Unwind); },
                          nullptr};
const Guard has_set_add_map = {
    "has-set-add-map", "the dialect has no SET x += map",
    [](const ClauseSite& site) { return has_feature(site, Feature::SetAddMap); }, nullptr};
const Guard has_delete = {"has-delete", "the dialect has no DELETE",
                          [](const ClauseSite& site) { return has_feature(site, Feature::Delete); },
                          nullptr};
const Guard has_detach_delete = {
    "has-detach-delete", "the dialect has no DETACH DELETE",
    [](const ClauseSite& site) { return has_feature(site, Feature::DetachDelete); }, nullptr};
const Guard plain_projection = {
    "plain-projection", "a new column changes what DISTINCT and grouping compare",
    [](const ClauseSite& site) {
      const Projection* projection = projection_of(site.clause());
      return projection != nullptr && !projection->distinct && !aggregates(*projection);
    },
    nullptr};
const Guard no_where_yet = {"no-where-yet", "the clause has a WHERE already",
                            [](const ClauseSite& site) {
                              const auto* clause = std::get_if<Match>(&site.clause().node);
                              return clause != nullptr && !clause->where.has_value();
                            },
                            nullptr};
const Guard no_path_bound = {"no-path-bound", "a path read from its other end is another path",
                             [](const ClauseSite& site) {
                               return !any_part(site.clause(), [](const PatternPart& part) {
                                 return !part.path_variable.empty() ||
                                        part.kind != PathKind::Plain || part.selector;
                               });
                             },
                             nullptr};
const Guard no_list_bound = {
    "no-list-bound", "the list of a repeated relationship would come in the other order",
    [](const ClauseSite& site) {
      return !any_part(site.clause(), [](const PatternPart& part) {
        return std::any_of(part.elements.begin(), part.elements.end(), binds_list);
      });
    },
    nullptr};
const Guard pattern_cannot_fail = {
    "pattern-cannot-fail",
    "read from its other end, a pattern evaluates what it never reached before",
    [](const ClauseSite& site) {
      bool sure = true;
      for_each_expr(site.clause(), [&](const Expr& expr) { sure = sure && cannot_fail(expr); });
      return sure;
    },
    nullptr};
const Guard ids_not_observed = {
    "ids-not-observed", "creating and deleting a node moves the ids of those that come after it",
    [](const ClauseSite& site) { return !site.facts.observes_ids(); }, nullptr};
const Guard deleted_again_allowed = {
    "deleted-again-allowed", "the dialect refuses to delete what is deleted",
    [](const ClauseSite& site) { return has_feature(site, Feature::DeleteDeleted); }, nullptr};
const Guard writes_not_limited = {
    "writes-not-limited", "engines differ on how much is written below a LIMIT",
    [](const ClauseSite& site) {
      return !site.facts.limits() || !site.dialect.deviates(Deviation::LimitKeepsWriting);
    },
    nullptr};
const Guard scope_not_empty = {"scope-not-empty", "WITH * needs a variable in scope",
                               [](const ClauseSite& site) {
                                 return !site.context.empty() ||
                                        has_feature(site, Feature::WithStarOfNothing);
                               },
                               nullptr};
const Guard not_seen_after = {"not-seen-after", "a later * would see the new column",
                              [](const ClauseSite& site) { return !site.star_after(); }, nullptr};
const Guard order_not_cut = {
    "order-not-cut",
    "what follows an ORDER BY may rely on the order, another clause need not keep it",
    [](const ClauseSite& site) {
      const Projection* before = site.previous() ? projection_of(*site.previous()) : nullptr;
      return before == nullptr || before->order_by.empty();
    },
    nullptr};
const Guard entities_alive = {
    "entities-alive", "writing to a deleted entity fails, and an entity has many names",
    [](const ClauseSite& site) { return !site.facts.deletes(); }, nullptr};
const Guard relationships_named = {
    "relationships-named",
    "the target only checks that a relationship exists until something refers to it",
    [](const ClauseSite& site) {
      return !site.dialect.deviates(Deviation::UnreferencedRelationshipExists) ||
             relationships_are_referred_to(site);
    },
    nullptr};

const Guard not_grouping = {
    "not-grouping", "grouping keys, aggregates and ORDER BY over them are compared as they stand",
    nullptr, [](const ExprSite& site) { return !site.grouping; }};
const Guard accepts_boolean = {
    "accepts-boolean", "a boolean null is a type error where a number or a string is expected",
    nullptr, [](const ExprSite& site) { return site.accepts.has(Kind::Boolean); }};
const Guard accepts_number = {
    "accepts-number", "a numeric null is a type error where something else is expected", nullptr,
    [](const ExprSite& site) { return site.accepts.has(Kind::Integer); }};
const Guard integer_only = {"integer-only", "for a float the result would differ", nullptr,
                            [](const ExprSite& site) { return only_kind(site, Kind::Integer); }};
const Guard float_only = {"float-only", "^ gives a float, which an integer is not", nullptr,
                          [](const ExprSite& site) { return only_kind(site, Kind::Float); }};
const Guard not_smallest_integer = {"not-smallest-integer", "the smallest integer has no negative",
                                    nullptr, [](const ExprSite& site) {
                                      return only_kind(site, Kind::Float) ||
                                             is_small_integer(site.expr);
                                    }};
const Guard list_not_null = {"list-not-null", "null + [] is null in some engines and [] in others",
                             nullptr, [](const ExprSite& site) { return !site.type().nullable(); }};
const Guard nesting_allowed = {
    "nesting-allowed", "some parsers are exponential in nested parentheses", nullptr,
    [](const ExprSite& site) { return site.depth + 3 <= site.dialect.max_nesting; }};
const Guard has_power = {"has-power", "the dialect has no ^, or its powers are integers", nullptr,
                         [](const ExprSite& site) { return site.dialect.has(Feature::Power); }};
const Guard not_a_pattern = {
    "not-a-pattern", "a pattern can only stand where a truth value is wanted", nullptr,
    [](const ExprSite& site) { return !std::holds_alternative<PatternExpr>(site.expr.node); }};
const Guard has_case = {
    "has-case", "the dialect has no CASE WHEN", nullptr,
    [](const ExprSite& site) { return site.dialect.has(Feature::CaseSearched); }};
const Guard has_string_concatenation = {
    "has-string-concatenation", "the dialect cannot add strings", nullptr,
    [](const ExprSite& site) { return site.dialect.has(Feature::StringConcatenation); }};
const Guard has_list_concatenation = {
    "has-list-concatenation", "the dialect cannot add lists", nullptr,
    [](const ExprSite& site) { return site.dialect.has(Feature::ListConcatenation); }};
const Guard has_xor = {"has-xor", "the dialect has no XOR", nullptr,
                       [](const ExprSite& site) { return site.dialect.has(Feature::Xor); }};

}  // namespace guards

}  // namespace dinkel

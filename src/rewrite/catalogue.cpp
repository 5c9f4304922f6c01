// The catalogue: every rule, in the order that seeds and documents rely on. New rules go to the
// end.
#include <algorithm>

#include "base/match.h"
#include "generate/build.h"
#include "rewrite/clause_rules.h"
#include "rewrite/expr_rules.h"

namespace dinkel {

namespace {

template <typename Row>
void append(std::vector<Rule>& rules, std::vector<Row> rows) {
  for (Row& row : rows) rules.push_back({std::move(row)});
}

std::vector<Rule> make_catalogue() {
  std::vector<Rule> rules;
  append(rules, dead_code_rules());
  append(rules, unused_context_rules());
  append(rules, redundant_write_rules());
  append(rules, inconsequential_rules());
  append(rules, mathematical_identity_rules());
  append(rules, cypher_feature_rules());
  append(rules, pattern_rules());
  append(rules, match_rules());
  append(rules, subquery_rules());
  append(rules, subquery_expr_rules());
  append(rules, write_rules());
  append(rules, update_rules());
  append(rules, projection_rules());
  append(rules, literal_rules());
  return rules;
}

}  // namespace

std::span<const Rule> all_rules() {
  static const std::vector<Rule> rules = make_catalogue();
  return rules;
}

std::optional<std::size_t> rule_named(std::string_view name) {
  const auto rules = all_rules();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (rules[i].name() == name) return i;
  }
  return std::nullopt;
}

std::string_view Rule::name() const {
  return match(row, [](const auto& rule) { return rule.name; });
}
Strategy Rule::strategy() const {
  return match(row, [](const auto& rule) { return rule.strategy; });
}
std::span<const Guard* const> Rule::guards() const {
  return match(row, [](const auto& rule) -> std::span<const Guard* const> { return rule.guards; });
}
bool Rule::brings_new_parts() const {
  const std::string_view after = match(row, [](const auto& rule) { return rule.after; });
  if (after.find("<clauses>") != std::string_view::npos) return true;
  if (after.find("<new pattern>") != std::string_view::npos) return true;
  // P', E' and x', but not 'R'.
  for (std::size_t i = 1; i < after.size(); ++i) {
    const char hole = after[i - 1];
    const bool is_quoted = i >= 2 && after[i - 2] == '\'';
    if (after[i] == '\'' && !is_quoted && (hole == 'P' || hole == 'E' || hole == 'x')) return true;
  }
  return false;
}

std::string_view to_text(Strategy strategy) {
  switch (strategy) {
    case Strategy::DeadCode:
      return "dead code";
    case Strategy::UnusedContext:
      return "unused context";
    case Strategy::RedundantWrite:
      return "redundant write";
    case Strategy::InconsequentialSupersession:
      return "inconsequential supersession";
    case Strategy::MathematicalIdentity:
      return "mathematical identity";
    case Strategy::CypherFeature:
      return "Cypher feature";
    case Strategy::PatternForm:
      return "pattern";
    case Strategy::SubqueryForm:
      return "subquery";
    case Strategy::WriteForm:
      return "write";
    case Strategy::ProjectionForm:
      return "projection";
    case Strategy::LiteralForm:
      return "literal";
  }
  return "";
}

void insert_before(ClauseSite& site, std::vector<Clause> clauses, RuleTools& tools) {
  for (Clause& clause : clauses) tools.number_new(clause);
  site.clauses.insert(site.clauses.begin() + static_cast<std::ptrdiff_t>(site.index),
                      std::make_move_iterator(clauses.begin()),
                      std::make_move_iterator(clauses.end()));
}

void insert_after(ClauseSite& site, std::vector<Clause> clauses, RuleTools& tools) {
  for (Clause& clause : clauses) tools.number_new(clause);
  site.clauses.insert(site.clauses.begin() + static_cast<std::ptrdiff_t>(site.index) + 1,
                      std::make_move_iterator(clauses.begin()),
                      std::make_move_iterator(clauses.end()));
}

void erase_next(ClauseSite& site) {
  site.clauses.erase(site.clauses.begin() + static_cast<std::ptrdiff_t>(site.index) + 1);
}

void add_where(Match& clause, Expr predicate) {
  clause.where = clause.where
                     ? binary_expr(BinaryOp::And, std::move(predicate), std::move(**clause.where))
                     : std::move(predicate);
}

bool any_clause(const ClauseSite& /*site*/) {
  return true;
}

}  // namespace dinkel

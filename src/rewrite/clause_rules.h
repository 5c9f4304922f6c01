// The tables of clause rules, one file per strategy, and what they share.
#pragma once

#include <vector>

#include "rewrite/guards.h"
#include "rewrite/rule.h"
#include "rewrite/tools.h"

namespace dinkel {

std::vector<ClauseRule> dead_code_rules();
std::vector<ClauseRule> unused_context_rules();
std::vector<ClauseRule> redundant_write_rules();
std::vector<ClauseRule> inconsequential_rules();
// Past the paper.
std::vector<ClauseRule> pattern_rules();
std::vector<ClauseRule> match_rules();
std::vector<ClauseRule> subquery_rules();
std::vector<ClauseRule> write_rules();
std::vector<ClauseRule> update_rules();
std::vector<ClauseRule> projection_rules();

// Puts clauses in front of the site, or behind it, and numbers them.
void insert_before(ClauseSite& site, std::vector<Clause> clauses, RuleTools& tools);
void insert_after(ClauseSite& site, std::vector<Clause> clauses, RuleTools& tools);
// The path from its other end.
void mirror(PatternPart& part);
// WHERE predicate, or WHERE predicate AND what was there.
void add_where(Match& clause, Expr predicate);
// The clause behind the site, if there is one of this kind.
template <typename Node>
Node* next_clause(const ClauseSite& site) {
  if (site.index + 1 >= site.clauses.size()) return nullptr;
  return std::get_if<Node>(&site.clauses[site.index + 1].node);
}
void erase_next(ClauseSite& site);

bool any_clause(const ClauseSite& site);
template <typename Node>
bool is_clause(const ClauseSite& site) {
  return std::holds_alternative<Node>(site.clause().node);
}

}  // namespace dinkel

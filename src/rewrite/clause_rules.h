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

// Puts clauses in front of the site and numbers them.
void insert_before(ClauseSite& site, std::vector<Clause> clauses, RuleTools& tools);

bool any_clause(const ClauseSite& site);
template <typename Node>
bool is_clause(const ClauseSite& site) {
  return std::holds_alternative<Node>(site.clause().node);
}

}  // namespace dinkel

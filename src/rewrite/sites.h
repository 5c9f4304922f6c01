// Walks over all sites of a statement, in the order of the text, with the context at each: clauses
// at every level, and the expressions in them that a rule may replace.
//
// A visitor answers whether it changed the site. The walk then goes on with what stands there now,
// so that rules apply to what rules made; the visitor must stop changing some time. Once it is
// finished, the walk ends.
#pragma once

#include <functional>

#include "rewrite/rule.h"

namespace dinkel {

struct SiteVisitor {
  std::function<bool(ClauseSite&)> on_clause;
  std::function<bool(ExprSite&)> on_expr;
  bool finished = false;
};

void walk_sites(Statement& statement, const StatementFacts& facts, const Dialect& dialect,
                const SiteVisitor& visitor);

// The statement must outlive the facts.
StatementFacts facts_of(const Statement& statement, const GraphSchema& before);

}  // namespace dinkel

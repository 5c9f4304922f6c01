// Expression rules: Cypher text with holes on both sides, parsed once by our own parser.
//
// Holes: P and Q stand for booleans, x for numbers, S for strings, L for lists, E and F for
// anything. On the right a primed hole (P', x', E') is made at the site: pure, and drawn from its
// context. The same hole is the same expression wherever it stands.
#pragma once

#include <vector>

#include "rewrite/rule.h"
#include "rewrite/tools.h"

namespace dinkel {

std::vector<ExprRule> mathematical_identity_rules();
std::vector<ExprRule> cypher_feature_rules();
std::vector<ExprRule> subquery_expr_rules();
std::vector<ExprRule> literal_rules();

struct CompiledExprRule {
  Expr before;
  Expr after;
  const ExprRule* row = nullptr;
};
CompiledExprRule compile(const ExprRule& rule);

bool matches(const CompiledExprRule& rule, const ExprSite& site);
// Replaces the expression at the site. The parts of it that stay keep their numbers.
bool apply(const CompiledExprRule& rule, ExprSite& site, RuleTools& tools);

}  // namespace dinkel

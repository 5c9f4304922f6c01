// Cypher Feature: any expression as a CASE that has only one way to go.
#include "rewrite/expr_rules.h"
#include "rewrite/guards.h"

namespace dinkel {

std::vector<ExprRule> cypher_feature_rules() {
  using namespace guards;
  const std::vector<const Guard*> always = {&not_grouping, &nesting_allowed, &not_a_pattern,
                                            &has_case};
  return {
      {"case-true", Strategy::CypherFeature, "E", "CASE WHEN true THEN E ELSE E' END", always,
       "paper, expression table, row 19", "MATCH (n) RETURN n.a AS x"},
      {"case-false", Strategy::CypherFeature, "E", "CASE WHEN false THEN E' ELSE E END", always,
       "paper, expression table, row 20", "MATCH (n) RETURN n.a AS x"},
  };
}

}  // namespace dinkel

// Mathematical Identity: the paper's table of expression rules, one row per alternative.
#include "rewrite/expr_rules.h"
#include "rewrite/guards.h"

namespace dinkel {

std::vector<ExprRule> mathematical_identity_rules() {
  using namespace guards;
  constexpr Strategy mi = Strategy::MathematicalIdentity;
  const std::vector<const Guard*> always = {&not_grouping, &nesting_allowed};
  const auto with = [&always](std::initializer_list<const Guard*> more) {
    std::vector<const Guard*> all = always;
    all.insert(all.end(), more);
    return all;
  };
  return {
      {"double-negation", mi, "P", "NOT (NOT P)", always, "paper, expression table, row 1",
       "MATCH (n) WHERE n:A RETURN n"},
      {"or-false", mi, "P", "P OR false", always, "paper, expression table, row 2",
       "MATCH (n) WHERE n:A RETURN n"},
      {"and-true", mi, "P", "P AND true", always, "paper, expression table, row 3",
       "MATCH (n) WHERE n:A RETURN n"},
      {"de-morgan-or", mi, "P OR Q", "NOT ((NOT P) AND (NOT Q))", always,
       "paper, expression table, row 4", "MATCH (n) WHERE n:A OR n:B RETURN n"},
      {"de-morgan-and", mi, "P AND Q", "NOT ((NOT P) OR (NOT Q))", always,
       "paper, expression table, row 5", "MATCH (n) WHERE n:A AND n:B RETURN n"},
      {"true-or", mi, "true", "true OR P'", always, "paper, expression table, row 6",
       "MATCH (n) WHERE true RETURN n"},
      {"true-excluded-middle", mi, "true", "P' OR (NOT P') OR (P' IS NULL)", always,
       "paper, expression table, row 7", "MATCH (n) WHERE true RETURN n"},
      {"false-and", mi, "false", "false AND P'", always, "paper, expression table, row 8",
       "RETURN false AS x"},
      {"false-contradiction", mi, "false", "P' AND (NOT P') AND (P' IS NOT NULL)", always,
       "paper, expression table, row 9", "RETURN false AS x"},
      {"null-xor", mi, "null", "null XOR P'", with({&accepts_boolean, &has_xor}),
       "paper, expression table, row 10", "RETURN null AS x"},
      {"null-equal", mi, "null", "null = P'", with({&accepts_boolean}),
       "paper, expression table, row 10", "RETURN null AS x"},
      {"null-not-equal", mi, "null", "null <> P'", with({&accepts_boolean}),
       "paper, expression table, row 10", "RETURN null AS x"},
      {"null-less", mi, "null", "null < P'", with({&accepts_boolean}),
       "paper, expression table, row 10", "RETURN null AS x"},
      {"null-greater", mi, "null", "null > P'", with({&accepts_boolean}),
       "paper, expression table, row 10", "RETURN null AS x"},
      {"null-greater-or-equal", mi, "null", "null >= P'", with({&accepts_boolean}),
       "paper, expression table, row 10", "RETURN null AS x"},
      {"null-less-or-equal", mi, "null", "null <= P'", with({&accepts_boolean}),
       "paper, expression table, row 10", "RETURN null AS x"},
      {"double-minus", mi, "x", "-(-x)", with({&not_smallest_integer}),
       "paper, expression table, row 11", "RETURN 1 AS x"},
      {"plus-zero", mi, "x", "x + 0", with({&integer_only}), "paper, expression table, row 12",
       "RETURN 1 AS x"},
      {"minus-zero", mi, "x", "x - 0", always, "paper, expression table, row 12", "RETURN 1 AS x"},
      {"times-one", mi, "x", "x * 1", always, "paper, expression table, row 13", "RETURN 1 AS x"},
      {"divided-by-one", mi, "x", "x / 1", always, "paper, expression table, row 13",
       "RETURN 1 AS x"},
      {"power-of-one", mi, "x", "x ^ 1", with({&float_only, &has_power}),
       "paper, expression table, row 13", "RETURN 1.5 AS x"},
      {"zero-times", mi, "0", "0 * x'", always, "paper, expression table, row 14", "RETURN 0 AS x"},
      {"null-plus", mi, "null", "null + x'", with({&accepts_number}),
       "paper, expression table, row 15", "RETURN null AS x"},
      {"null-minus", mi, "null", "null - x'", with({&accepts_number}),
       "paper, expression table, row 15", "RETURN null AS x"},
      {"null-times", mi, "null", "null * x'", with({&accepts_number}),
       "paper, expression table, row 15", "RETURN null AS x"},
      {"null-divided", mi, "null", "null / x'", with({&accepts_number}),
       "paper, expression table, row 15", "RETURN null AS x"},
      {"append-empty-string", mi, "S", "S + ''", with({&has_string_concatenation}),
       "paper, expression table, row 16", "RETURN 'a' AS x"},
      {"append-empty-list", mi, "L", "L + []", with({&list_not_null, &has_list_concatenation}),
       "paper, expression table, row 17", "RETURN [1] AS x"},
      {"is-null-negated", mi, "E IS NULL", "NOT (E IS NOT NULL)", always,
       "paper, expression table, row 18", "MATCH (n) WHERE n.a IS NULL RETURN n"},
  };
}

}  // namespace dinkel

// Literals and operators in another form.
#include <algorithm>

#include "base/match.h"
#include "generate/build.h"
#include "rewrite/expr_rules.h"
#include "rewrite/guards.h"
#include "rewrite/inspect.h"

namespace dinkel {

namespace {

bool replace(ExprSite& site, Expr expr, RuleTools& tools) {
  tools.number_new(expr);
  site.expr = std::move(expr);
  return true;
}

// ---- Literals -----------------------------------------------------------------------------------

std::optional<Value> atom_of(const Expr& expr) {
  if (const auto* literal = std::get_if<IntegerLiteral>(&expr.node)) return Value(literal->value);
  if (const auto* literal = std::get_if<StringLiteral>(&expr.node)) return Value(literal->value);
  if (const auto* literal = std::get_if<BooleanLiteral>(&expr.node)) return Value(literal->value);
  return std::nullopt;
}

bool is_atom(const ExprSite& site) {
  return atom_of(site.expr).has_value();
}

bool apply_parameter(ExprSite& site, RuleTools& tools) {
  std::optional<Expr> parameter = tools.new_parameter(*atom_of(site.expr));
  return parameter.has_value() && replace(site, *std::move(parameter), tools);
}

// The places between two characters of the text.
std::vector<std::size_t> character_starts(const std::string& text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool continues = (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U;
    if (!continues) starts.push_back(i);
  }
  return starts;
}

bool is_long_string(const ExprSite& site) {
  const auto* literal = std::get_if<StringLiteral>(&site.expr.node);
  return literal != nullptr && !character_starts(literal->value).empty();
}

bool apply_string_split(ExprSite& site, RuleTools& tools) {
  const std::string text = std::get<StringLiteral>(site.expr.node).value;
  const std::vector<std::size_t> starts = character_starts(text);
  const std::size_t middle = tools.rng().pick(starts);
  return replace(site,
                 binary_expr(BinaryOp::Add, string_expr(text.substr(0, middle)),
                             string_expr(text.substr(middle))),
                 tools);
}

bool is_long_list(const ExprSite& site) {
  const auto* literal = std::get_if<ListLiteral>(&site.expr.node);
  return literal != nullptr && literal->items.size() > 1;
}

bool apply_list_split(ExprSite& site, RuleTools& tools) {
  ListLiteral first = std::move(std::get<ListLiteral>(site.expr.node));
  const auto middle = first.items.begin() +
                      static_cast<std::ptrdiff_t>(1 + tools.rng().below(first.items.size() - 1));
  ListLiteral second;
  second.items.assign(std::make_move_iterator(middle), std::make_move_iterator(first.items.end()));
  first.items.erase(middle, first.items.end());
  return replace(site,
                 binary_expr(BinaryOp::Add, expr_of(std::move(first)), expr_of(std::move(second))),
                 tools);
}

bool is_positive(const ExprSite& site) {
  const auto* literal = std::get_if<IntegerLiteral>(&site.expr.node);
  return literal != nullptr && literal->value > 0;
}

bool apply_integer_sum(ExprSite& site, RuleTools& tools) {
  const std::int64_t value = std::get<IntegerLiteral>(site.expr.node).value;
  const std::int64_t part = tools.rng().between(0, value);
  return replace(site, binary_expr(BinaryOp::Add, integer_expr(part), integer_expr(value - part)),
                 tools);
}

// ---- IN and OR ----------------------------------------------------------------------------------

bool is_short_in(const ExprSite& site) {
  const auto* binary = std::get_if<Binary>(&site.expr.node);
  if (binary == nullptr || binary->op != BinaryOp::In) return false;
  const auto* list = std::get_if<ListLiteral>(&binary->right->node);
  return list != nullptr && !list->items.empty() && list->items.size() <= 3 &&
         is_repeatable(*binary->left);
}

bool apply_in_to_or(ExprSite& site, RuleTools& tools) {
  auto& binary = std::get<Binary>(site.expr.node);
  std::optional<Expr> result;
  for (Expr& item : std::get<ListLiteral>(binary.right->node).items) {
    Expr left = *binary.left;
    if (result) forget_numbers(left);
    Expr equal = comparison_expr(ComparisonOp::Equal, std::move(left), std::move(item));
    result =
        result ? binary_expr(BinaryOp::Or, *std::move(result), std::move(equal)) : std::move(equal);
  }
  return replace(site, *std::move(result), tools);
}

const Comparison* equality(const Expr& expr) {
  const auto* comparison = std::get_if<Comparison>(&expr.node);
  const bool fits = comparison != nullptr && comparison->ops == std::vector{ComparisonOp::Equal};
  return fits ? comparison : nullptr;
}

bool is_or_of_equalities(const ExprSite& site) {
  const auto* binary = std::get_if<Binary>(&site.expr.node);
  if (binary == nullptr || binary->op != BinaryOp::Or) return false;
  const Comparison* left = equality(*binary->left);
  const Comparison* right = equality(*binary->right);
  return left != nullptr && right != nullptr && left->operands[0] == right->operands[0] &&
         is_repeatable(left->operands[0]) && surely_works(right->operands[1]);
}

bool apply_or_to_in(ExprSite& site, RuleTools& tools) {
  const auto& binary = std::get<Binary>(site.expr.node);
  ListLiteral list;
  list.items.push_back(equality(*binary.left)->operands[1]);
  list.items.push_back(equality(*binary.right)->operands[1]);
  Expr left = equality(*binary.left)->operands[0];
  return replace(site, binary_expr(BinaryOp::In, std::move(left), expr_of(std::move(list))), tools);
}

// ---- CASE ---------------------------------------------------------------------------------------

bool is_one_way_case(const ExprSite& site) {
  const auto* choice = std::get_if<Case>(&site.expr.node);
  return choice != nullptr && !choice->subject && choice->branches.size() == 1;
}

bool apply_case_simple(ExprSite& site, RuleTools& tools) {
  Case choice = std::move(std::get<Case>(site.expr.node));
  choice.subject = std::move(choice.branches.front().when);
  choice.branches.front().when = boolean_expr(true);
  return replace(site, expr_of(std::move(choice)), tools);
}

}  // namespace

std::vector<ExprRule> literal_rules() {
  using namespace guards;
  constexpr Strategy form = Strategy::LiteralForm;
  const std::vector<const Guard*> always = {&not_grouping, &nesting_allowed};
  const auto with = [&always](std::initializer_list<const Guard*> more) {
    std::vector<const Guard*> all = always;
    all.insert(all.end(), more);
    return all;
  };
  constexpr std::string_view past = "past the paper";
  return {
      {"literal-to-parameter", form, "<literal>", "$i", with({&has_parameters}), past,
       "RETURN 1 AS x", is_atom, apply_parameter},
      {"string-split", form, "'ab'", "'a' + 'b'", with({&has_string_concatenation}), past,
       "RETURN 'ab' AS x", is_long_string, apply_string_split},
      {"list-split", form, "[x, y]", "[x] + [y]", with({&has_list_concatenation}), past,
       "RETURN [1, 2] AS x", is_long_list, apply_list_split},
      {"integer-sum", form, "3", "1 + 2", always, past, "RETURN 3 AS x", is_positive,
       apply_integer_sum},
      {"true-as-comparison", form, "true", "1 = 1", always, past, "RETURN true AS x"},
      {"false-as-comparison", form, "false", "1 = 0", always, past, "RETURN false AS x"},
      {"less-flipped", form, "E < F", "F > E", always, past, "MATCH (n) WHERE n.a < 1 RETURN n"},
      {"greater-flipped", form, "E > F", "F < E", always, past, "MATCH (n) WHERE n.a > 1 RETURN n"},
      {"less-or-equal-flipped", form, "E <= F", "F >= E", always, past,
       "MATCH (n) WHERE n.a <= 1 RETURN n"},
      {"greater-or-equal-flipped", form, "E >= F", "F <= E", always, past,
       "MATCH (n) WHERE n.a >= 1 RETURN n"},
      {"equal-flipped", form, "E = F", "F = E", always, past, "MATCH (n) WHERE n.a = 1 RETURN n"},
      {"equal-negated", form, "E = F", "NOT (E <> F)", always, past,
       "MATCH (n) WHERE n.a = 1 RETURN n"},
      {"not-equal-negated", form, "E <> F", "NOT (E = F)", always, past,
       "MATCH (n) WHERE n.a <> 1 RETURN n"},
      {"is-not-null-negated", form, "E IS NOT NULL", "NOT (E IS NULL)", always, past,
       "MATCH (n) WHERE n.a IS NOT NULL RETURN n"},
      {"and-swapped", form, "P AND Q", "Q AND P", with({&operands_work}), past,
       "MATCH (n) WHERE n:A AND n:B RETURN n"},
      {"or-swapped", form, "P OR Q", "Q OR P", with({&operands_work}), past,
       "MATCH (n) WHERE n:A OR n:B RETURN n"},
      {"xor-as-not-equal", form, "P XOR Q", "P <> Q", with({&operands_not_patterns}), past,
       "MATCH (n) WHERE n:A XOR n:B RETURN n"},
      {"not-as-equal-false", form, "NOT P", "P = false", with({&operands_not_patterns}), past,
       "MATCH (n) WHERE NOT n:A RETURN n"},
      {"in-to-or", form, "E IN [x, y]", "E = x OR E = y", always, past,
       "MATCH (n) WHERE n.a IN [1, 2] RETURN n", is_short_in, apply_in_to_or},
      {"or-to-in", form, "E = x OR E = y", "E IN [x, y]", always, past,
       "MATCH (n) WHERE n.a = 1 OR n.a = 2 RETURN n", is_or_of_equalities, apply_or_to_in},
      {"case-simple", form, "CASE WHEN P THEN E ELSE F END", "CASE P WHEN true THEN E ELSE F END",
       with({&has_case_simple, &operands_not_patterns}), past,
       "MATCH (n) RETURN CASE WHEN n:A THEN 1 ELSE 2 END AS x", is_one_way_case, apply_case_simple},
      {"first-of-list", form, "E", "[E][0]", with({&not_a_pattern}), past,
       "MATCH (n) RETURN n.a AS x"},
      {"coalesce-single", form, "E", "coalesce(E)", with({&not_a_pattern, &has_coalesce}), past,
       "MATCH (n) RETURN n.a AS x"},
      {"head-of-list", form, "E", "head([E])", with({&not_a_pattern, &has_head}), past,
       "MATCH (n) RETURN n.a AS x"},
  };
}

}  // namespace dinkel

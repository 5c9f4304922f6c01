// Reference: the target answers as the reference interpreter does, where the answer is determined.
// It sees every bug, also those that strike a statement and its rewritten form alike; but a target
// that deviates by design looks wrong to it. So it is off unless a target is meant to answer
// exactly as openCypher says.
#include <set>

#include "base/text.h"
#include "cypher/walk.h"
#include "oracles/oracle.h"
#include "oracles/value_forms.h"

namespace dinkel {

namespace {

// Numbers whose last digit depends on the library that computes them, or on the order of additions:
// sin(2.5) is 0.5984721441039565 in C and ...64 in Java.
bool is_inexact(const Expr& expr) {
  if (const auto* binary = std::get_if<Binary>(&expr.node)) return binary->op == BinaryOp::Power;
  const auto* call = std::get_if<FunctionCall>(&expr.node);
  if (call == nullptr) return false;
  static const std::set<std::string, std::less<>> inexact = {
      "sin",   "cos",   "tan",    "cot",   "asin",     "acos",           "atan",
      "atan2", "exp",   "log",    "log10", "haversin", "degrees",        "radians",
      "sqrt",  "stdev", "stdevp", "avg",   "sum",      "percentilecont", "point.distance"};
  return inexact.contains(to_lower(call->name));
}

bool is_inexact(const Statement& statement) {
  bool found = false;
  for_each_expr(statement, [&](const Expr& expr) { found = found || is_inexact(expr); });
  return found;
}

// 12:30Z and 12:30:00Z are one time; how toString() writes it, no text says.
std::string with_seconds(std::string text) {
  const auto is_digit = [&](std::size_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
  };
  const std::size_t begin = text.find('T') == std::string::npos ? 0 : text.find('T') + 1;
  const bool is_time = is_digit(begin) && is_digit(begin + 1) && begin + 2 < text.size() &&
                       text[begin + 2] == ':' && is_digit(begin + 3) && is_digit(begin + 4);
  constexpr std::size_t minutes_end = 5;
  const std::size_t end = begin + minutes_end;
  if (is_time && (end == text.size() || text[end] != ':')) text.insert(end, ":00");
  return text;
}

// RETURN -(0.0) is 0.0 on Neo4j. No text says what a negated zero looks like, so the sign of zero
// is nothing that a database gets wrong.
Effect in_one_form(Effect effect) {
  return with_values_as(std::move(effect), [](const Value& value) {
    if (const auto* number = value.get_if<double>()) return Value(*number == 0 ? 0.0 : *number);
    if (const auto* text = value.get_if<std::string>()) return Value(with_seconds(*text));
    return value;
  });
}

class ReferenceOracle final : public Oracle {
 public:
  std::string_view name() const override { return "reference"; }

  std::optional<StatementPair> derive(const Statement& statement, const RewriteTrace& /*trace*/,
                                      const RewriteOptions& /*options*/) const override {
    return StatementPair{statement, std::nullopt};
  }

  std::optional<Discrepancy> judge(const Run& run, const StatementPair& pair) const override {
    if (!run.expected) return std::nullopt;
    const Effect expected = in_one_form({run.expected->rows, run.expected_graph});
    auto found = difference_between(expected, in_one_form(run.original), run.expected->determinism);
    if (!found) return std::nullopt;
    if (found->kind != FindingKind::OnlyOneFails && is_inexact(pair.original)) return std::nullopt;
    if (found->kind == FindingKind::OnlyOneFails) {
      // substring('', null) is an error by the manual of Neo4j: where a function refuses its
      // arguments, databases differ by design, and so does when they notice.
      if (run.original.error_class == ErrorClass::Expected) return std::nullopt;
      found->difference = "the reference answers, the target fails: " +
                          std::get<DatabaseError>(run.original.outcome).message;
    }
    return found;
  }
};

}  // namespace

std::unique_ptr<Oracle> make_reference_oracle() {
  return std::make_unique<ReferenceOracle>();
}

}  // namespace dinkel

// Reference: the target answers as the reference interpreter does, where the answer is determined.
// It sees every bug, also those that strike a statement and its rewritten form alike; but a target
// that deviates by design looks wrong to it. So it is off unless a target is meant to answer
// exactly as openCypher says.
#include <set>

#include "base/text.h"
#include "cypher/walk.h"
#include "graph/isomorphism.h"
#include "interpret/compare_answers.h"
#include "oracles/oracle.h"

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

// RETURN -(0.0) is 0.0 on Neo4j. No text says what a negated zero looks like, so the sign of zero
// is nothing that a database gets wrong.
Value without_zero_sign(Value value) {
  if (const auto* number = value.get_if<double>()) return *number == 0 ? Value(0.0) : value;
  if (const auto* list = value.get_if<Values>()) {
    Values plain;
    for (const Value& item : *list) plain.push_back(without_zero_sign(item));
    return Value(std::move(plain));
  }
  if (const auto* map = value.get_if<Map>()) {
    Map plain;
    for (const auto& [key, item] : *map) plain.set(key, without_zero_sign(item));
    return Value(std::move(plain));
  }
  return value;
}

void forget_zero_signs(Map& properties) {
  properties = *without_zero_sign(Value(std::move(properties))).get_if<Map>();
}

void forget_zero_signs(Entities& entities) {
  for (auto& [id, node] : entities.nodes) forget_zero_signs(node.properties);
  for (auto& [id, relationship] : entities.relationships) {
    forget_zero_signs(relationship.properties);
  }
}

Effect without_zero_signs(Effect effect) {
  if (auto* rows = std::get_if<Rows>(&effect.outcome)) {
    for (auto& row : rows->rows) {
      for (Value& value : row) value = without_zero_sign(std::move(value));
    }
    forget_zero_signs(rows->entities);
  }
  if (effect.graph) forget_zero_signs(*effect.graph);
  return effect;
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
    const Effect expected = without_zero_signs({run.expected->rows, run.expected_graph});
    auto found =
        difference_between(expected, without_zero_signs(run.original), run.expected->determinism);
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

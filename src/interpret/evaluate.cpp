// Literals, variables, parameters and function calls; the entry points of the evaluator.
#include "interpret/evaluate.h"

#include <array>

#include "base/check.h"
#include "cypher/functions.h"

namespace dinkel {

Value evaluate(Runtime& runtime, const Bindings& bindings, const Expr& expr) {
  runtime.step();
  return std::visit(Evaluator{runtime, bindings, expr}, expr.node);
}

Ternary evaluate_predicate(Runtime& runtime, const Bindings& bindings, const Expr& expr) {
  return to_ternary(evaluate(runtime, bindings, expr));
}

Value Evaluator::operator()(const ListLiteral& literal) const {
  Values items;
  items.reserve(literal.items.size());
  for (const Expr& item : literal.items) items.push_back(evaluate_child(item));
  return items;
}

Value Evaluator::operator()(const MapLiteral& literal) const {
  std::vector<Map::Entry> entries;
  entries.reserve(literal.entries.size());
  for (const MapEntry& entry : literal.entries) {
    entries.emplace_back(entry.key, evaluate_child(entry.value));
  }
  return Map(std::move(entries));
}

Value Evaluator::operator()(const Variable& variable) const {
  const Value* value = bindings.find(variable.name);
  if (value == nullptr) {
    fail(ErrorType::SyntaxError, ErrorDetail::UndefinedVariable,
         "variable `" + variable.name + "` is not defined");
  }
  return *value;
}

Value Evaluator::operator()(const Parameter& parameter) const {
  const Value* value = runtime.options.parameters.find(parameter.name);
  if (value == nullptr) {
    fail(ErrorType::ParameterMissing, ErrorDetail::MissingParameter,
         "parameter `" + parameter.name + "` is not given");
  }
  return *value;
}

Value Evaluator::operator()(const CountStar&) const {
  if (runtime.aggregates != nullptr) {
    for (const auto& [aggregate, value] : *runtime.aggregates) {
      if (aggregate == &expr) return value;
    }
  }
  fail(ErrorType::SyntaxError, ErrorDetail::InvalidAggregation, "count(*) cannot stand here");
}

Value Evaluator::operator()(const FunctionCall& call) const {
  if (runtime.aggregates != nullptr) {
    for (const auto& [aggregate, value] : *runtime.aggregates) {
      if (aggregate == &expr) return value;
    }
  }
  // exists(pattern) is the answer of the pattern; of all other values, exists() asks for null.
  if (call.arguments.size() == 1 &&
      std::holds_alternative<PatternExpr>(call.arguments.front().node) &&
      same_function_name(call.name, "exists")) {
    return evaluate_child(call.arguments.front());
  }
  // Most calls have few arguments: they are kept on the stack.
  constexpr std::size_t few = 4;
  if (call.arguments.size() <= few) {
    std::array<Value, few> arguments;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      arguments[i] = evaluate_child(call.arguments[i]);
    }
    return call_function(runtime, call.name,
                         std::span<const Value>(arguments.data(), call.arguments.size()));
  }
  Values arguments;
  arguments.reserve(call.arguments.size());
  for (const Expr& argument : call.arguments) arguments.push_back(evaluate_child(argument));
  return call_function(runtime, call.name, arguments);
}

}  // namespace dinkel

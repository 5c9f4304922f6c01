// Comprehensions, quantifiers and reduce: expressions with a variable of their own.
#include "interpret/evaluate.h"

namespace dinkel {
namespace {

// The list to run over; false when it is null.
bool get_list(Value value, Values& items) {
  if (value.is_null()) return false;
  auto* list = value.get_if<Values>();
  if (list == nullptr) {
    fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
         "expected a list, not " + std::string(type_name(value)));
  }
  items = std::move(*list);
  return true;
}

}  // namespace

Value Evaluator::operator()(const ListComprehension& comprehension) const {
  Values items;
  if (!get_list(evaluate_child(*comprehension.list), items)) return Null{};
  Values result;
  for (const Value& item : items) {
    const Bindings frame{{&comprehension.variable, 1}, {&item, 1}, &bindings};
    if (comprehension.where &&
        evaluate_predicate(runtime, frame, **comprehension.where) != Ternary(true)) {
      continue;
    }
    result.push_back(comprehension.projection ? evaluate(runtime, frame, **comprehension.projection)
                                              : item);
  }
  runtime.charge(result.size() * sizeof(Value));
  return result;
}

// One unknown predicate makes the answer unknown, unless the others decide it.
Value Evaluator::operator()(const Quantifier& quantifier) const {
  Values items;
  if (!get_list(evaluate_child(*quantifier.list), items)) return Null{};
  std::size_t held = 0;
  std::size_t failed = 0;
  std::size_t unknown = 0;
  for (const Value& item : items) {
    const Bindings frame{{&quantifier.variable, 1}, {&item, 1}, &bindings};
    const Ternary holds = quantifier.where ? evaluate_predicate(runtime, frame, **quantifier.where)
                                           : to_ternary(item);
    if (!holds) {
      ++unknown;
    } else if (*holds) {
      ++held;
    } else {
      ++failed;
    }
  }
  switch (quantifier.kind) {
    case QuantifierKind::All:
      if (failed > 0) return false;
      return unknown > 0 ? Value() : Value(true);
    case QuantifierKind::Any:
      if (held > 0) return true;
      return unknown > 0 ? Value() : Value(false);
    case QuantifierKind::None:
      if (held > 0) return false;
      return unknown > 0 ? Value() : Value(true);
    case QuantifierKind::Single:
      break;
  }
  if (held > 1) return false;
  return unknown > 0 ? Value() : Value(held == 1);
}

Value Evaluator::operator()(const Reduce& reduce) const {
  Values items;
  Value accumulator = evaluate_child(*reduce.initial);
  if (!get_list(evaluate_child(*reduce.list), items)) return Null{};
  for (const Value& item : items) {
    const Bindings outer{{&reduce.accumulator, 1}, {&accumulator, 1}, &bindings};
    const Bindings frame{{&reduce.variable, 1}, {&item, 1}, &outer};
    accumulator = evaluate(runtime, frame, *reduce.body);
  }
  return accumulator;
}

}  // namespace dinkel

// Three-valued logic, operators, comparisons, checks and CASE.
#include "base/check.h"
#include "interpret/arithmetic.h"
#include "interpret/determinism.h"
#include "interpret/evaluate.h"

namespace dinkel {
namespace {

Ternary negate(Ternary operand) {
  if (!operand) return std::nullopt;
  return !*operand;
}

Ternary compare_pair(const Value& left, ComparisonOp op, const Value& right) {
  switch (op) {
    case ComparisonOp::Equal:
      return equals(left, right);
    case ComparisonOp::NotEqual:
      return negate(equals(left, right));
    case ComparisonOp::Less:
      return compares(left, Relation::Less, right);
    case ComparisonOp::LessOrEqual:
      return compares(left, Relation::LessOrEqual, right);
    case ComparisonOp::Greater:
      return compares(left, Relation::Greater, right);
    case ComparisonOp::GreaterOrEqual:
      return compares(left, Relation::GreaterOrEqual, right);
  }
  CHECK(false, "a comparison operator without a meaning");
}

bool is_unary(const Expr& expr, UnaryOp op) {
  const auto* unary = std::get_if<Unary>(&expr.node);
  return unary != nullptr && unary->op == op;
}

// The right operand is not looked at when the left one decides; another engine may look at it.
bool skips_right(Runtime& runtime, const Binary& binary, Ternary left) {
  const bool decided = left.has_value() && *left == (binary.op == BinaryOp::Or);
  if (decided) note_skipped(runtime, *binary.right);
  return decided;
}

Ternary evaluate_or(const Evaluator& evaluator, const Binary& binary) {
  Runtime& runtime = evaluator.runtime;
  const Ternary left = to_ternary(evaluator.evaluate_child(*binary.left));
  if (!runtime.has(Bug::TrueOrNull) && skips_right(runtime, binary, left)) return true;
  const Ternary right = to_ternary(evaluator.evaluate_child(*binary.right));
  if (runtime.has(Bug::TrueOrNull) && left == Ternary(true) && !right) return std::nullopt;
  if (left == Ternary(true) || right == Ternary(true)) return true;
  if (runtime.has(Bug::NullOrFalse) && !left && right) return false;
  if (!left || !right) return std::nullopt;
  return false;
}

Ternary evaluate_and(const Evaluator& evaluator, const Binary& binary) {
  Runtime& runtime = evaluator.runtime;
  const Ternary left = to_ternary(evaluator.evaluate_child(*binary.left));
  if (!runtime.has(Bug::FalseAndNull) && skips_right(runtime, binary, left)) return false;
  const Ternary right = to_ternary(evaluator.evaluate_child(*binary.right));
  if (runtime.has(Bug::FalseAndNull) && left == Ternary(false) && !right) return std::nullopt;
  if (left == Ternary(false) || right == Ternary(false)) return false;
  if (runtime.has(Bug::NullAndTrue) && !left && right) return false;
  if (!left || !right) return std::nullopt;
  return true;
}

Ternary evaluate_xor(const Evaluator& evaluator, const Binary& binary) {
  const Ternary left = to_ternary(evaluator.evaluate_child(*binary.left));
  const Ternary right = to_ternary(evaluator.evaluate_child(*binary.right));
  if (evaluator.runtime.has(Bug::NullXor) && !left && right == Ternary(true)) return true;
  if (!left || !right) return std::nullopt;
  return *left != *right;
}

Ternary evaluate_not(const Evaluator& evaluator, const Unary& unary) {
  const Ternary operand = to_ternary(evaluator.evaluate_child(*unary.operand));
  if (!operand) {
    if (evaluator.runtime.has(Bug::DoubleNotNull) && is_unary(*unary.operand, UnaryOp::Not)) {
      return false;
    }
    const auto* binary = std::get_if<Binary>(&unary.operand->node);
    if (evaluator.runtime.has(Bug::NotConjunctionNull) && binary != nullptr &&
        binary->op == BinaryOp::And) {
      return true;
    }
  }
  return negate(operand);
}

Value evaluate_in(const Evaluator& evaluator, const Binary& binary) {
  const Value element = evaluator.evaluate_child(*binary.left);
  const Value list = evaluator.evaluate_child(*binary.right);
  if (list.is_null()) return Null{};
  const auto* items = list.get_if<Values>();
  if (items == nullptr) {
    fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
         "IN expects a list on its right side, not " + std::string(type_name(list)));
  }
  return from_ternary(is_in(element, *items));
}

// The planted bugs of +, - and *; false when none of them applies.
bool planted_arithmetic(const Runtime& runtime, BinaryOp op, const Value& left, const Value& right,
                        Value& result) {
  const auto* integer = right.get_if<std::int64_t>();
  const auto* text = right.get_if<std::string>();
  const auto* list = left.get_if<Values>();
  const auto* other_list = right.get_if<Values>();
  if (op == BinaryOp::Multiply) {
    if (!runtime.has(Bug::NullTimesOne) || !left.is_null() || right != Value(1)) return false;
    result = 1;
    return true;
  }
  if (op != BinaryOp::Add && op != BinaryOp::Subtract) return false;
  if (runtime.has(Bug::AddZeroFloat) && left.is<double>() && integer != nullptr && *integer == 0 &&
      left.as<double>() > -1e15 && left.as<double>() < 1e15) {
    result = static_cast<std::int64_t>(left.as<double>());
    return true;
  }
  if (op == BinaryOp::Subtract) return false;
  if (runtime.has(Bug::AppendEmptyString) && left == Value("") && text != nullptr &&
      text->empty()) {
    result = Null{};
    return true;
  }
  if (runtime.has(Bug::AppendEmptyList) && list != nullptr && other_list != nullptr &&
      other_list->empty() && !list->empty() && list->back().is_null()) {
    result = Values(list->begin(), list->end() - 1);
    return true;
  }
  return false;
}

Value evaluate_arithmetic(const Evaluator& evaluator, const Binary& binary) {
  Runtime& runtime = evaluator.runtime;
  Value left = evaluator.evaluate_child(*binary.left);
  Value right = evaluator.evaluate_child(*binary.right);
  Value result;
  if (!runtime.options.bugs.empty() &&
      planted_arithmetic(runtime, binary.op, left, right, result)) {
    return result;
  }
  result = arithmetic(binary.op, left, right);
  if (result.is<std::string>() || result.is<Values>()) runtime.charge(heap_bytes(result));
  return result;
}

}  // namespace

Value from_ternary(Ternary ternary) {
  if (!ternary) return Null{};
  return *ternary;
}

Ternary to_ternary(const Value& value) {
  if (const bool* boolean = value.get_if<bool>()) return *boolean;
  if (value.is_null()) return std::nullopt;
  fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
       "expected a boolean, not " + std::string(type_name(value)));
}

Ternary is_in(const Value& element, const Values& list) {
  bool unknown = false;
  for (const Value& item : list) {
    const Ternary equal = equals(element, item);
    if (!equal) {
      unknown = true;
    } else if (*equal) {
      return true;
    }
  }
  if (unknown) return std::nullopt;
  return false;
}

Value Evaluator::operator()(const Unary& unary) const {
  if (unary.op == UnaryOp::Not) return from_ternary(evaluate_not(*this, unary));
  Value operand = evaluate_child(*unary.operand);
  if (unary.op == UnaryOp::Plus) {
    if (operand.is_null() || operand.is<std::int64_t>() || operand.is<double>()) return operand;
    fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
         "+ expects a number, not " + std::string(type_name(operand)));
  }
  Value result = arithmetic_negate(operand);
  if (runtime.has(Bug::NegateTwiceFloat) && is_unary(*unary.operand, UnaryOp::Minus)) {
    const double* number = result.get_if<double>();
    if (number != nullptr && *number > -1e15 && *number < 1e15) {
      return static_cast<std::int64_t>(*number);
    }
  }
  return result;
}

Value Evaluator::operator()(const Binary& binary) const {
  switch (binary.op) {
    case BinaryOp::Or:
      return from_ternary(evaluate_or(*this, binary));
    case BinaryOp::Xor:
      return from_ternary(evaluate_xor(*this, binary));
    case BinaryOp::And:
      return from_ternary(evaluate_and(*this, binary));
    case BinaryOp::In:
      return evaluate_in(*this, binary);
    case BinaryOp::StartsWith:
    case BinaryOp::EndsWith:
    case BinaryOp::Contains:
    case BinaryOp::RegexMatch: {
      const Value left = evaluate_child(*binary.left);
      return evaluate_text_operator(runtime, binary.op, left, evaluate_child(*binary.right));
    }
    case BinaryOp::Add:
    case BinaryOp::Subtract:
    case BinaryOp::Multiply:
    case BinaryOp::Divide:
    case BinaryOp::Modulo:
    case BinaryOp::Power:
    case BinaryOp::Concat:
      return evaluate_arithmetic(*this, binary);
  }
  CHECK(false, "an operator without a meaning");
}

// a < b < c is a < b AND b < c, with every operand evaluated once.
Value Evaluator::operator()(const Comparison& comparison) const {
  Ternary result = true;
  Value left = evaluate_child(comparison.operands.front());
  for (std::size_t i = 0; i < comparison.ops.size(); ++i) {
    Value right = evaluate_child(comparison.operands[i + 1]);
    const bool is_equality =
        comparison.ops[i] == ComparisonOp::Equal || comparison.ops[i] == ComparisonOp::NotEqual;
    if (!is_equality) note_order_of(runtime, left, right);
    const Ternary pair = compare_pair(left, comparison.ops[i], right);
    if (result == Ternary(false) || pair == Ternary(false)) {
      result = false;
    } else if (!result || !pair) {
      result = std::nullopt;
    }
    left = std::move(right);
  }
  return from_ternary(result);
}

Value Evaluator::operator()(const NullCheck& check) const {
  const Value operand = evaluate_child(*check.operand);
  if (runtime.has(Bug::EmptyIsNotNull) && check.negated && operand == Value("")) return false;
  return operand.is_null() != check.negated;
}

Value Evaluator::operator()(const LabelCheck& check) const {
  const Value entity = evaluate_child(*check.operand);
  if (entity.is_null()) return Null{};
  if (!entity.is<NodeRef>() && !entity.is<RelationshipRef>()) {
    fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
         "a label check expects a node or a relationship, not " + std::string(type_name(entity)));
  }
  return has_labels(runtime, bindings, entity, check.labels);
}

Value Evaluator::operator()(const Case& case_expr) const {
  Value subject;
  if (case_expr.subject) subject = evaluate_child(**case_expr.subject);
  const bool null_matches = runtime.has(Bug::CaseNullSubject) && case_expr.subject &&
                            std::holds_alternative<Binary>((*case_expr.subject)->node);
  for (const CaseBranch& branch : case_expr.branches) {
    const Value when = evaluate_child(branch.when);
    const bool taken = case_expr.subject ? equals(subject, when) == Ternary(true) ||
                                               (null_matches && subject.is_null() && when.is_null())
                                         : to_ternary(when) == Ternary(true);
    if (taken) return evaluate_child(branch.then);
    note_skipped(runtime, branch.then);
  }
  if (!case_expr.otherwise) return Null{};
  const Expr& otherwise = **case_expr.otherwise;
  if (runtime.has(Bug::CaseFalseElse) && !case_expr.subject && case_expr.branches.size() == 1 &&
      case_expr.branches.front().when.node == Expr::Node(BooleanLiteral{false}) &&
      std::holds_alternative<Property>(otherwise.node)) {
    return Null{};
  }
  return evaluate_child(otherwise);
}

}  // namespace dinkel

#include "interpret/arithmetic.h"

#include <cmath>
#include <limits>
#include <string>

#include "base/check.h"
#include "cypher/value_text.h"
#include "interpret/runtime.h"
#include "interpret/temporal.h"

namespace dinkel {

namespace {

[[noreturn]] void fail_types(std::string_view symbol, const Value& left, const Value& right) {
  fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
       "the operator " + std::string(symbol) + " does not work on " + std::string(type_name(left)) +
           " and " + std::string(type_name(right)));
}

[[noreturn]] void fail_overflow() {
  fail(ErrorType::ArithmeticError, ErrorDetail::IntegerOverflow,
       "the result does not fit into a 64-bit integer");
}

void refuse_zero(std::int64_t divisor) {
  if (divisor == 0) {
    fail(ErrorType::ArithmeticError, ErrorDetail::DivisionByZero, "an integer is divided by zero");
  }
}

bool is_number(const Value& value) {
  return value.is<std::int64_t>() || value.is<double>();
}

bool is_instant(const Value& value) {
  return is_temporal(value) && !value.is<Duration>();
}

double to_double(const Value& number) {
  const auto* integer = number.get_if<std::int64_t>();
  return integer != nullptr ? static_cast<double>(*integer) : number.as<double>();
}

Value integer_arithmetic(BinaryOp op, std::int64_t left, std::int64_t right) {
  std::int64_t result = 0;
  switch (op) {
    case BinaryOp::Add:
      if (__builtin_add_overflow(left, right, &result)) fail_overflow();
      return result;
    case BinaryOp::Subtract:
      if (__builtin_sub_overflow(left, right, &result)) fail_overflow();
      return result;
    case BinaryOp::Multiply:
      if (__builtin_mul_overflow(left, right, &result)) fail_overflow();
      return result;
    case BinaryOp::Divide:
      refuse_zero(right);
      if (right == -1) return arithmetic_negate(left);
      return left / right;
    default:
      break;
  }
  CHECK(op == BinaryOp::Modulo, "not an operator on integers");
  refuse_zero(right);
  return right == -1 ? 0 : left % right;
}

Value float_arithmetic(BinaryOp op, double left, double right) {
  switch (op) {
    case BinaryOp::Add:
      return left + right;
    case BinaryOp::Subtract:
      return left - right;
    case BinaryOp::Multiply:
      return left * right;
    case BinaryOp::Divide:
      return left / right;
    default:
      break;
  }
  CHECK(op == BinaryOp::Modulo, "not an operator on floats");
  return std::fmod(left, right);
}

Value number_arithmetic(BinaryOp op, const Value& left, const Value& right) {
  const auto* a = left.get_if<std::int64_t>();
  const auto* b = right.get_if<std::int64_t>();
  if (a != nullptr && b != nullptr) return integer_arithmetic(op, *a, *b);
  return float_arithmetic(op, to_double(left), to_double(right));
}

Value concatenate(const Values& left, const Values& right) {
  Values result;
  result.reserve(left.size() + right.size());
  result.insert(result.end(), left.begin(), left.end());
  result.insert(result.end(), right.begin(), right.end());
  return result;
}

// What may be glued to a string.
std::optional<std::string> text_of(const Value& value) {
  if (const auto* text = value.get_if<std::string>()) return *text;
  if (const auto* integer = value.get_if<std::int64_t>()) return std::to_string(*integer);
  if (const auto* number = value.get_if<double>()) return float_text(*number);
  if (const auto* boolean = value.get_if<bool>()) return *boolean ? "true" : "false";
  if (is_temporal(value)) return temporal_text(value);
  return std::nullopt;
}

Value add_values(const Value& left, const Value& right) {
  const auto* left_list = left.get_if<Values>();
  const auto* right_list = right.get_if<Values>();
  if (left_list != nullptr && right_list != nullptr) return concatenate(*left_list, *right_list);
  if (left_list != nullptr) return concatenate(*left_list, Values{right});
  if (right_list != nullptr) return concatenate(Values{left}, *right_list);
  if (is_number(left) && is_number(right)) return number_arithmetic(BinaryOp::Add, left, right);
  if (left.is<std::string>() || right.is<std::string>()) {
    const auto a = text_of(left);
    const auto b = text_of(right);
    if (!a || !b) fail_types("+", left, right);
    return *a + *b;
  }
  const auto* a = left.get_if<Duration>();
  const auto* b = right.get_if<Duration>();
  if (a != nullptr && b != nullptr) return add(*a, *b);
  if (b != nullptr && is_instant(left)) return add_duration(left, *b);
  if (a != nullptr && is_instant(right)) return add_duration(right, *a);
  fail_types("+", left, right);
}

Value subtract_values(const Value& left, const Value& right) {
  if (is_number(left) && is_number(right)) {
    return number_arithmetic(BinaryOp::Subtract, left, right);
  }
  if (const auto* b = right.get_if<Duration>()) {
    if (const auto* a = left.get_if<Duration>()) return add(*a, negate(*b));
    if (is_instant(left)) return add_duration(left, negate(*b));
  }
  fail_types("-", left, right);
}

Value multiply_values(const Value& left, const Value& right) {
  if (is_number(left) && is_number(right)) {
    return number_arithmetic(BinaryOp::Multiply, left, right);
  }
  const Value& number = left.is<Duration>() ? right : left;
  const auto* duration = (left.is<Duration>() ? left : right).get_if<Duration>();
  if (duration == nullptr || !is_number(number)) fail_types("*", left, right);
  if (const auto* integer = number.get_if<std::int64_t>()) return multiply(*duration, *integer);
  return multiply(*duration, number.as<double>());
}

Value divide_values(const Value& left, const Value& right) {
  if (is_number(left) && is_number(right)) return number_arithmetic(BinaryOp::Divide, left, right);
  const auto* duration = left.get_if<Duration>();
  if (duration == nullptr || !is_number(right)) fail_types("/", left, right);
  if (to_double(right) == 0) refuse_zero(0);
  return divide(*duration, to_double(right));
}

Value concat_values(const Value& left, const Value& right) {
  if (left.is<Values>() && right.is<Values>()) {
    return concatenate(left.as<Values>(), right.as<Values>());
  }
  if (left.is<std::string>() && right.is<std::string>()) {
    return left.as<std::string>() + right.as<std::string>();
  }
  fail_types("||", left, right);
}

}  // namespace

Value arithmetic(BinaryOp op, const Value& left, const Value& right) {
  if (left.is_null() || right.is_null()) return Null{};
  switch (op) {
    case BinaryOp::Add:
      return add_values(left, right);
    case BinaryOp::Subtract:
      return subtract_values(left, right);
    case BinaryOp::Multiply:
      return multiply_values(left, right);
    case BinaryOp::Divide:
      return divide_values(left, right);
    case BinaryOp::Modulo:
      if (!is_number(left) || !is_number(right)) fail_types("%", left, right);
      return number_arithmetic(op, left, right);
    case BinaryOp::Power:  // always a float
      if (!is_number(left) || !is_number(right)) fail_types("^", left, right);
      return std::pow(to_double(left), to_double(right));
    case BinaryOp::Concat:
    case BinaryOp::Or:
    case BinaryOp::Xor:
    case BinaryOp::And:
    case BinaryOp::In:
    case BinaryOp::StartsWith:
    case BinaryOp::EndsWith:
    case BinaryOp::Contains:
    case BinaryOp::RegexMatch:
      break;
  }
  CHECK(op == BinaryOp::Concat, "not an arithmetic operator");
  return concat_values(left, right);
}

Value arithmetic_negate(const Value& operand) {
  if (operand.is_null()) return Null{};
  if (const auto* number = operand.get_if<double>()) return -*number;
  const auto* integer = operand.get_if<std::int64_t>();
  if (integer == nullptr) {
    fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
         "- expects a number, not " + std::string(type_name(operand)));
  }
  if (*integer == std::numeric_limits<std::int64_t>::min()) fail_overflow();
  return -*integer;
}

}  // namespace dinkel

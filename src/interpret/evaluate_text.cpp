// STARTS WITH, ENDS WITH, CONTAINS and =~.
#include "base/check.h"
#include "interpret/evaluate.h"
#include "interpret/regex.h"

namespace dinkel {
namespace {

bool regex_matches(Runtime& runtime, std::string_view text, std::string_view pattern) {
  const std::optional<Regex> regex = Regex::compile(pattern);
  if (!regex) {
    fail(ErrorType::SyntaxError, ErrorDetail::InvalidArgumentValue,
         "'" + std::string(pattern) + "' is not a regular expression that is supported");
  }
  return regex->matches(text, [&] { runtime.step(); });
}

}  // namespace

Value evaluate_text_operator(Runtime& runtime, BinaryOp op, const Value& left, const Value& right) {
  const auto* text = left.get_if<std::string>();
  const auto* other = right.get_if<std::string>();
  if (text == nullptr || other == nullptr) return Null{};
  switch (op) {
    case BinaryOp::StartsWith:
      return text->starts_with(*other);
    case BinaryOp::EndsWith:
      return text->ends_with(*other);
    case BinaryOp::Contains:
      return text->find(*other) != std::string::npos;
    case BinaryOp::RegexMatch:
      return regex_matches(runtime, *text, *other);
    case BinaryOp::Or:
    case BinaryOp::Xor:
    case BinaryOp::And:
    case BinaryOp::Add:
    case BinaryOp::Subtract:
    case BinaryOp::Multiply:
    case BinaryOp::Divide:
    case BinaryOp::Modulo:
    case BinaryOp::Power:
    case BinaryOp::Concat:
    case BinaryOp::In:
      break;
  }
  CHECK(false, "not an operator on text");
}

}  // namespace dinkel

// STARTS WITH, ENDS WITH, CONTAINS and =~.
//
// A regular expression matches the whole text. Its dialect is ECMAScript's over code points, with
// an optional leading (?i); the engine runs in polynomial time, so no pattern can hang it or
// exhaust the stack. Back-references are therefore refused.
#include <regex>

#include "base/check.h"
#include "interpret/evaluate.h"

namespace dinkel {
namespace {

constexpr std::size_t longest_regex_text = 100'000;

// The code points of UTF-8; bytes that do not decode stand for themselves.
std::wstring to_code_points(std::string_view text) {
  std::wstring result;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    std::size_t length = 1;
    if (lead >= 0xF0) {
      length = 4;
    } else if (lead >= 0xE0) {
      length = 3;
    } else if (lead >= 0xC0) {
      length = 2;
    }
    if (i + length > text.size()) length = 1;
    std::uint32_t point = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t k = 1; k < length; ++k) {
      point = (point << 6) | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
    }
    result.push_back(static_cast<wchar_t>(point));
    i += length;
  }
  return result;
}

bool regex_matches(Runtime& runtime, std::string_view text, std::string_view pattern) {
  // The time of a match grows with the product of the two lengths.
  for (std::size_t i = 0; i < text.size() + pattern.size(); ++i) runtime.step();
  if (text.size() > longest_regex_text || pattern.size() > longest_regex_text) {
    fail(ErrorType::LimitExceeded, ErrorDetail::MemoryLimit, "the text is too long to match");
  }
  auto flags = std::regex_constants::ECMAScript | std::regex_constants::__polynomial;
  if (pattern.starts_with("(?i)")) {
    flags |= std::regex_constants::icase;
    pattern.remove_prefix(4);
  }
  try {
    return std::regex_match(to_code_points(text), std::wregex(to_code_points(pattern), flags));
  } catch (const std::regex_error&) {
    fail(ErrorType::SyntaxError, ErrorDetail::InvalidArgumentValue,
         "'" + std::string(pattern) + "' is not a regular expression");
  }
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

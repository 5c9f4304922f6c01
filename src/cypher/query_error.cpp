#include "cypher/query_error.h"

#include <algorithm>
#include <utility>

namespace dinkel {
namespace {

constexpr std::size_t widest_line = 100;  // of the query, as shown under a message

bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_character));
}

}  // namespace

std::string_view to_text(ErrorType type) {
  switch (type) {
    case ErrorType::SyntaxError:
      return "SyntaxError";
    case ErrorType::SemanticError:
      return "SemanticError";
    case ErrorType::TypeError:
      return "TypeError";
    case ErrorType::ArgumentError:
      return "ArgumentError";
    case ErrorType::EntityNotFound:
      return "EntityNotFound";
    case ErrorType::ParameterMissing:
      return "ParameterMissing";
    case ErrorType::ProcedureError:
      return "ProcedureError";
    case ErrorType::ConstraintVerificationFailed:
      return "ConstraintVerificationFailed";
    case ErrorType::ArithmeticError:
      return "ArithmeticError";
    case ErrorType::LimitExceeded:
      return "LimitExceeded";
  }
  return "";
}

std::string_view to_text(ErrorPhase phase) {
  return phase == ErrorPhase::CompileTime ? "compile time" : "runtime";
}

std::string_view to_text(ErrorDetail detail) {
  switch (detail) {
    case ErrorDetail::None:
      return "None";
    case ErrorDetail::UnexpectedSyntax:
      return "UnexpectedSyntax";
    case ErrorDetail::UndefinedVariable:
      return "UndefinedVariable";
    case ErrorDetail::VariableAlreadyBound:
      return "VariableAlreadyBound";
    case ErrorDetail::VariableTypeConflict:
      return "VariableTypeConflict";
    case ErrorDetail::InvalidArgumentType:
      return "InvalidArgumentType";
    case ErrorDetail::IntegerOverflow:
      return "IntegerOverflow";
    case ErrorDetail::FloatingPointOverflow:
      return "FloatingPointOverflow";
    case ErrorDetail::InvalidNumberLiteral:
      return "InvalidNumberLiteral";
    case ErrorDetail::InvalidUnicodeLiteral:
      return "InvalidUnicodeLiteral";
    case ErrorDetail::InvalidUnicodeCharacter:
      return "InvalidUnicodeCharacter";
    case ErrorDetail::NoSingleRelationshipType:
      return "NoSingleRelationshipType";
    case ErrorDetail::RequiresDirectedRelationship:
      return "RequiresDirectedRelationship";
    case ErrorDetail::CreatingVarLength:
      return "CreatingVarLength";
    case ErrorDetail::InvalidRelationshipPattern:
      return "InvalidRelationshipPattern";
    case ErrorDetail::RelationshipUniquenessViolation:
      return "RelationshipUniquenessViolation";
    case ErrorDetail::AmbiguousAggregationExpression:
      return "AmbiguousAggregationExpression";
    case ErrorDetail::InvalidAggregation:
      return "InvalidAggregation";
    case ErrorDetail::NestedAggregation:
      return "NestedAggregation";
    case ErrorDetail::NegativeIntegerArgument:
      return "NegativeIntegerArgument";
    case ErrorDetail::NonConstantExpression:
      return "NonConstantExpression";
    case ErrorDetail::InvalidParameterUse:
      return "InvalidParameterUse";
    case ErrorDetail::InvalidNumberOfArguments:
      return "InvalidNumberOfArguments";
    case ErrorDetail::InvalidArgumentPassingMode:
      return "InvalidArgumentPassingMode";
    case ErrorDetail::InvalidClauseComposition:
      return "InvalidClauseComposition";
    case ErrorDetail::InvalidDelete:
      return "InvalidDelete";
    case ErrorDetail::DifferentColumnsInUnion:
      return "DifferentColumnsInUnion";
    case ErrorDetail::ColumnNameConflict:
      return "ColumnNameConflict";
    case ErrorDetail::NoExpressionAlias:
      return "NoExpressionAlias";
    case ErrorDetail::NoVariablesInScope:
      return "NoVariablesInScope";
    case ErrorDetail::UnknownFunction:
      return "UnknownFunction";
    case ErrorDetail::ProcedureNotFound:
      return "ProcedureNotFound";
    case ErrorDetail::MissingParameter:
      return "MissingParameter";
    case ErrorDetail::InvalidArgumentValue:
      return "InvalidArgumentValue";
    case ErrorDetail::NumberOutOfRange:
      return "NumberOutOfRange";
    case ErrorDetail::DeletedEntityAccess:
      return "DeletedEntityAccess";
    case ErrorDetail::MergeReadOwnWrites:
      return "MergeReadOwnWrites";
    case ErrorDetail::MapElementAccessByNonString:
      return "MapElementAccessByNonString";
    case ErrorDetail::ListElementAccessByNonInteger:
      return "ListElementAccessByNonInteger";
    case ErrorDetail::PropertyAccessByNonString:
      return "PropertyAccessByNonString";
    case ErrorDetail::InvalidPropertyType:
      return "InvalidPropertyType";
    case ErrorDetail::DeleteConnectedNode:
      return "DeleteConnectedNode";
    case ErrorDetail::DivisionByZero:
      return "DivisionByZero";
    case ErrorDetail::RowLimit:
      return "RowLimit";
    case ErrorDetail::StepLimit:
      return "StepLimit";
    case ErrorDetail::MemoryLimit:
      return "MemoryLimit";
    case ErrorDetail::TimeLimit:
      return "TimeLimit";
  }
  return "";
}

// The line is cut around the place when it is long, so that the caret is always in view. Tabs
// before the caret stay tabs, so that it stands below the right character in any terminal.
std::string describe(const QueryError& error, std::string_view text) {
  const std::size_t offset = std::min<std::size_t>(error.offset, text.size());
  const std::string_view before = text.substr(0, offset);
  const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
  const std::size_t newline = before.rfind('\n');
  const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
  const std::size_t line_end = std::min(text.find('\n', offset), text.size());
  const std::size_t column = count_characters(before.substr(line_start)) + 1;

  std::size_t start = line_start;
  std::size_t end = line_end;
  if (end - start > widest_line) {
    start = offset - line_start > widest_line / 2 ? offset - widest_line / 2 : line_start;
    end = std::min(line_end, start + widest_line);
    while (start < offset && !starts_character(text[start])) ++start;
    while (end < line_end && !starts_character(text[end])) ++end;
  }
  std::string shown(text.substr(start, end - start));
  if (!shown.empty() && shown.back() == '\r') shown.pop_back();
  const bool cut_before = start > line_start;

  std::string result = std::to_string(line) + ":" + std::to_string(column) + ": " + error.message;
  result += "\n  ";
  if (cut_before) result += "...";
  result += shown;
  if (end < line_end) result += "...";
  result += "\n  ";
  if (cut_before) result += "   ";
  for (const char c : text.substr(start, offset - start)) {
    if (starts_character(c)) result.push_back(c == '\t' ? '\t' : ' ');
  }
  result += "^";
  return result;
}

}  // namespace dinkel

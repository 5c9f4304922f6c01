// QueryError: why a database (or our own parser, validator, interpreter) refuses a query.
// Type, phase and detail are the words of the openCypher TCK.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dinkel {

enum class ErrorPhase { CompileTime, Runtime };

enum class ErrorType {
  SyntaxError,
  SemanticError,
  TypeError,
  ArgumentError,
  EntityNotFound,
  ParameterMissing,
  ProcedureError,
  ConstraintVerificationFailed,
  ArithmeticError,
  LimitExceeded,
};

enum class ErrorDetail {
  None,
  // compile time
  UnexpectedSyntax,
  UndefinedVariable,
  VariableAlreadyBound,
  VariableTypeConflict,
  InvalidArgumentType,
  IntegerOverflow,
  FloatingPointOverflow,
  InvalidNumberLiteral,
  InvalidUnicodeLiteral,
  InvalidUnicodeCharacter,
  NoSingleRelationshipType,
  RequiresDirectedRelationship,
  CreatingVarLength,
  InvalidRelationshipPattern,
  RelationshipUniquenessViolation,
  AmbiguousAggregationExpression,
  InvalidAggregation,
  NestedAggregation,
  NegativeIntegerArgument,
  NonConstantExpression,
  InvalidParameterUse,
  InvalidNumberOfArguments,
  InvalidArgumentPassingMode,
  InvalidClauseComposition,
  InvalidDelete,
  DifferentColumnsInUnion,
  ColumnNameConflict,
  NoExpressionAlias,
  NoVariablesInScope,
  UnknownFunction,
  ProcedureNotFound,
  MissingParameter,
  // runtime
  InvalidArgumentValue,
  NumberOutOfRange,
  DeletedEntityAccess,
  MergeReadOwnWrites,
  MapElementAccessByNonString,
  ListElementAccessByNonInteger,
  PropertyAccessByNonString,
  InvalidPropertyType,
  DeleteConnectedNode,
  DivisionByZero,
  // limits
  RowLimit,
  StepLimit,
  MemoryLimit,
  TimeLimit,
};

struct QueryError {
  ErrorType type = ErrorType::SyntaxError;
  ErrorPhase phase = ErrorPhase::CompileTime;
  ErrorDetail detail = ErrorDetail::None;
  std::string message;       // a sentence without position: "variable `x` is not defined"
  std::uint32_t offset = 0;  // byte offset into the text
};

std::string_view to_text(ErrorType type);
std::string_view to_text(ErrorPhase phase);  // "compile time", "runtime"
std::string_view to_text(ErrorDetail detail);

// "1:8: variable `x` is not defined", the line, and a caret below the place.
std::string describe(const QueryError& error, std::string_view text);

}  // namespace dinkel

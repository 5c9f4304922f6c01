// The arithmetic operators on values: numbers, strings, lists, temporal values and durations.
// Integers are 64 bits wide, and what does not fit is an error, never a wrong number. Null with
// anything is null. What the operator does not know is a TypeError.
#pragma once

#include "cypher/ast_expr.h"
#include "cypher/value.h"

namespace dinkel {

// For Add, Subtract, Multiply, Divide, Modulo, Power and Concat.
Value arithmetic(BinaryOp op, const Value& left, const Value& right);
Value arithmetic_negate(const Value& operand);

}  // namespace dinkel

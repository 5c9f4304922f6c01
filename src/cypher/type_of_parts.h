// The parts of type_of(): what operators and functions give for arguments of known types, and which
// arguments they take, for the validator. Nothing here looks at a tree.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "cypher/ast_expr.h"
#include "cypher/functions.h"
#include "cypher/type.h"

namespace dinkel {

Type unary_type(UnaryOp op, Type operand);
Type binary_type(BinaryOp op, Type left, Type right);
// Whether some values of these types can be operands; AND, OR and XOR look at each side on its own.
bool operands_fit(BinaryOp op, Type left, Type right);
Type comparison_type(ComparisonOp op, Type left, Type right);
// The join over all overloads that the arguments may select.
Type function_type(std::string_view name, std::span<const Type> arguments);
// The rows of a function, found without allocating; empty for an unknown name.
std::span<const Function* const> overloads_of(std::string_view name);
// Whether a row can be called with that many arguments, and with such arguments: each may be null
// or have a kind in common with its parameter.
bool accepts_count(const Function& row, std::size_t count);
bool accepts(const Function& row, std::span<const Type> arguments);
// object.key for what is not an entity or a map: components of temporal values and points.
Type component_type(Kinds object);

}  // namespace dinkel

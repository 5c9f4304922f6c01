// Small constructors of syntax trees, so that productions read like the text they write.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cypher/ast.h"

namespace dinkel {

inline Expr expr_of(Expr::Node node) {
  return Expr{{}, std::move(node)};
}
inline Expr variable_expr(std::string name) {
  return expr_of(Variable{std::move(name)});
}
inline Expr integer_expr(std::int64_t value) {
  return expr_of(IntegerLiteral{value});
}
inline Expr string_expr(std::string value) {
  return expr_of(StringLiteral{std::move(value)});
}
inline Expr boolean_expr(bool value) {
  return expr_of(BooleanLiteral{value});
}
inline Expr null_expr() {
  return expr_of(NullLiteral{});
}
inline Expr property_expr(Expr object, std::string key) {
  return expr_of(Property{std::move(object), std::move(key)});
}
inline Expr call_expr(std::string name, std::vector<Expr> arguments) {
  return expr_of(FunctionCall{std::move(name), false, std::move(arguments)});
}
inline Expr binary_expr(BinaryOp op, Expr left, Expr right) {
  return expr_of(Binary{op, std::move(left), std::move(right)});
}
inline Expr unary_expr(UnaryOp op, Expr operand) {
  return expr_of(Unary{op, std::move(operand)});
}
inline Expr comparison_expr(ComparisonOp op, Expr left, Expr right) {
  Comparison comparison;
  comparison.operands.push_back(std::move(left));
  comparison.operands.push_back(std::move(right));
  comparison.ops.push_back(op);
  return expr_of(std::move(comparison));
}
inline Clause clause_of(Clause::Node node) {
  return Clause{{}, std::move(node)};
}
inline LabelExpr label_of(std::string name) {
  return LabelExpr{LabelName{std::move(name)}};
}

}  // namespace dinkel

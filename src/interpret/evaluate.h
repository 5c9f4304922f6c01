// Expressions, inside of the interpreter: one member for every kind of node, one file for every
// family (logic, access, lists, subqueries). runtime.h has the two functions that others call.
#pragma once

#include <string_view>

#include "interpret/runtime.h"

namespace dinkel {

struct Evaluator {
  Runtime& runtime;
  const Bindings& bindings;
  const Expr& expr;  // the node being evaluated; aggregates are found by its address

  Value operator()(const NullLiteral&) const { return Null{}; }
  Value operator()(const BooleanLiteral& literal) const { return literal.value; }
  Value operator()(const IntegerLiteral& literal) const { return literal.value; }
  Value operator()(const FloatLiteral& literal) const { return literal.value; }
  Value operator()(const StringLiteral& literal) const { return literal.value; }
  Value operator()(const ListLiteral& literal) const;
  Value operator()(const MapLiteral& literal) const;
  Value operator()(const Variable& variable) const;
  Value operator()(const Parameter& parameter) const;
  // evaluate_access.cpp
  Value operator()(const Property& property) const;
  Value operator()(const Subscript& subscript) const;
  Value operator()(const Slice& slice) const;
  Value operator()(const MapProjection& projection) const;
  // evaluate_logic.cpp
  Value operator()(const Unary& unary) const;
  Value operator()(const Binary& binary) const;
  Value operator()(const Comparison& comparison) const;
  Value operator()(const NullCheck& check) const;
  Value operator()(const TypeCheck& check) const;
  Value operator()(const LabelCheck& check) const;
  Value operator()(const Case& case_expr) const;
  // evaluate.cpp
  Value operator()(const FunctionCall& call) const;
  Value operator()(const CountStar&) const;
  // evaluate_list.cpp
  Value operator()(const ListComprehension& comprehension) const;
  Value operator()(const Quantifier& quantifier) const;
  Value operator()(const Reduce& reduce) const;
  // evaluate_subquery.cpp
  Value operator()(const SubqueryExpr& subquery) const;
  // match.cpp
  Value operator()(const PatternComprehension& comprehension) const {
    return evaluate_pattern_comprehension(runtime, bindings, comprehension);
  }
  Value operator()(const PatternExpr& pattern) const {
    return evaluate_pattern_expr(runtime, bindings, pattern);
  }

  Value evaluate_child(const Expr& child) const { return evaluate(runtime, bindings, child); }
};

// evaluate_logic.cpp
Value from_ternary(Ternary ternary);
// A boolean or null; anything else is a TypeError.
Ternary to_ternary(const Value& value);
Ternary is_in(const Value& element, const Values& list);
bool has_type(const Value& value, const TypeName& type);

// evaluate_text.cpp: STARTS WITH, ENDS WITH, CONTAINS, =~; null when an operand is no string.
Value evaluate_text_operator(Runtime& runtime, BinaryOp op, const Value& left, const Value& right);

// evaluate_access.cpp: the value of `object.key`, null where there is none.
Value property_of(Runtime& runtime, const Value& object, std::string_view key);

}  // namespace dinkel

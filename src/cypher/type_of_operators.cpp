// What the operators give. An operator that cannot work on such arguments fails, so it gives no
// value at all; since a type must hold something, the answer is then Any.
#include <array>

#include "cypher/type_of_parts.h"

namespace dinkel {

namespace {

constexpr Kinds text_parts = kinds::storable.without(Kind::String);

Type boolean(bool nullable) {
  return Type::of(nullable ? Kind::Boolean | Kind::Null : Kinds(Kind::Boolean));
}

// Empty kinds: the operation always fails.
Type finish(Kinds kinds, Kinds elements, bool nullable) {
  if (nullable) kinds = kinds | Kind::Null;
  return {kinds, kinds.has(Kind::List) ? elements : Kinds()};
}

Type or_any(Type type) {
  return type.kinds.empty() ? Type::any() : type;
}

Kinds number_result(Kinds left, Kinds right) {
  Kinds result;
  if (!left.meets(kinds::number) || !right.meets(kinds::number)) return result;
  if (left.has(Kind::Integer) && right.has(Kind::Integer)) result = result | Kind::Integer;
  if (left.has(Kind::Float) || right.has(Kind::Float)) result = result | Kind::Float;
  return result;
}

// A list and a value, or two lists. A value that is itself a list adds its elements.
Kinds added_elements(Type list, Type other) {
  return list.elements | other.kinds.without(Kind::List) |
         (other.kinds.has(Kind::List) ? other.elements : Kinds());
}

// A null could have been of any type: what the other operand allows is the type of the result, so
// that it never becomes narrower when less is known of an operand.
Type anything_if_null(Type type) {
  return type.kinds.only(Kind::Null) ? Type::any() : type;
}

Type added_to_null(Type other) {
  if (!other.kinds.has(Kind::List)) return Type::of(Kind::Null);
  return finish(other.kinds, other.elements | Kind::Null, true);
}

Type add(Type left, Type right) {
  const Kinds a = left.kinds;
  const Kinds b = right.kinds;
  // Null and something is null, and a list only where the something could be one.
  if (a == Kinds(Kind::Null)) return added_to_null(right);
  if (b == Kinds(Kind::Null)) return added_to_null(left);
  Kinds result = number_result(a, b);
  if ((a.has(Kind::String) && b.meets(kinds::storable)) ||
      (b.has(Kind::String) && a.meets(text_parts))) {
    result = result | Kind::String;
  }
  if (b.has(Kind::Duration)) result = result | (a & kinds::temporal);
  if (a.has(Kind::Duration)) result = result | (b & kinds::temporal);
  Kinds elements;
  if (a.has(Kind::List)) elements = elements | added_elements(left, right);
  if (b.has(Kind::List)) elements = elements | added_elements(right, left);
  if (a.has(Kind::List) || b.has(Kind::List)) result = result | Kind::List;
  return finish(result, elements, left.nullable() || right.nullable());
}

Type arithmetic(BinaryOp op, Type left, Type right) {
  left = anything_if_null(left);
  right = anything_if_null(right);
  const Kinds a = left.kinds;
  const Kinds b = right.kinds;
  Kinds result = op == BinaryOp::Power && !number_result(a, b).empty() ? Kinds(Kind::Float)
                                                                       : number_result(a, b);
  if (op == BinaryOp::Subtract && b.has(Kind::Duration)) result = result | (a & kinds::temporal);
  const bool scales = op == BinaryOp::Multiply || op == BinaryOp::Divide;
  if (scales && a.has(Kind::Duration) && b.meets(kinds::number)) result = result | Kind::Duration;
  if (op == BinaryOp::Multiply && b.has(Kind::Duration) && a.meets(kinds::number)) {
    result = result | Kind::Duration;
  }
  return finish(result, {}, left.nullable() || right.nullable());
}

Type concat(Type left, Type right) {
  left = anything_if_null(left);
  right = anything_if_null(right);
  Kinds result;
  if (left.kinds.has(Kind::String) && right.kinds.has(Kind::String)) result = result | Kind::String;
  if (left.kinds.has(Kind::List) && right.kinds.has(Kind::List)) result = result | Kind::List;
  return finish(result, left.elements | right.elements, left.nullable() || right.nullable());
}

constexpr Kinds nested = Kind::List | Kind::Map;

// Whether `=` can be unknown: null itself, or a null within a list or map.
bool equality_unknown(Kinds left, Kinds right) {
  return left.has(Kind::Null) || right.has(Kind::Null) ||
         (left.meets(nested) && right.meets(nested));
}

// Values of one of these kinds always compare with each other.
constexpr std::array<Kinds, 8> orderable = {
    kinds::number,          Kinds(Kind::String), Kinds(Kind::Boolean),       Kinds(Kind::Date),
    Kinds(Kind::LocalTime), Kinds(Kind::Time),   Kinds(Kind::LocalDateTime), Kinds(Kind::DateTime)};

bool always_ordered(Kinds left, Kinds right) {
  for (const Kinds family : orderable) {
    if (left.only(family) && right.only(family)) return true;
  }
  return false;
}

}  // namespace

Type unary_type(UnaryOp op, Type operand) {
  if (op == UnaryOp::Not) return boolean(operand.nullable());
  return or_any(finish(operand.kinds & (kinds::number | Kind::Duration), {}, operand.nullable()));
}

Type binary_type(BinaryOp op, Type left, Type right) {
  switch (op) {
    case BinaryOp::Or:
    case BinaryOp::Xor:
    case BinaryOp::And:
      return boolean(left.nullable() || right.nullable());
    case BinaryOp::Add:
      return add(left, right);
    case BinaryOp::Subtract:
    case BinaryOp::Multiply:
    case BinaryOp::Divide:
    case BinaryOp::Modulo:
    case BinaryOp::Power:
      return arithmetic(op, left, right);
    case BinaryOp::Concat:
      return concat(left, right);
    case BinaryOp::In:
      return boolean(right.nullable() || equality_unknown(left.kinds, right.elements));
    case BinaryOp::StartsWith:
    case BinaryOp::EndsWith:
    case BinaryOp::Contains:
    case BinaryOp::RegexMatch:
      return boolean(!left.kinds.only(Kind::String) || !right.kinds.only(Kind::String));
  }
  return Type::any();
}

bool operands_fit(BinaryOp op, Type left, Type right) {
  switch (op) {
    case BinaryOp::Or:
    case BinaryOp::Xor:
    case BinaryOp::And:
      return left.kinds.meets(Kind::Boolean | Kind::Null) &&
             right.kinds.meets(Kind::Boolean | Kind::Null);
    case BinaryOp::Add:
      return !add(left, right).kinds.empty();
    case BinaryOp::Subtract:
    case BinaryOp::Multiply:
    case BinaryOp::Divide:
    case BinaryOp::Modulo:
    case BinaryOp::Power:
      return !arithmetic(op, left, right).kinds.empty();
    case BinaryOp::Concat:
      return !concat(left, right).kinds.empty();
    case BinaryOp::In:
      return right.kinds.meets(Kind::List | Kind::Null);
    case BinaryOp::StartsWith:
    case BinaryOp::EndsWith:
    case BinaryOp::Contains:
    case BinaryOp::RegexMatch:
      return true;  // null for what is not a string
  }
  return true;
}

Type comparison_type(ComparisonOp op, Type left, Type right) {
  if (op == ComparisonOp::Equal || op == ComparisonOp::NotEqual) {
    return boolean(equality_unknown(left.kinds, right.kinds));
  }
  return boolean(!always_ordered(left.kinds, right.kinds));
}

Type component_type(Kinds object) {
  Kinds result;
  if (object.meets(kinds::temporal)) result = result | Kind::Integer | Kind::String | Kind::Null;
  if (object.has(Kind::Point)) {
    result = result | Kind::Float | Kind::Integer | Kind::String | Kind::Null;
  }
  return {result, {}};
}

}  // namespace dinkel

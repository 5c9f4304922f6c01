// Expressions of the syntax tree; see ast.h, which includes everything.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/box.h"
#include "cypher/ast_pattern.h"

namespace dinkel {

// ---- Expressions --------------------------------------------------------------------------------

struct NullLiteral {
  bool operator==(const NullLiteral&) const = default;
};
struct BooleanLiteral {
  bool value = false;
  bool operator==(const BooleanLiteral&) const = default;
};
struct IntegerLiteral {  // a minus sign in front of digits belongs to the literal
  std::int64_t value = 0;
  bool operator==(const IntegerLiteral&) const = default;
};
struct FloatLiteral {  // compared by bits: NaN equals NaN here, -0.0 differs from 0.0
  double value = 0;
  friend bool operator==(const FloatLiteral& a, const FloatLiteral& b) {
    return std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
  }
};
struct StringLiteral {  // UTF-8, escapes already resolved
  std::string value;
  bool operator==(const StringLiteral&) const = default;
};
struct ListLiteral {
  std::vector<Expr> items;
  bool operator==(const ListLiteral&) const = default;
};
struct MapEntry;
struct MapLiteral {
  std::vector<MapEntry> entries;
  bool operator==(const MapLiteral&) const = default;
};
struct Variable {
  std::string name;
  bool operator==(const Variable&) const = default;
};
struct Parameter {
  std::string name;
  bool operator==(const Parameter&) const = default;
};
struct Property {  // object.key
  Box<Expr> object;
  std::string key;
  bool operator==(const Property&) const = default;
};
struct Subscript {  // object[index]
  Box<Expr> object;
  Box<Expr> index;
  bool operator==(const Subscript&) const = default;
};
struct Slice {  // object[from..to]
  Box<Expr> object;
  OptionalExpr from;
  OptionalExpr to;
  bool operator==(const Slice&) const = default;
};

enum class UnaryOp { Not, Minus, Plus };
struct Unary {
  UnaryOp op = UnaryOp::Not;
  Box<Expr> operand;
  bool operator==(const Unary&) const = default;
};

enum class BinaryOp {
  Or,
  Xor,
  And,
  Add,
  Subtract,
  Multiply,
  Divide,
  Modulo,
  Power,
  Concat,  // ||
  In,
  StartsWith,
  EndsWith,
  Contains,
  RegexMatch,
};
struct Binary {
  BinaryOp op = BinaryOp::Or;
  Box<Expr> left;
  Box<Expr> right;
  bool operator==(const Binary&) const = default;
};

// a < b <= c, which means a < b AND b <= c. operands.size() == ops.size() + 1, at least one op.
enum class ComparisonOp { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };
struct Comparison {
  std::vector<Expr> operands;
  std::vector<ComparisonOp> ops;
  bool operator==(const Comparison&) const = default;
};

struct NullCheck {  // IS [NOT] NULL
  Box<Expr> operand;
  bool negated = false;
  bool operator==(const NullCheck&) const = default;
};

// A type as it is written in a query: INTEGER, LIST<STRING NOT NULL>, ANY.
struct TypeName {
  std::string name;               // upper case, single spaces: "ZONED DATETIME"
  std::vector<TypeName> element;  // of LIST<...>: exactly one, else empty
  bool not_null = false;
  bool operator==(const TypeName&) const = default;
};
struct TypeCheck {  // IS [NOT] :: type
  Box<Expr> operand;
  TypeName type;
  bool negated = false;
  bool operator==(const TypeCheck&) const = default;
};
struct LabelCheck {  // n:A|B, r:R, n IS A
  Box<Expr> operand;
  LabelExpr labels;
  bool operator==(const LabelCheck&) const = default;
};
struct FunctionCall {  // the name as written, with its namespace: "duration.between"
  std::string name;
  bool distinct = false;
  std::vector<Expr> arguments;
  bool operator==(const FunctionCall&) const = default;
};
struct CountStar {
  bool operator==(const CountStar&) const = default;
};

struct CaseBranch;
struct Case {
  OptionalExpr subject;
  std::vector<CaseBranch> branches;
  OptionalExpr otherwise;
  bool operator==(const Case&) const = default;
};

struct ListComprehension {  // [x IN list WHERE p | e]
  std::string variable;
  Box<Expr> list;
  OptionalExpr where;
  OptionalExpr projection;
  bool operator==(const ListComprehension&) const = default;
};
struct PatternComprehension {  // [p = (a)-->(b) WHERE q | e]
  Box<PatternPart> pattern;
  OptionalExpr where;
  Box<Expr> projection;
  bool operator==(const PatternComprehension&) const = default;
};
enum class QuantifierKind { All, Any, None, Single };
struct Quantifier {  // all(x IN list WHERE p)
  QuantifierKind kind = QuantifierKind::All;
  std::string variable;
  Box<Expr> list;
  OptionalExpr where;
  bool operator==(const Quantifier&) const = default;
};
struct Reduce {  // reduce(accumulator = initial, variable IN list | body)
  std::string accumulator;
  Box<Expr> initial;
  std::string variable;
  Box<Expr> list;
  Box<Expr> body;
  bool operator==(const Reduce&) const = default;
};

struct MapProjectionItem;
struct MapProjection {  // n {.a, .*, b, c: 1}
  Box<Expr> object;     // a variable
  std::vector<MapProjectionItem> items;
  bool operator==(const MapProjection&) const = default;
};

// The body of EXISTS { } and COUNT { } may be a mere pattern; it is kept as MATCH in a query with
// `pattern_only` set, so that it prints as it was and everyone else sees an ordinary query.
enum class SubqueryKind { Exists, Count, Collect };
struct SubqueryExpr {
  SubqueryKind kind = SubqueryKind::Exists;
  Box<Query> query;
  bool pattern_only = false;
  bool operator==(const SubqueryExpr&) const = default;
};
struct PatternExpr {  // (a)-->(b) as a predicate; shortestPath((a)-[*]-(b)) as a value
  Box<PatternPart> pattern;
  bool operator==(const PatternExpr&) const = default;
};

// A class of its own rather than a bare variant, because its copying and destruction touch every
// node type: they are compiled once, in ast.cpp, and not in each of the many files that copy a
// tree.
struct ExprNode
    : std::variant<NullLiteral, BooleanLiteral, IntegerLiteral, FloatLiteral, StringLiteral,
                   ListLiteral, MapLiteral, Variable, Parameter, Property, Subscript, Slice, Unary,
                   Binary, Comparison, NullCheck, TypeCheck, LabelCheck, FunctionCall, CountStar,
                   Case, ListComprehension, PatternComprehension, Quantifier, Reduce, MapProjection,
                   SubqueryExpr, PatternExpr> {
  using variant::variant;
  ExprNode();
  ExprNode(const ExprNode&);
  ExprNode(ExprNode&&) noexcept;
  ExprNode& operator=(const ExprNode&);
  ExprNode& operator=(ExprNode&&) noexcept;
  ~ExprNode();
  bool operator==(const ExprNode&) const;
};
struct Expr {
  using Node = ExprNode;
  Origin origin;
  Node node;
  bool operator==(const Expr&) const = default;
};

struct MapEntry {
  std::string key;
  Expr value;
  bool operator==(const MapEntry&) const = default;
};
struct CaseBranch {
  Expr when;
  Expr then;
  bool operator==(const CaseBranch&) const = default;
};
enum class MapProjectionKind { Property, AllProperties, Variable, Entry };  // .a, .*, b, c: 1
struct MapProjectionItem {
  MapProjectionKind kind = MapProjectionKind::Property;
  std::string name;
  OptionalExpr value;  // of an Entry
  bool operator==(const MapProjectionItem&) const = default;
};

}  // namespace dinkel

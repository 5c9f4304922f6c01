// Patterns and label expressions of the syntax tree; see ast.h, which includes everything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/box.h"

namespace dinkel {

// Where a node comes from: a number that is unique within its statement (0: not numbered), by
// which rewrites and reductions name their site, and the byte offset in the text that was parsed.
// Origins never make two trees different.
struct Origin {
  std::uint32_t id = 0;
  std::uint32_t offset = 0;
  friend bool operator==(Origin, Origin) { return true; }
};

struct Expr;
struct Query;
struct PatternPart;
using OptionalExpr = std::optional<Box<Expr>>;

// ---- Label expressions: (n:A&(B|!C)), -[:R|S]-> -------------------------------------------------

struct LabelExpr;
struct LabelName {
  std::string name;
  bool operator==(const LabelName&) const = default;
};
struct LabelWildcard {  // %
  bool operator==(const LabelWildcard&) const = default;
};
struct LabelDynamic {  // $(expr)
  Box<Expr> name;
  bool operator==(const LabelDynamic&) const = default;
};
struct LabelNot {
  Box<LabelExpr> operand;
  bool operator==(const LabelNot&) const = default;
};
struct LabelAnd {  // at least two operands; :A:B and :A&B are the same tree
  std::vector<LabelExpr> operands;
  bool operator==(const LabelAnd&) const = default;
};
struct LabelOr {  // at least two operands; :A|B and :A|:B are the same tree
  std::vector<LabelExpr> operands;
  bool operator==(const LabelOr&) const = default;
};
struct LabelExpr {
  std::variant<LabelName, LabelWildcard, LabelDynamic, LabelNot, LabelAnd, LabelOr> node;
  bool operator==(const LabelExpr&) const = default;
};

// ---- Patterns -----------------------------------------------------------------------------------

struct NodePattern {
  Origin origin;
  std::string variable;  // empty: anonymous
  std::optional<LabelExpr> labels;
  OptionalExpr properties;  // a map literal or a parameter
  OptionalExpr where;       // (n WHERE ...)
  bool operator==(const NodePattern&) const = default;
};

enum class Direction { Right, Left, Either };  // -->, <--, -- (also <-->)

// Bounds of a repetition; an absent bound is open. `*` is {,}, `*2` is {2,2}, `+` is {1,}.
struct Repetition {
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  bool operator==(const Repetition&) const = default;
};

struct RelationshipPattern {
  Origin origin;
  std::string variable;
  Direction direction = Direction::Either;
  std::optional<LabelExpr> types;
  std::optional<Repetition> length;      // -[*1..3]->, the variable is then a list
  std::optional<Repetition> quantifier;  // -[]->{1,3}, a quantified relationship
  OptionalExpr properties;
  OptionalExpr where;
  bool operator==(const RelationshipPattern&) const = default;
};

struct PatternElement;
// ((a)-[r]->(b) WHERE ...){1,3}: a quantified path pattern, or a mere grouping without quantifier.
struct PathGroup {
  Origin origin;
  std::vector<PatternElement> elements;
  std::string path_variable;  // (p = (a)-->(b)){2}, a subpath variable
  OptionalExpr where;
  std::optional<Repetition> quantifier;
  bool operator==(const PathGroup&) const = default;
};

// A path is a flat sequence: node, relationship, node, ... with groups between nodes.
struct PatternElement {
  std::variant<NodePattern, RelationshipPattern, PathGroup> node;
  bool operator==(const PatternElement&) const = default;
};

enum class PathKind { Plain, ShortestPath, AllShortestPaths };  // shortestPath(...), ...

// The selectors of GQL: MATCH p = SHORTEST 2 (a)-->+(b).
enum class SelectorKind { AnyPath, ShortestPaths, AllShortest, ShortestGroups };
struct PathSelector {
  SelectorKind kind = SelectorKind::AnyPath;
  std::int64_t count = 1;
  bool operator==(const PathSelector&) const = default;
};

struct PatternPart {
  Origin origin;
  std::string path_variable;  // p = ...
  PathKind kind = PathKind::Plain;
  std::optional<PathSelector> selector;
  std::vector<PatternElement> elements;
  bool operator==(const PatternPart&) const = default;
};

using Pattern = std::vector<PatternPart>;

}  // namespace dinkel

// The syntax tree of Cypher, as plain values: patterns (ast_pattern.h), expressions (ast_expr.h),
// and here the clauses, queries and statements.
//
// Node names are those of the openCypher grammar. Sums are std::variant, products are aggregates,
// recursion goes through Box, and equality is structural: two trees are equal when they would print
// the same text. Scopes and types are not stored here: they are computed (state.h, type_of.h).
// The only place that knows the children of a node is walk.h.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/box.h"
#include "cypher/ast_expr.h"
#include "cypher/ast_pattern.h"

namespace dinkel {

// ---- Clauses ------------------------------------------------------------------------------------

struct Match {
  bool optional = false;
  Pattern pattern;
  OptionalExpr where;
  bool operator==(const Match&) const = default;
};
struct Create {
  Pattern pattern;
  bool operator==(const Create&) const = default;
};

struct SetProperty {  // SET expr.key = value; target is a Property or (dynamic) a Subscript
  Expr target;
  Expr value;
  bool operator==(const SetProperty&) const = default;
};
struct SetProperties {  // SET n = map (replaces), SET n += map (adds)
  Expr target;
  Expr value;
  bool add = false;
  bool operator==(const SetProperties&) const = default;
};
struct SetLabels {  // SET n:A:B; each label is a LabelName or a LabelDynamic
  Expr target;
  std::vector<LabelExpr> labels;
  bool operator==(const SetLabels&) const = default;
};
using SetItem = std::variant<SetProperty, SetProperties, SetLabels>;

enum class MergeEvent { OnCreate, OnMatch };
struct MergeAction {
  MergeEvent event = MergeEvent::OnCreate;
  std::vector<SetItem> items;
  bool operator==(const MergeAction&) const = default;
};
struct Merge {
  PatternPart pattern;
  std::vector<MergeAction> actions;
  bool operator==(const Merge&) const = default;
};
struct Set {
  std::vector<SetItem> items;
  bool operator==(const Set&) const = default;
};

struct RemoveProperty {
  Expr target;  // a Property or (dynamic) a Subscript
  bool operator==(const RemoveProperty&) const = default;
};
struct RemoveLabels {
  Expr target;
  std::vector<LabelExpr> labels;
  bool operator==(const RemoveLabels&) const = default;
};
using RemoveItem = std::variant<RemoveProperty, RemoveLabels>;
struct Remove {
  std::vector<RemoveItem> items;
  bool operator==(const Remove&) const = default;
};
struct Delete {
  bool detach = false;
  std::vector<Expr> targets;
  bool operator==(const Delete&) const = default;
};
struct Unwind {
  Expr list;
  std::string variable;
  bool operator==(const Unwind&) const = default;
};

struct ProjectionItem {
  Expr value;
  std::string alias;   // empty: none was given
  std::string source;  // the text as written, which names the column of RETURN without an alias
  friend bool operator==(const ProjectionItem& a, const ProjectionItem& b) {
    return a.value == b.value && a.alias == b.alias;
  }
};
struct SortItem {
  Expr value;
  bool descending = false;
  bool operator==(const SortItem&) const = default;
};
struct Projection {
  bool distinct = false;
  bool star = false;  // comes before the items
  std::vector<ProjectionItem> items;
  std::vector<SortItem> order_by;
  OptionalExpr skip;
  OptionalExpr limit;
  bool operator==(const Projection&) const = default;
};
struct With {
  Projection projection;
  OptionalExpr where;
  bool operator==(const With&) const = default;
};
struct Return {
  Projection projection;
  bool operator==(const Return&) const = default;
};

struct Clause;
struct Foreach {
  std::string variable;
  Expr list;
  std::vector<Clause> body;
  bool operator==(const Foreach&) const = default;
};

// CALL { ... } sees only what a leading WITH imports; CALL (x, y) { ... } and CALL (*) { ... } list
// their imports. IN TRANSACTIONS [OF n ROWS].
struct ScopeClause {
  bool star = false;
  std::vector<std::string> variables;
  bool operator==(const ScopeClause&) const = default;
};
enum class OnTransactionError { Unspecified, Continue, Break, Fail };
struct InTransactions {
  OptionalExpr rows;
  OnTransactionError on_error = OnTransactionError::Unspecified;
  std::string report_as;  // REPORT STATUS AS x
  bool operator==(const InTransactions&) const = default;
};
struct CallSubquery {
  bool optional = false;  // OPTIONAL CALL
  std::optional<ScopeClause> scope;
  Box<Query> query;
  std::optional<InTransactions> in_transactions;
  bool operator==(const CallSubquery&) const = default;
};

struct YieldItem {
  std::string field;
  std::string alias;  // empty: none was given
  bool operator==(const YieldItem&) const = default;
};
struct CallProcedure {
  std::string name;
  std::optional<std::vector<Expr>> arguments;  // absent: implicit, from the parameters
  bool yield_star = false;
  bool has_yield = false;
  std::vector<YieldItem> yield;
  OptionalExpr where;
  bool operator==(const CallProcedure&) const = default;
};

struct ClauseNode  // a class for the same reason as ExprNode
    : std::variant<Match, Create, Merge, Set, Remove, Delete, Unwind, With, Return, Foreach,
                   CallSubquery, CallProcedure> {
  using variant::variant;
  ClauseNode();
  ClauseNode(const ClauseNode&);
  ClauseNode(ClauseNode&&) noexcept;
  ClauseNode& operator=(const ClauseNode&);
  ClauseNode& operator=(ClauseNode&&) noexcept;
  ~ClauseNode();
  bool operator==(const ClauseNode&) const;
};
struct Clause {
  using Node = ClauseNode;
  Origin origin;
  Node node;
  bool operator==(const Clause&) const = default;
};

// ---- Queries and statements ---------------------------------------------------------------------

struct SingleQuery {
  std::vector<Clause> clauses;
  bool operator==(const SingleQuery&) const = default;
};
// parts[0] UNION parts[1] ...; union_all[i] stands between parts[i] and parts[i + 1].
struct Query {
  std::vector<SingleQuery> parts;
  std::vector<bool> union_all;
  bool operator==(const Query&) const = default;
};

enum class SchemaEntity { Node, Relationship };
enum class IndexKind { Default, Range, Text, Point, Lookup, Fulltext };
// CREATE [RANGE|TEXT|...] INDEX name [IF NOT EXISTS] FOR (n:L) ON (n.a, n.b); the older engines'
// CREATE INDEX ON :L(a) has `legacy` set.
struct CreateIndex {
  IndexKind kind = IndexKind::Default;
  std::string name;
  bool if_not_exists = false;
  bool legacy = false;
  SchemaEntity entity = SchemaEntity::Node;
  std::vector<std::string> labels;  // several only for a full-text index
  std::vector<std::string> properties;
  bool operator==(const CreateIndex&) const = default;
};
struct DropIndex {  // DROP INDEX name [IF EXISTS], or (legacy) DROP INDEX ON :L(a)
  std::string name;
  bool if_exists = false;
  bool legacy = false;
  std::string label;
  std::vector<std::string> properties;
  bool operator==(const DropIndex&) const = default;
};
enum class ConstraintKind { Unique, NotNull, Key, Type };
struct CreateConstraint {
  std::string name;
  bool if_not_exists = false;
  SchemaEntity entity = SchemaEntity::Node;
  std::string label;
  std::vector<std::string> properties;
  ConstraintKind kind = ConstraintKind::Unique;
  std::optional<TypeName> type;
  bool legacy = false;  // CREATE CONSTRAINT ON (n:L) ASSERT n.a IS UNIQUE
  bool operator==(const CreateConstraint&) const = default;
};
struct DropConstraint {
  std::string name;
  bool if_exists = false;
  bool operator==(const DropConstraint&) const = default;
};

enum class StatementMode { Run, Explain, Profile };
struct CypherOption {  // CYPHER 5 runtime=slotted: {"", "5"}, {"runtime", "slotted"}
  std::string name;
  std::string value;
  bool operator==(const CypherOption&) const = default;
};
struct Statement {
  using Body = std::variant<Query, CreateIndex, DropIndex, CreateConstraint, DropConstraint>;
  bool has_cypher_prefix = false;
  std::vector<CypherOption> options;
  StatementMode mode = StatementMode::Run;
  Body body;
  bool operator==(const Statement&) const = default;
};

}  // namespace dinkel

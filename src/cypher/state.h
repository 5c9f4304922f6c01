// The graph state of the paper: what is known at one point of a query.
//
//   QueryContext  the variables in scope, their types, and which of them are deleted
//   GraphSchema   labels, relationship types, property keys with their types, indexes
//
// advance() is THE definition of what a clause does to the state. The generator, the rewriter, the
// reducer and the validator all use it; nothing else may add or remove a variable.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cypher/ast.h"
#include "cypher/type.h"

namespace dinkel {

struct ScopedVariable {
  std::string name;
  Type type;             // Kind::Null in it: may be null here (after OPTIONAL MATCH, ...)
  bool deleted = false;  // a DELETE earlier in this query named it
  bool operator==(const ScopedVariable&) const = default;
};

// The variables in scope, in the order of their declaration (which is the order of `*`).
class QueryContext {
 public:
  const ScopedVariable* find(std::string_view name) const;
  ScopedVariable* find(std::string_view name);
  void declare(std::string name, Type type);  // replaces a variable of that name
  void forget(std::string_view name);
  void clear() { variables_.clear(); }
  bool empty() const { return variables_.empty(); }
  const std::vector<ScopedVariable>& variables() const { return variables_; }
  std::vector<ScopedVariable>& variables() { return variables_; }
  bool operator==(const QueryContext&) const = default;

 private:
  std::vector<ScopedVariable> variables_;
};

// Property keys seen on a label or type, with the union of the types written there.
using PropertyTypes = std::map<std::string, Type, std::less<>>;

struct SchemaIndex {
  std::string name;
  std::string label;
  std::vector<std::string> properties;
  bool unique = false;
  bool operator==(const SchemaIndex&) const = default;
};

struct GraphSchema {
  std::map<std::string, PropertyTypes, std::less<>> labels;  // "" holds what unlabelled nodes have
  std::map<std::string, PropertyTypes, std::less<>> relationship_types;
  std::vector<SchemaIndex> indexes;

  bool knows_label(std::string_view label) const { return labels.contains(label); }
  bool knows_type(std::string_view type) const { return relationship_types.contains(type); }
  // The union over all labels and types.
  Type property_type(std::string_view key) const;
  bool operator==(const GraphSchema&) const = default;
};

struct GraphState {
  QueryContext context;
  GraphSchema schema;
  bool operator==(const GraphState&) const = default;
};

// The state after the clause. Expects a clause that the validator accepts; on others the result is
// some state, never a crash. Scope of RETURN: its columns.
void advance(GraphState& state, const Clause& clause);
// The state after a whole query: the schema grows, the context holds the columns it returns.
void advance(GraphState& state, const Query& query);
void advance(GraphState& state, const Statement& statement);

// The state in which the first clause of a CALL subquery starts.
QueryContext subquery_context(const QueryContext& outer, const CallSubquery& call);
// The context that the items of a FOREACH body see.
QueryContext foreach_context(const QueryContext& outer, const Foreach& foreach_clause);
// Declares the variables that a pattern binds and that are not bound yet.
void declare_pattern(QueryContext& context, const PatternPart& part, bool nullable);
// The columns of a projection, in order, with their types.
std::vector<ScopedVariable> projected_columns(const QueryContext& context,
                                              const Projection& projection);
// The name of a column without alias: the text of the expression as it was written.
std::string column_name(const ProjectionItem& item);

// What the values of an expression can be, given the context it stands in. Never fails: what is not
// known is Any.
Type type_of(const Expr& expr, const QueryContext& context, const GraphSchema& schema);
Type type_of(const Expr& expr, const QueryContext& context);

}  // namespace dinkel

// The graph state of the paper: what is known at one point of a query.
//
//   QueryContext  the variables in scope, their types, and which of them are deleted
//   GraphSchema   labels, relationship types, property keys with their types, indexes
//
// advance() is THE definition of what a clause does to the state. The generator, the rewriter, the
// reducer and the validator all use it; nothing else may add or remove a variable.
//
// Both halves err on the safe side. A variable's type holds every value it can have, and a variable
// counts as deleted when it may be. The schema says what the graph MAY contain: it grows with
// CREATE, MERGE and SET, and never shrinks, since REMOVE and DELETE cannot prove that nothing is
// left. So a label, type or key that it does not know is really absent, unless the matching `open_`
// flag is set.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cypher/ast.h"
#include "cypher/type.h"

namespace dinkel {

struct ScopedVariable {
  std::string name;
  Type type;  // Kind::Null in it: may be null here (after OPTIONAL MATCH, ...)
  // It may hold an entity that is deleted: after DELETE of a node, that is every variable that can
  // hold a node, since two variables, or two rows, may share one.
  bool deleted = false;
  // A DELETE named this very variable, or one that it was projected from; implies `deleted`.
  bool surely_deleted = false;
  // Comes from outside of the subquery (CALL (x) { }, EXISTS { }, ...): no WITH takes it away, it
  // cannot be declared again, and `*` leaves it out.
  bool pinned = false;
  bool operator==(const ScopedVariable&) const = default;
};

// The variables in scope, in the order of their declaration; `*` puts them in the order of names.
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

// Property keys seen on a label or type, with the union of the types written there. Never nullable,
// although a property read may always give null.
using PropertyTypes = std::map<std::string, Type, std::less<>>;

struct SchemaIndex {
  std::string name;
  std::string label;
  std::vector<std::string> properties;
  bool unique = false;
  bool operator==(const SchemaIndex&) const = default;
};

struct GraphSchema {
  // "" holds what nodes of no known label have: those without one, and those that SET reaches
  // through a variable. Which label a key stands under is a hint for writing queries; only the sets
  // of all labels, all types and all keys are certain.
  std::map<std::string, PropertyTypes, std::less<>> labels;
  std::map<std::string, PropertyTypes, std::less<>> relationship_types;
  std::vector<SchemaIndex> indexes;
  bool open_labels = false;      // a dynamic label was written: any label may exist
  bool open_types = false;       // the same for relationship types
  bool open_properties = false;  // SET n = $map, SET n[k] = ...: any key with any value may exist

  bool knows_label(std::string_view label) const { return labels.contains(label); }
  bool knows_type(std::string_view type) const { return relationship_types.contains(type); }
  bool knows_property(std::string_view key) const;
  // Proofs that nothing in the graph has it.
  bool lacks_label(std::string_view label) const { return !open_labels && !knows_label(label); }
  bool lacks_type(std::string_view type) const { return !open_types && !knows_type(type); }
  bool lacks_property(std::string_view key) const {
    return !open_properties && !knows_property(key);
  }
  // What reading the property of some entity can give: the union over all labels and types, and
  // null.
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
// The context alone, where the schema is known and grows no more.
void advance(QueryContext& context, const Clause& clause, const GraphSchema& schema);
// The state after a whole query that starts from the context given: the schema grows, the context
// holds the columns it returns, nothing for a query without RETURN.
void advance(GraphState& state, const Query& query);
// The state after a statement, which starts without any variable.
void advance(GraphState& state, const Statement& statement);

// The state in which the first clause of a branch of a CALL subquery starts: the imports of its
// scope clause; or all of the outer variables, if the branch begins with an importing WITH; or
// nothing.
QueryContext subquery_context(const QueryContext& outer, const CallSubquery& call,
                              std::size_t branch = 0);
// The context in which EXISTS { }, COUNT { } and COLLECT { } start: everything, pinned.
QueryContext subquery_context(const QueryContext& outer);
// The context that the items of a FOREACH body see.
QueryContext foreach_context(const QueryContext& outer, const Foreach& foreach_clause);
// Declares the variables that a pattern binds and that are not bound yet. Those that are bound
// cannot be null after a match, so their types become narrower unless `nullable`.
void declare_pattern(QueryContext& context, const PatternPart& part, bool nullable);
// The same for some elements of a path: those of a quantified group as its own WHERE sees them,
// each variable single, or the beginning of a path.
void declare_elements(QueryContext& context, std::span<const PatternElement> elements);
// The columns of a projection, in order, with their types.
std::vector<ScopedVariable> projected_columns(const QueryContext& context,
                                              const Projection& projection);
std::vector<ScopedVariable> projected_columns(const QueryContext& context,
                                              const Projection& projection,
                                              const GraphSchema& schema);
// The name of a column without alias: the text of the expression as it was written.
std::string column_name(const ProjectionItem& item);
// Whether WITH only lists variables, and may therefore import them into CALL { }.
bool is_importing_with(const Clause& clause);
// Whether each branch ends in RETURN: a CALL subquery that does not is a unit subquery.
bool returns_rows(const Query& query);

// What the values of an expression can be, given the context it stands in. Never fails: what is not
// known is Any. With a schema, a property has the types that were written to its key; that holds
// between two clauses, not in the midst of one that writes: its later rows see its earlier writes,
// and so do the later runs of the body of CALL { } and FOREACH.
Type type_of(const Expr& expr, const QueryContext& context, const GraphSchema& schema);
Type type_of(const Expr& expr, const QueryContext& context);
// What the elements of a list of that type can be: the type of UNWIND's variable. A value that is
// no list is its own single element; null and the empty list have none, which is said as Null.
Type element_type(Type list);

}  // namespace dinkel

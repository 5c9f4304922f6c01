// The inside of the validator: one walk over the tree, with the context that advance() gives at
// each place. Its methods are spread over files by concern:
//
//   validate.cpp               queries, subqueries and their columns
//   validate_clauses.cpp       what each clause may contain
//   validate_composition.cpp   which clause may stand where
//   validate_patterns.cpp      variables and shapes of patterns that are matched
//   validate_creation.cpp      patterns of CREATE and MERGE
//   validate_projection.cpp    WITH and RETURN: columns, sorting, and who sees what
//   validate_aggregation.cpp   grouping
//   validate_expressions.cpp   scopes and types of expressions
//   validate_procedures.cpp    CALL procedure
//
// A mistake is thrown as a Refusal, which never leaves these files: the walk is deep, and the first
// mistake ends it anyway.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cypher/ast.h"
#include "cypher/query_error.h"
#include "cypher/state.h"
#include "cypher/validate.h"

namespace dinkel {

struct Refusal {
  QueryError error;
};
[[noreturn]] void refuse(ErrorDetail detail, Origin origin, std::string message);
[[noreturn]] void refuse(ErrorType type, ErrorDetail detail, Origin origin, std::string message);
std::string ticked(std::string_view name);  // `name`, for messages

enum class QueryKind { TopLevel, Call, Exists, Count, Collect };

enum class Aggregates { Forbidden, Allowed, Inside };  // Inside: in the argument of another one

// Where an expression stands.
struct Place {
  const QueryContext& context;
  Aggregates aggregates = Aggregates::Forbidden;
  bool predicate = false;  // a truth value is wanted, so that a pattern may stand here
};

class Validator {
 public:
  explicit Validator(const ValidateOptions& options) : options_(options) {}

  void statement(const Statement& statement);

 private:
  // validate.cpp. `call` is set for the body of CALL { }.
  std::vector<std::string> query(const Query& query, QueryKind kind, const QueryContext& outer,
                                 const CallSubquery* call);
  void single_query(const SingleQuery& part, QueryKind kind, GraphState& state);
  void subquery_expr(const SubqueryExpr& subquery, Origin origin, const QueryContext& context);

  // validate_clauses.cpp
  void clause(const Clause& clause, const QueryContext& context);
  void set_item(const SetItem& item, const QueryContext& context);
  void set_labels(const std::vector<LabelExpr>& labels, const Expr& target,
                  const QueryContext& context);
  void property_target(const Expr& target, const QueryContext& context);
  void entity_target(const Expr& target, const QueryContext& context);
  void remove_item(const RemoveItem& item, const QueryContext& context);
  void delete_target(const Expr& target, const QueryContext& context);
  void unwind(const Unwind& unwind, Origin origin, const QueryContext& context);
  void foreach_clause(const Foreach& loop, Origin origin, const QueryContext& context);
  void call_subquery(const CallSubquery& call, Origin origin, const QueryContext& context);
  void in_transactions(const CallSubquery& call, Origin origin, const QueryContext& context);

  // validate_composition.cpp
  void follows(const Clause* before, const Clause& clause, QueryKind kind) const;
  void concludes(const SingleQuery& part, QueryKind kind) const;
  void union_kinds(const Query& query) const;

  // validate_patterns.cpp
  void match_pattern(std::span<const PatternPart> parts, QueryContext& context);
  void match_part(const PatternPart& part, QueryContext& context,
                  std::vector<std::string_view>& relationships);
  void match_node(const NodePattern& node, const QueryContext& context);
  void match_relationship(const RelationshipPattern& relationship, const QueryContext& context,
                          std::vector<std::string_view>& relationships);
  void match_group(const PathGroup& group, const QueryContext& context);
  void pattern_predicate(const PatternPart& part, const QueryContext& context);
  void pattern_expressions(std::span<const PatternElement> elements, const QueryContext& context,
                           bool matching);
  void pattern_properties(const OptionalExpr& properties, Origin origin,
                          const QueryContext& context, bool matching);
  void label_expr(const LabelExpr& labels, const QueryContext& context);

  // validate_creation.cpp
  void create_pattern(std::span<const PatternPart> parts, QueryContext context, bool merge);
  void create_part(const PatternPart& part, QueryContext& context, bool merge);
  void create_node(const NodePattern& node, bool alone, const QueryContext& context);
  void create_relationship(const RelationshipPattern& relationship, const QueryContext& context,
                           bool merge);

  // validate_projection.cpp
  void projection(const Projection& projection, const OptionalExpr* where, Origin origin,
                  const QueryContext& context, bool is_with);
  void sort_item(const Expr& value, const Projection& projection, bool aggregates,
                 const QueryContext& context, const QueryContext& visible);
  void row_count(const OptionalExpr& count, std::string_view word);

  // validate_aggregation.cpp
  void grouping(const Projection& projection, const QueryContext& context);

  // validate_expressions.cpp
  void expr(const Expr& expr, Place place);
  void predicate(const Expr& expr, const QueryContext& context);
  void predicate(const OptionalExpr& expr, const QueryContext& context);
  void optional(const OptionalExpr& expr, Place place);
  void variable(std::string_view name, Origin origin, const QueryContext& context);
  void parameter(const std::string& name, Origin origin);
  void property(const Property& property, Origin origin, Place place);
  void subscript(const Subscript& subscript, Origin origin, Place place);
  void binary(const Binary& binary, Origin origin, Place place);
  void call(const FunctionCall& call, Origin origin, Place place);
  void aggregate(const FunctionCall& call, Origin origin, Place place);
  void list_operand(const Expr& list, Place place);
  void boolean_operand(const Expr& operand, Place place);
  void case_expr(const Case& choice, Place place);
  void list_comprehension(const ListComprehension& comprehension, Place place);
  void pattern_comprehension(const PatternComprehension& comprehension, Place place);
  void pattern_expr(const PatternExpr& pattern, Origin origin, Place place);
  void map_projection(const MapProjection& projection, Origin origin, Place place);
  void reduce(const Reduce& reduce, Place place);

  // validate_procedures.cpp
  void call_procedure(const CallProcedure& call, Origin origin, const QueryContext& context);
  void procedure_arguments(const CallProcedure& call, const ProcedureSignature& signature,
                           Origin origin, const QueryContext& context);

  const ValidateOptions& options_;
  bool in_union_ = false;    // the outermost query has several branches
  bool wrote_ = false;       // a clause of the outermost query has written
  int read_only_ = 0;        // how many EXISTS, COUNT and COLLECT are around
  int calls_ = 0;            // how many CALL { } are around
  bool standalone_ = false;  // the clause is the whole query
};

// validate_aggregation.cpp
bool is_aggregate_call(const Expr& expr);
const Expr* find_random(const Expr& expr);  // a call of rand() or randomUUID() in it
// The variables that a comprehension, a quantifier or reduce makes for its body.
void add_locals(const Expr& expr, std::vector<std::string_view>& locals);
// validate_composition.cpp: CREATE, MERGE, SET, REMOVE, DELETE, FOREACH
bool is_update(const Clause& clause);
std::string_view clause_name(const Clause& clause);

}  // namespace dinkel

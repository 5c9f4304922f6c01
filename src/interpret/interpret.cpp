#include "interpret/interpret.h"

#include "base/match.h"
#include "cypher/state.h"
#include "interpret/determinism.h"
#include "interpret/execute.h"
#include "interpret/runtime.h"

namespace dinkel {
namespace {

// Copies what the values of an answer mention out of the graph. Deleted entities are left out.
struct Mentions {
  const Graph& graph;
  Entities entities;
  bool deleted = false;

  void add(NodeRef node) {
    if (graph.has_node(node)) {
      entities.nodes.try_emplace(node.id, graph.node(node));
    } else {
      deleted = true;
    }
  }
  void add(RelationshipRef link) {
    if (graph.has_relationship(link)) {
      entities.relationships.try_emplace(link.id, graph.relationship(link));
    } else {
      deleted = true;
    }
  }
  void add(const Value& value) {
    if (const auto* node = value.get_if<NodeRef>()) {
      add(*node);
    } else if (const auto* link = value.get_if<RelationshipRef>()) {
      add(*link);
    } else if (const auto* path = value.get_if<Path>()) {
      for (const NodeRef step : path->nodes) add(step);
      for (const RelationshipRef step : path->relationships) add(step);
    } else if (const auto* list = value.get_if<Values>()) {
      for (const Value& item : *list) add(item);
    } else if (const auto* map = value.get_if<Map>()) {
      for (const auto& [key, item] : *map) add(item);
    }
  }
};

// A lone CALL of a procedure answers what it yields, without RETURN.
bool is_standalone_call(const Query& query) {
  return query.parts.size() == 1 && query.parts.front().clauses.size() == 1 &&
         std::holds_alternative<CallProcedure>(query.parts.front().clauses.front().node);
}

Rows run_query(Runtime& runtime, const Query& query) {
  Table argument;
  argument.rows.emplace_back();
  Table result = execute_query(runtime, query, argument, nullptr);
  Rows rows;
  note_column_names(runtime, query);
  if (!returns_rows(query) && !is_standalone_call(query)) {
    result = Table();
    conclude(runtime, result);
    return rows;
  }
  conclude(runtime, result);
  Mentions mentions{runtime.graph, {}};
  for (const Row& row : result.rows) {
    for (const Value& value : row) mentions.add(value);
  }
  if (mentions.deleted) {
    // Some engines answer an empty node, some null, some fail.
    runtime.open_rows("an entity is returned that the statement has deleted");
    runtime.open_error("an entity is returned that the statement has deleted");
  }
  rows.entities = std::move(mentions.entities);
  // Procedures that yield nothing answer nothing, not a row without columns.
  if (!result.columns.empty()) rows.rows = std::move(result.rows);
  rows.columns = std::move(result.columns);
  return rows;
}

std::optional<QueryError> validate_for(const Statement& statement,
                                       const InterpretOptions& options) {
  std::vector<ProcedureSignature> signatures;
  signatures.reserve(options.procedures.size());
  for (const TableProcedure& procedure : options.procedures) {
    signatures.push_back(procedure.signature);
  }
  std::vector<std::string> parameters;
  parameters.reserve(options.parameters.size());
  for (const auto& [name, value] : options.parameters) parameters.push_back(name);
  return validate(statement, {signatures, std::move(parameters)});
}

}  // namespace

Result<Answer, QueryError> interpret(const Statement& statement, Graph& graph,
                                     const InterpretOptions& options) {
  if (options.validate) {
    if (std::optional<QueryError> error = validate_for(statement, options)) {
      return *std::move(error);
    }
  }
  if (statement.mode == StatementMode::Explain) return Answer{};
  const Graph::Mark mark = graph.mark();
  try {
    Runtime runtime(graph, options);
    Answer answer;
    if (const auto* query = std::get_if<Query>(&statement.body)) {
      answer.rows = run_query(runtime, *query);
    } else {
      execute_schema(runtime, statement.body);
    }
    if (!graph.schema_rules().empty()) check_constraints(runtime);
    answer.effects = runtime.effects;
    answer.determinism = std::move(runtime.determinism);
    return answer;
  } catch (const QueryFailure& failure) {
    graph.roll_back(mark);
    return failure.error;
  }
}

}  // namespace dinkel

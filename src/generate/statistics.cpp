#include "generate/statistics.h"

#include <algorithm>
#include <set>

#include "base/match.h"
#include "cypher/print.h"
#include "cypher/state.h"
#include "cypher/validate.h"
#include "cypher/walk.h"
#include "interpret/interpret.h"

namespace dinkel {

namespace {

std::string clause_name(const Clause& clause) {
  return match(
      clause.node,
      [](const Match& node) -> std::string { return node.optional ? "OPTIONAL MATCH" : "MATCH"; },
      [](const Create&) -> std::string { return "CREATE"; },
      [](const Merge&) -> std::string { return "MERGE"; },
      [](const Set&) -> std::string { return "SET"; },
      [](const Remove&) -> std::string { return "REMOVE"; },
      [](const Delete& node) -> std::string { return node.detach ? "DETACH DELETE" : "DELETE"; },
      [](const Unwind&) -> std::string { return "UNWIND"; },
      [](const With&) -> std::string { return "WITH"; },
      [](const Return&) -> std::string { return "RETURN"; },
      [](const Foreach&) -> std::string { return "FOREACH"; },
      [](const CallSubquery&) -> std::string { return "CALL"; },
      [](const CallProcedure&) -> std::string { return "CALL procedure"; });
}

// Goes over the text in order and counts the names that were there before.
class DependencyCounter {
 public:
  explicit DependencyCounter(const GraphSchema& schema) {
    for (const auto& [label, keys] : schema.labels) {
      labels_.insert(label);
      for (const auto& [key, type] : keys) keys_.insert(key);
    }
    for (const auto& [type, keys] : schema.relationship_types) {
      types_.insert(type);
      for (const auto& [key, value] : keys) keys_.insert(key);
    }
  }

  std::int64_t count() const { return count_; }

  void operator()(const Expr& expr) {
    if (const auto* variable = std::get_if<Variable>(&expr.node)) use(variables_, variable->name);
    if (const auto* property = std::get_if<Property>(&expr.node)) use(keys_, property->key);
    if (const auto* map = std::get_if<MapLiteral>(&expr.node)) {
      for (const MapEntry& entry : map->entries) use(keys_, entry.key);
    }
    if (const auto* check = std::get_if<LabelCheck>(&expr.node)) use_labels(labels_, check->labels);
    for_each_child(expr, *this);
  }
  void operator()(const NodePattern& node) {
    if (!node.variable.empty()) use(variables_, node.variable);
    if (node.labels) use_labels(labels_, *node.labels);
    for_each_child(node, *this);
  }
  void operator()(const RelationshipPattern& relationship) {
    if (!relationship.variable.empty()) use(variables_, relationship.variable);
    if (relationship.types) use_labels(types_, *relationship.types);
    for_each_child(relationship, *this);
  }
  void operator()(const Clause& clause) {
    for_each_child(clause, *this);
    if (const auto* unwind = std::get_if<Unwind>(&clause.node)) variables_.insert(unwind->variable);
    if (const auto* loop = std::get_if<Foreach>(&clause.node)) variables_.insert(loop->variable);
    if (const auto* with = std::get_if<With>(&clause.node)) alias(with->projection);
    if (const auto* result = std::get_if<Return>(&clause.node)) alias(result->projection);
  }
  template <typename Node>
  void operator()(const Node& node) {
    for_each_child(node, *this);
  }

 private:
  void use(std::set<std::string>& known, const std::string& name) {
    if (!known.insert(name).second) ++count_;
  }
  void use_labels(std::set<std::string>& known, const LabelExpr& labels) {
    match(
        labels.node, [&](const LabelName& label) { use(known, label.name); },
        [](const LabelWildcard&) {}, [](const LabelDynamic&) {},
        [&](const LabelNot& negation) { use_labels(known, *negation.operand); },
        [&](const LabelAnd& all) {
          for (const LabelExpr& operand : all.operands) use_labels(known, operand);
        },
        [&](const LabelOr& any) {
          for (const LabelExpr& operand : any.operands) use_labels(known, operand);
        });
  }
  void alias(const Projection& projection) {
    for (const ProjectionItem& item : projection.items) {
      if (!item.alias.empty()) variables_.insert(item.alias);
    }
  }

  std::set<std::string> variables_;
  std::set<std::string> labels_;
  std::set<std::string> types_;
  std::set<std::string> keys_;
  std::int64_t count_ = 0;
};

std::int64_t nesting_of(const Query& query);

std::int64_t nesting_of(const std::vector<Clause>& clauses) {
  std::int64_t deepest = 0;
  for (const Clause& clause : clauses) {
    if (const auto* call = std::get_if<CallSubquery>(&clause.node)) {
      deepest = std::max(deepest, 1 + nesting_of(*call->query));
    }
    if (const auto* loop = std::get_if<Foreach>(&clause.node)) {
      deepest = std::max(deepest, 1 + nesting_of(loop->body));
    }
  }
  return deepest;
}

std::int64_t nesting_of(const Query& query) {
  std::int64_t deepest = 0;
  for (const SingleQuery& part : query.parts) {
    deepest = std::max(deepest, nesting_of(part.clauses));
  }
  return deepest;
}

}  // namespace

std::int64_t count_dependencies(const Statement& statement, const GraphSchema& before) {
  DependencyCounter counter(before);
  if (const auto* query = std::get_if<Query>(&statement.body)) counter(*query);
  return counter.count();
}

void count_case(Statistics& statistics, const TestCase& test_case) {
  Graph graph;
  GraphState state;
  InterpretOptions options;
  options.parameters = test_case.parameters;
  for (const Statement& statement : test_case.setup) {
    (void)interpret(statement, graph, options);
    advance(state, statement);
  }
  for (const Statement& statement : test_case.tests) {
    ++statistics.statements;
    statistics.bytes += static_cast<std::int64_t>(print(statement).size());
    for_each_clause(statement, [&](const Clause& clause) {
      ++statistics.clauses;
      ++statistics.clause_counts[clause_name(clause)];
    });
    for_each_expr(statement, [&](const Expr& expr) {
      const auto* call = std::get_if<FunctionCall>(&expr.node);
      if (call != nullptr) ++statistics.function_counts[call->name];
    });
    statistics.dependencies += count_dependencies(statement, state.schema);
    if (const auto* query = std::get_if<Query>(&statement.body)) {
      statistics.nesting += nesting_of(*query);
    }
    const auto answer = interpret(statement, graph, options);
    advance(state, statement);
    if (!answer.ok()) {
      const std::string error =
          std::string(to_text(answer.error().phase)) + ": " + answer.error().message;
      ++statistics.errors[error];
      statistics.error_examples.emplace(error, print(statement));
      continue;
    }
    ++statistics.valid;
    if (answer->rows.columns.empty()) continue;
    ++statistics.returning;
    if (!answer->rows.rows.empty()) ++statistics.with_rows;
  }
}

}  // namespace dinkel

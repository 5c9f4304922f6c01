// DELETE, DETACH DELETE and FOREACH.
#include <algorithm>
#include <set>

#include "interpret/write.h"

namespace dinkel {
namespace {

// What one clause deletes. First everything is found, for all rows; then the relationships go, and
// then the nodes, which must be free of relationships by then. So neither the order of the rows nor
// that of the targets matters.
class Deletion {
 public:
  Deletion(Runtime& runtime, bool detach) : runtime_(runtime), detach_(detach) {}

  void add(const Value& value) {
    if (value.is_null()) return;
    if (const auto* node = value.get_if<NodeRef>()) {
      add_node(*node);
    } else if (const auto* relationship = value.get_if<RelationshipRef>()) {
      relationships_.insert(*relationship);
    } else if (const auto* path = value.get_if<Path>()) {
      for (const NodeRef step : path->nodes) add_node(step);
      relationships_.insert(path->relationships.begin(), path->relationships.end());
    } else {
      fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
           "only nodes, relationships and paths can be deleted, and not a value of type " +
               std::string(type_name(value)));
    }
  }

  void run() {
    Graph& graph = runtime_.graph;
    for (const RelationshipRef relationship : relationships_) {
      if (!graph.has_relationship(relationship)) continue;  // it was deleted before
      graph.delete_relationship(relationship);
      ++runtime_.effects.relationships_deleted;
    }
    for (const NodeRef node : nodes_) {
      if (!graph.has_node(node)) continue;
      if (!graph.outgoing(node).empty() || !graph.incoming(node).empty()) {
        fail(ErrorType::ConstraintVerificationFailed, ErrorDetail::DeleteConnectedNode,
             "a node that still has relationships cannot be deleted; DETACH DELETE deletes both");
      }
      graph.delete_node(node);
      ++runtime_.effects.nodes_deleted;
    }
  }

 private:
  void add_node(NodeRef node) {
    Graph& graph = runtime_.graph;
    if (runtime_.has(Bug::DeleteReusedId) && (!graph.has_node(node) || nodes_.contains(node))) {
      delete_newest_isolated();
    }
    if (!graph.has_node(node)) return;
    if (runtime_.has(Bug::DeleteCreatedSurvives) &&
        std::ranges::find(runtime_.created, node) != runtime_.created.end()) {
      return;
    }
    const auto outgoing = graph.outgoing(node);
    const auto incoming = graph.incoming(node);
    if (runtime_.has(Bug::DetachDeleteSkips) && detach_ && outgoing.empty() && incoming.empty()) {
      return;
    }
    if (!nodes_.insert(node).second && runtime_.has(Bug::DeleteReusedId)) {
      delete_newest_isolated();
    }
    if (!detach_) return;
    relationships_.insert(outgoing.begin(), outgoing.end());
    relationships_.insert(incoming.begin(), incoming.end());
  }

  void delete_newest_isolated() {
    const std::vector<NodeRef> nodes = runtime_.graph.nodes();
    const auto newest = std::find_if(nodes.rbegin(), nodes.rend(), [&](NodeRef node) {
      return !nodes_.contains(node) && runtime_.graph.outgoing(node).empty() &&
             runtime_.graph.incoming(node).empty();
    });
    if (newest != nodes.rend()) nodes_.insert(*newest);
  }

  Runtime& runtime_;
  bool detach_;
  std::set<NodeRef> nodes_;
  std::set<RelationshipRef> relationships_;
};

}  // namespace

Table execute_delete(Runtime& runtime, Table input, const Delete& delete_clause) {
  Deletion deletion(runtime, delete_clause.detach);
  for (const Row& row : input.rows) {
    runtime.step();
    const Bindings bindings = runtime.bind(input.columns, row);
    for (const Expr& target : delete_clause.targets) {
      deletion.add(evaluate(runtime, bindings, target));
    }
  }
  deletion.run();
  return input;
}

// The body runs for each element on its own, in a scope of its own; the rows stay as they are.
Table execute_foreach(Runtime& runtime, Table input, const Foreach& foreach_clause) {
  std::vector<std::string> columns = input.columns;
  const auto found = std::ranges::find(columns, foreach_clause.variable);
  const auto position = static_cast<std::size_t>(found - columns.begin());
  if (found == columns.end()) columns.push_back(foreach_clause.variable);
  for (const Row& row : input.rows) {
    Value list = evaluate(runtime, runtime.bind(input.columns, row), foreach_clause.list);
    if (list.is_null()) continue;
    auto* items = list.get_if<Values>();
    if (items == nullptr) {
      fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
           "FOREACH needs a list, and not a value of type " + std::string(type_name(list)));
    }
    if (runtime.has(Bug::ForeachEmptyRunsOnce) && items->empty()) items->emplace_back();
    for (Value& item : *items) {
      runtime.step();
      Table body;
      body.columns = columns;
      body.rows.push_back(row);
      body.rows[0].resize(columns.size());
      body.rows[0][position] = std::move(item);
      for (const Clause& clause : foreach_clause.body) {
        body = execute(runtime, std::move(body), clause);
      }
    }
  }
  return input;
}

}  // namespace dinkel

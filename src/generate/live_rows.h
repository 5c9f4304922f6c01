// Live rows: what the statement so far has in its hands, known by running each clause on the
// reference interpreter as soon as it is written. So the generator sees how many rows are alive and
// which values they carry, and takes back a clause that would fail or leave nothing to work on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cypher/ast.h"
#include "graph/graph.h"
#include "interpret/runtime.h"

namespace dinkel {

class LiveRows {
 public:
  // One row without columns: the start of a statement. The graph is borrowed, and written to.
  explicit LiveRows(Graph& graph);

  enum class Outcome { Failed, Empty, Alive };
  // Runs the clause and keeps what it did, unless it fails or unless it leaves no row and
  // `keep_empty` is not set: then nothing has changed.
  Outcome run(const Clause& clause, const Map& parameters, bool keep_empty);

  std::size_t row_count() const { return table_.rows.size(); }
  // The value of a variable in a row; none if there is no such variable.
  const Value* value(std::string_view variable, std::size_t row) const;
  const Graph& graph() const { return graph_; }

  // The rows as the first clause of a subquery sees them: these variables only, a few rows. What
  // the inner rows write to the graph is taken back when they go out of scope.
  LiveRows enter(const std::vector<std::string>& variables);
  // The next part of a UNION starts where the first one did.
  void restart() { table_ = start_; }
  ~LiveRows();
  LiveRows(const LiveRows&) = delete;
  LiveRows(LiveRows&&) = delete;
  LiveRows& operator=(const LiveRows&) = delete;
  LiveRows& operator=(LiveRows&&) = delete;

 private:
  LiveRows(Graph& graph, Table start);
  LiveRows(Graph& graph, Table start, Graph::Mark entered);

  Graph& graph_;
  InterpretOptions options_;
  Table start_;
  Table table_;
  Graph::Mark entered_ = 0;
  bool nested_ = false;
};

}  // namespace dinkel

// The queries of the TCK, each with the graph, the schema and the parameters that it meets: for
// whoever wants queries that nobody wrote for this program, and not the TCK's verdicts on them.
#pragma once

#include <functional>

#include "cypher/state.h"
#include "graph/graph.h"
#include "tck/feature.h"
#include "tck/scenario.h"

namespace dinkel {

struct TckQuery {
  const Scenario& scenario;
  const Statement& statement;
  const Graph& graph;         // before the query
  const GraphSchema& schema;  // what that graph may contain
  const Map& parameters;
};

// Every query of the scenario that parses, in order.
void for_each_query(const Scenario& scenario, const NamedGraphs& graphs,
                    const std::function<void(const TckQuery&)>& visit);

}  // namespace dinkel

#include "graph/hashed_graph.h"

#include <algorithm>

#include "graph/identity.h"

namespace dinkel {

namespace {

constexpr std::uint64_t missing_node = 1;
constexpr std::uint64_t loop = 2;
constexpr std::uint64_t forward = 3;
constexpr std::uint64_t backward = 4;

// A database with a bug may well report a relationship without its node; such a node has no data.
void add_nodes(const Entities& entities, HashedGraph& graph) {
  for (const auto& [id, data] : entities.nodes) graph.ids.push_back(id);
  bool complete = true;
  for (const auto& [id, data] : entities.relationships) {
    for (const std::int64_t end : {data.start, data.end}) {
      if (entities.nodes.contains(end)) continue;
      graph.ids.push_back(end);
      complete = false;
    }
  }
  if (!complete) {
    std::ranges::sort(graph.ids);
    const auto rest = std::ranges::unique(graph.ids);
    graph.ids.erase(rest.begin(), rest.end());
  }
  auto next = entities.nodes.begin();
  for (const std::int64_t id : graph.ids) {
    const bool known = next != entities.nodes.end() && next->first == id;
    graph.nodes.push_back(known ? &next->second : nullptr);
    graph.hashes.push_back(known ? hash_identity(next->second) : missing_node);
    if (known) ++next;
  }
}

}  // namespace

HashedGraph hash_graph(const Entities& entities) {
  HashedGraph graph;
  graph.ids.reserve(entities.nodes.size());
  graph.nodes.reserve(entities.nodes.size());
  graph.hashes.reserve(entities.nodes.size());
  graph.relationships.reserve(entities.relationships.size());
  add_nodes(entities, graph);
  for (const std::uint64_t hash : graph.hashes) graph.summary += combine_hashes(hash, 0);
  const auto vertex_of = [&](std::int64_t id) {
    return static_cast<Vertex>(std::ranges::lower_bound(graph.ids, id) - graph.ids.begin());
  };
  for (const auto& [id, data] : entities.relationships) {
    const HashedRelationship relationship{vertex_of(data.start), vertex_of(data.end),
                                          hash_identity(data), &data};
    graph.relationships.push_back(relationship);
    const std::uint64_t ends =
        combine_hashes(graph.hashes[relationship.start], graph.hashes[relationship.end]);
    graph.summary += combine_hashes(relationship.hash, ends);
  }
  return graph;
}

WeightedGraph weighted_graph(const HashedGraph& graph) {
  WeightedGraph result;
  result.colours = graph.hashes;
  struct Arc {
    Vertex from = 0;
    Vertex to = 0;
    std::uint64_t weight = 0;
  };
  std::vector<Arc> arcs;
  arcs.reserve(2 * graph.relationships.size());
  std::vector<std::uint64_t> loops(graph.hashes.size(), 0);
  for (const HashedRelationship& relationship : graph.relationships) {
    if (relationship.start == relationship.end) {
      loops[relationship.start] += combine_hashes(loop, relationship.hash);
      continue;
    }
    arcs.push_back(
        {relationship.start, relationship.end, combine_hashes(forward, relationship.hash)});
    arcs.push_back(
        {relationship.end, relationship.start, combine_hashes(backward, relationship.hash)});
  }
  for (Vertex vertex = 0; vertex < result.size(); ++vertex)
    if (loops[vertex] != 0)
      result.colours[vertex] = combine_hashes(result.colours[vertex], loops[vertex]);

  std::ranges::sort(arcs, [](const Arc& a, const Arc& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  result.edges.reserve(arcs.size());
  result.first_edges.reserve(graph.hashes.size() + 1);
  std::size_t next = 0;
  for (Vertex vertex = 0; vertex < result.size(); ++vertex) {
    result.first_edges.push_back(static_cast<std::uint32_t>(result.edges.size()));
    while (next < arcs.size() && arcs[next].from == vertex) {
      WeightedGraph::Edge edge{arcs[next].to, 0};
      for (; next < arcs.size() && arcs[next].from == vertex && arcs[next].to == edge.to; ++next)
        edge.weight += arcs[next].weight;
      result.edges.push_back({edge.to, combine_hashes(forward, edge.weight) | 1});
    }
  }
  result.first_edges.push_back(static_cast<std::uint32_t>(result.edges.size()));
  return result;
}

}  // namespace dinkel

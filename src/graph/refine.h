// Colour refinement: splits the vertices of a graph into cells, until all vertices of a cell have
// the same ties to each other cell. Vertices of different cells cannot stand for each other.
//
// A WeightedGraph is what is left of a property graph when the words are hashed away: at most one
// edge between two vertices, with a weight that sums up all relationships between them, and
// relationships from a node to itself hashed into its colour.
//
// All that refine() does depends on the graph alone, never on the numbers of its vertices. So two
// isomorphic graphs go the same way and end with the same trace; and with equal traces, cells at
// the same place correspond, and have the same number of edges of each weight to each other cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dinkel {

using Vertex = std::uint32_t;
using Cell = std::uint32_t;  // the place in Partition::order where its vertices begin

struct WeightedGraph {
  struct Edge {
    Vertex to = 0;
    std::uint64_t weight = 0;  // as seen from here; the other end sees another one
  };
  std::vector<std::uint64_t> colours;      // by vertex
  std::vector<std::uint32_t> first_edges;  // by vertex, and one more for the end
  std::vector<Edge> edges;

  Vertex size() const { return static_cast<Vertex>(colours.size()); }
  std::span<const Edge> edges_of(Vertex vertex) const {
    return std::span(edges).subspan(first_edges[vertex],
                                    first_edges[vertex + 1] - first_edges[vertex]);
  }
};

struct Partition {
  std::vector<Vertex> order;     // the vertices, cell by cell
  std::vector<Vertex> position;  // of each vertex in `order`
  std::vector<Cell> cell_of;     // by vertex
  std::vector<Vertex> sizes;     // by cell; only where a cell begins
  std::uint64_t trace = 0;
  Vertex cell_count = 0;

  std::span<const Vertex> members(Cell cell) const {
    return std::span(order).subspan(cell, sizes[cell]);
  }
  bool is_discrete() const { return cell_count == order.size(); }
};

// The coarsest partition that respects colours and edges.
Partition refine(const WeightedGraph& graph);

// Sets a vertex apart from the rest of its cell, and refines again.
void individualise(const WeightedGraph& graph, Partition& partition, Vertex vertex);

// Splits the vertices into independent groups. Between two cells, the commonest tie (often: none)
// is implied by the cells, and does not count; what is connected by other ties stays together.
// Then any two isomorphic groups can be exchanged. Groups come in no particular order.
std::vector<std::vector<Vertex>> independent_groups(const WeightedGraph& graph,
                                                    const Partition& partition);

// The graph of some vertices alone; their cells become their colours.
WeightedGraph induced(const WeightedGraph& graph, const Partition& partition,
                      std::span<const Vertex> vertices);

}  // namespace dinkel

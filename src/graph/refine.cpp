#include "graph/refine.h"

#include <algorithm>
#include <deque>
#include <numeric>

#include "graph/identity.h"

namespace dinkel {

namespace {

// One run of refinement: a queue of cells whose ties have yet to split the others.
class Refiner {
 public:
  Refiner(const WeightedGraph& graph, Partition& partition)
      : graph_(graph),
        partition_(partition),
        queued_(graph.size(), false),
        weights_(graph.size(), 0),
        touched_of_(graph.size()) {}

  void enqueue(Cell cell) {
    if (queued_[cell]) return;
    queued_[cell] = true;
    queue_.push_back(cell);
  }

  void run() {
    while (!queue_.empty()) {
      const Cell splitter = queue_.front();
      queue_.pop_front();
      queued_[splitter] = false;
      collect_weights(splitter);
      std::ranges::sort(touched_cells_);
      for (const Cell cell : touched_cells_) split(cell);
      touched_cells_.clear();
    }
  }

 private:
  // Sums for each vertex the weights of its edges to the splitter. The sum does not depend on the
  // order of the edges.
  void collect_weights(Cell splitter) {
    for (const Vertex from : partition_.members(splitter)) {
      for (const WeightedGraph::Edge& edge : graph_.edges_of(from)) {
        if (weights_[edge.to] == 0) {
          const Cell cell = partition_.cell_of[edge.to];
          if (touched_of_[cell].empty()) touched_cells_.push_back(cell);
          touched_of_[cell].push_back(edge.to);
        }
        weights_[edge.to] += edge.weight | 1;
        if (weights_[edge.to] == 0) weights_[edge.to] = 1;
      }
    }
  }

  void note(std::uint64_t fact) { partition_.trace = combine_hashes(partition_.trace, fact); }

  // Splits a cell by the weights of its vertices: the untouched ones stay in front, then groups
  // follow in the order of their weights.
  void split(Cell cell) {
    std::vector<Vertex>& touched = touched_of_[cell];
    if (touched.size() > 1)
      std::ranges::sort(touched, {}, [&](Vertex vertex) { return weights_[vertex]; });
    const Vertex size = partition_.sizes[cell];
    const auto touched_count = static_cast<Vertex>(touched.size());
    note(cell);
    note(size - touched_count);
    move_to_the_end(cell, touched);

    std::vector<Cell>& parts = parts_;
    parts.clear();
    if (size > touched_count) parts.push_back(cell);
    const Cell first_place = cell + size - touched_count;
    for (Vertex i = 0; i < touched_count; ++i) {
      const std::uint64_t weight = weights_[touched[i]];
      if (i == 0 || weight != weights_[touched[i - 1]]) {
        note(weight);
        note(i);
        parts.push_back(first_place + i);
      }
    }
    if (parts.size() > 1) make_cells(cell, size, parts);
    for (const Vertex vertex : touched) weights_[vertex] = 0;
    touched.clear();
  }

  void move_to_the_end(Cell cell, const std::vector<Vertex>& touched) {
    Vertex place = cell + partition_.sizes[cell];
    for (std::size_t i = touched.size(); i > 0; --i) {
      --place;
      const Vertex vertex = touched[i - 1];
      const Vertex other = partition_.order[place];
      std::swap(partition_.order[place], partition_.order[partition_.position[vertex]]);
      std::swap(partition_.position[other], partition_.position[vertex]);
    }
  }

  // All parts but the largest have to be looked at again: what the largest says follows from the
  // others and the whole. If the whole is still waiting, every part is.
  void make_cells(Cell cell, Vertex size, const std::vector<Cell>& parts) {
    Cell largest = cell;
    Vertex largest_size = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Vertex end = i + 1 < parts.size() ? parts[i + 1] : cell + size;
      const Vertex part_size = end - parts[i];
      partition_.sizes[parts[i]] = part_size;
      if (parts[i] != cell)
        for (const Vertex vertex : partition_.members(parts[i]))
          partition_.cell_of[vertex] = parts[i];
      if (part_size > largest_size) {
        largest = parts[i];
        largest_size = part_size;
      }
    }
    partition_.cell_count += static_cast<Vertex>(parts.size() - 1);
    const bool whole_is_waiting = queued_[cell];
    for (const Cell part : parts)
      if (whole_is_waiting || part != largest) enqueue(part);
  }

  const WeightedGraph& graph_;
  Partition& partition_;
  std::deque<Cell> queue_;
  std::vector<bool> queued_;                     // by cell
  std::vector<std::uint64_t> weights_;           // by vertex; 0: not touched by this splitter
  std::vector<std::vector<Vertex>> touched_of_;  // by cell
  std::vector<Cell> touched_cells_;
  std::vector<Cell> parts_;  // of the cell that is being split
};

// The vertices joined so far (union-find).
class Groups {
 public:
  explicit Groups(Vertex count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), Vertex{0});
  }
  Vertex find(Vertex vertex) {
    while (parents_[vertex] != vertex) {
      parents_[vertex] = parents_[parents_[vertex]];
      vertex = parents_[vertex];
    }
    return vertex;
  }
  void join(Vertex a, Vertex b) {
    parents_[std::max(find(a), find(b))] = std::min(find(a), find(b));
  }

 private:
  std::vector<Vertex> parents_;
};

// The commonest tie of the vertices of one cell to each other cell, where it is not "no edge". Any
// vertex of the cell can say, because the partition is refined.
struct ImpliedTie {
  Cell cell = 0;
  std::uint64_t weight = 0;
};
std::vector<ImpliedTie> implied_ties(const WeightedGraph& graph, const Partition& partition,
                                     Vertex vertex) {
  std::vector<ImpliedTie> ties;
  for (const WeightedGraph::Edge& edge : graph.edges_of(vertex))
    ties.push_back({partition.cell_of[edge.to], edge.weight});
  std::ranges::sort(ties, [](const ImpliedTie& a, const ImpliedTie& b) {
    return a.cell != b.cell ? a.cell < b.cell : a.weight < b.weight;
  });
  std::vector<ImpliedTie> result;
  for (std::size_t i = 0, next = 0; i < ties.size(); i = next) {
    while (next < ties.size() && ties[next].cell == ties[i].cell &&
           ties[next].weight == ties[i].weight)
      ++next;
    const Vertex others =
        partition.sizes[ties[i].cell] - (partition.cell_of[vertex] == ties[i].cell ? 1 : 0);
    if (2 * (next - i) > others) result.push_back(ties[i]);
  }
  return result;
}

}  // namespace

Partition refine(const WeightedGraph& graph) {
  const Vertex size = graph.size();
  Partition partition;
  partition.order.resize(size);
  partition.position.resize(size);
  partition.cell_of.resize(size);
  partition.sizes.resize(size);
  std::iota(partition.order.begin(), partition.order.end(), Vertex{0});
  std::ranges::sort(partition.order, {}, [&](Vertex vertex) { return graph.colours[vertex]; });

  Refiner refiner(graph, partition);
  Cell cell = 0;
  for (Vertex place = 0; place < size; ++place) {
    const Vertex vertex = partition.order[place];
    if (place == 0 || graph.colours[vertex] != graph.colours[partition.order[place - 1]]) {
      cell = place;
      ++partition.cell_count;
      refiner.enqueue(cell);
      partition.trace = combine_hashes(partition.trace, graph.colours[vertex]);
      partition.trace = combine_hashes(partition.trace, place);
    }
    partition.position[vertex] = place;
    partition.cell_of[vertex] = cell;
    ++partition.sizes[cell];
  }
  partition.trace = combine_hashes(partition.trace, size);
  refiner.run();
  return partition;
}

void individualise(const WeightedGraph& graph, Partition& partition, Vertex vertex) {
  const Cell cell = partition.cell_of[vertex];
  const Vertex size = partition.sizes[cell];
  if (size == 1) return;
  const Vertex front = partition.order[cell];
  std::swap(partition.order[cell], partition.order[partition.position[vertex]]);
  std::swap(partition.position[front], partition.position[vertex]);
  partition.sizes[cell] = 1;
  partition.sizes[cell + 1] = size - 1;
  for (const Vertex other : partition.members(cell + 1)) partition.cell_of[other] = cell + 1;
  ++partition.cell_count;
  partition.trace = combine_hashes(partition.trace, cell);

  Refiner refiner(graph, partition);
  refiner.enqueue(cell);
  refiner.run();
}

std::vector<std::vector<Vertex>> independent_groups(const WeightedGraph& graph,
                                                    const Partition& partition) {
  Groups groups(graph.size());
  std::vector<std::uint64_t> implied(graph.size(), 0);  // by cell
  std::vector<Vertex> last_seen_from(graph.size(), graph.size());
  for (Cell cell = 0; cell < graph.size(); cell += partition.sizes[cell]) {
    const std::vector<ImpliedTie> ties = implied_ties(graph, partition, partition.order[cell]);
    for (const ImpliedTie& tie : ties) implied[tie.cell] = tie.weight;
    for (const Vertex vertex : partition.members(cell)) {
      for (const WeightedGraph::Edge& edge : graph.edges_of(vertex)) {
        if (implied[partition.cell_of[edge.to]] == edge.weight)
          last_seen_from[edge.to] = vertex;
        else
          groups.join(vertex, edge.to);
      }
      // Where an edge is implied, its absence counts.
      for (const ImpliedTie& tie : ties)
        for (const Vertex other : partition.members(tie.cell))
          if (other != vertex && last_seen_from[other] != vertex) groups.join(vertex, other);
    }
    for (const ImpliedTie& tie : ties) implied[tie.cell] = 0;
  }

  std::vector<std::vector<Vertex>> result;
  std::vector<Vertex> index(graph.size(), graph.size());
  for (Vertex vertex = 0; vertex < graph.size(); ++vertex) {
    Vertex& place = index[groups.find(vertex)];
    if (place == graph.size()) {
      place = static_cast<Vertex>(result.size());
      result.emplace_back();
    }
    result[place].push_back(vertex);
  }
  return result;
}

WeightedGraph induced(const WeightedGraph& graph, const Partition& partition,
                      std::span<const Vertex> vertices) {
  // `vertices` are in ascending order, as independent_groups() gives them.
  const auto local = [&](Vertex vertex) {
    const auto place = std::ranges::lower_bound(vertices, vertex);
    return place != vertices.end() && *place == vertex
               ? static_cast<Vertex>(place - vertices.begin())
               : graph.size();
  };
  WeightedGraph result;
  result.first_edges.push_back(0);
  for (const Vertex vertex : vertices) {
    result.colours.push_back(partition.cell_of[vertex]);
    for (const WeightedGraph::Edge& edge : graph.edges_of(vertex))
      if (const Vertex to = local(edge.to); to != graph.size())
        result.edges.push_back({to, edge.weight});
    result.first_edges.push_back(static_cast<std::uint32_t>(result.edges.size()));
  }
  return result;
}

}  // namespace dinkel

#include "graph/isomorphism.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "graph/hashed_graph.h"
#include "graph/identity.h"
#include "graph/refine.h"

namespace dinkel {

namespace {

using Mapping = std::vector<Vertex>;  // from the vertices of one graph to those of another

// A part of a graph that can be compared on its own, with its refined partition.
struct Piece {
  std::vector<Vertex> vertices;  // in the graph that it is a part of
  WeightedGraph graph;
  Partition partition;
};

std::optional<Mapping> map_refined(const WeightedGraph& a, const Partition& partition_a,
                                   const WeightedGraph& b, const Partition& partition_b);

// The smallest cell with a choice in it: the fewest counterparts to try.
Cell cell_to_break(const Partition& partition) {
  Cell best = 0;
  Vertex best_size = 0;
  for (Cell cell = 0; cell < partition.order.size(); cell += partition.sizes[cell]) {
    const Vertex size = partition.sizes[cell];
    if (size > 1 && (best_size == 0 || size < best_size)) {
      best = cell;
      best_size = size;
    }
  }
  return best;
}

// Isomorphic pieces: how each maps to the first of them.
struct Class {
  Piece first;
  std::vector<std::pair<Piece, Mapping>> of_a;
  std::vector<std::pair<Piece, Mapping>> of_b;
};

// Takes the groups of one vertex out of `groups` (they map to any such group of the same cell),
// and makes pieces of the others.
struct Parts {
  std::vector<std::pair<Cell, Vertex>> single;
  std::vector<Piece> pieces;
};
Parts take_apart(const WeightedGraph& graph, const Partition& partition,
                 std::vector<std::vector<Vertex>> groups) {
  Parts parts;
  for (std::vector<Vertex>& group : groups) {
    if (group.size() == 1) {
      parts.single.emplace_back(partition.cell_of[group[0]], group[0]);
      continue;
    }
    WeightedGraph own = induced(graph, partition, group);
    Partition own_partition = refine(own);
    parts.pieces.push_back({std::move(group), std::move(own), std::move(own_partition)});
  }
  std::ranges::sort(parts.single);
  return parts;
}

std::optional<Mapping> map_piece(const Piece& from, const Piece& to) {
  if (from.graph.size() != to.graph.size()) return std::nullopt;
  return map_refined(from.graph, from.partition, to.graph, to.partition);
}

// Being isomorphic is an equivalence, so each piece is compared with one piece of each class only,
// and no choice ever has to be taken back.
bool add_to_class(std::vector<Class>& classes, Piece piece, bool is_of_a) {
  for (Class& known : classes) {
    std::optional<Mapping> mapping = map_piece(piece, known.first);
    if (!mapping) continue;
    auto& side = is_of_a ? known.of_a : known.of_b;
    side.emplace_back(std::move(piece), std::move(*mapping));
    return true;
  }
  if (!is_of_a) return false;
  Class fresh;
  Mapping identity(piece.graph.size());
  for (Vertex vertex = 0; vertex < piece.graph.size(); ++vertex) identity[vertex] = vertex;
  fresh.first = piece;
  fresh.of_a.emplace_back(std::move(piece), std::move(identity));
  classes.push_back(std::move(fresh));
  return true;
}

bool map_pieces(std::vector<Piece> pieces_a, std::vector<Piece> pieces_b, Mapping& result) {
  std::map<std::uint64_t, std::vector<Class>> by_trace;
  for (Piece& piece : pieces_a) {
    std::vector<Class>& classes = by_trace[piece.partition.trace];
    add_to_class(classes, std::move(piece), true);
  }
  for (Piece& piece : pieces_b) {
    const auto classes = by_trace.find(piece.partition.trace);
    if (classes == by_trace.end()) return false;
    if (!add_to_class(classes->second, std::move(piece), false)) return false;
  }
  for (const auto& [trace, classes] : by_trace) {
    for (const Class& equal : classes) {
      if (equal.of_a.size() != equal.of_b.size()) return false;
      for (std::size_t i = 0; i < equal.of_a.size(); ++i) {
        const auto& [a, a_to_first] = equal.of_a[i];
        const auto& [b, b_to_first] = equal.of_b[i];
        Mapping first_to_b(b_to_first.size());
        for (Vertex vertex = 0; vertex < b_to_first.size(); ++vertex)
          first_to_b[b_to_first[vertex]] = vertex;
        for (Vertex vertex = 0; vertex < a_to_first.size(); ++vertex)
          result[a.vertices[vertex]] = b.vertices[first_to_b[a_to_first[vertex]]];
      }
    }
  }
  return true;
}

// Sets one vertex of `a` apart and tries all its possible counterparts in `b`.
std::optional<Mapping> map_by_choice(const WeightedGraph& a, const Partition& partition_a,
                                     const WeightedGraph& b, const Partition& partition_b) {
  const Cell cell = cell_to_break(partition_a);
  Partition broken_a = partition_a;
  individualise(a, broken_a, partition_a.order[cell]);
  for (const Vertex counterpart : partition_b.members(cell)) {
    Partition broken_b = partition_b;
    individualise(b, broken_b, counterpart);
    if (auto mapping = map_refined(a, broken_a, b, broken_b)) return mapping;
  }
  return std::nullopt;
}

std::optional<Mapping> map_refined(const WeightedGraph& a, const Partition& partition_a,
                                   const WeightedGraph& b, const Partition& partition_b) {
  if (partition_a.trace != partition_b.trace) return std::nullopt;
  Mapping result(a.size());
  if (partition_a.is_discrete()) {
    for (Vertex place = 0; place < a.size(); ++place)
      result[partition_a.order[place]] = partition_b.order[place];
    return result;
  }
  std::vector<std::vector<Vertex>> groups_a = independent_groups(a, partition_a);
  std::vector<std::vector<Vertex>> groups_b = independent_groups(b, partition_b);
  if (groups_a.size() != groups_b.size()) return std::nullopt;
  if (groups_a.size() == 1) return map_by_choice(a, partition_a, b, partition_b);

  Parts parts_a = take_apart(a, partition_a, std::move(groups_a));
  Parts parts_b = take_apart(b, partition_b, std::move(groups_b));
  if (parts_a.single.size() != parts_b.single.size()) return std::nullopt;
  for (std::size_t i = 0; i < parts_a.single.size(); ++i) {
    if (parts_a.single[i].first != parts_b.single[i].first) return std::nullopt;
    result[parts_a.single[i].second] = parts_b.single[i].second;
  }
  if (!map_pieces(std::move(parts_a.pieces), std::move(parts_b.pieces), result))
    return std::nullopt;
  return result;
}

bool same_relationship(const HashedRelationship& a, const HashedRelationship& b) {
  return a.start == b.start && a.end == b.end && a.hash == b.hash && a.data->type == b.data->type &&
         identical(a.data->properties, b.data->properties);
}

// Everything above trusts hashes. This does not: it looks at all labels, properties and ends.
bool is_isomorphism(const HashedGraph& a, const HashedGraph& b, const Mapping& mapping) {
  for (Vertex vertex = 0; vertex < mapping.size(); ++vertex) {
    const NodeData* node_a = a.nodes[vertex];
    const NodeData* node_b = b.nodes[mapping[vertex]];
    if ((node_a == nullptr) != (node_b == nullptr)) return false;
    if (node_a != nullptr && !identical(*node_a, *node_b)) return false;
  }
  const auto sorted = [](std::vector<HashedRelationship> relationships) {
    std::ranges::sort(relationships, [](const auto& x, const auto& y) {
      return std::tie(x.start, x.end, x.hash) < std::tie(y.start, y.end, y.hash);
    });
    return relationships;
  };
  std::vector<HashedRelationship> mapped = a.relationships;
  for (HashedRelationship& relationship : mapped) {
    relationship.start = mapping[relationship.start];
    relationship.end = mapping[relationship.end];
  }
  return std::ranges::equal(sorted(std::move(mapped)), sorted(b.relationships), same_relationship);
}

// Like map_refined(), but for one graph: sums up what it finds. Breaking symmetries costs a
// refinement for each vertex of a cell; the allowance keeps that cheap, and is itself a property
// of the graph.
std::uint64_t invariant(const WeightedGraph& graph, const Partition& partition, int breaks_left) {
  std::uint64_t sum = partition.trace;
  if (partition.is_discrete()) return sum;
  std::vector<std::vector<Vertex>> groups = independent_groups(graph, partition);
  if (groups.size() > 1) {
    const Parts parts = take_apart(graph, partition, std::move(groups));
    for (const auto& [cell, vertex] : parts.single) sum += combine_hashes(cell, 1);
    for (const Piece& piece : parts.pieces)
      sum += combine_hashes(invariant(piece.graph, piece.partition, breaks_left), 2);
    return sum;
  }
  const Cell cell = cell_to_break(partition);
  const std::size_t cost = partition.sizes[cell] * (graph.size() + graph.edges.size());
  if (breaks_left == 0 || cost > 4'000) return sum;
  for (const Vertex vertex : partition.members(cell)) {
    Partition broken = partition;
    individualise(graph, broken, vertex);
    sum += combine_hashes(invariant(graph, broken, breaks_left - 1), 3);
  }
  return sum;
}

}  // namespace

bool isomorphic(const Entities& a, const Entities& b) {
  if (a.nodes.size() != b.nodes.size() || a.relationships.size() != b.relationships.size())
    return false;
  const HashedGraph hashed_a = hash_graph(a);
  const HashedGraph hashed_b = hash_graph(b);
  if (hashed_a.ids.size() != hashed_b.ids.size() || hashed_a.summary != hashed_b.summary)
    return false;
  const WeightedGraph weighted_a = weighted_graph(hashed_a);
  const WeightedGraph weighted_b = weighted_graph(hashed_b);
  const Partition partition_a = refine(weighted_a);
  const Partition partition_b = refine(weighted_b);
  const auto mapping = map_refined(weighted_a, partition_a, weighted_b, partition_b);
  return mapping && is_isomorphism(hashed_a, hashed_b, *mapping);
}

std::uint64_t fingerprint(const Entities& graph) {
  const HashedGraph hashed = hash_graph(graph);
  const WeightedGraph weighted = weighted_graph(hashed);
  return combine_hashes(hashed.summary, invariant(weighted, refine(weighted), 2));
}

}  // namespace dinkel

#include "graph/align.h"

#include <algorithm>
#include <map>

#include "graph/identity.h"

namespace dinkel {

namespace {

// Above this many pairs of leftover nodes, comparing each with each takes too long to be worth it.
constexpr std::size_t max_pairs = 250'000;

struct Neighbour {
  Vertex other = 0;
  std::uint64_t tie = 0;  // the relationship and its direction
};
using Neighbourhoods = std::vector<std::vector<Neighbour>>;  // by vertex

Neighbourhoods neighbourhoods(const HashedGraph& graph) {
  Neighbourhoods result(graph.hashes.size());
  for (const HashedRelationship& relationship : graph.relationships) {
    result[relationship.start].push_back({relationship.end, combine_hashes(1, relationship.hash)});
    result[relationship.end].push_back({relationship.start, combine_hashes(2, relationship.hash)});
  }
  return result;
}

// What the surroundings of each node look like, one step further than `hashes` did.
std::vector<std::uint64_t> widen(const Neighbourhoods& neighbours,
                                 const std::vector<std::uint64_t>& hashes) {
  std::vector<std::uint64_t> result(hashes.size());
  for (Vertex vertex = 0; vertex < hashes.size(); ++vertex) {
    std::uint64_t sum = 0;
    for (const Neighbour& neighbour : neighbours[vertex])
      sum += combine_hashes(neighbour.tie, hashes[neighbour.other]);
    result[vertex] = combine_hashes(hashes[vertex], sum);
  }
  return result;
}

class Aligner {
 public:
  Aligner(const HashedGraph& expected, const HashedGraph& actual)
      : expected_(expected),
        actual_(actual),
        expected_neighbours_(neighbourhoods(expected)),
        actual_neighbours_(neighbourhoods(actual)),
        result_{std::vector<Vertex>(expected.hashes.size(), no_vertex),
                std::vector<Vertex>(actual.hashes.size(), no_vertex)} {}

  Alignment run() {
    expected_levels_.push_back(expected_.hashes);
    actual_levels_.push_back(actual_.hashes);
    for (std::size_t level = 0; level < deepest; ++level) {
      expected_levels_.push_back(widen(expected_neighbours_, expected_levels_.back()));
      actual_levels_.push_back(widen(actual_neighbours_, actual_levels_.back()));
    }
    // Nodes that are unmistakable by themselves are the best anchors.
    pair_equal(0, true, deepest);
    for (std::size_t level = deepest; level >= 2; --level) {
      pair_equal(level, true, level);
      pair_equal(level, false, level);
    }
    // Near a difference, what hangs together says more than what looks alike.
    for (Vertex vertex = 0; vertex < result_.to_actual.size(); ++vertex)
      if (result_.to_actual[vertex] != no_vertex) pair_around(vertex, 0);
    pair_equal(1, true, 0);
    pair_equal(1, false, 0);
    pair_similar();
    pair_equal(0, false, 0);
    return std::move(result_);
  }

 private:
  static constexpr std::size_t deepest = 3;

  void pair(Vertex expected, Vertex actual) {
    result_.to_actual[expected] = actual;
    result_.to_expected[actual] = expected;
  }

  // Pairs nodes of equal hash at some level; if `only_unique`, only where there is one on each
  // side. Each pair draws its neighbours after it, if they are equal at `around_level` or deeper.
  void pair_equal(std::size_t level, bool only_unique, std::size_t around_level) {
    struct Sides {
      std::vector<Vertex> expected;
      std::vector<Vertex> actual;
    };
    std::map<std::uint64_t, Sides> by_hash;
    for (Vertex vertex = 0; vertex < result_.to_actual.size(); ++vertex)
      if (result_.to_actual[vertex] == no_vertex)
        by_hash[expected_levels_[level][vertex]].expected.push_back(vertex);
    for (Vertex vertex = 0; vertex < result_.to_expected.size(); ++vertex)
      if (result_.to_expected[vertex] == no_vertex)
        by_hash[actual_levels_[level][vertex]].actual.push_back(vertex);
    for (const auto& [hash, sides] : by_hash) {
      if (only_unique && (sides.expected.size() != 1 || sides.actual.size() != 1)) continue;
      std::size_t next = 0;
      for (const Vertex expected : sides.expected) {
        if (result_.to_actual[expected] != no_vertex) continue;
        while (next < sides.actual.size() && result_.to_expected[sides.actual[next]] != no_vertex)
          ++next;
        if (next == sides.actual.size()) break;
        pair(expected, sides.actual[next]);
        pair_around(expected, around_level);
      }
    }
  }

  // From a pair, goes on to the neighbours that correspond, the surest first.
  void pair_around(Vertex first, std::size_t lowest_level) {
    std::vector<Vertex> waiting{first};
    while (!waiting.empty()) {
      const Vertex expected = waiting.back();
      waiting.pop_back();
      const Vertex actual = result_.to_actual[expected];
      for (std::size_t level = deepest + 1; level > lowest_level; --level) {
        for (const Neighbour& neighbour : expected_neighbours_[expected]) {
          if (result_.to_actual[neighbour.other] != no_vertex) continue;
          const Vertex found = free_neighbour(actual, neighbour, level - 1);
          if (found == no_vertex) continue;
          pair(neighbour.other, found);
          waiting.push_back(neighbour.other);
        }
      }
    }
  }

  Vertex free_neighbour(Vertex actual, const Neighbour& wanted, std::size_t level) const {
    for (const Neighbour& neighbour : actual_neighbours_[actual])
      if (neighbour.tie == wanted.tie && result_.to_expected[neighbour.other] == no_vertex &&
          actual_levels_[level][neighbour.other] == expected_levels_[level][wanted.other])
        return neighbour.other;
    return no_vertex;
  }

  // How much two nodes have in common; 0 when they should not be taken for each other.
  int similarity(Vertex expected, Vertex actual) const {
    const NodeData* a = expected_.nodes[expected];
    const NodeData* b = actual_.nodes[actual];
    if (a == nullptr || b == nullptr) return a == b ? 1 : 0;
    int score = 0;
    if (identical(*a, *b)) score += 16;
    if (a->labels == b->labels) score += a->labels.empty() ? 1 : 4;
    for (const std::string& label : a->labels)
      if (std::ranges::binary_search(b->labels, label)) score += 1;
    for (const auto& [key, value] : a->properties)
      if (const Value* other = b->properties.find(key)) score += identical(value, *other) ? 4 : 1;
    return score + 3 * fitting_ties(expected, actual);
  }

  // How many relationships of two nodes fit together, less those that do not. Only those to nodes
  // that are paired already can tell.
  int fitting_ties(Vertex expected, Vertex actual) const {
    int score = 0;
    std::vector<Neighbour> unused = actual_neighbours_[actual];
    for (const Neighbour& neighbour : expected_neighbours_[expected]) {
      const Vertex counterpart =
          neighbour.other == expected ? actual : result_.to_actual[neighbour.other];
      if (counterpart == no_vertex) continue;
      const auto found = std::ranges::find_if(unused, [&](const Neighbour& candidate) {
        return candidate.tie == neighbour.tie && candidate.other == counterpart;
      });
      score += found == unused.end() ? -1 : 1;
      if (found != unused.end()) unused.erase(found);
    }
    for (const Neighbour& neighbour : unused)
      if (neighbour.other == actual || result_.to_expected[neighbour.other] != no_vertex) --score;
    return score;
  }

  // The best pairs of leftover nodes first; ties in the order of their ids.
  void pair_similar() {
    std::vector<Vertex> expected_left;
    std::vector<Vertex> actual_left;
    for (Vertex vertex = 0; vertex < result_.to_actual.size(); ++vertex)
      if (result_.to_actual[vertex] == no_vertex) expected_left.push_back(vertex);
    for (Vertex vertex = 0; vertex < result_.to_expected.size(); ++vertex)
      if (result_.to_expected[vertex] == no_vertex) actual_left.push_back(vertex);
    if (expected_left.size() * actual_left.size() > max_pairs) return;

    struct Candidate {
      int score = 0;
      Vertex expected = 0;
      Vertex actual = 0;
    };
    std::vector<Candidate> candidates;
    for (const Vertex a : expected_left)
      for (const Vertex b : actual_left)
        if (const int score = similarity(a, b); score > 2) candidates.push_back({score, a, b});
    std::ranges::stable_sort(candidates, std::greater<>(), &Candidate::score);
    for (const Candidate& candidate : candidates)
      if (result_.to_actual[candidate.expected] == no_vertex &&
          result_.to_expected[candidate.actual] == no_vertex)
        pair(candidate.expected, candidate.actual);
  }

  const HashedGraph& expected_;
  const HashedGraph& actual_;
  Neighbourhoods expected_neighbours_;
  Neighbourhoods actual_neighbours_;
  // By level and vertex: what a node looks like together with all within so many steps.
  std::vector<std::vector<std::uint64_t>> expected_levels_;
  std::vector<std::vector<std::uint64_t>> actual_levels_;
  Alignment result_;
};

}  // namespace

Alignment align(const HashedGraph& expected, const HashedGraph& actual) {
  return Aligner(expected, actual).run();
}

}  // namespace dinkel

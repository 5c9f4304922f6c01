// Which node of one graph stands for which of another that is nearly the same? The answer is a
// guess, good enough to explain a difference in few words: equal surroundings first, then equal
// contents, then the most in common.
#pragma once

#include <vector>

#include "graph/hashed_graph.h"

namespace dinkel {

constexpr Vertex no_vertex = static_cast<Vertex>(-1);

struct Alignment {
  std::vector<Vertex> to_actual;    // by vertex of the expected graph, or no_vertex
  std::vector<Vertex> to_expected;  // by vertex of the actual graph, or no_vertex
};

Alignment align(const HashedGraph& expected, const HashedGraph& actual);

}  // namespace dinkel

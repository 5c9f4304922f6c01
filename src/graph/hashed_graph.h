// A property graph in the form that isomorphism and difference work on: nodes by index instead of
// id, their contents hashed, and a pointer back to what they look like.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/entities.h"
#include "graph/refine.h"

namespace dinkel {

struct HashedRelationship {
  Vertex start = 0;
  Vertex end = 0;
  std::uint64_t hash = 0;  // of its type and properties
  const RelationshipData* data = nullptr;
};

struct HashedGraph {
  std::vector<std::int64_t> ids;       // by vertex, ascending
  std::vector<const NodeData*> nodes;  // by vertex; null when a relationship hangs on nothing
  std::vector<std::uint64_t> hashes;   // by vertex, of labels and properties
  std::vector<HashedRelationship> relationships;
  // The same for graphs that differ only in which relationship hangs on which of two equal nodes.
  std::uint64_t summary = 0;
};

// Refers to `entities`, which must live longer.
HashedGraph hash_graph(const Entities& entities);

WeightedGraph weighted_graph(const HashedGraph& graph);

}  // namespace dinkel

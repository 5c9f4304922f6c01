// The property graph that the reference interpreter works on: nodes and relationships by id, with a
// journal, so that a statement can be tried and rolled back. Ids are never used twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/entities.h"

namespace dinkel {

class Graph {
 public:
  // Reading. Ids are dense indexes; deleted entities are skipped by the visitors.
  bool has_node(NodeRef node) const;
  bool has_relationship(RelationshipRef relationship) const;
  const NodeData& node(NodeRef node) const;  // must exist
  const RelationshipData& relationship(RelationshipRef relationship) const;
  std::vector<NodeRef> nodes() const;  // in the order of creation
  std::vector<RelationshipRef> relationships() const;
  std::span<const RelationshipRef> outgoing(NodeRef node) const;
  std::span<const RelationshipRef> incoming(NodeRef node) const;
  std::size_t node_count() const;
  std::size_t relationship_count() const;
  bool has_label(NodeRef node, std::string_view label) const;

  // Writing.
  NodeRef create_node(NodeData data);
  RelationshipRef create_relationship(RelationshipData data);
  void delete_relationship(RelationshipRef relationship);
  void delete_node(NodeRef node);                        // must have no relationships
  bool add_label(NodeRef node, std::string_view label);  // true if it was not there
  bool remove_label(NodeRef node, std::string_view label);
  // A null value removes the property.
  void set_property(NodeRef node, std::string_view key, Value value);
  void set_property(RelationshipRef relationship, std::string_view key, Value value);
  void clear();

  // The journal: mark a state, do something, and go back to it. Marks nest.
  using Mark = std::size_t;
  Mark mark();
  void roll_back(Mark mark);
  void commit();  // forgets the journal

  Entities entities() const;  // a copy of everything
  static Graph from(const Entities& entities);

 private:
  // Filled in by graph.cpp's author: records, adjacency, journal.
};

}  // namespace dinkel

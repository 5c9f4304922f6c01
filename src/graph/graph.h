// The property graph that the reference interpreter works on: nodes and relationships by id, with a
// journal, so that a statement can be tried and rolled back.
//
// Ids are indexes into plain vectors. Deleting only marks a record, so an id is never given to a
// second entity; there is one exception, which nobody can see: what is rolled back was never there,
// and its ids are free again. A statement that fails thus leaves no trace at all.
//
// Everything is listed in the order of creation, and rolling back restores that order too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cypher/ast.h"
#include "graph/entities.h"

namespace dinkel {

// A declared index or constraint. The graph keeps the list and nothing else: the interpreter has no
// use for an index, and checks constraints itself.
struct SchemaRule {
  std::string name;
  SchemaEntity entity = SchemaEntity::Node;
  std::vector<std::string> labels;  // or relationship types
  std::vector<std::string> properties;
  std::optional<ConstraintKind> constraint;  // absent: an index
  std::optional<TypeName> type;              // of ConstraintKind::Type
  bool operator==(const SchemaRule&) const = default;
};

class Graph {
 public:
  // Reading. Deleted entities are not listed; has_... says false for them and for ids never given.
  bool has_node(NodeRef node) const;
  bool has_relationship(RelationshipRef relationship) const;
  // The entity must exist, or have been deleted since the last commit(): a deleted relationship
  // can still be asked for its type in the statement that deletes it.
  const NodeData& node(NodeRef node) const;
  const RelationshipData& relationship(RelationshipRef relationship) const;
  std::vector<NodeRef> nodes() const;  // in the order of creation
  std::vector<RelationshipRef> relationships() const;
  // A relationship from a node to itself is in both lists. Any write ends the life of the span.
  std::span<const RelationshipRef> outgoing(NodeRef node) const;
  std::span<const RelationshipRef> incoming(NodeRef node) const;
  std::size_t node_count() const { return node_count_; }
  std::size_t relationship_count() const { return relationship_count_; }
  bool has_label(NodeRef node, std::string_view label) const;

  // Writing. Labels may come in any order, and null properties are left out.
  NodeRef create_node(NodeData data);
  RelationshipRef create_relationship(RelationshipData data);  // both ends must exist
  void delete_relationship(RelationshipRef relationship);
  void delete_node(NodeRef node);                        // must have no relationships
  bool add_label(NodeRef node, std::string_view label);  // true if it was not there
  bool remove_label(NodeRef node, std::string_view label);
  // A null value removes the property.
  void set_property(NodeRef node, std::string_view key, Value value);
  void set_property(RelationshipRef relationship, std::string_view key, Value value);
  void clear();  // as new: no entities, no rules, no journal

  // Indexes and constraints, in the order of their declaration.
  const std::vector<SchemaRule>& schema_rules() const { return schema_rules_; }
  void add_schema_rule(SchemaRule rule);
  void remove_schema_rule(std::size_t position);

  // The journal: mark a state, do something, and go back to it. Marks nest; rolling back to an
  // outer mark makes the inner ones void. Writes before the first mark() after a commit() are not
  // recorded, and cannot be undone.
  using Mark = std::size_t;
  Mark mark();
  void roll_back(Mark mark);
  void commit();  // forgets the journal, and what was deleted

  Entities entities() const;  // a copy of everything
  // Entities are numbered anew, in the order of their ids: a database's ids may be huge.
  static Graph from(const Entities& entities);

 private:
  struct NodeRecord {
    NodeData data;
    std::vector<RelationshipRef> outgoing;
    std::vector<RelationshipRef> incoming;
    bool alive = true;
  };
  struct RelationshipRecord {
    RelationshipData data;
    bool alive = true;
  };

  // What undoes one write.
  struct UncreateNode {};
  struct UncreateRelationship {};
  struct UndeleteNode {
    NodeRef node;
  };
  struct UndeleteRelationship {
    RelationshipRef relationship;
    std::size_t outgoing_position;
    std::size_t incoming_position;
  };
  struct RestoreLabels {
    NodeRef node;
    std::vector<std::string> labels;
  };
  struct RestoreNodeProperty {
    NodeRef node;
    std::string key;
    Value value;
  };
  struct RestoreRelationshipProperty {
    RelationshipRef relationship;
    std::string key;
    Value value;
  };
  struct RemoveLastRule {};
  struct RestoreRule {
    std::size_t position;
    SchemaRule rule;
  };
  using Undo = std::variant<UncreateNode, UncreateRelationship, UndeleteNode, UndeleteRelationship,
                            RestoreLabels, RestoreNodeProperty, RestoreRelationshipProperty,
                            RemoveLastRule, RestoreRule>;

  NodeRef allocate_node();
  RelationshipRef allocate_relationship();
  NodeRecord& record(NodeRef node);
  const NodeRecord& record(NodeRef node) const;
  RelationshipRecord& record(RelationshipRef relationship);
  const RelationshipRecord& record(RelationshipRef relationship) const;
  NodeRecord& living(NodeRef node);
  RelationshipRecord& living(RelationshipRef relationship);
  void remember(Undo undo);
  void undo(Undo& undo);

  std::vector<NodeRecord> nodes_;
  std::vector<RelationshipRecord> relationships_;
  std::size_t node_count_ = 0;
  std::size_t relationship_count_ = 0;
  std::vector<SchemaRule> schema_rules_;
  std::vector<Undo> journal_;
  bool recording_ = false;
};

}  // namespace dinkel

#include "graph/graph.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/check.h"
#include "base/match.h"

namespace dinkel {

namespace {

template <typename Ref, typename Records>
std::vector<Ref> living_ones(const Records& records, std::size_t count) {
  std::vector<Ref> result;
  result.reserve(count);
  for (std::size_t i = 0; i < records.size(); ++i)
    if (records[i].alive) result.push_back(Ref{static_cast<std::int64_t>(i)});
  return result;
}

template <typename Ref, typename Records>
bool is_alive(const Records& records, Ref ref) {
  return ref.id >= 0 && static_cast<std::size_t>(ref.id) < records.size() &&
         records[static_cast<std::size_t>(ref.id)].alive;
}

void drop_nulls(Map& properties) {
  const bool any = std::ranges::any_of(properties, [](auto& e) { return e.second.is_null(); });
  if (!any) return;
  std::vector<Map::Entry> kept;
  for (const Map::Entry& entry : properties)
    if (!entry.second.is_null()) kept.push_back(entry);
  properties = Map(std::move(kept));
}

void sort_once(std::vector<std::string>& labels) {
  std::ranges::sort(labels);
  const auto rest = std::ranges::unique(labels);
  labels.erase(rest.begin(), rest.end());
}

// Takes `item` out of `list` and says where it was. The newest is the likeliest to go, so the
// search begins at the end.
std::size_t take_out(std::vector<RelationshipRef>& list, RelationshipRef item) {
  std::size_t position = list.size();
  while (position > 0 && list[position - 1] != item) --position;
  CHECK(position > 0, "a relationship is missing from the adjacency of its own node");
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(position - 1));
  return position - 1;
}

void put_in(std::vector<RelationshipRef>& list, std::size_t position, RelationshipRef item) {
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(position), item);
}

Value replace_property(Map& properties, std::string_view key, Value value) {
  const Value* present = properties.find(key);
  Value old = present ? *present : Value();
  if (!value.is_null())
    properties.set(key, std::move(value));
  else if (present)
    properties.erase(key);
  return old;
}

}  // namespace

// ---- Records ------------------------------------------------------------------------------------

// The only two places that give out ids.
NodeRef Graph::allocate_node() {
  nodes_.emplace_back();
  return {static_cast<std::int64_t>(nodes_.size() - 1)};
}
RelationshipRef Graph::allocate_relationship() {
  relationships_.emplace_back();
  return {static_cast<std::int64_t>(relationships_.size() - 1)};
}

const Graph::NodeRecord& Graph::record(NodeRef node) const {
  CHECK(node.id >= 0 && static_cast<std::size_t>(node.id) < nodes_.size(), "no such node");
  return nodes_[static_cast<std::size_t>(node.id)];
}
Graph::NodeRecord& Graph::record(NodeRef node) {
  return const_cast<NodeRecord&>(std::as_const(*this).record(node));
}
const Graph::RelationshipRecord& Graph::record(RelationshipRef relationship) const {
  CHECK(relationship.id >= 0 && static_cast<std::size_t>(relationship.id) < relationships_.size(),
        "no such relationship");
  return relationships_[static_cast<std::size_t>(relationship.id)];
}
Graph::RelationshipRecord& Graph::record(RelationshipRef relationship) {
  return const_cast<RelationshipRecord&>(std::as_const(*this).record(relationship));
}
Graph::NodeRecord& Graph::living(NodeRef node) {
  NodeRecord& found = record(node);
  CHECK(found.alive, "a deleted node cannot be changed");
  return found;
}
Graph::RelationshipRecord& Graph::living(RelationshipRef relationship) {
  RelationshipRecord& found = record(relationship);
  CHECK(found.alive, "a deleted relationship cannot be changed");
  return found;
}

// ---- Reading ------------------------------------------------------------------------------------

bool Graph::has_node(NodeRef node) const {
  return is_alive(nodes_, node);
}
bool Graph::has_relationship(RelationshipRef relationship) const {
  return is_alive(relationships_, relationship);
}
const NodeData& Graph::node(NodeRef node) const {
  return record(node).data;
}
const RelationshipData& Graph::relationship(RelationshipRef relationship) const {
  return record(relationship).data;
}
std::vector<NodeRef> Graph::nodes() const {
  return living_ones<NodeRef>(nodes_, node_count_);
}
std::vector<RelationshipRef> Graph::relationships() const {
  return living_ones<RelationshipRef>(relationships_, relationship_count_);
}
std::span<const RelationshipRef> Graph::outgoing(NodeRef node) const {
  return record(node).outgoing;
}
std::span<const RelationshipRef> Graph::incoming(NodeRef node) const {
  return record(node).incoming;
}
bool Graph::has_label(NodeRef node, std::string_view label) const {
  return std::ranges::binary_search(record(node).data.labels, label, std::less<>());
}

// ---- Writing ------------------------------------------------------------------------------------

NodeRef Graph::create_node(NodeData data) {
  sort_once(data.labels);
  drop_nulls(data.properties);
  const NodeRef node = allocate_node();
  record(node).data = std::move(data);
  ++node_count_;
  remember(UncreateNode{});
  return node;
}

RelationshipRef Graph::create_relationship(RelationshipData data) {
  drop_nulls(data.properties);
  NodeRecord& start = living(NodeRef{data.start});
  NodeRecord& end = living(NodeRef{data.end});
  const RelationshipRef relationship = allocate_relationship();
  start.outgoing.push_back(relationship);
  end.incoming.push_back(relationship);
  record(relationship).data = std::move(data);
  ++relationship_count_;
  remember(UncreateRelationship{});
  return relationship;
}

void Graph::delete_relationship(RelationshipRef relationship) {
  RelationshipRecord& gone = living(relationship);
  const std::size_t outgoing_position =
      take_out(record(NodeRef{gone.data.start}).outgoing, relationship);
  const std::size_t incoming_position =
      take_out(record(NodeRef{gone.data.end}).incoming, relationship);
  gone.alive = false;
  --relationship_count_;
  remember(UndeleteRelationship{relationship, outgoing_position, incoming_position});
}

void Graph::delete_node(NodeRef node) {
  NodeRecord& gone = living(node);
  CHECK(gone.outgoing.empty() && gone.incoming.empty(),
        "a node is deleted while relationships hang on it");
  gone.alive = false;
  --node_count_;
  remember(UndeleteNode{node});
}

bool Graph::add_label(NodeRef node, std::string_view label) {
  std::vector<std::string>& labels = living(node).data.labels;
  const auto place = std::ranges::lower_bound(labels, label, std::less<>());
  if (place != labels.end() && *place == label) return false;
  remember(RestoreLabels{node, labels});
  labels.emplace(place, label);
  return true;
}

bool Graph::remove_label(NodeRef node, std::string_view label) {
  std::vector<std::string>& labels = living(node).data.labels;
  const auto place = std::ranges::find(labels, label);
  if (place == labels.end()) return false;
  remember(RestoreLabels{node, labels});
  labels.erase(place);
  return true;
}

void Graph::set_property(NodeRef node, std::string_view key, Value value) {
  Value old = replace_property(living(node).data.properties, key, std::move(value));
  remember(RestoreNodeProperty{node, std::string(key), std::move(old)});
}

void Graph::set_property(RelationshipRef relationship, std::string_view key, Value value) {
  Value old = replace_property(living(relationship).data.properties, key, std::move(value));
  remember(RestoreRelationshipProperty{relationship, std::string(key), std::move(old)});
}

void Graph::clear() {
  *this = Graph();
}

void Graph::add_schema_rule(SchemaRule rule) {
  schema_rules_.push_back(std::move(rule));
  remember(RemoveLastRule{});
}

void Graph::remove_schema_rule(std::size_t position) {
  CHECK(position < schema_rules_.size(), "no such index or constraint");
  const auto place = schema_rules_.begin() + static_cast<std::ptrdiff_t>(position);
  remember(RestoreRule{position, *place});
  schema_rules_.erase(place);
}

// ---- The journal --------------------------------------------------------------------------------

void Graph::remember(Undo undo) {
  if (recording_) journal_.push_back(std::move(undo));
}

Graph::Mark Graph::mark() {
  recording_ = true;
  return journal_.size();
}

void Graph::roll_back(Mark mark) {
  CHECK(recording_ && mark <= journal_.size(), "this mark is no longer valid");
  while (journal_.size() > mark) {
    Undo last = std::move(journal_.back());
    journal_.pop_back();
    undo(last);
  }
}

void Graph::undo(Undo& last) {
  match(
      last,
      [&](UncreateNode&) {
        nodes_.pop_back();
        --node_count_;
      },
      [&](UncreateRelationship&) {
        const RelationshipData& data = relationships_.back().data;
        record(NodeRef{data.start}).outgoing.pop_back();
        record(NodeRef{data.end}).incoming.pop_back();
        relationships_.pop_back();
        --relationship_count_;
      },
      [&](UndeleteNode& action) {
        record(action.node).alive = true;
        ++node_count_;
      },
      [&](UndeleteRelationship& action) {
        RelationshipRecord& back = record(action.relationship);
        back.alive = true;
        ++relationship_count_;
        put_in(record(NodeRef{back.data.start}).outgoing, action.outgoing_position,
               action.relationship);
        put_in(record(NodeRef{back.data.end}).incoming, action.incoming_position,
               action.relationship);
      },
      [&](RestoreLabels& action) { record(action.node).data.labels = std::move(action.labels); },
      [&](RestoreNodeProperty& action) {
        replace_property(record(action.node).data.properties, action.key, std::move(action.value));
      },
      [&](RestoreRelationshipProperty& action) {
        replace_property(record(action.relationship).data.properties, action.key,
                         std::move(action.value));
      },
      [&](RemoveLastRule&) { schema_rules_.pop_back(); },
      [&](RestoreRule& action) {
        schema_rules_.insert(schema_rules_.begin() + static_cast<std::ptrdiff_t>(action.position),
                             std::move(action.rule));
      });
}

void Graph::commit() {
  for (const Undo& entry : journal_) {
    if (const auto* node = std::get_if<UndeleteNode>(&entry))
      record(node->node) = NodeRecord{{}, {}, {}, false};
    if (const auto* relationship = std::get_if<UndeleteRelationship>(&entry))
      record(relationship->relationship) = RelationshipRecord{{}, false};
  }
  journal_.clear();
  recording_ = false;
}

// ---- As entities --------------------------------------------------------------------------------

Entities Graph::entities() const {
  Entities result;
  for (const NodeRef ref : nodes())
    result.nodes.emplace_hint(result.nodes.end(), ref.id, node(ref));
  for (const RelationshipRef ref : relationships())
    result.relationships.emplace_hint(result.relationships.end(), ref.id, relationship(ref));
  return result;
}

Graph Graph::from(const Entities& entities) {
  Graph graph;
  std::map<std::int64_t, std::int64_t> new_ids;
  for (const auto& [id, data] : entities.nodes) new_ids[id] = graph.create_node(data).id;
  for (const auto& [id, data] : entities.relationships) {
    const auto start = new_ids.find(data.start);
    const auto end = new_ids.find(data.end);
    CHECK(start != new_ids.end() && end != new_ids.end(),
          "a relationship hangs on a node that is not in the graph");
    graph.create_relationship({data.type, start->second, end->second, data.properties});
  }
  return graph;
}

}  // namespace dinkel

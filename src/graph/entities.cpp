#include "graph/entities.h"

#include "base/match.h"
#include "cypher/print.h"

namespace dinkel {

namespace {

// " {k: 1}", or nothing where there are no properties.
std::string properties_text(const Map& properties) {
  if (properties.empty()) return "";
  return " " + to_text(Value(properties));
}

std::string relationship_text(std::int64_t id, const Entities& entities) {
  const auto found = entities.relationships.find(id);
  if (found == entities.relationships.end()) return to_text(Value(RelationshipRef{id}));
  return to_text(found->second);
}

std::string node_text(std::int64_t id, const Entities& entities) {
  const auto found = entities.nodes.find(id);
  if (found == entities.nodes.end()) return to_text(Value(NodeRef{id}));
  return to_text(found->second);
}

// An arrow points as the relationship does, which need not be the way the path goes. A relationship
// that is gone has no direction any more.
std::string path_text(const Path& path, const Entities& entities) {
  std::string text = "<";
  for (std::size_t i = 0; i < path.nodes.size(); ++i) {
    text += node_text(path.nodes[i].id, entities);
    if (i >= path.relationships.size()) continue;
    const std::int64_t id = path.relationships[i].id;
    const auto found = entities.relationships.find(id);
    const bool known = found != entities.relationships.end();
    const bool forward = known && found->second.start == path.nodes[i].id;
    text += known && !forward ? "<-" : "-";
    text += relationship_text(id, entities);
    text += forward ? "->" : "-";
  }
  return text + ">";
}

}  // namespace

std::string to_text(const NodeData& node) {
  std::string text = "(";
  for (const std::string& label : node.labels) text += ":" + quote_name(label);
  std::string properties = properties_text(node.properties);
  if (node.labels.empty() && !properties.empty()) properties.erase(0, 1);
  return text + properties + ")";
}

std::string to_text(const RelationshipData& relationship) {
  return "[:" + quote_name(relationship.type) + properties_text(relationship.properties) + "]";
}

std::string to_text(const Value& value, const Entities& entities) {
  if (const auto* node = value.get_if<NodeRef>()) return node_text(node->id, entities);
  if (const auto* relationship = value.get_if<RelationshipRef>())
    return relationship_text(relationship->id, entities);
  if (const auto* path = value.get_if<Path>()) return path_text(*path, entities);
  if (const auto* list = value.get_if<Values>()) {
    std::string text;
    for (const Value& item : *list) text += (text.empty() ? "" : ", ") + to_text(item, entities);
    return "[" + text + "]";
  }
  if (const auto* map = value.get_if<Map>()) {
    std::string text;
    for (const auto& [key, item] : *map)
      text += (text.empty() ? "" : ", ") + quote_name(key) + ": " + to_text(item, entities);
    return "{" + text + "}";
  }
  return to_text(value);
}

}  // namespace dinkel

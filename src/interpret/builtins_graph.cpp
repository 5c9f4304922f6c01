// Functions on nodes, relationships and paths. A deleted entity still has its id, and a deleted
// relationship its type and its ends; everything else of it is gone.
#include <string>

#include "interpret/builtins.h"

namespace dinkel {

namespace {

[[noreturn]] void fail_deleted() {
  fail(ErrorType::EntityNotFound, ErrorDetail::DeletedEntityAccess,
       "the entity has been deleted in this statement");
}

const NodeData& live_node(Runtime& runtime, NodeRef node) {
  if (!runtime.graph.has_node(node)) fail_deleted();
  return runtime.graph.node(node);
}

const RelationshipData& relationship_argument(Runtime& runtime, const Value& argument) {
  const auto* relationship = argument.get_if<RelationshipRef>();
  if (relationship == nullptr) fail_argument(argument, "a relationship");
  return runtime.graph.relationship(*relationship);
}

const Path& path_argument(const Value& argument) {
  const auto* path = argument.get_if<Path>();
  if (path == nullptr) fail_argument(argument, "a path");
  return *path;
}

const Map& properties_argument(Runtime& runtime, const Value& argument) {
  if (const auto* map = argument.get_if<Map>()) return *map;
  if (const auto* node = argument.get_if<NodeRef>()) return live_node(runtime, *node).properties;
  const auto* relationship = argument.get_if<RelationshipRef>();
  if (relationship == nullptr) fail_argument(argument, "a node, a relationship or a map");
  if (!runtime.graph.has_relationship(*relationship)) fail_deleted();
  return runtime.graph.relationship(*relationship).properties;
}

Value id(Runtime&, Arguments arguments) {
  if (const auto* node = arguments[0].get_if<NodeRef>()) return node->id;
  if (const auto* relationship = arguments[0].get_if<RelationshipRef>()) return relationship->id;
  fail_argument(arguments[0], "a node or a relationship");
}

Value element_id(Runtime& runtime, Arguments arguments) {
  return std::to_string(id(runtime, arguments).as<std::int64_t>());
}

Value type(Runtime& runtime, Arguments arguments) {
  return relationship_argument(runtime, arguments[0]).type;
}

Value start_node(Runtime& runtime, Arguments arguments) {
  return NodeRef{relationship_argument(runtime, arguments[0]).start};
}

Value end_node(Runtime& runtime, Arguments arguments) {
  return NodeRef{relationship_argument(runtime, arguments[0]).end};
}

Value properties(Runtime& runtime, Arguments arguments) {
  return properties_argument(runtime, arguments[0]);
}

Value keys(Runtime& runtime, Arguments arguments) {
  Values result;
  for (const auto& [key, value] : properties_argument(runtime, arguments[0])) result.push_back(key);
  return result;
}

Value labels(Runtime& runtime, Arguments arguments) {
  const auto* node = arguments[0].get_if<NodeRef>();
  if (node == nullptr) fail_argument(arguments[0], "a node");
  const auto& names = live_node(runtime, *node).labels;
  return Values(names.begin(), names.end());
}

Value length(Runtime&, Arguments arguments) {
  return static_cast<std::int64_t>(path_argument(arguments[0]).relationships.size());
}

Value nodes(Runtime&, Arguments arguments) {
  const Path& path = path_argument(arguments[0]);
  return Values(path.nodes.begin(), path.nodes.end());
}

Value relationships(Runtime&, Arguments arguments) {
  const Path& path = path_argument(arguments[0]);
  return Values(path.relationships.begin(), path.relationships.end());
}

constexpr Builtin builtins[] = {
    {"id", id},
    {"elementId", element_id},
    {"type", type},
    {"startNode", start_node},
    {"endNode", end_node},
    {"properties", properties},
    {"keys", keys},
    {"labels", labels},
    {"length", length},
    {"nodes", nodes},
    {"relationships", relationships},
};

}  // namespace

std::span<const Builtin> graph_builtins() {
  return builtins;
}

}  // namespace dinkel

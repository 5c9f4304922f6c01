// What nodes and relationships look like, by id; and the rows of an answer, which refer to them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cypher/value.h"

namespace dinkel {

struct NodeData {
  std::vector<std::string> labels;  // sorted, each once
  Map properties;                   // never a null value
  bool operator==(const NodeData&) const = default;
};
struct RelationshipData {
  std::string type;
  std::int64_t start = 0;
  std::int64_t end = 0;
  Map properties;
  bool operator==(const RelationshipData&) const = default;
};

// The nodes and relationships that an answer mentions. A deleted one may be missing.
struct Entities {
  std::map<std::int64_t, NodeData> nodes;
  std::map<std::int64_t, RelationshipData> relationships;
  bool operator==(const Entities&) const = default;
};

struct Rows {
  std::vector<std::string> columns;
  std::vector<std::vector<Value>> rows;
  Entities entities;
  bool operator==(const Rows&) const = default;
};

// (:A:B {k: 1}) and [:R {k: 1}].
std::string to_text(const NodeData& node);
std::string to_text(const RelationshipData& relationship);
// (:A {k: 1}), [:R {k: 1}], <(:A)-[:R]->(:B)>: values with their entities spelled out.
std::string to_text(const Value& value, const Entities& entities);

}  // namespace dinkel

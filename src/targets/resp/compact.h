// FalkorDB's compact result format (and RedisGraph's, whose successor it is), as values.
//
// Labels, relationship types and property keys arrive as numbers, which the tables of the graph
// turn into names. A number that the table lacks means that the table is old: the caller asks the
// server for new ones and decodes again.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "graph/entities.h"
#include "targets/resp/reply.h"

namespace dinkel {

struct NameTables {
  std::vector<std::string> labels;
  std::vector<std::string> relationship_types;
  std::vector<std::string> property_keys;
  bool operator==(const NameTables&) const = default;
};

struct UnknownName {};  // the tables lack a number
struct MalformedReply {
  std::string message;
};
using CompactResult = std::variant<Rows, UnknownName, MalformedReply>;

// The reply of GRAPH.QUERY with --compact; it is not an error.
//
// What the format cannot say is lost before it reaches us: floats have 15 significant digits, the
// coordinates of points are single floats, temporal values have whole seconds, and a duration is
// the moment at which it ends when it begins with 1970.
CompactResult decode_compact(const Reply& reply, const NameTables& names);

// The duration that ends `seconds` after the beginning of 1970: years, months, days and a time of
// day as the calendar counts them. A negative one is told in days and seconds alone.
Duration duration_from_epoch(std::int64_t seconds);

}  // namespace dinkel

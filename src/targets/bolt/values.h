// Between PackStream and our values: the structures that Bolt has for graph, temporal and spatial
// values, old and new.
//
// A date and time with a zone comes in two forms: since Bolt 5 (and in 4.4 when both sides agree on
// the patch "utc") it counts seconds in UTC, before that in local time. Both are read; `utc` says
// which one to write.
#pragma once

#include <string>

#include "base/result.h"
#include "graph/entities.h"
#include "targets/bolt/packstream.h"

namespace dinkel {

// The value holds no entities: they cannot be parameters.
void pack(Packer& packer, const Value& value, bool utc);
void pack(Packer& packer, const Map& map, bool utc);

// What nodes and relationships look like goes into `entities`.
Result<Value, std::string> to_value(const Packed& packed, Entities& entities);

}  // namespace dinkel

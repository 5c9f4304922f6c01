// When are two stored values the same? Stricter than Cypher's equality, because a graph must not
// change behind our back: 1 and 1.0 differ, 0.0 and -0.0 differ, and a list differs from the same
// list in another order. Only the payload of a NaN is left out: no database promises to keep it.
#pragma once

#include <cstdint>
#include <string_view>

#include "graph/entities.h"

namespace dinkel {

bool identical(const Value& a, const Value& b);
bool identical(const Map& a, const Map& b);
bool identical(const NodeData& a, const NodeData& b);

// Equal for identical ones.
std::uint64_t hash_identity(const Value& value);
std::uint64_t hash_identity(const Map& map);
std::uint64_t hash_identity(const NodeData& node);
// The type and the properties, not the ends.
std::uint64_t hash_identity(const RelationshipData& relationship);

// Folds `item` into `hash`; the order matters.
std::uint64_t combine_hashes(std::uint64_t hash, std::uint64_t item);

}  // namespace dinkel

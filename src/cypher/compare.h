// The three comparisons of Cypher, which are not the same:
//   equals       the operator =, three-valued: null = null is unknown, NaN = NaN is false
//   equivalent   DISTINCT, grouping, UNION, IN of count(DISTINCT): null is null, NaN is NaN
//   order        ORDER BY, min, max: a total order across all types
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "cypher/value.h"

namespace dinkel {

using Ternary = std::optional<bool>;  // empty: unknown, that is null

Ternary equals(const Value& a, const Value& b);
// The operators <, <=, >, >=: empty for values that cannot be compared. NaN compares as false.
enum class Relation { Less, LessOrEqual, Greater, GreaterOrEqual };
Ternary compares(const Value& a, Relation relation, const Value& b);
bool equivalent(const Value& a, const Value& b);
std::uint64_t hash_equivalent(const Value& value);  // equal for equivalent values
std::weak_ordering order(const Value& a, const Value& b);

}  // namespace dinkel

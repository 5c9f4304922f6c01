// Are two graphs the same but for their ids? A relationship that hangs on the wrong node makes a
// difference, and so does 1.0 in the place of 1 (identity.h).
//
// Colour refinement (refine.h) answers for nearly all graphs. Where symmetries are left, the graph
// falls apart into independent groups, which are compared one by one; a group that does not fall
// apart is broken by setting one vertex apart and trying its possible counterparts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "graph/entities.h"

namespace dinkel {

bool isomorphic(const Entities& a, const Entities& b);

// Equal for isomorphic graphs, and different for nearly all others.
std::uint64_t fingerprint(const Entities& graph);

// What differs, in words ("relationship :KNOWS from (:Person {name: 'A'}) ends at (:Person {name:
// 'B'}) instead of (:Person {name: 'C'})"), one difference a line, at most five of them; empty when
// the graphs are isomorphic.
std::optional<std::string> difference(const Entities& expected, const Entities& actual);

}  // namespace dinkel

// Are two graphs the same but for their ids? Colour refinement first, then a search inside classes
// of equal colour. A relationship that hangs on the wrong node makes a difference.
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
// 'B'}) instead of (:Person {name: 'C'})"); empty when the graphs are isomorphic.
std::optional<std::string> difference(const Entities& expected, const Entities& actual);

}  // namespace dinkel

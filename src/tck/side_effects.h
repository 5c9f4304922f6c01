// What a query changed, as the TCK measures it: the difference between the sets of nodes,
// relationships, distinct labels and property entries before and after. So a label counts once,
// however many nodes got it, and a changed property is one removed and one added.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "graph/entities.h"

namespace dinkel {

// "+nodes" -> 2; what did not change is absent.
using SideEffectCounts = std::map<std::string, std::int64_t>;

SideEffectCounts side_effects(const Entities& before, const Entities& after);
std::string to_text(const SideEffectCounts& counts);  // "+nodes 2, -labels 1", or "none"

}  // namespace dinkel

// The least CREATE that builds a graph: what a reader should see instead of the many statements
// that once built it.
#pragma once

#include <string>

#include "graph/entities.h"

namespace dinkel {

std::string create_text(const Entities& graph);  // empty for an empty graph

}  // namespace dinkel

// The whole TCK, or a part of it: all scenarios of a folder, and the graphs that they name.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tck/feature.h"
#include "tck/scenario.h"

namespace dinkel {

struct Suite {
  int written_scenarios = 0;        // before the outlines are expanded
  std::vector<Scenario> scenarios;  // after, sorted by file
  NamedGraphs graphs;
};

// Reads DIR/features/**.feature and DIR/graphs/*/*.cypher. Throws Error.
Suite load_suite(const std::filesystem::path& directory);

// The scenarios whose id or file contains the text, in any case.
Suite filter_suite(Suite suite, std::string_view text);

}  // namespace dinkel

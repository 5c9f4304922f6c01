#include "tck/suite.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"

namespace dinkel {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_below(const fs::path& directory, std::string_view extension) {
  std::vector<fs::path> files;
  if (!fs::is_directory(directory)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file() && entry.path().extension() == extension) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Suite load_suite(const fs::path& directory) {
  const auto files = files_below(directory / "features", ".feature");
  if (files.empty()) {
    throw Error(
        fmt::format("there are no feature files below {}; tools/fetch-tck gets the openCypher TCK",
                    (directory / "features").string()));
  }
  Suite suite;
  for (const fs::path& path : files) {
    const std::string name = fs::relative(path, directory).string();
    auto feature = read_feature(read_file(path), name);
    if (!feature.ok()) {
      throw Error(
          fmt::format("{}:{}: {}", path.string(), feature.error().line, feature.error().message));
    }
    suite.written_scenarios += feature->written_scenarios;
    std::move(feature->scenarios.begin(), feature->scenarios.end(),
              std::back_inserter(suite.scenarios));
  }
  for (const fs::path& path : files_below(directory / "graphs", ".cypher")) {
    suite.graphs[path.parent_path().filename().string()] = read_file(path);
  }
  return suite;
}

Suite filter_suite(Suite suite, std::string_view text) {
  const std::string wanted = to_lower(text);
  std::erase_if(suite.scenarios, [&](const Scenario& scenario) {
    return to_lower(scenario_id(scenario)).find(wanted) == std::string::npos &&
           to_lower(scenario.file).find(wanted) == std::string::npos;
  });
  return suite;
}

}  // namespace dinkel

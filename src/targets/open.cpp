#include "targets/open.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"
#include "targets/embedded.h"

namespace dinkel {
namespace {

std::unique_ptr<Target> open_reference(std::string_view detail) {
  if (!detail.empty()) throw Error("the target reference takes nothing behind its name");
  return std::make_unique<EmbeddedTarget>("reference", BugSet());
}

BugSet read_bugs(std::string_view names) {
  BugSet bugs;
  if (names.empty()) {
    for (const BugRow& row : all_bugs()) bugs.plant(row.bug);
    return bugs;
  }
  while (!names.empty()) {
    const auto end = std::min(names.find(','), names.size());
    const std::string_view name = names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
    const auto rows = all_bugs();
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const BugRow& row) { return row.name == name; });
    if (found == rows.end()) {
      std::string known;
      for (const BugRow& row : rows) known += (known.empty() ? "" : ", ") + std::string(row.name);
      throw Error(fmt::format("the canary has no bug {}; it has {}", name, known));
    }
    bugs.plant(found->bug);
  }
  return bugs;
}

std::unique_ptr<Target> open_canary(std::string_view detail) {
  return std::make_unique<EmbeddedTarget>("canary", read_bugs(detail));
}

}  // namespace

std::span<const TargetRow> all_targets() {
  static const std::vector<TargetRow> rows = {
      {"reference", "the interpreter, right by the openCypher TCK", open_reference},
      {"canary", "the interpreter with planted bugs; canary:a,b plants only those", open_canary},
  };
  return rows;
}

std::unique_ptr<Target> open_target(std::string_view name) {
  const auto colon = std::min(name.find(':'), name.size());
  const std::string_view detail = colon < name.size() ? name.substr(colon + 1) : "";
  std::string known;
  for (const TargetRow& row : all_targets()) {
    if (row.name == name.substr(0, colon)) return row.open(detail);
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  throw Error(fmt::format("there is no target {}; there are {}", name.substr(0, colon), known));
}

}  // namespace dinkel

#include "cli/finding_target.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/error.h"
#include "cli/target_options.h"
#include "oracles/test_case.h"
#include "targets/installation.h"

namespace dinkel {

Finding read_runnable_finding(const std::filesystem::path& path) {
  Finding finding = read_finding(path);
  try {
    (void)test_of(finding, full_dialect());
  } catch (const Error& error) {
    throw Error(fmt::format("{} is damaged: {}", path.string(), error.what()));
  }
  return finding;
}

void add_finding_target_options(CLI::App& app, FindingTargetOptions& options) {
  app.add_option("--target", options.target,
                 "where to run, as in falkordb@4.16.3 (default: where it was found)");
  app.add_option("--connect", options.open.connect,
                 "a running server: bolt://user:password@host:port or redis://host:port/graph");
  app.add_flag("--allow-reset", options.open.allow_reset,
               "empty the graph of that server even if it was not made here");
  app.add_option("--dialect", options.dialect, "the dialect.toml of the target");
}

OpenedTarget open_with_dialect(const std::string& name, const FindingTargetOptions& options) {
  OpenedTarget opened{nullptr, load_dialect(name, options.dialect)};
  opened.target = open_target(name, options.open);
  return opened;
}

std::string target_name_for(const Finding& finding, const FindingTargetOptions& options) {
  if (!options.target.empty()) return options.target;
  if (!options.open.connect.empty()) return finding.target;
  if (finding.opened_as.find_first_of(":@") != std::string::npos) return finding.opened_as;
  const auto names = installable_targets();
  if (std::find(names.begin(), names.end(), finding.target) != names.end()) {
    for (const Installation& known : versions_of(finding.target)) {
      if (known.version == finding.target_version) return finding.target + "@" + known.version;
    }
  }
  return finding.target;
}

OpenedTarget& FindingTargets::open_for(const Finding& finding) {
  const std::string name = target_name_for(finding, options_);
  const auto found = opened_.find(name);
  if (found != opened_.end()) return found->second;
  return opened_.emplace(name, open_with_dialect(name, options_)).first->second;
}

}  // namespace dinkel

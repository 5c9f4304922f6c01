// Where the findings of a command run: on the target that each names, with the bugs that were
// planted in it or in the version that it had, unless --target or --connect says otherwise. A
// target is opened once, however many findings need it.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <string>

#include "oracles/finding.h"
#include "targets/dialect_file.h"
#include "targets/open.h"

namespace dinkel {

// A finding whose statements can be run: read_finding() looks at the form of the file only. Throws
// Error, which names the file.
Finding read_runnable_finding(const std::filesystem::path& path);

struct FindingTargetOptions {
  std::string target;   // empty: where each was found
  std::string dialect;  // a file; empty: the target's own
  OpenOptions open;
};
void add_finding_target_options(CLI::App& app, FindingTargetOptions& options);

struct OpenedTarget {
  std::unique_ptr<Target> target;
  TargetDialect dialect;
};
OpenedTarget open_with_dialect(const std::string& name, const FindingTargetOptions& options);

// What to open for a finding: its own words, or name and version where that version can be had.
std::string target_name_for(const Finding& finding, const FindingTargetOptions& options);

class FindingTargets {
 public:
  explicit FindingTargets(const FindingTargetOptions& options) : options_(options) {}
  // Throws Error as open_target() does.
  OpenedTarget& open_for(const Finding& finding);

 private:
  const FindingTargetOptions& options_;
  std::map<std::string, OpenedTarget> opened_;
};

}  // namespace dinkel

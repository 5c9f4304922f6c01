// The options that every command with a --target has: which database, where it runs, and whose
// dialect to write.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "targets/dialect_file.h"
#include "targets/open.h"

namespace dinkel {

struct TargetOptions {
  std::string target = "reference";
  OpenOptions open;
};
void add_target_options(CLI::App& app, TargetOptions& options);
std::unique_ptr<Target> open_target(const TargetOptions& options);

// The dialect of "neo4j@5.6.0", or that of a file. Throws Error for an unknown target or file.
TargetDialect load_dialect(const std::string& target, const std::string& file);

}  // namespace dinkel

#include "cli/target_options.h"

#include <algorithm>

#include "base/files.h"

namespace dinkel {

void add_target_options(CLI::App& app, TargetOptions& options) {
  app.add_option("--target", options.target, "the database to use, as in neo4j or falkordb@4.14.2")
      ->capture_default_str();
  app.add_option("--connect", options.open.connect,
                 "a running server instead of one that is started: bolt://user:password@host:port "
                 "or redis://host:port/graph; user and password also come from DINKEL_USER and "
                 "DINKEL_PASSWORD, or from the two lines of the file DINKEL_CREDENTIALS");
  app.add_flag("--allow-reset", options.open.allow_reset,
               "empty the graph of that server even if it was not made here");
}

std::unique_ptr<Target> open_target(const TargetOptions& options) {
  return open_target(options.target, options.open);
}

TargetDialect load_dialect(const std::string& target, const std::string& file) {
  const auto mark = std::min(target.find_first_of(":@"), target.size());
  const std::string name = target.substr(0, mark);
  const std::string version =
      mark < target.size() && target[mark] == '@' ? target.substr(mark + 1) : "";
  if (!file.empty()) return parse_dialect(read_file(file), file, version);
  require_target(name);
  return dialect_of(name, version);
}

}  // namespace dinkel

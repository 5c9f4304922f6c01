// Which databases can be installed, which are, and how to get them. The knowledge itself is in the
// scripts of targets/NAME (see targets/common.sh); here they are found and run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace dinkel {

// A version of a database that its scripts know.
struct Installation {
  std::string target;
  std::string version;
  std::filesystem::path scripts;  // targets/NAME
  std::filesystem::path folder;   // where it is, or would be, in the cache
  bool installed() const { return std::filesystem::is_directory(folder); }
  bool has_server() const { return std::filesystem::exists(scripts / "start"); }
};

// The checkout that this program was built from, or DINKEL_ROOT where that is set.
std::filesystem::path root_folder();

// The databases with an install script, in alphabetical order.
std::vector<std::string> installable_targets();
// The versions of a database: those that its scripts list, the default first, then others that
// are in the cache. Throws Error for a name without an install script, and says what was meant.
std::vector<Installation> versions_of(std::string_view target);
// "neo4j" or "neo4j@5.6.0"; the version need not be a listed one. Throws Error likewise.
Installation find_installation(std::string_view name);

// Installs it unless it is there; progress goes to standard error. Throws Error when that fails,
// and Error too when `DINKEL_NO_INSTALL` is set and something is missing.
void install(const Installation& installation);

}  // namespace dinkel

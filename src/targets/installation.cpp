#include "targets/installation.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/files.h"
#include "base/process.h"
#include "base/text.h"

namespace dinkel {
namespace {

namespace fs = std::filesystem;

fs::path scripts_folder() {
  return root_folder() / "targets";
}

fs::path cache_folder(std::string_view target) {
  const char* cache = std::getenv("DINKEL_CACHE");
  const char* home = std::getenv("HOME");
  const fs::path base =
      cache != nullptr ? fs::path(cache) : fs::path(home != nullptr ? home : "/") / ".cache/dinkel";
  return base / "targets" / target;
}

fs::path scripts_of(std::string_view target) {
  const std::vector<std::string> names = installable_targets();
  if (std::ranges::find(names, target) != names.end()) return scripts_folder() / target;
  const std::vector<std::string_view> views(names.begin(), names.end());
  const auto meant = did_you_mean(target, views);
  throw Error(fmt::format("there is no database {} to install{}; known are {}", target,
                          meant ? fmt::format(" (did you mean {}?)", *meant) : "",
                          fmt::join(names, ", ")));
}

Installation installation_of(std::string_view target, const fs::path& scripts,
                             std::string_view version) {
  return {.target = std::string(target),
          .version = std::string(version),
          .scripts = scripts,
          .folder = cache_folder(target) / version};
}

// The script lives in a session of its own, which Ctrl-C does not reach: we hand it on, so that the
// script can take away what it has begun.
std::optional<ExitStatus> wait_or_interrupt(Process& process) {
  sigset_t signals;
  sigset_t before;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, number);
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  const Descriptor interruption(signalfd(-1, &signals, SFD_CLOEXEC));
  std::optional<ExitStatus> status;
  const auto end = std::chrono::steady_clock::now() + std::chrono::hours(1);
  bool interrupted = false;
  while (!status && !interrupted && std::chrono::steady_clock::now() < end) {
    pollfd descriptor = {interruption.get(), POLLIN, 0};
    interrupted = poll(&descriptor, 1, 0) > 0;
    if (!interrupted) status = process.wait(std::chrono::milliseconds(50));
  }
  if (interrupted) {
    process.signal(SIGTERM);
    process.wait(std::chrono::seconds(10));
    process.kill();
    signalfd_siginfo taken = {};
    (void)!read(interruption.get(), &taken, sizeof(taken));
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (interrupted) {
    throw Error("interrupted; nothing is half installed", ExitCode::Unreachable);
  }
  return status;
}

}  // namespace

fs::path root_folder() {
  const char* root = std::getenv("DINKEL_ROOT");
  return root != nullptr ? root : DINKEL_ROOT_FOLDER;
}

std::vector<std::string> installable_targets() {
  std::vector<std::string> names;
  std::error_code none;  // no folder, no names
  for (const auto& entry : fs::directory_iterator(scripts_folder(), none)) {
    if (fs::exists(entry.path() / "install")) names.push_back(entry.path().filename());
  }
  std::ranges::sort(names);
  return names;
}

std::vector<Installation> versions_of(std::string_view target) {
  const fs::path scripts = scripts_of(target);
  std::vector<Installation> versions;
  const std::string list = read_file(scripts / "versions.txt");
  for (const std::string_view line : split(list, '\n')) {
    if (line.empty() || line.front() == '#') continue;
    versions.push_back(installation_of(target, scripts, split(line, ' ').front()));
  }
  std::vector<std::string> others;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(cache_folder(target), none)) {
    const std::string name = entry.path().filename();
    const bool listed = std::ranges::find(versions, name, &Installation::version) != versions.end();
    if (entry.is_directory() && name.front() != '.' && !listed) others.push_back(name);
  }
  std::ranges::sort(others);
  for (const std::string& name : others) {
    versions.push_back(installation_of(target, scripts, name));
  }
  return versions;
}

Installation find_installation(std::string_view name) {
  const std::size_t at = name.find('@');
  const std::string_view target = name.substr(0, at);
  if (at != std::string_view::npos) {
    const std::string_view version = name.substr(at + 1);
    if (version.empty() || version.find('/') != std::string_view::npos || version.front() == '.') {
      throw Error(fmt::format("{} names no version; write {}@VERSION", name, target));
    }
    return installation_of(target, scripts_of(target), version);
  }
  const std::vector<Installation> versions = versions_of(target);
  if (versions.empty()) throw Error(fmt::format("no version of {} is known", target));
  return versions.front();
}

void install(const Installation& installation) {
  if (installation.installed()) return;
  Process process({.arguments = {installation.scripts / "install", installation.version},
                   .inherit_errors = true});
  const auto status = wait_or_interrupt(process);
  if (!status || !status->ok() || !installation.installed()) {
    throw Error(fmt::format("cannot install {} {}: {}", installation.target, installation.version,
                            status ? to_text(*status) + ", see above" : "it took over an hour"),
                ExitCode::Unreachable);
  }
}

}  // namespace dinkel

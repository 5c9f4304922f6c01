#include "base/temp_dir.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/guard.h"

namespace dinkel {
namespace {

void remove_tree(const char* path) {
  const pid_t child = fork();
  if (child == 0) {
    restore_signals();
    execl("/bin/rm", "rm", "-rf", "--", path, nullptr);
    _exit(127);
  }
  waitpid(child, nullptr, 0);
}

// A database that is being killed at the same time may still write into the folder, so one attempt
// is not enough.
[[noreturn]] void guard_folder(const char* path, int lifeline) {
  become_guard(std::array{lifeline});
  wait_for_end_of(lifeline);
  for (int attempt = 0; attempt < 200; ++attempt) {
    remove_tree(path);
    struct stat status = {};
    if (lstat(path, &status) != 0 && errno == ENOENT) _exit(0);
    const timespec pause = {.tv_sec = 0, .tv_nsec = 50'000'000};
    nanosleep(&pause, nullptr);
  }
  _exit(1);
}

}  // namespace

TempDir::TempDir(std::string_view name) {
  const char* parent = std::getenv("TMPDIR");
  std::string text = fmt::format("{}/dinkel-{}-XXXXXX", parent != nullptr ? parent : "/tmp", name);
  std::array<int, 2> ends = {-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0 || mkdtemp(text.data()) == nullptr) {
    throw Error(
        fmt::format("cannot make a temporary folder like {}: {}; set TMPDIR to a folder "
                    "that can be written",
                    text, std::strerror(errno)));
  }
  const Descriptor read_end(ends[0]);
  lifeline_ = Descriptor(ends[1]);
  path_ = text;
  guard_ = fork();
  if (guard_ == 0) guard_folder(text.c_str(), read_end.get());
  if (guard_ < 0) {
    std::filesystem::remove(path_);
    throw Error(fmt::format("cannot start a process: {}", std::strerror(errno)));
  }
}

TempDir::TempDir(TempDir&& other) noexcept
    : path_(std::move(other.path_)),
      lifeline_(std::move(other.lifeline_)),
      guard_(std::exchange(other.guard_, -1)) {}

TempDir& TempDir::operator=(TempDir&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lifeline_, other.lifeline_);
  std::swap(guard_, other.guard_);
  return *this;
}

TempDir::~TempDir() {
  lifeline_.close();
  if (guard_ > 0) waitpid(guard_, nullptr, 0);
}

}  // namespace dinkel

#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/descriptor.h"
#include "base/error.h"

namespace dinkel {
namespace {

[[noreturn]] void fail(std::string_view what, const std::filesystem::path& path, int reason) {
  const char* advice = reason == ENOENT   ? "; does it exist?"
                       : reason == EACCES ? "; may this user do that?"
                       : reason == ENOSPC ? "; free some space"
                                          : "";
  throw Error(
      fmt::format("cannot {} {}: {}{}", what, path.string(), std::strerror(reason), advice));
}

// Two threads, or two programs, that write the same file do not share its draft.
std::string draft_of(const std::filesystem::path& path) {
  static std::atomic<unsigned> drafts = 0;
  return fmt::format("{}.{}-{}.tmp", path.string(), getpid(), ++drafts);
}

Descriptor open_draft(const std::string& draft, const std::filesystem::path& path) {
  Descriptor file(open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file) fail("write", path, errno);
  return file;
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) fail("read", path, errno);
  std::string text;
  std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t count = read(file.get(), buffer.data(), buffer.size());
    if (count == 0) return text;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path, errno);
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  const std::string temporary = draft_of(path);
  Descriptor file = open_draft(temporary, path);
  const auto give_up = [&](int reason) {
    unlink(temporary.c_str());
    fail("write", path, reason);
  };
  while (!text.empty()) {
    const ssize_t count = write(file.get(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) give_up(errno);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (fsync(file.get()) != 0) give_up(errno);
  file.close();
  if (rename(temporary.c_str(), path.c_str()) != 0) give_up(errno);
}

void check_writable(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) fail("write", path, EISDIR);
  const std::string temporary = draft_of(path);
  const Descriptor file = open_draft(temporary, path);
  unlink(temporary.c_str());
}

}  // namespace dinkel

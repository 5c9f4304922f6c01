#include "base/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>

#include "base/error.h"
#include "base/files.h"
#include "base/temp_dir.h"
#include "base/text.h"

namespace dinkel {
namespace {

using namespace std::chrono_literals;

ProcessOptions shell(std::string script) {
  return {.arguments = {"sh", "-c", std::move(script)}};
}

// A handle on any process, which poll() reports as readable when that process has ended.
Descriptor watch_process(int id) {
  return Descriptor(static_cast<int>(syscall(SYS_pidfd_open, id, 0)));
}
bool becomes_ready(const Descriptor& file) {
  pollfd entry = {.fd = file.get(), .events = POLLIN, .revents = 0};
  return poll(&entry, 1, 30'000) == 1;
}

TEST(Process, GivesOutputErrorsAndStatus) {
  const auto result = run_process(shell("echo out; echo err >&2; exit 3"), 60s);
  EXPECT_EQ(result.status, (ExitStatus{.code = 3, .signal = 0}));
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
}

TEST(Process, PassesInputEnvironmentAndFolder) {
  ProcessOptions options = shell("cat; printf %s \"$DINKEL_TEST\"; pwd");
  options.input = std::string(1'000'000, 'x');  // more than a pipe holds
  options.environment = {{"DINKEL_TEST", "a b"}};
  options.folder = "/";
  EXPECT_EQ(run_process(options, 60s).output, options.input + "a b/\n");
}

TEST(Process, SaysWhichSignalEndedIt) {
  const auto result = run_process(shell("kill -SEGV $$"), 60s);
  ASSERT_TRUE(result.status);
  EXPECT_EQ(to_text(*result.status), "signal 11 (Segmentation fault)");
}

TEST(Process, IsKilledAtTheDeadline) {
  const auto result = run_process(shell("echo begun; exec sleep 1000"), 200ms);
  EXPECT_FALSE(result.status);
}

TEST(Process, AProgramThatIsNotThereIsAnError) {
  EXPECT_THROW(Process({.arguments = {"dinkel-has-no-such-program"}}), Error);
  EXPECT_THROW(Process({.arguments = {"/etc/passwd"}}), Error);
  ProcessOptions options = shell("true");
  options.folder = "/no/such/folder";
  EXPECT_THROW(Process{options}, Error);
}

TEST(Process, SignalsReachTheWholeGroup) {
  ProcessOptions options = shell("trap 'exit 7' TERM; echo; sleep 1000 & wait");
  options.channel = true;
  Process process(options);
  char line = 0;
  ASSERT_EQ(read(process.channel(), &line, 1), 1) << "the trap is set when the line arrives";
  process.signal(SIGTERM);
  EXPECT_EQ(process.wait(60s), (ExitStatus{.code = 7, .signal = 0}));
}

TEST(Process, TalksThroughItsChannel) {
  Process process({.arguments = {"cat"}, .channel = true});
  ASSERT_EQ(write(process.channel(), "ping", 4), 4);
  std::array<char, 4> answer = {};
  ASSERT_EQ(recv(process.channel(), answer.data(), answer.size(), MSG_WAITALL), 4);
  EXPECT_EQ(std::string_view(answer.data(), answer.size()), "ping");
  shutdown(process.channel(), SHUT_WR);
  EXPECT_EQ(process.wait(60s), ExitStatus{});
}

TEST(Process, AppendsToALogFile) {
  const TempDir folder("process-test");
  ProcessOptions options = shell("echo out; echo err >&2");
  options.log = folder.path() / "log";
  (void)run_process(options, 60s);
  (void)run_process(options, 60s);
  EXPECT_EQ(read_file(options.log), "out\nerr\nout\nerr\n");
}

// The child, a grandchild in its group, and one that has left group and session.
constexpr const char* family =
    "sleep 1000 & echo $!; setsid sh -c 'echo $$; exec sleep 1000' & echo $$; exec sleep 1000";

// Reads the three process ids of the family from its channel, and takes a handle on each.
std::vector<Descriptor> watch_family(int channel) {
  std::string text;
  while (split(text, '\n').size() < 4) {
    char byte = 0;
    if (read(channel, &byte, 1) != 1) break;
    text += byte;
  }
  std::vector<Descriptor> handles;
  for (const std::string_view line : split(trim(text), '\n')) {
    handles.push_back(watch_process(std::stoi(std::string(line))));
  }
  return handles;
}

TEST(Process, LeavesNobodyBehindWhenItIsDestroyed) {
  std::vector<Descriptor> handles;
  {
    ProcessOptions options = shell(family);
    options.channel = true;
    const Process process(options);
    handles = watch_family(process.channel());
  }
  ASSERT_EQ(handles.size(), 3U);
  for (const Descriptor& handle : handles) EXPECT_TRUE(becomes_ready(handle));
}

TEST(Process, LeavesNobodyBehindWhenItsChildEnds) {
  ProcessOptions options = shell("setsid sleep 1000 & echo $!; echo 0; echo 0; read line");
  options.channel = true;
  Process process(options);
  const std::vector<Descriptor> handles = watch_family(process.channel());
  shutdown(process.channel(), SHUT_WR);
  ASSERT_TRUE(process.wait(60s));
  ASSERT_TRUE(handles.at(0));
  EXPECT_TRUE(becomes_ready(handles.at(0)));
}

// Runs `body` in a process of its own, which then stays until it is killed.
template <typename Body>
pid_t fork_and_stay(Body body) {
  const pid_t id = fork();
  if (id != 0) return id;
  body();
  for (;;) pause();
}

TEST(Process, LeavesNobodyBehindWhenWeAreKilled) {
  std::array<int, 2> ends = {-1, -1};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  const Descriptor ours(ends[0]);
  Descriptor theirs(ends[1]);
  std::optional<Process> first;
  std::optional<Process> second;  // a second guard must not hold the lifeline of the first
  const pid_t id = fork_and_stay([&] {
    ProcessOptions options = shell(family);
    options.channel = true;
    first.emplace(options);
    second.emplace(shell("exec sleep 1000"));
    std::array<char, 256> buffer;
    for (;;) {
      const ssize_t count = read(first->channel(), buffer.data(), buffer.size());
      if (count <= 0) break;
      if (write(theirs.get(), buffer.data(), static_cast<std::size_t>(count)) != count) break;
    }
  });
  theirs.close();
  const std::vector<Descriptor> handles = watch_family(ours.get());
  ::kill(id, SIGKILL);
  waitpid(id, nullptr, 0);
  ASSERT_EQ(handles.size(), 3U);
  for (const Descriptor& handle : handles) {
    ASSERT_TRUE(handle);
    EXPECT_TRUE(becomes_ready(handle));
  }
}

TEST(TempDir, IsGoneAfterwardsWithAllThatIsInIt) {
  std::filesystem::path path;
  {
    TempDir folder("test");
    path = folder.path();
    std::filesystem::create_directories(path / "a" / "b");
    write_file(path / "a" / "b" / "file", "text");
    const TempDir moved = std::move(folder);
    EXPECT_TRUE(std::filesystem::exists(moved.path() / "a" / "b" / "file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TempDir, IsGoneWhenWeAreKilled) {
  std::array<int, 2> ends = {-1, -1};
  ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  const Descriptor read_end(ends[0]);
  Descriptor write_end(ends[1]);
  std::optional<TempDir> folder;
  const pid_t id = fork_and_stay([&] {
    folder.emplace("test");
    const std::string path = folder->path().string();
    if (write(write_end.get(), path.c_str(), path.size() + 1) < 0) _exit(1);
  });
  std::array<char, 4096> path = {};
  ASSERT_GT(read(read_end.get(), path.data(), path.size()), 0);
  const Descriptor watcher(inotify_init1(IN_CLOEXEC));
  ASSERT_GE(inotify_add_watch(watcher.get(), path.data(), IN_DELETE_SELF), 0);
  ::kill(id, SIGKILL);
  waitpid(id, nullptr, 0);
  EXPECT_TRUE(becomes_ready(watcher));
}

TEST(Files, WhatIsWrittenIsRead) {
  const TempDir folder("files-test");
  const auto path = folder.path() / "file";
  const std::string text("a\0b\n\xFF", 5);
  write_file(path, "old text that is longer");
  write_file(path, text);
  EXPECT_EQ(read_file(path), text);
  const auto entries = std::filesystem::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 1) << "a draft was left behind";
}

TEST(Files, ErrorsSayWhichFileAndWhy) {
  try {
    (void)read_file("/no/such/file");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "cannot read /no/such/file: No such file or directory; does it exist?");
  }
  EXPECT_THROW(write_file("/no/such/folder/file", "text"), Error);
  EXPECT_THROW((void)read_file("/"), Error) << "a folder is not a file";
}

}  // namespace
}  // namespace dinkel

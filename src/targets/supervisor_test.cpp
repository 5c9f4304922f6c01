#include "targets/supervisor.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "base/files.h"

namespace dinkel {
namespace {

namespace fs = std::filesystem;

// A database of which only the start script matters.
class FakeDatabase {
 public:
  explicit FakeDatabase(const std::string& start_script) {
    write_file(folder_.path() / "start", "#!/bin/sh\n" + start_script);
    fs::permissions(folder_.path() / "start", fs::perms::owner_all);
    fs::create_directory(folder_.path() / "1.0");
  }
  Installation installation() const {
    return {.target = "fake",
            .version = "1.0",
            .scripts = folder_.path(),
            .folder = folder_.path() / "1.0"};
  }

 private:
  TempDir folder_{"fake-database"};
};

constexpr const char* listen_script =
    "echo \"serving in $2, version $3\"\n"
    "exec python3 -c 'import socket, sys\n"
    "s = socket.create_server((\"127.0.0.1\", int(sys.argv[1])))\n"
    "while True: s.accept()' \"$1\"\n";

std::string failure_of(const FakeDatabase& database, SupervisorOptions options = {}) {
  try {
    const Supervisor supervisor(database.installation(), std::move(options));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::Unreachable);
    return error.what();
  }
  return "it started";
}

TEST(Supervisor, StartsAServerAndStartsItAnew) {
  const FakeDatabase database(listen_script);
  Supervisor supervisor(database.installation(), {});
  EXPECT_TRUE(supervisor.running());
  EXPECT_TRUE(accepts_connections(supervisor.port()));
  EXPECT_NE(supervisor.log().find("version 1.0"), std::string::npos);
  const int first_port = supervisor.port();
  supervisor.restart();
  EXPECT_TRUE(accepts_connections(supervisor.port()));
  EXPECT_FALSE(accepts_connections(first_port)) << "the first server should be gone";
  supervisor.kill();
  EXPECT_EQ(supervisor.exit_status(), (ExitStatus{.code = 0, .signal = SIGKILL}));
  EXPECT_FALSE(accepts_connections(supervisor.port()));
}

TEST(Supervisor, AServerThatEndsAtOnceIsAnErrorWithItsLog) {
  const FakeDatabase database("echo no licence >&2; exit 3\n");
  const std::string message = failure_of(database);
  EXPECT_NE(message.find("exit code 3"), std::string::npos) << message;
  EXPECT_NE(message.find("no licence"), std::string::npos) << message;
}

TEST(Supervisor, AServerThatNeverAnswersIsAnError) {
  const FakeDatabase database("exec sleep 1000\n");
  const std::string message =
      failure_of(database, {.start_deadline = std::chrono::milliseconds(100)});
  EXPECT_NE(message.find("did not answer"), std::string::npos) << message;
}

TEST(Supervisor, AnotherPortIsTriedWhenTheFirstIsTaken) {
  // Fails once, and remembers that in the folder of the script.
  const FakeDatabase database(std::string("once=$(dirname \"$0\")/once\n"
                                          "if [ ! -e \"$once\" ]; then touch \"$once\"; "
                                          "echo 'bind: Address already in use'; exit 1; fi\n") +
                              listen_script);
  Supervisor supervisor(database.installation(), {});
  EXPECT_TRUE(supervisor.running());
}

TEST(Supervisor, TellsHowAServerDied) {
  const FakeDatabase database(std::string("echo \"x.c:1: f: Assertion \\`a' failed.\"\n") +
                              listen_script);
  Supervisor supervisor(database.installation(), {});
  ASSERT_EQ(::kill(supervisor.process_id(), SIGSEGV), 0);
  ASSERT_TRUE(supervisor.wait(std::chrono::minutes(1)));
  const std::string death = supervisor.describe_death();
  EXPECT_NE(death.find("signal 11"), std::string::npos) << death;
  EXPECT_NE(death.find("Assertion `a' failed"), std::string::npos) << death;
}

TEST(Supervisor, FindsTheStackOfARealCrash) {
  Supervisor supervisor(find_installation("falkordb"), {});
  ASSERT_TRUE(supervisor.running());
  EXPECT_FALSE(supervisor.crash());
  ASSERT_EQ(::kill(supervisor.process_id(), SIGSEGV), 0);
  ASSERT_TRUE(supervisor.wait(std::chrono::minutes(1)));
  const auto crash = supervisor.crash();
  ASSERT_TRUE(crash) << supervisor.log();
  EXPECT_EQ(crash->kind, CrashKind::Signal);
  EXPECT_FALSE(crash->frames.empty()) << crash->text;
}

TEST(Installation, KnowsTheDatabasesOfThisRepository) {
  const Installation falkordb = find_installation("falkordb");
  EXPECT_EQ(falkordb.version, "4.16.3");
  EXPECT_TRUE(falkordb.has_server());
  EXPECT_EQ(find_installation("neo4j@5.1.0").version, "5.1.0");
  EXPECT_FALSE(find_installation("kuzu").has_server());
  EXPECT_THROW(find_installation("neo4j@../x"), Error);
  try {
    find_installation("falcordb");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean falkordb?"), std::string::npos);
  }
}

}  // namespace
}  // namespace dinkel

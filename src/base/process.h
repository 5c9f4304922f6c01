// Process is a child program with everything that it starts in its turn. It never outlives us:
// between us and it stands a guard process (guard.h) that adopts its orphans, and that kills all of
// them when the child has ended, when we ask for it, or when we are gone, even by kill -9.
//
// Input and output go through files in memory or on disk, not through pipes, so that neither side
// can block the other. A child that has to talk with us gets a socket (see Channel).
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"

namespace dinkel {

struct ExitStatus {
  int code = 0;    // what it returned
  int signal = 0;  // or the signal that ended it; else 0
  bool ok() const { return code == 0 && signal == 0; }
  bool operator==(const ExitStatus&) const = default;
};
std::string to_text(ExitStatus status);  // "exit code 1", "signal 11 (Segmentation fault)"

struct ProcessOptions {
  std::vector<std::string> arguments = {};              // the program first, looked up in PATH
  std::map<std::string, std::string> environment = {};  // on top of ours
  std::filesystem::path folder = {};                    // where it runs; empty: where we are
  std::string input = {};                               // what it reads; empty: nothing
  std::filesystem::path log = {};  // output and errors are appended; empty: see output(), errors()
  bool inherit_errors = false;     // its errors go where ours go, for people to read
  bool channel = false;            // its input and output are the socket channel() instead
};

class Process {
 public:
  // Throws Error when the program cannot be found or started.
  explicit Process(const ProcessOptions& options);
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process();  // kills all that is left

  int id() const { return id_; }
  // The CPU time that the child has used; nothing once it has ended (see ended_cpu_seconds).
  double cpu_seconds() const;
  // What it holds in memory now; 0 once it has ended.
  std::int64_t memory_bytes() const;
  // The status, if the child ends before the deadline. The same answer again afterwards.
  std::optional<ExitStatus> wait(std::chrono::milliseconds deadline);
  bool running() { return !wait(std::chrono::milliseconds(0)); }
  // Sends a signal to the group of the child, if it still runs.
  void signal(int number);
  // Kills the child and all its descendants, and returns when they are gone.
  void kill();

  // What it has written so far.
  std::string output() const;
  std::string errors() const;
  int channel() const { return channel_.get(); }

 private:
  int id_ = -1;
  Descriptor control_;  // to the guard: numbers of signals; its end means: kill everything
  Descriptor reports_;  // from the guard: see GuardReport
  Descriptor output_;
  Descriptor errors_;
  Descriptor channel_;
  std::optional<ExitStatus> status_;
};

// The CPU time of all processes that we started and that are gone.
double ended_cpu_seconds();

// Runs a program to its end, which is when the deadline is over at the latest: then it is killed.
struct ProcessResult {
  std::optional<ExitStatus> status;  // absent: it took too long
  std::string output;
  std::string errors;
};
ProcessResult run_process(const ProcessOptions& options, std::chrono::milliseconds deadline);

}  // namespace dinkel

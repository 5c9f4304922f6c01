// The guard of a Process: the part that runs in a process of its own, between us and the child.
// See guard.h for what it may call.
#pragma once

namespace dinkel {

// What the guard writes to us: first Started or Failed, and Ended at the end.
struct GuardReport {
  enum class Kind { Started, Failed, Ended };
  Kind kind = Kind::Started;
  int value = 0;         // the process, errno, or the status of waitpid
  long long cpu_us = 0;  // at the end: what the guard and all below it have used
};

// Everything is prepared before the fork, because the guard may not allocate.
struct GuardPlan {
  const char* program = nullptr;
  char* const* arguments = nullptr;
  char* const* environment = nullptr;
  const char* folder = nullptr;  // null: stay
  int input = -1;
  int output = -1;
  int errors = -1;
  int control = -1;
  int reports = -1;
};

[[noreturn]] void run_guard(const GuardPlan& plan);

}  // namespace dinkel

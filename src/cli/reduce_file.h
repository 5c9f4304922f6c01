// The parts of `dinkel reduce` that work on files of Cypher: reading them as a test, reduction by a
// script as C-Reduce does it, and the line that shows how far it is.
#pragma once

#include <atomic>
#include <string>

#include "cli/finding_target.h"
#include "reduce/reduce.h"

namespace dinkel {

struct ReduceFlags {
  std::string file;
  FindingTargetOptions where;
  std::string oracle;
  std::string command;
  std::string out;
  int jobs = 1;
  int times = 1;
  int rewrites = 200;
  int max_runs = 10'000;
  int deadline_s = 10;
};

// Bytes, clauses, tries and restarts: live on a terminal, once at the end elsewhere.
class ProgressLine {
 public:
  ProgressLine(const OracleTest& start, const std::atomic<int>& restarts);
  void show(const OracleTest& smallest, const ReduceCounts& counts);
  void end(const OracleTest& smallest, const ReduceCounts& counts);

 private:
  std::string line(const OracleTest& smallest, const ReduceCounts& counts) const;

  std::size_t bytes_before_;
  const std::atomic<int>& restarts_;
  bool terminal_;
  int shown_ = 0;
};

// All statements but the last are setup; `:param` lines are parameters. Throws Error.
OracleTest read_test(const std::string& path);

// Both statements of a finding, as a script.
std::string script_of(const Finding& finding);

// The command gets a file as its last argument, and exit code 0 means that the file is still
// interesting. Statements that parse shrink as trees and stay valid, anything else as tokens.
// Throws Error when the file is not interesting as it is.
std::string reduce_by_command(const ReduceFlags& flags, const std::atomic<bool>& stop);

}  // namespace dinkel

// Supervisor keeps a database server of our own: installs it if needed, starts it on a free port of
// 127.0.0.1 in a temporary folder, waits until it really answers, watches its process and its log,
// starts it anew. When we end, however we end, the server and the folder are gone (process.h).
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "base/process.h"
#include "base/temp_dir.h"
#include "targets/crash_log.h"
#include "targets/installation.h"

namespace dinkel {

// Whether something listens there. The weakest probe; a protocol's own hello says more.
bool accepts_connections(int port);
// A port of 127.0.0.1 that nobody used a moment ago.
int free_port();

struct SupervisorOptions {
  // Asked again and again while the server starts, until it says yes.
  std::function<bool(int port)> probe = accepts_connections;
  std::chrono::milliseconds start_deadline = std::chrono::minutes(3);
  std::map<std::string, std::string> environment = {};
};

class Supervisor {
 public:
  // Installs and starts. Throws Error (ExitCode::Unreachable) with the end of the server's log.
  Supervisor(Installation installation, SupervisorOptions options);

  int port() const { return port_; }
  const Installation& installation() const { return installation_; }
  bool running() { return process_->running(); }
  int process_id() const { return process_->id(); }
  double cpu_seconds() const { return process_->cpu_seconds(); }  // of the server that runs now
  int restarts() const { return starts_ - 1; }
  // How it ended; absent when it still runs, the second at the deadline.
  std::optional<ExitStatus> exit_status() { return wait(std::chrono::milliseconds(0)); }
  std::optional<ExitStatus> wait(std::chrono::milliseconds deadline) {
    return process_->wait(deadline);
  }

  // An empty database in a new folder on a new port; the old one is killed. Throws as above.
  void restart();
  void kill() { process_->kill(); }

  std::string log() const;
  // For a finding: how the process ended, the trace if the log has one, and the last lines.
  std::string describe_death();
  std::optional<CrashTrace> crash() const { return find_crash(log()); }

 private:
  // Returns why the server did not come up; absent when it did.
  std::optional<std::string> try_start();

  Installation installation_;
  SupervisorOptions options_;
  int port_ = 0;
  int starts_ = 0;
  int attempts_ = 0;
  // In this order: the server is killed before its folder goes.
  TempDir folder_;
  std::filesystem::path run_folder_;  // inside of it, of the server that runs now
  std::optional<Process> process_;
};

}  // namespace dinkel

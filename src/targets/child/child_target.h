// ChildTarget: a database that is a library (GraphQLite, Kuzu). It runs in a child process, this
// very program under another name of command, so that its crash is seen and survived. The child
// never outlives us (process.h).
//
// The state is put back by a new, empty database and the statements since reset once more; the
// graph is then compared with what it was.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/process.h"
#include "targets/child/messages.h"
#include "targets/installation.h"
#include "targets/target.h"

namespace dinkel {

// The command that makes a program host a library: PROGRAM serve-library NAME FOLDER. Whoever
// opens such targets lets main() call serve_library() for it.
constexpr std::string_view serve_library_command = "serve-library";
// The child's main(): answers requests on its standard input until that ends. Returns an exit code.
int serve_library(std::span<const std::string> arguments);
// What it does with a connection; any target will do.
void serve(Target& target, Stream stream);

// What the child is told to host.
struct ChildLibrary {
  std::string name;
  std::string version;
  std::string folder;  // where it is; of the canary, the names of its bugs
};
// Installs it if need be.
ChildLibrary installed_library(const Installation& installation);

class ChildTarget : public Target {
 public:
  // Starts. Throws Error when that fails.
  explicit ChildTarget(ChildLibrary library);

  std::string name() const override { return library_.name; }
  std::string version() override { return library_.version; }
  Outcome reset() override;
  Outcome renew() override;
  // The memory of a library is all its own: what it keeps of a statement shows there.
  TargetUsage usage() override;
  Outcome run(std::string_view statement, const Map& parameters,
              std::chrono::milliseconds deadline) override;
  std::optional<Entities> graph() override;
  bool alive() override { return process_ && process_->running() && stream_ && stream_->ok(); }
  Outcome explain(std::string_view statement, const Map& parameters) override;
  Outcome mark() override;
  Outcome put_back() override;

  int process_id() const { return process_->id(); }

 private:
  struct Mark {
    std::size_t statements = 0;
    std::optional<Entities> graph;
  };

  void start();
  Outcome ask(const ChildRequest& request);

  ChildLibrary library_;
  int starts_ = 0;
  std::optional<Process> process_;
  std::optional<Stream> stream_;
  std::vector<ChildRequest> history_;  // what succeeded since reset
  std::optional<Mark> mark_;
};

}  // namespace dinkel

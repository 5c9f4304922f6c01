// The child's side: a loop that answers requests, and the library behind it.
#include <execinfo.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <memory>

#include "base/error.h"
#include "targets/child/child_target.h"
#include "targets/child/faulty_canary.h"
#include "targets/child/graphqlite.h"
#include "targets/child/kuzu.h"

namespace dinkel {
namespace {

// Writes the stack to standard error, where the parent finds it. Not all that it calls is safe in a
// signal handler, but the process is lost anyway.
void show_stack(int number) {
  std::array<void*, 64> frames = {};
  const std::string_view headline = "crashed by signal\n";
  (void)!write(STDERR_FILENO, headline.data(), headline.size());
  backtrace_symbols_fd(frames.data(), backtrace(frames.data(), frames.size()), STDERR_FILENO);
  std::signal(number, SIG_DFL);
  raise(number);
}

std::unique_ptr<Target> load(const std::string& name, const std::string& folder) {
  if (name == "graphqlite") return std::make_unique<GraphQLite>(folder);
  if (name == "kuzu") return std::make_unique<Kuzu>(folder);
  if (name == "canary") return std::make_unique<FaultyCanary>(bugs_named(folder));
  throw Error(fmt::format("there is no library {}", name));
}

Outcome answer(Target& target, const ChildRequest& request) {
  switch (request.kind) {
    case ChildRequest::Kind::Reset:
      return target.reset();
    case ChildRequest::Kind::Run:
      return target.run(request.statement, request.parameters, request.deadline);
    case ChildRequest::Kind::Explain:
      return target.explain(request.statement, request.parameters);
    case ChildRequest::Kind::Version:
      return Rows{{"version"}, {{Value(target.version())}}, {}};
    case ChildRequest::Kind::Graph: {
      auto graph = target.graph();
      if (!graph) return DatabaseError{"", "the graph cannot be read"};
      return Rows{{}, {}, std::move(*graph)};
    }
  }
  return DatabaseError{"", "there is no such request"};
}

}  // namespace

void serve(Target& target, Stream stream) {
  std::string bytes;
  while (read_message(stream, bytes)) {
    const auto request = decode_request(bytes);
    if (!request.ok()) return;
    if (!send_message(stream, encode(answer(target, *request)))) return;
  }
}

int serve_library(std::span<const std::string> arguments) {
  if (arguments.size() != 2) return static_cast<int>(ExitCode::Usage);
  // The guard kills us when the parent is gone; this is for the case that the guard is, too.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) {
    std::signal(number, show_stack);
  }
  // What the library prints must not get between the messages.
  Descriptor channel(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
  dup2(STDERR_FILENO, STDOUT_FILENO);
  try {
    const auto target = load(arguments[0], arguments[1]);
    serve(*target, Stream(std::move(channel)));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return static_cast<int>(ExitCode::Unreachable);
  }
  // The parent is gone, or wants us to go: what the library would still tidy up, nobody needs.
  _exit(0);
}

}  // namespace dinkel

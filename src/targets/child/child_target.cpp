#include "targets/child/child_target.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "graph/isomorphism.h"
#include "targets/crash_log.h"

namespace dinkel {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds quick_deadline(30'000);
// The child ends a statement at its deadline by itself, where its library can; this much later we
// end the child.
constexpr milliseconds grace(1'000);
constexpr std::size_t shown_lines = 40;

}  // namespace

ChildLibrary installed_library(const Installation& installation) {
  install(installation);
  return {installation.target, installation.version, installation.folder};
}

ChildTarget::ChildTarget(ChildLibrary library) : library_(std::move(library)) {
  start();
  const Outcome first = ask({.kind = ChildRequest::Kind::Version, .deadline = quick_deadline});
  if (!std::holds_alternative<Rows>(first)) {
    const auto* crash = std::get_if<Crash>(&first);
    throw Error(fmt::format("cannot load the library of {} {}: {}", library_.name, library_.version,
                            crash != nullptr ? crash->log : "it does not answer"),
                ExitCode::Unreachable);
  }
}

void ChildTarget::start() {
  stream_.reset();
  process_.reset();
  ++starts_;
  process_.emplace(
      ProcessOptions{.arguments = {"/proc/self/exe", std::string(serve_library_command),
                                   library_.name, library_.folder},
                     .channel = true});
  Descriptor socket(fcntl(process_->channel(), F_DUPFD_CLOEXEC, 3));
  if (!socket) throw Error(fmt::format("cannot copy a socket: {}", std::strerror(errno)));
  stream_.emplace(std::move(socket));
}

Outcome ChildTarget::ask(const ChildRequest& request) {
  if (!stream_) return Crash{fmt::format("{} is gone", name()), ""};
  stream_->set_deadline(Stream::Clock::now() + request.deadline + grace);
  std::string bytes;
  if (send_message(*stream_, encode(request)) && read_message(*stream_, bytes)) {
    auto outcome = decode_outcome(bytes);
    if (outcome.ok()) return std::move(*outcome);
    stream_->fail(StreamFailure::Kind::Malformed, outcome.error());
  }
  const StreamFailure failure = *stream_->failure();
  stream_.reset();
  if (failure.kind == StreamFailure::Kind::TimedOut) {
    process_->kill();
    return Timeout{request.deadline};
  }
  const auto status = process_->wait(std::chrono::seconds(5));
  process_->kill();
  return Crash{fmt::format("{}: {}", name(), status ? to_text(*status) : failure.message),
               std::string(last_lines(process_->errors(), shown_lines))};
}

Outcome ChildTarget::reset() {
  history_.clear();
  mark_.reset();
  if (!alive()) start();
  return ask({.kind = ChildRequest::Kind::Reset, .deadline = quick_deadline});
}

Outcome ChildTarget::renew() {
  start();
  return reset();
}

TargetUsage ChildTarget::usage() {
  return {process_->cpu_seconds(), starts_ - 1, process_->memory_bytes()};
}

Outcome ChildTarget::run(std::string_view statement, const Map& parameters, milliseconds deadline) {
  if (statement.find('\0') != std::string_view::npos) {
    return DatabaseError{"", "a statement cannot hold a zero byte"};
  }
  ChildRequest request{ChildRequest::Kind::Run, std::string(statement), parameters, deadline};
  Outcome outcome = ask(request);
  if (std::holds_alternative<Rows>(outcome)) history_.push_back(std::move(request));
  return outcome;
}

std::optional<Entities> ChildTarget::graph() {
  Outcome outcome = ask({.kind = ChildRequest::Kind::Graph, .deadline = quick_deadline});
  auto* rows = std::get_if<Rows>(&outcome);
  if (rows == nullptr) return std::nullopt;
  return std::move(rows->entities);
}

Outcome ChildTarget::explain(std::string_view statement, const Map& parameters) {
  return ask({ChildRequest::Kind::Explain, std::string(statement), parameters, quick_deadline});
}

Outcome ChildTarget::mark() {
  mark_ = Mark{history_.size(), graph()};
  if (!mark_->graph) return DatabaseError{"", "the graph cannot be read"};
  return Rows{};
}

Outcome ChildTarget::put_back() {
  CHECK(mark_.has_value(), "there is no mark to go back to");
  Mark mark = std::move(*mark_);
  std::vector<ChildRequest> history = std::move(history_);
  history.resize(mark.statements);
  if (Outcome outcome = reset(); !std::holds_alternative<Rows>(outcome)) return outcome;
  for (const ChildRequest& request : history) {
    if (Outcome outcome = ask(request); !std::holds_alternative<Rows>(outcome)) return outcome;
  }
  history_ = std::move(history);
  const auto now = graph();
  const bool same = now && (*now == *mark.graph || isomorphic(*now, *mark.graph));
  mark_ = std::move(mark);
  if (same) return Rows{};
  return DatabaseError{"", "the statements since reset made another graph when they were replayed"};
}

}  // namespace dinkel

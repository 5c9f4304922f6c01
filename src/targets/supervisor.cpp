#include "targets/supervisor.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/files.h"

namespace dinkel {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t shown_lines = 30;

sockaddr_in local_address(int port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

}  // namespace

bool accepts_connections(int port) {
  const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in address = local_address(port);
  return connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
}

int free_port() {
  const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = local_address(0);
  socklen_t size = sizeof(address);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(socket.get(), generic, size) != 0 || getsockname(socket.get(), generic, &size) != 0) {
    throw Error(fmt::format("cannot get a port of 127.0.0.1: {}", std::strerror(errno)),
                ExitCode::Unreachable);
  }
  return ntohs(address.sin_port);
}

Supervisor::Supervisor(Installation installation, SupervisorOptions options)
    : installation_(std::move(installation)),
      options_(std::move(options)),
      folder_(installation_.target) {
  if (!installation_.has_server()) {
    throw Error(fmt::format("{} has no server to start", installation_.target));
  }
  install(installation_);
  restart();
}

void Supervisor::restart() {
  // Between asking for a free port and using it, someone else may take it: then another one is
  // tried.
  constexpr int attempts = 3;
  std::string reason;
  for (int i = 0; i < attempts; ++i) {
    std::optional<std::string> failure = try_start();
    if (!failure) {
      ++starts_;
      return;
    }
    reason = std::move(*failure);
    const bool port_was_taken = log().find("ddress already in use") != std::string::npos;
    process_->kill();
    if (!port_was_taken) break;
  }
  throw Error(fmt::format("cannot start {} {}: {}; the end of its log:\n{}", installation_.target,
                          installation_.version, reason, last_lines(log(), shown_lines)),
              ExitCode::Unreachable);
}

std::optional<std::string> Supervisor::try_start() {
  process_.reset();
  std::error_code ignored;  // what is left of an old server only takes room
  if (!run_folder_.empty()) std::filesystem::remove_all(run_folder_, ignored);
  run_folder_ = folder_.path() / std::to_string(++attempts_);
  const auto data = run_folder_ / "data";
  std::filesystem::create_directories(data);
  port_ = free_port();
  process_.emplace(ProcessOptions{.arguments = {installation_.scripts / "start",
                                                std::to_string(port_), data, installation_.version},
                                  .environment = options_.environment,
                                  .log = run_folder_ / "log"});
  const auto end = Clock::now() + options_.start_deadline;
  while (!options_.probe(port_)) {
    if (const auto status = exit_status()) return "it ended with " + to_text(*status);
    if (Clock::now() > end) {
      return fmt::format("it did not answer within {} s",
                         std::chrono::ceil<std::chrono::seconds>(options_.start_deadline).count());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  // Someone else's server may have answered on the port that ours could not get.
  if (const auto status = exit_status()) return "it ended with " + to_text(*status);
  return std::nullopt;
}

std::string Supervisor::log() const {
  const auto path = run_folder_ / "log";
  return std::filesystem::exists(path) ? read_file(path) : std::string();
}

std::string Supervisor::describe_death() {
  const std::string text = log();
  const auto status = exit_status();
  std::string result = fmt::format("{} {}: {}\n", installation_.target, installation_.version,
                                   status ? to_text(*status) : "still running");
  if (const auto trace = find_crash(text)) {
    result += fmt::format("\n{}:\n{}", to_text(trace->kind), trace->text);
  }
  return result + fmt::format("\nlast lines of the log:\n{}", last_lines(text, shown_lines));
}

}  // namespace dinkel

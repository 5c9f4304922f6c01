#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/launcher.h"
#include "base/text.h"

namespace dinkel {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<long long> ended_cpu_us = 0;  // of all processes that were ours

[[noreturn]] void fail(const std::string& program, const std::string& reason) {
  throw Error(fmt::format("cannot start {}: {}", program, reason));
}

// Numbers below 3 would be overwritten when the child gets its standard files.
Descriptor checked(int number, const std::string& program) {
  if (number < 0) fail(program, std::strerror(errno));
  if (number > 2) return Descriptor(number);
  const Descriptor low(number);
  return checked(fcntl(number, F_DUPFD_CLOEXEC, 3), program);
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* path = std::getenv("PATH");
  for (const std::string_view folder : split(path != nullptr ? path : "/usr/bin:/bin", ':')) {
    std::string candidate = fmt::format("{}/{}", folder, name);
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  fail(name, "it is in no folder of PATH; is it installed?");
}

std::vector<std::string> environment_of(const ProcessOptions& options) {
  std::vector<std::string> lines;
  for (char** line = environ; *line != nullptr; ++line) {
    const std::string_view text = *line;
    if (!options.environment.contains(std::string(text.substr(0, text.find('='))))) {
      lines.emplace_back(text);
    }
  }
  for (const auto& [name, value] : options.environment) lines.push_back(name + "=" + value);
  return lines;
}

std::vector<char*> pointers_to(std::vector<std::string>& lines) {
  std::vector<char*> pointers;
  pointers.reserve(lines.size() + 1);
  for (std::string& line : lines) pointers.push_back(line.data());
  pointers.push_back(nullptr);
  return pointers;
}

Descriptor memory_file(const std::string& program, const std::string& text) {
  Descriptor file = checked(memfd_create("dinkel", MFD_CLOEXEC), program);
  const auto size = static_cast<ssize_t>(text.size());
  if (pwrite(file.get(), text.data(), text.size(), 0) != size) fail(program, "no memory for it");
  return file;
}

std::string read_from_start(const Descriptor& file) {
  std::string text;
  if (!file) return text;
  std::array<char, 65536> buffer;
  for (;;) {
    const auto offset = static_cast<off_t>(text.size());
    const ssize_t count = pread(file.get(), buffer.data(), buffer.size(), offset);
    if (count <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

std::optional<GuardReport> read_report(const Descriptor& reports) {
  GuardReport report;
  ssize_t count = 0;
  do {
    count = read(reports.get(), &report, sizeof(report));
  } while (count < 0 && errno == EINTR);
  if (count != static_cast<ssize_t>(sizeof(report))) return std::nullopt;
  return report;
}

// Sockets rather than pipes: writing to a guard that is gone must not raise SIGPIPE.
std::pair<Descriptor, Descriptor> make_sockets(const std::string& program) {
  std::array<int, 2> ends = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    fail(program, std::strerror(errno));
  }
  Descriptor first = checked(ends[0], program);
  return {std::move(first), checked(ends[1], program)};
}

}  // namespace

std::string to_text(ExitStatus status) {
  if (status.signal == 0) return fmt::format("exit code {}", status.code);
  return fmt::format("signal {} ({})", status.signal, strsignal(status.signal));
}

Process::Process(const ProcessOptions& options) {
  const std::string& name = options.arguments.at(0);
  const std::string program = find_program(name);
  std::vector<std::string> arguments = options.arguments;
  std::vector<std::string> environment = environment_of(options);
  const std::vector<char*> argument_pointers = pointers_to(arguments);
  const std::vector<char*> environment_pointers = pointers_to(environment);

  GuardPlan plan = {.program = program.c_str(),
                    .arguments = argument_pointers.data(),
                    .environment = environment_pointers.data(),
                    .folder = options.folder.empty() ? nullptr : options.folder.c_str()};
  Descriptor input;
  Descriptor their_channel;
  if (options.channel) {
    std::tie(channel_, their_channel) = make_sockets(name);
  } else {
    input = memory_file(name, options.input);
  }
  if (!options.log.empty()) {
    const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    output_ = checked(open(options.log.c_str(), flags, 0666), name);
  } else {
    output_ = memory_file(name, "");
    errors_ = memory_file(name, "");
  }
  auto [control_read, control_write] = make_sockets(name);
  auto [reports_read, reports_write] = make_sockets(name);
  plan.input = options.channel ? their_channel.get() : input.get();
  plan.output = options.channel ? their_channel.get() : output_.get();
  if (options.inherit_errors) errors_ = checked(fcntl(2, F_DUPFD_CLOEXEC, 3), name);
  plan.errors = errors_ ? errors_.get() : output_.get();
  plan.control = control_read.get();
  plan.reports = reports_write.get();

  if (!launch_guard(plan)) fail(name, std::strerror(errno));
  control_ = std::move(control_write);
  reports_ = std::move(reports_read);
  reports_write.close();
  if (!options.log.empty()) output_.close();
  if (options.inherit_errors) errors_.close();

  const std::optional<GuardReport> report = read_report(reports_);
  if (!report || report->kind != GuardReport::Kind::Started) {
    kill();
    fail(name, report ? std::strerror(report->value) : "its guard was killed");
  }
  id_ = report->value;
}

Process::Process(Process&& other) noexcept {
  *this = std::move(other);
}

Process& Process::operator=(Process&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(control_, other.control_);
  std::swap(reports_, other.reports_);
  std::swap(output_, other.output_);
  std::swap(errors_, other.errors_);
  std::swap(channel_, other.channel_);
  std::swap(status_, other.status_);
  return *this;
}

Process::~Process() {
  kill();
}

std::optional<ExitStatus> Process::wait(std::chrono::milliseconds deadline) {
  const auto end = Clock::now() + deadline;
  while (!status_ && reports_) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    const auto left_ms = static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000));
    pollfd file = {.fd = reports_.get(), .events = POLLIN, .revents = 0};
    const int ready = poll(&file, 1, left_ms);
    if (ready < 0) continue;
    if (ready == 0 && Clock::now() >= end) return std::nullopt;
    if (ready == 0) continue;
    const std::optional<GuardReport> report = read_report(reports_);
    // No report means that someone killed the guard, and with it the child.
    const int status = report ? report->value : SIGKILL;
    if (report) ended_cpu_us += report->cpu_us;
    status_ = WIFEXITED(status) ? ExitStatus{.code = WEXITSTATUS(status), .signal = 0}
                                : ExitStatus{.code = 0, .signal = WTERMSIG(status)};
  }
  return status_;
}

void Process::signal(int number) {
  const auto byte = static_cast<unsigned char>(number);
  if (running()) (void)send(control_.get(), &byte, 1, MSG_NOSIGNAL);
}

void Process::kill() {
  if (!reports_) return;
  control_.close();
  (void)wait(std::chrono::hours(1));
  // The guard speaks last when nothing is left but itself; then it closes its end.
  while (read_report(reports_)) {
  }
  reports_.close();
}

double Process::cpu_seconds() const {
  if (id_ < 0 || status_) return 0;
  std::ifstream file(fmt::format("/proc/{}/stat", id_));
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  // The name of the program, in parentheses, may hold anything; the numbers follow it.
  const auto parenthesis = text.rfind(')');
  if (parenthesis == std::string::npos) return 0;
  const auto fields = split(std::string_view(text).substr(parenthesis + 1), ' ');
  constexpr std::size_t first = 12;  // user and system time, its own and its children's
  double ticks = 0;
  for (std::size_t i = first; i < first + 4 && i < fields.size(); ++i) {
    ticks += std::strtod(std::string(fields[i]).c_str(), nullptr);
  }
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::int64_t Process::memory_bytes() const {
  if (id_ < 0 || status_) return 0;
  std::ifstream file(fmt::format("/proc/{}/statm", id_));
  std::int64_t size_pages = 0;
  std::int64_t resident_pages = 0;
  if (!(file >> size_pages >> resident_pages)) return 0;
  return resident_pages * sysconf(_SC_PAGESIZE);
}

double ended_cpu_seconds() {
  return static_cast<double>(ended_cpu_us.load()) / 1e6;
}

std::string Process::output() const {
  return read_from_start(output_);
}
std::string Process::errors() const {
  return read_from_start(errors_);
}

ProcessResult run_process(const ProcessOptions& options, std::chrono::milliseconds deadline) {
  Process process(options);
  std::optional<ExitStatus> status = process.wait(deadline);
  process.kill();
  return {.status = status, .output = process.output(), .errors = process.errors()};
}

}  // namespace dinkel

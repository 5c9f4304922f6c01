#include "base/process_guard.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "base/guard.h"

namespace dinkel {
namespace {

void send(int reports, GuardReport::Kind kind, int value, long long cpu_us = 0) {
  const GuardReport report = {kind, value, cpu_us};
  // A report is smaller than what a pipe takes at once; when nobody reads it, nobody misses it.
  [[maybe_unused]] const ssize_t count = write(reports, &report, sizeof(report));
}

[[noreturn]] void become_child(const GuardPlan& plan, pid_t guard, int failure) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // in case that the guard itself is killed
  if (getppid() != guard) _exit(127);
  restore_signals();
  const bool ready = (plan.folder == nullptr || chdir(plan.folder) == 0) &&
                     dup2(plan.input, 0) == 0 && dup2(plan.output, 1) == 1 &&
                     dup2(plan.errors, 2) == 2;
  if (ready) execve(plan.program, plan.arguments, plan.environment);
  const int reason = errno;
  [[maybe_unused]] const ssize_t count = write(failure, &reason, sizeof(reason));
  _exit(127);
}

// Kills every child of this process. It is a subreaper: the children of the killed ones become its
// own, so it goes on until none is left.
void kill_descendants(pid_t group) {
  if (group > 0) ::kill(-group, SIGKILL);
  for (;;) {
    const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    std::array<char, 4096> buffer;
    const ssize_t count = file >= 0 ? read(file, buffer.data(), buffer.size()) : 0;
    if (file >= 0) close(file);
    pid_t child = 0;
    for (ssize_t i = 0; i < count; ++i) {
      const char c = buffer[static_cast<std::size_t>(i)];
      if (c >= '0' && c <= '9') {
        child = child * 10 + (c - '0');
      } else if (child > 0) {
        ::kill(child, SIGKILL);
        child = 0;
      }
    }
    errno = 0;
    if (waitpid(-1, nullptr, count > 0 ? 0 : WNOHANG) <= 0 && errno != EINTR) return;
  }
}

long long used_cpu_us() {
  long long used = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage = {};
    getrusage(who, &usage);
    used += (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1'000'000LL + usage.ru_utime.tv_usec +
            usage.ru_stime.tv_usec;
  }
  return used;
}

void on_child(int) {}  // only there to interrupt ppoll

// Waits for the child's end or the end of the control pipe; passes signals on. True: it has ended.
bool watch(pid_t child, int control, int& status) {
  sigset_t none;
  sigemptyset(&none);
  for (;;) {
    for (;;) {
      int ended_status = 0;
      const pid_t ended = waitpid(-1, &ended_status, WNOHANG);
      if (ended == child) {
        status = ended_status;
        return true;
      }
      if (ended <= 0) break;
    }
    pollfd file = {.fd = control, .events = POLLIN, .revents = 0};
    if (ppoll(&file, 1, nullptr, &none) <= 0) continue;
    unsigned char number = 0;
    const ssize_t count = read(control, &number, 1);
    if (count == 0) return false;
    if (count == 1) ::kill(-child, number);
  }
}

}  // namespace

void run_guard(const GuardPlan& plan) {
  const std::array files = {plan.input, plan.output, plan.errors, plan.control, plan.reports};
  become_guard(files);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // SIGCHLD is let in only while ppoll waits, so that none is missed between a look and a wait.
  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  sigprocmask(SIG_SETMASK, &child_signal, nullptr);
  struct sigaction action = {};
  action.sa_handler = on_child;
  sigaction(SIGCHLD, &action, nullptr);

  std::array<int, 2> failure = {-1, -1};
  const pid_t guard = getpid();
  pid_t child = -1;
  if (pipe2(failure.data(), O_CLOEXEC) == 0) child = fork();
  if (child == 0) become_child(plan, guard, failure[1]);
  if (child < 0) {
    send(plan.reports, GuardReport::Kind::Failed, errno);
    _exit(1);
  }
  setpgid(child, child);  // both sides do it, so that nobody can come before it
  for (const int file : {plan.input, plan.output, plan.errors, failure[1]}) close(file);

  int reason = 0;
  ssize_t count = 0;
  do {
    count = read(failure[0], &reason, sizeof(reason));  // its end means that exec went well
  } while (count < 0 && errno == EINTR);
  close(failure[0]);
  if (count > 0) {
    send(plan.reports, GuardReport::Kind::Failed, reason);
    _exit(1);
  }
  send(plan.reports, GuardReport::Kind::Started, child);

  int status = SIGKILL;
  const bool ended = watch(child, plan.control, status);
  kill_descendants(ended ? 0 : child);
  send(plan.reports, GuardReport::Kind::Ended, status, used_cpu_us());
  _exit(0);
}

}  // namespace dinkel

#include "base/guard.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

namespace dinkel {
namespace {

constexpr std::array<int, 5> ignored_signals = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT};

void close_all_but(std::span<const int> keep) {
  // Few numbers: look for the smallest of them that is not yet passed, close the gap before it.
  unsigned begin = 3;
  for (;;) {
    unsigned next = ~0U;
    for (const int number : keep) {
      const auto kept = static_cast<unsigned>(number);
      if (kept >= begin) next = std::min(next, kept);
    }
    if (next > begin) syscall(SYS_close_range, begin, next == ~0U ? ~0U : next - 1, 0U);
    if (next == ~0U) return;
    begin = next + 1;
  }
}

}  // namespace

void become_guard(std::span<const int> keep) {
  setsid();
  for (const int number : ignored_signals) signal(number, SIG_IGN);
  const int nothing = open("/dev/null", O_RDWR);
  for (int number = 0; number <= 2; ++number) dup2(nothing, number);
  close_all_but(keep);
}

void wait_for_end_of(int lifeline) {
  char byte = 0;
  ssize_t count = 0;
  do {
    count = read(lifeline, &byte, 1);
  } while (count > 0 || (count < 0 && errno == EINTR));
}

void restore_signals() {
  for (const int number : ignored_signals) signal(number, SIG_DFL);
  signal(SIGCHLD, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace dinkel

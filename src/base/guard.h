// What the guards have in common: small processes that outlive us by a moment to clean up. A guard
// holds the read end of a pipe, its lifeline, whose write end only we have. However we end, by
// return, by exception or by kill -9, the operating system closes our end, and the guard sees it.
//
// A guard is forked and never calls exec, from a process that may have threads. It may therefore
// call only what is safe in a signal handler: system calls, no allocation, no locks.
#pragma once

#include <span>

namespace dinkel {

// The first thing a guard does: it leaves our session (Ctrl-C is not for it), ignores the signals
// that ask to end, and gives up every open file but those in `keep`, so that nobody waits for it.
void become_guard(std::span<const int> keep);

// Returns when the other end of the pipe is closed.
void wait_for_end_of(int lifeline);

// The reverse for a child of a guard that is about to become another program.
void restore_signals();

}  // namespace dinkel

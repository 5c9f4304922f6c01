// The launcher: a small process of ours that forks the guards of processes (process_guard.h).
//
// A fork copies the tables of all our memory, and afterwards every page that we write to. For a
// campaign with a full heap whose database crashes several times a second, that was a third of the
// CPU time of the tool. The launcher is forked once, when the first process is started or, better,
// while we are still small. It ends when we do.
#pragma once

#include "base/process_guard.h"

namespace dinkel {

// Forks the launcher, unless there is one already.
void start_launcher();

// Makes it run the guard. False, with errno: it could not be asked. What goes wrong later, the
// guard reports, and if there is none, the other end of plan.reports is closed.
bool launch_guard(const GuardPlan& plan);

}  // namespace dinkel

// Replay: runs a finding again, from its text, on any version of a database. What a team runs on a
// new build to learn what is fixed, and what the tool itself runs before it calls something a
// finding.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "oracles/test_case.h"

namespace dinkel {

enum class ReplayResult {
  StillFails,  // each time, in the same way
  Flaky,       // not each time
  Changed,     // something is wrong, but something else
  Fixed,       // the statements answer as they must, each time
  CannotTell,  // the setup fails, or the answer is not determined on this target
  Unreadable,  // the file is damaged, or is no finding: nothing was run
};
std::string_view to_text(ReplayResult result);  // "still fails", ...

struct Replayed {
  ReplayResult result = ReplayResult::CannotTell;
  std::string note;  // why nobody can tell, what is wrong now, or what is wrong with the file
  int failures = 0;  // of so many times
  int times = 0;
};
Replayed replay(const Finding& finding, Target& target, const TargetDialect& dialect, int times,
                std::chrono::milliseconds deadline);

// The finding.json files below folders, at any depth, in the order of their names; files as they
// are. Throws Error for a folder without any.
std::vector<std::filesystem::path> finding_files(const std::vector<std::string>& paths);

// The reports of `dinkel replay`, for people and for CI.
struct ReplayedFinding {
  std::string name;  // the folder of the finding, or its file
  Finding finding;
  std::string target;  // and its version: where it ran
  Replayed replayed;
};
std::string replay_table(const std::vector<ReplayedFinding>& all);
std::string replay_json_line(const ReplayedFinding& one);
std::string replay_junit(const std::vector<ReplayedFinding>& all);

}  // namespace dinkel

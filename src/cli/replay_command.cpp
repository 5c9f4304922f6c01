// dinkel replay: runs findings again, from their text, on any version of a target.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/finding_target.h"
#include "report/replay.h"

namespace dinkel {

namespace {

struct ReplayFlags {
  std::vector<std::string> paths;
  FindingTargetOptions where;
  std::string format = "text";
  std::string junit;
  int times = 1;
  int deadline_s = 10;
};

std::string name_of(const std::filesystem::path& file) {
  return file.filename() == "finding.json" && file.has_parent_path()
             ? file.parent_path().lexically_normal().string()
             : file.string();
}

// The finding in a file, ready to run; or what is wrong with the file.
ReplayedFinding read_for_replay(const std::filesystem::path& file) {
  ReplayedFinding one;
  one.name = name_of(file);
  try {
    one.finding = read_runnable_finding(file);
  } catch (const Error& error) {
    one.replayed.result = ReplayResult::Unreadable;
    one.replayed.note = error.what();
  }
  return one;
}

void replay_one(ReplayedFinding& one, FindingTargets& targets, const ReplayFlags& flags) {
  OpenedTarget& opened = targets.open_for(one.finding);
  one.target = opened.target->name() + " " + opened.target->version();
  one.replayed = replay(one.finding, *opened.target, opened.dialect, flags.times,
                        std::chrono::seconds(flags.deadline_s));
}

ExitCode exit_code_of(const std::vector<ReplayedFinding>& all) {
  ExitCode code = ExitCode::Ok;
  for (const ReplayedFinding& one : all) {
    const ReplayResult result = one.replayed.result;
    if (result == ReplayResult::Unreadable) return ExitCode::Usage;
    if (result != ReplayResult::Fixed && result != ReplayResult::CannotTell) {
      code = ExitCode::Findings;
    }
  }
  return code;
}

}  // namespace

ExitCode replay_command(Arguments arguments) {
  ReplayFlags flags;
  CLI::App app(
      "Runs findings again: do they still fail? Exit code 0 if none does, 1 if one does (or fails "
      "in another way, or at times), 2 if a file could not be read; the others are run all the "
      "same.",
      "dinkel replay");
  app.add_option("FINDING", flags.paths, "finding files, or folders with findings in them")
      ->required();
  add_finding_target_options(app, flags.where);
  app.add_option("--times", flags.times, "run each so often")->check(CLI::Range(1, 1000));
  app.add_option("--deadline", flags.deadline_s, "seconds for a statement")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  app.add_option("--format", flags.format, "text, json (one object a line) or junit")
      ->check(CLI::IsMember({"text", "json", "junit"}));
  app.add_option("--junit", flags.junit, "write a JUnit report to this file too");
  if (const auto code = parse_arguments(app, arguments)) return *code;

  if (!flags.junit.empty()) check_writable(flags.junit);
  // All files are read first: a damaged one should not show up after an hour. It does not keep the
  // others from being run.
  std::vector<ReplayedFinding> all;
  for (const std::filesystem::path& file : finding_files(flags.paths)) {
    all.push_back(read_for_replay(file));
    if (all.back().replayed.result == ReplayResult::Unreadable) {
      fmt::print(stderr, "dinkel: {}\n", all.back().replayed.note);
    }
  }
  FindingTargets targets(flags.where);
  for (ReplayedFinding& one : all) {
    if (one.replayed.result != ReplayResult::Unreadable) replay_one(one, targets, flags);
    if (flags.format != "json") continue;
    fmt::print("{}", replay_json_line(one));
    std::fflush(stdout);
  }
  if (flags.format == "text") fmt::print("{}", replay_table(all));
  if (flags.format == "junit") fmt::print("{}", replay_junit(all));
  if (!flags.junit.empty()) write_file(flags.junit, replay_junit(all));
  return exit_code_of(all);
}

}  // namespace dinkel

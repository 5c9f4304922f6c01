// dinkel bisect: the first version in which a finding appeared or went away; or one step of `git
// bisect run`.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/process.h"
#include "cli/commands.h"
#include "cli/finding_target.h"
#include "report/replay.h"
#include "targets/installation.h"

namespace dinkel {

namespace {

struct BisectFlags {
  std::string finding;
  FindingTargetOptions where;
  std::string versions;
  std::string command;
  int times = 1;
  int deadline_s = 10;
};

// What git bisect wants to hear when a commit cannot be tested.
constexpr ExitCode git_skip = static_cast<ExitCode>(125);

Replayed replay_on(const std::string& target, const Finding& finding, const BisectFlags& flags) {
  const OpenedTarget opened = open_with_dialect(target, flags.where);
  return replay(finding, *opened.target, opened.dialect, flags.times,
                std::chrono::seconds(flags.deadline_s));
}

// From the older to the newer end, both included, oldest first.
std::vector<std::string> versions_between(const std::string& target, const std::string& range) {
  const auto dots = range.find("..");
  if (dots == std::string::npos) {
    throw Error(fmt::format("--versions {} is no range; write 4.14.2..4.16.3", range));
  }
  std::string from = range.substr(0, dots);
  std::string to = range.substr(dots + 2);
  if (!from.empty() && !to.empty() && is_older(to, from)) std::swap(from, to);
  std::vector<std::string> versions;
  for (const Installation& known : versions_of(target)) {
    const std::string& version = known.version;
    const bool inside =
        (from.empty() || !is_older(version, from)) && (to.empty() || !is_older(to, version));
    if (inside) versions.push_back(version);
  }
  std::sort(versions.begin(), versions.end(), is_older);
  if (versions.size() < 2) {
    throw Error(
        fmt::format("{} has {} version between {}; two ends are needed (dinkel targets "
                    "lists them)",
                    target, versions.size(), range));
  }
  return versions;
}

class Bisection {
 public:
  Bisection(const Finding& finding, const BisectFlags& flags, std::string target)
      : finding_(finding),
        flags_(flags),
        target_(std::move(target)),
        versions_(versions_between(target_, flags.versions)) {}

  ExitCode run() {
    std::size_t low = 0;
    std::size_t high = versions_.size() - 1;
    const bool fails_first = fails(low);
    if (fails(high) == fails_first) {
      fmt::print("it {} in {} and in {}: there is nothing between them to find\n",
                 fails_first ? "fails" : "does not fail", versions_[low], versions_[high]);
      return fails_first ? ExitCode::Findings : ExitCode::Ok;
    }
    while (high - low > 1) {
      const std::size_t middle = low + (high - low) / 2;
      (fails(middle) == fails_first ? low : high) = middle;
    }
    fmt::print("{} {} is the first version that {}; {} {}\n", target_, versions_[high],
               fails_first ? "does not fail" : "fails", versions_[low],
               fails_first ? "does" : "does not");
    return fails_first ? ExitCode::Ok : ExitCode::Findings;
  }

 private:
  bool fails(std::size_t index) {
    const Replayed replayed = replay_on(target_ + "@" + versions_[index], finding_, flags_);
    fmt::print("{:<12} {}@{}  {}\n", to_text(replayed.result), target_, versions_[index],
               replayed.note.substr(0, replayed.note.find('\n')));
    std::fflush(stdout);
    if (replayed.result == ReplayResult::CannotTell) {
      throw Error(fmt::format("nobody can tell on {}@{}: {}; choose other ends with --versions",
                              target_, versions_[index], replayed.note));
    }
    return replayed.result != ReplayResult::Fixed;
  }

  const Finding& finding_;
  const BisectFlags& flags_;
  std::string target_;
  std::vector<std::string> versions_;
};

ExitCode git_step(const Finding& finding, const BisectFlags& flags) {
  constexpr std::chrono::hours build_deadline{2};
  ProcessOptions options;
  options.arguments = {"/bin/sh", "-c", flags.command};
  options.inherit_errors = true;
  const ProcessResult built = run_process(options, build_deadline);
  if (!built.status || !built.status->ok()) {
    fmt::print("cannot tell: {} failed\n", flags.command);
    return git_skip;
  }
  const Replayed replayed = replay_on(target_name_for(finding, flags.where), finding, flags);
  fmt::print("{}: {}\n", to_text(replayed.result), replayed.note);
  if (replayed.result == ReplayResult::CannotTell) return git_skip;
  return replayed.result == ReplayResult::Fixed ? ExitCode::Ok : ExitCode::Findings;
}

}  // namespace

ExitCode bisect_command(Arguments arguments) {
  BisectFlags flags;
  CLI::App app("Finds the version in which a finding appeared or went away.", "dinkel bisect");
  app.add_option("FINDING", flags.finding, "a finding file or its folder")->required();
  add_finding_target_options(app, flags.where);
  auto* versions = app.add_option("--versions", flags.versions,
                                  "A..B of those that dinkel can install; .. for all");
  app.add_option("--command", flags.command,
                 "for git bisect run: build and start with this command, then replay once; exit "
                 "code 0 good, 1 bad, 125 cannot tell")
      ->excludes(versions);
  app.add_option("--times", flags.times, "run it so often on each")->check(CLI::Range(1, 1000));
  app.add_option("--deadline", flags.deadline_s, "seconds for a statement")
      ->check(CLI::Range(1, 3600));
  if (const auto code = parse_arguments(app, arguments)) return *code;
  const Finding finding = read_runnable_finding(flags.finding);
  if (!flags.command.empty()) return git_step(finding, flags);
  if (flags.versions.empty()) throw Error("give --versions A..B, or --command for git bisect run");
  const std::string target = flags.where.target.empty() ? finding.target : flags.where.target;
  return Bisection(finding, flags, target.substr(0, target.find('@'))).run();
}

}  // namespace dinkel

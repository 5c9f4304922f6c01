// dinkel tck: the openCypher TCK on any target. Engineers of a database may use this alone.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "cli/commands.h"
#include "cli/target_options.h"
#include "targets/installation.h"
#include "tck/report.h"

namespace dinkel {
namespace {

struct Options {
  std::string directory = (root_folder() / ".cache/tck").string();
  TargetOptions target;
  std::string filter;
  std::string format = "text";
  std::string known;
  int deadline_ms = 10'000;
};

std::string known_failures_path(const Options& options, const Target& target) {
  if (!options.known.empty()) return options.known;
  const auto path = root_folder() / "targets" / target.name() / "tck-known.txt";
  return std::filesystem::exists(path) ? path.string() : "";
}

// One line that is overwritten, on a terminal only.
void show_progress(const SuiteReport& report, std::size_t total) {
  const std::size_t done = report.scenarios.size();
  if (done % 50 != 0 && done != total) return;
  fmt::print(stderr, "\r{} of {} scenarios, {} failed", done, total,
             report.count(Judgement::Failed));
  if (done == total) fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace

ExitCode tck_command(Arguments arguments) {
  Options options;
  CLI::App app("Runs the openCypher TCK on a target.", "dinkel tck");
  app.add_option("DIR", options.directory, "the TCK, as tools/fetch-tck unpacks it")
      ->capture_default_str();
  add_target_options(app, options.target);
  app.add_option("--filter", options.filter,
                 "only scenarios whose name or file contains this text, in any case");
  app.add_option("--format", options.format, "text, json or junit")
      ->check(CLI::IsMember({"text", "json", "junit"}))
      ->capture_default_str();
  app.add_option("--known", options.known,
                 "the list of known failures: SCENARIO -- REASON a line "
                 "(default: targets/TARGET/tck-known.txt)");
  app.add_option("--deadline-ms", options.deadline_ms, "for each statement")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  if (const auto code = parse_arguments(app, arguments)) return *code;

  const Suite suite = filter_suite(load_suite(options.directory), options.filter);
  if (suite.scenarios.empty()) {
    throw Error(fmt::format("no scenario contains the text {}", options.filter));
  }
  const auto target = open_target(options.target);
  const std::string known_path = known_failures_path(options, *target);
  const KnownFailures known =
      known_path.empty() ? KnownFailures() : read_known_failures(read_text(known_path));
  const bool terminal = isatty(STDERR_FILENO) != 0;
  SuiteReport report =
      run_suite(suite, *target, known, std::chrono::milliseconds(options.deadline_ms),
                [&](const SuiteReport& so_far) {
                  if (terminal) show_progress(so_far, suite.scenarios.size());
                });
  if (!options.filter.empty()) report.unknown_names.clear();  // they may just be filtered out
  if (options.format == "json") {
    fmt::print("{}", report_json(report, target->name()));
  } else if (options.format == "junit") {
    fmt::print("{}", report_junit(report, target->name()));
  } else {
    fmt::print("{}", report_text(report, known_path));
  }
  return report.ok() ? ExitCode::Ok : ExitCode::Findings;
}

}  // namespace dinkel

// dinkel targets: which databases there are, and what to do with them before any test.
#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/descriptor.h"
#include "base/files.h"
#include "cli/commands.h"
#include "cli/target_options.h"
#include "targets/installation.h"
#include "targets/open.h"
#include "targets/probe.h"

namespace dinkel {
namespace {

struct Options {
  std::string format = "text";
  std::string name;
  TargetOptions target;
  bool dry_run = false;
  std::string output;
};

std::vector<Installation> installations_of(std::string_view target) {
  const std::vector<std::string> names = installable_targets();
  const bool installable = std::find(names.begin(), names.end(), target) != names.end();
  return installable ? versions_of(target) : std::vector<Installation>();
}

std::string versions_text(const std::vector<Installation>& versions) {
  std::string text;
  for (const Installation& version : versions) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", version.version,
                        version.installed() ? "*" : "");
  }
  return text;
}

ExitCode list(const Options& options) {
  if (options.format == "json") {
    nlohmann::json array = nlohmann::json::array();
    for (const TargetRow& row : all_targets()) {
      nlohmann::json versions = nlohmann::json::array();
      for (const Installation& version : installations_of(row.name)) {
        versions.push_back({{"version", version.version},
                            {"installed", version.installed()},
                            {"folder", version.folder.string()}});
      }
      array.push_back({{"name", row.name}, {"summary", row.summary}, {"versions", versions}});
    }
    fmt::print("{}\n", array.dump(2));
    return ExitCode::Ok;
  }
  for (const TargetRow& row : all_targets()) {
    const std::string versions = versions_text(installations_of(row.name));
    const char* const otherwise = row.embedded ? "" : "with --connect alone";
    fmt::print("{:<11} {}{}{}\n", row.name, row.summary,
               versions.empty() && row.embedded ? "" : "; ",
               versions.empty() ? otherwise : versions);
  }
  fmt::print("\nThe first version is the default; * is installed, the others are on demand.\n");
  return ExitCode::Ok;
}

ExitCode install_one(const Options& options) {
  const Installation installation = find_installation(options.name);
  install(installation);
  fmt::print("{}\n", installation.folder.string());
  return ExitCode::Ok;
}

// Waits for the end of the server or for a signal that asks to stop it.
ExitCode start(const Options& options) {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, number);
  Server server = start_server(options.name);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  const Descriptor stop(signalfd(-1, &signals, SFD_CLOEXEC));
  fmt::print("{}\n", url_of(options.name, server));
  std::fflush(stdout);
  fmt::print(stderr, "{} runs until you press Ctrl-C; its data goes with it\n", options.name);
  pollfd descriptor = {stop.get(), POLLIN, 0};
  while (!server.lost()) {
    if (poll(&descriptor, 1, 200) > 0) return ExitCode::Ok;
  }
  fmt::print(stderr, "{}", server.last_words());
  return ExitCode::Findings;
}

ExitCode show(const Options& options) {
  const auto mark = std::min(options.name.find('@'), options.name.size());
  const std::string name = options.name.substr(0, mark);
  const TargetRow& row = require_target(name);
  const std::vector<Installation> versions = installations_of(name);
  fmt::print("{}: {}\n", row.name, row.summary);
  if (!versions.empty()) {
    fmt::print("versions: {} (* installed)\n", versions_text(versions));
    fmt::print("folder: {}\n", find_installation(options.name).folder.string());
  }
  if (row.embedded) return ExitCode::Ok;
  const TargetDialect target = load_dialect(options.name, "");
  fmt::print("\nlacks:");
  for (std::size_t i = 0; i < feature_count; ++i) {
    const auto feature = static_cast<Feature>(i);
    if (!target.dialect.has(feature)) fmt::print(" {}", to_text(feature));
  }
  fmt::print("\n\nlacks the functions:");
  for (const std::string& function : target.dialect.missing_functions) fmt::print(" {}", function);
  fmt::print("\n\nexpressions are nested at most {} levels deep\n", target.dialect.max_nesting);
  if (!target.dialect.plan_switches.empty()) {
    fmt::print("plans are changed by: {}\n", fmt::join(target.dialect.plan_switches, ", "));
  }
  if (!target.reasons.empty()) fmt::print("\ndeviates by design:\n");
  for (const auto& [deviation, reason] : target.reasons) {
    fmt::print("  {}: {}\n", to_text(deviation), reason);
  }
  return ExitCode::Ok;
}

ExitCode probe(const Options& options) {
  const std::string name = options.name.substr(0, options.name.find('@'));
  require_target(name);
  const auto target = open_target(options.name, options.target.open);
  const ProbeReport report = probe_target(*target, [](std::size_t done, std::size_t total) {
    if (isatty(STDERR_FILENO) == 0) return;
    fmt::print(stderr, "\r{} of {} probes", done, total);
    if (done == total) fmt::print(stderr, "\r\033[K");
  });
  const std::filesystem::path path = options.output.empty()
                                         ? root_folder() / "targets" / name / "dialect.toml"
                                         : std::filesystem::path(options.output);
  const std::string before = std::filesystem::exists(path) ? read_file(path) : "";
  const std::string text = with_probe(before, report);
  if (options.dry_run) {
    fmt::print("{}", text);
    return ExitCode::Ok;
  }
  write_file(path, text);
  fmt::print("{} {}: {} supported, {} unsupported, {} deviating; written to {}\n", name,
             report.version, report.count(ProbeStatus::Supported),
             report.count(ProbeStatus::Unsupported), report.count(ProbeStatus::Deviating),
             path.string());
  return ExitCode::Ok;
}

}  // namespace

ExitCode targets_command(Arguments arguments) {
  Options options;
  CLI::App app("Lists the databases that can be tested, and prepares them.", "dinkel targets");
  app.add_option("--format", options.format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app.require_subcommand(0, 1);
  CLI::App* const install_app = app.add_subcommand("install", "install a database, or a version");
  CLI::App* const start_app =
      app.add_subcommand("start", "run a database until Ctrl-C, and print its URL");
  CLI::App* const show_app =
      app.add_subcommand("show", "what is known of a database: versions and dialect");
  CLI::App* const probe_app = app.add_subcommand(
      "probe",
      "ask a database with one tiny query a feature what it supports, compare with the\n"
      "reference, and write the result into its dialect.toml");
  for (CLI::App* const sub : {install_app, start_app, show_app, probe_app}) {
    sub->add_option("NAME", options.name, "as in neo4j or neo4j@5.6.0")->required();
  }
  probe_app->add_option("--connect", options.target.open.connect, "a running server instead");
  probe_app->add_flag("--allow-reset", options.target.open.allow_reset,
                      "empty the graph of that server even if it was not made here");
  probe_app->add_flag("--dry-run", options.dry_run, "print the file instead of writing it");
  probe_app->add_option("--output", options.output,
                        "the file to write (default: targets/NAME/dialect.toml)");
  if (const auto code = parse_arguments(app, arguments)) return *code;
  if (install_app->parsed()) return install_one(options);
  if (start_app->parsed()) return start(options);
  if (show_app->parsed()) return show(options);
  if (probe_app->parsed()) return probe(options);
  return list(options);
}

}  // namespace dinkel

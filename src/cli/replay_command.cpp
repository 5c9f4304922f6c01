// dinkel replay: runs findings again, from their text, on any version of a target.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "oracles/test_case.h"
#include "targets/open.h"

namespace dinkel {

namespace {

// Folders of findings, at any depth, in the order of their names; files as they are.
std::vector<std::filesystem::path> finding_files(const std::vector<std::string>& arguments) {
  std::vector<std::filesystem::path> files;
  for (const std::string& argument : arguments) {
    if (!std::filesystem::is_directory(argument)) {
      files.emplace_back(argument);
      continue;
    }
    std::vector<std::filesystem::path> inside;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argument)) {
      if (entry.path().filename() == "finding.json") inside.push_back(entry.path());
    }
    if (inside.empty()) throw Error(fmt::format("there is no finding below {}", argument));
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

// "still fails", "fixed", "changed", "flaky" or "cannot tell".
std::string replay(const Finding& finding, Target& target, int times) {
  const OracleTest test = test_of(finding);
  const auto oracle = make_oracle(finding.oracle);
  Session session(target, std::chrono::milliseconds(10'000));
  int same = 0;
  int other = 0;
  for (int i = 0; i < times; ++i) {
    const Judged judged = judge(test, *oracle, session, full_dialect(), false);
    if (!judged.discrepancy && judged.verdict != Verdict::Pass) return "cannot tell";
    if (!judged.discrepancy) continue;
    ++(judged.discrepancy->kind == finding.kind &&
               judged.discrepancy->normalised == finding.normalised
           ? same
           : other);
  }
  if (same == times) return "still fails";
  if (same + other == 0) return "fixed";
  return other == times ? "changed" : "flaky";
}

}  // namespace

ExitCode replay_command(Arguments arguments) {
  std::vector<std::string> paths;
  std::string target_name;
  std::string format = "text";
  int times = 1;
  CLI::App app("Runs findings again: do they still fail?", "dinkel replay");
  app.add_option("FINDING", paths, "finding files, or folders with findings in them")->required();
  app.add_option("--target", target_name, "where to run them (default: where each was found)");
  app.add_option("--times", times, "run each so often")->check(CLI::Range(1, 1000));
  app.add_option("--format", format, "text, or json: one object a line")
      ->check(CLI::IsMember({"text", "json"}));
  if (const auto code = parse_arguments(app, arguments)) return *code;
  bool fails = false;
  for (const std::filesystem::path& file : finding_files(paths)) {
    const Finding finding = read_finding(file);
    const auto target = open_target(target_name.empty() ? finding.target : target_name);
    const std::string result = replay(finding, *target, times);
    fails = fails || (result != "fixed" && result != "cannot tell");
    if (format == "json") {
      const nlohmann::ordered_json line = {{"finding", file.string()}, {"result", result}};
      fmt::print("{}\n", line.dump());
    } else {
      fmt::print("{:<12} {}\n", result, file.string());
    }
  }
  return fails ? ExitCode::Findings : ExitCode::Ok;
}

}  // namespace dinkel

#include "cli/commands.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>

#include "base/files.h"
#include "base/text.h"
#include "targets/child/child_target.h"

namespace dinkel {

// In the order in which the help lists them.
std::span<const Command> all_commands() {
  static const std::vector<Command> commands = {
      {"fuzz", "test a database with random queries and their equivalents", fuzz_command},
      {"check", "test a database with your own queries and their equivalents", check_command},
      {"report", "make a page, or issues, of what a campaign found", report_command},
      {"replay", "run findings again and say which still fail", replay_command},
      {"reduce", "make a finding, or any Cypher file, as small as it gets", reduce_command},
      {"bisect", "find the version in which a finding appeared or went away", bisect_command},
      {"parse", "print the queries of a file again, or their trees, or what is wrong with them",
       parse_command},
      {"run", "run Cypher statements on a target and show the answers", run_command},
      {"targets", "list, install, start and probe the databases", targets_command},
      {"tck", "run the openCypher TCK on a target", tck_command},
      {"generate", "write random cases: a graph, and statements on it", generate_command},
      {"rewrite", "turn each query of a file into an equivalent one", rewrite_command},
      {"rules", "list the rewrite rules, or explain one", rules_command},
  };
  return commands;
}

std::string program_help() {
  std::string text =
      "dinkel: tests graph databases that speak Cypher\n\n"
      "usage: dinkel COMMAND [ARGUMENTS]\n"
      "       dinkel COMMAND --help\n"
      "       dinkel --version\n\n"
      "commands:\n";
  std::size_t width = 0;
  for (const Command& command : all_commands()) width = std::max(width, command.name.size());
  for (const Command& command : all_commands()) {
    text += fmt::format("  {:{}}  {}\n", command.name, width, command.summary);
  }
  return text +
         "\nexit codes: 0 nothing found, 1 findings, 2 usage or a mistake in the input,\n"
         "            3 target cannot be reached, 4 internal error\n";
}

std::optional<ExitCode> parse_arguments(CLI::App& app, Arguments arguments) {
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return ExitCode::Ok;
  } catch (const CLI::ParseError& error) {
    throw Error(fmt::format("{}; see {} --help", error.what(), app.get_name()));
  }
  return std::nullopt;
}

std::string read_text(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  return read_file(path);
}

namespace {

ExitCode dispatch(Arguments arguments) {
  if (arguments.empty()) {
    fmt::print(stderr, "{}", program_help());
    return ExitCode::Usage;
  }
  const std::string& name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help") {
    fmt::print("{}", program_help());
    return ExitCode::Ok;
  }
  if (name == "--version") {
    fmt::print("dinkel {}\n", DINKEL_VERSION);
    return ExitCode::Ok;
  }
  if (name == serve_library_command) {  // what a target starts for itself, not people
    return static_cast<ExitCode>(serve_library(arguments.subspan(1)));
  }
  for (const Command& command : all_commands()) {
    if (command.name == name) return command.run(arguments.subspan(1));
  }
  std::vector<std::string_view> names;
  for (const Command& command : all_commands()) names.push_back(command.name);
  const auto meant = did_you_mean(name, names);
  throw Error(fmt::format("there is no command {}; {}dinkel --help lists them", name,
                          meant ? fmt::format("did you mean {}? ", *meant) : ""));
}

}  // namespace

ExitCode run_program(Arguments arguments) {
  try {
    return dispatch(arguments);
  } catch (const Error& error) {
    fmt::print(stderr, "dinkel: {}\n", error.what());
    return error.code();
  } catch (const std::exception& error) {
    fmt::print(stderr, "dinkel: internal error: {}\n", error.what());
    return ExitCode::Internal;
  }
}

}  // namespace dinkel

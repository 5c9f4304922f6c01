// dinkel reduce: makes a finding, or any Cypher file with the help of a script, as small as it
// gets.
#include <fmt/core.h>
#include <sys/wait.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "base/files.h"
#include "base/temp_dir.h"
#include "campaign/campaign.h"
#include "cli/commands.h"
#include "cli/finding_target.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "reduce/reduce.h"

namespace dinkel {

namespace {

struct ReduceFlags {
  std::string file;
  FindingTargetOptions where;
  std::string command;
  std::string out;
};

std::string script_of(const OracleTest& test) {
  std::string text;
  for (const Statement& statement : test.setup) text += print(statement) + ";\n";
  return text + print(test.statement) + ";\n";
}

// All statements but the last are setup.
OracleTest read_statements(const std::string& path) {
  const std::string text = read_text(path);
  OracleTest test;
  for (const std::string_view piece : split_statements(text)) {
    auto statement = parse_statement(piece);
    if (!statement.ok())
      throw Error(fmt::format("{}: {}", path, describe(statement.error(), piece)));
    number_nodes(*statement);
    test.setup.push_back(std::move(*statement));
  }
  if (test.setup.empty()) throw Error(fmt::format("{} holds no statement", path));
  test.statement = std::move(test.setup.back());
  test.setup.pop_back();
  return test;
}

void deliver(const ReduceFlags& flags, const std::string& text) {
  if (flags.out.empty()) {
    fmt::print("{}", text);
  } else {
    write_file(flags.out, text);
  }
}

// As C-Reduce does: the command gets the file as its last argument, and exit code 0 means that the
// file is still interesting.
ExitCode reduce_by_command(const ReduceFlags& flags) {
  const OracleTest test = read_statements(flags.file);
  const TempDir folder("reduce");
  const std::filesystem::path file = folder.path() / "candidate.cypher";
  const std::string command = fmt::format("{} '{}' >/dev/null 2>&1", flags.command, file.string());
  const Predicate is_interesting = [&](const OracleTest& candidate) {
    write_file(file, script_of(candidate));
    const int status = std::system(command.c_str());  // NOLINT: the user's own command
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  };
  if (!is_interesting(test)) {
    throw Error(fmt::format("{} does not hold for {} as it is: its exit code must be 0",
                            flags.command, flags.file));
  }
  ReduceCounts counts;
  const OracleTest reduced = reduce(test, is_interesting, {}, counts);
  deliver(flags, script_of(reduced));
  fmt::print(stderr, "{} to {} bytes in {} runs\n", script_of(test).size(),
             script_of(reduced).size(), counts.runs);
  return ExitCode::Ok;
}

ExitCode reduce_finding(const ReduceFlags& flags) {
  Finding finding = read_finding(flags.file);
  const OpenedTarget opened = open_with_dialect(target_name_for(finding, flags.where), flags.where);
  const auto oracle = make_oracle(finding.oracle);
  Target* const target = opened.target.get();
  const Dialect& dialect = opened.dialect.dialect;
  Session session(*target, std::chrono::milliseconds(10'000));
  const OracleTest test = test_of(finding, dialect);
  const Judged judged = judge(test, *oracle, session, dialect, true);
  if (!judged.discrepancy || judged.discrepancy->kind != finding.kind) {
    throw Error(fmt::format("{} does not fail on {}{}{}", flags.file, target->name(),
                            judged.obstacle.empty() ? "" : ": ", judged.obstacle));
  }
  const ReducedTest reduced =
      reduce_with_oracle(test, judged, *oracle, session, dialect, true, 1, {});
  Finding smaller = finding_of(reduced.test, oracle->name(), reduced.judged.pair,
                               reduced.judged.run, *reduced.judged.discrepancy, *target);
  if (smaller.rules.empty()) smaller.rules = finding.rules;
  smaller.seed = finding.seed;
  smaller.index = finding.index;
  smaller.planted = finding.planted;
  deliver(flags, to_json_text(smaller));
  fmt::print(stderr, "{} to {} bytes in {} runs\n", reported_bytes(finding),
             reported_bytes(smaller), reduced.counts.runs);
  return ExitCode::Ok;
}

}  // namespace

ExitCode reduce_command(Arguments arguments) {
  ReduceFlags flags;
  CLI::App app("Makes a finding, or a Cypher file that a script finds interesting, small.",
               "dinkel reduce");
  app.add_option("FILE", flags.file, "a finding, its folder, or with --command any Cypher file")
      ->required();
  add_finding_target_options(app, flags.where);
  app.add_option("--command", flags.command,
                 "a script that gets a file and exits with 0 if it is interesting");
  app.add_option("--out", flags.out, "write the result here (default: standard output)");
  if (const auto code = parse_arguments(app, arguments)) return *code;
  return flags.command.empty() ? reduce_finding(flags) : reduce_by_command(flags);
}

}  // namespace dinkel

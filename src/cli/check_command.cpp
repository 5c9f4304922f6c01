// dinkel check: the oracles applied to the user's own queries.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/finding_target.h"
#include "cli/reduce_file.h"
#include "cypher/print.h"
#include "report/check.h"

namespace dinkel {

namespace {

std::atomic<bool> interrupted = false;  // a signal handler can reach nothing else

struct CheckFlags {
  std::string file;
  std::string graph;
  FindingTargetOptions where;
  std::string oracles;
  std::string out = "dinkel-out/check";
  int rewrites = 200;
  std::uint64_t seed = 1;
  int deadline_s = 10;
};

std::vector<Statement> statements_of(OracleTest test) {
  test.setup.push_back(std::move(test.statement));
  return std::move(test.setup);
}

// A bar over all rewritings of all statements; on a terminal alone.
class Bar {
 public:
  explicit Bar(std::size_t statements) : statements_(statements) {}
  void show(std::size_t statement, int rewriting, int rewritings) const {
    if (!terminal_ || rewriting % 10 != 0) return;
    constexpr std::size_t width = 30;
    const auto all = static_cast<std::size_t>(rewritings);
    const std::size_t done = statement * all + static_cast<std::size_t>(rewriting);
    const std::size_t filled = width * done / std::max<std::size_t>(1, all * statements_);
    fmt::print(stderr, "\r\033[K[{}{}] statement {} of {}, rewriting {} of {}",
               std::string(filled, '#'), std::string(width - filled, '.'), statement + 1,
               statements_, rewriting + 1, rewritings);
    std::fflush(stderr);
  }
  void clear() const {
    if (terminal_) fmt::print(stderr, "\r\033[K");
  }

 private:
  std::size_t statements_;
  bool terminal_ = isatty(STDERR_FILENO) != 0;
};

std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 80;
  if (text.size() <= longest) return text;
  std::string start = text.substr(0, longest);
  while (first_invalid_utf8(start)) start.pop_back();
  return start + "...";
}

void print_result(const std::vector<Statement>& statements, const CheckResult& result,
                  const std::string& out) {
  for (std::size_t i = 0; i < result.statements.size(); ++i) {
    const CheckedStatement& checked = result.statements[i];
    const std::string what = !checked.obstacle.empty() ? "not checked"
                             : checked.findings > 0    ? "differs"
                                                       : "ok";
    fmt::print("{:<12} {:>4} rewritings, {:>4} compared  {}\n", what, checked.rewritings,
               checked.compared, shortened(print(statements[i])));
    if (!checked.obstacle.empty()) fmt::print("             {}\n", trim(checked.obstacle));
  }
  if (result.families.empty()) {
    fmt::print("nothing found\n");
    return;
  }
  fmt::print("\n{} families in {}:\n", result.families.size(), out);
  for (const Family& family : result.families) {
    fmt::print("{:<14} {:>4} bytes  statement {}  {}\n    {}\n", to_text(family.first.kind),
               reported_bytes(family.first), family.first.index + 1, finding_name(family),
               shortened(family.first.original));
  }
}

}  // namespace

ExitCode check_command(Arguments arguments) {
  CheckFlags flags;
  CLI::App app("Rewrites each of your own queries in many ways and compares all answers.",
               "dinkel check");
  app.add_option("FILE", flags.file,
                 "Cypher statements, with comments and :param lines; - for standard input")
      ->required();
  add_finding_target_options(app, flags.where);
  app.add_option("--graph", flags.graph, "a file of statements that build the graph first");
  app.add_option("--rewrites", flags.rewrites, "how many rewritings of each statement")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--oracles", flags.oracles, "use only these oracles: NAME,...");
  app.add_option("--seed", flags.seed, "another seed, other rewritings");
  app.add_option("--deadline", flags.deadline_s, "seconds for a statement")
      ->check(CLI::Range(1, 3600));
  app.add_option("--out", flags.out, "the folder for findings")->capture_default_str();
  if (const auto code = parse_arguments(app, arguments)) return *code;

  const OracleTest test = read_test(flags.file);
  const std::vector<Statement> statements = statements_of(test);
  std::vector<Statement> setup;
  Map parameters = test.parameters;
  if (!flags.graph.empty()) {
    OracleTest graph = read_test(flags.graph);
    for (const auto& [name, value] : graph.parameters) {
      if (parameters.find(name) == nullptr) parameters.set(name, value);
    }
    setup = statements_of(std::move(graph));
  }
  const std::string name = flags.where.target.empty() ? "canary" : flags.where.target;
  const OpenedTarget opened = open_with_dialect(name, flags.where);
  CheckOptions options;
  options.rewrites = flags.rewrites;
  options.seed = flags.seed;
  options.dialect = &opened.dialect.dialect;
  options.errors = &opened.dialect;
  options.deadline = std::chrono::seconds(flags.deadline_s);
  for (const std::string_view oracle : split(flags.oracles, ',')) {
    if (oracle.empty()) continue;
    (void)make_oracle(oracle);  // refuses unknown names
    options.oracles.emplace_back(oracle);
  }
  const Bar bar(statements.size());
  options.on_progress = [&](std::size_t statement, int rewriting, int rewritings) {
    bar.show(statement, rewriting, rewritings);
  };
  options.on_family = [&](const Family& family) { write_finding(flags.out, family); };
  interrupted = false;
  options.stop = [] { return interrupted.load(); };
  std::signal(SIGINT, [](int) { interrupted = true; });
  const CheckResult result =
      check_statements(*opened.target, std::move(setup), parameters, statements, options);
  std::signal(SIGINT, SIG_DFL);
  bar.clear();
  print_result(statements, result, flags.out);
  return result.families.empty() ? ExitCode::Ok : ExitCode::Findings;
}

}  // namespace dinkel

// dinkel generate: prints generated cases, or counts them.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/target_options.h"
#include "cypher/print.h"
#include "generate/case.h"
#include "generate/statistics.h"

namespace dinkel {

namespace {

struct GenerateFlags {
  std::int64_t count = 10;
  std::uint64_t seed = 1;
  std::string target = "reference";
  std::string dialect;
  std::string format = "cypher";
  std::string size = "default";
  std::vector<std::string> without;
  bool stats = false;
};

GenerateOptions options_of(const GenerateFlags& flags) {
  GenerateOptions options;
  if (flags.size == "small") options.size = CaseSize::Small;
  if (flags.size == "paper") options.size = CaseSize::Paper;
  const auto off = [&](std::string_view name) {
    return std::find(flags.without.begin(), flags.without.end(), name) != flags.without.end();
  };
  options.use_context = !off("query-context");
  options.use_schema = !off("graph-schema");
  options.use_live_rows = !off("live-rows");
  return options;
}

double share(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

void print_counts(std::string_view title, const std::map<std::string, std::int64_t>& counts) {
  std::vector<std::pair<std::string, std::int64_t>> rows(counts.begin(), counts.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::int64_t total = 0;
  for (const auto& [name, count] : rows) total += count;
  fmt::print("\n{}\n", title);
  for (const auto& [name, count] : rows) {
    fmt::print("  {:<28} {:>9} {:>6.2f} %\n", name, count, 100.0 * share(count, total));
  }
}

void print_table(const Statistics& s, double seconds) {
  const auto mean = [&](std::int64_t sum) { return share(sum, s.statements); };
  fmt::print("statements                {:>10}\n", s.statements);
  fmt::print("bytes per statement       {:>10.1f}\n", mean(s.bytes));
  fmt::print("clauses per statement     {:>10.2f}\n", mean(s.clauses));
  fmt::print("dependencies              {:>10.2f}\n", mean(s.dependencies));
  fmt::print("nesting depth             {:>10.2f}\n", mean(s.nesting));
  fmt::print("valid                     {:>10.2f} %\n", 100.0 * mean(s.valid));
  fmt::print("with rows, of returning   {:>10.2f} %\n", 100.0 * share(s.with_rows, s.returning));
  fmt::print("statements per second     {:>10.0f}\n", share(s.statements, 1) / seconds);
  print_counts("clauses", s.clause_counts);
  print_counts("functions", s.function_counts);
  if (s.errors.empty()) return;
  print_counts("errors of invalid statements", s.errors);
  for (const auto& [error, example] : s.error_examples) {
    fmt::print("\n{}\n  {}\n", error, example);
  }
}

void print_json(const Statistics& s, double seconds) {
  nlohmann::ordered_json object = {
      {"statements", s.statements},
      {"bytes_mean", share(s.bytes, s.statements)},
      {"clauses_mean", share(s.clauses, s.statements)},
      {"dependencies_mean", share(s.dependencies, s.statements)},
      {"valid", share(s.valid, s.statements)},
      {"with_rows", share(s.with_rows, s.returning)},
      {"per_second", static_cast<double>(s.statements) / seconds},
      {"clauses", s.clause_counts},
      {"functions", s.function_counts},
  };
  fmt::print("{}\n", object.dump());
}

// The processor's time in seconds: what else runs on the machine does not count.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Only the generating is timed: counting runs every statement on the reference.
void run_statistics(const GenerateFlags& flags, const GenerateOptions& options) {
  Statistics statistics;
  double seconds = 1e-9;
  for (std::uint64_t index = 0; statistics.statements < flags.count; ++index) {
    const double start = processor_seconds();
    const TestCase made = generate_case(flags.seed, index, options);
    seconds += processor_seconds() - start;
    count_case(statistics, made);
  }
  if (flags.format == "json") {
    print_json(statistics, seconds);
  } else {
    print_table(statistics, seconds);
  }
}

void print_cases(const GenerateFlags& flags, const GenerateOptions& options) {
  for (std::int64_t index = 0; index < flags.count; ++index) {
    const TestCase made = generate_case(flags.seed, static_cast<std::uint64_t>(index), options);
    if (flags.format == "json") {
      nlohmann::ordered_json object = {{"seed", flags.seed}, {"index", index}};
      object["setup"] = nlohmann::json::array();
      object["tests"] = nlohmann::json::array();
      for (const Statement& statement : made.setup) object["setup"].push_back(print(statement));
      for (const Statement& statement : made.tests) object["tests"].push_back(print(statement));
      object["parameters"] = nlohmann::json::object();
      for (const auto& [key, value] : made.parameters) object["parameters"][key] = to_text(value);
      fmt::print("{}\n", object.dump());
      continue;
    }
    fmt::print("// case {}:{}\n", flags.seed, index);
    for (const auto& [key, value] : made.parameters) {
      fmt::print(":param {} => {}\n", key, to_text(value));
    }
    for (const Statement& statement : made.setup) fmt::print("{};\n", print(statement));
    for (const Statement& statement : made.tests) {
      fmt::print("{};\n", print(statement, Layout::Pretty));
    }
    fmt::print("\n");
  }
}

}  // namespace

ExitCode generate_command(Arguments arguments) {
  GenerateFlags flags;
  CLI::App app("Writes random cases: a setup that builds a graph, and statements on it.",
               "dinkel generate");
  app.add_option("--count", flags.count,
                 "how many cases to print; with --stats, how many statements to count")
      ->check(CLI::PositiveNumber);
  app.add_option("--seed", flags.seed, "the same seed gives the same text everywhere");
  app.add_option("--target", flags.target, "whose dialect to write, as in neo4j or neo4j@5.6.0")
      ->capture_default_str();
  app.add_option("--dialect", flags.dialect, "a dialect.toml to use instead of the target's own");
  app.add_option("--format", flags.format, "cypher or json")
      ->check(CLI::IsMember({"cypher", "json"}));
  app.add_option("--size", flags.size, "small, default or paper")
      ->check(CLI::IsMember({"small", "default", "paper"}));
  app.add_option("--without", flags.without,
                 "switch a part of the state off: query-context, graph-schema, live-rows")
      ->check(CLI::IsMember({"query-context", "graph-schema", "live-rows"}));
  app.add_flag("--stats", flags.stats, "count instead of printing");
  if (const auto code = parse_arguments(app, arguments)) return *code;
  const TargetDialect target = load_dialect(flags.target, flags.dialect);
  GenerateOptions options = options_of(flags);
  options.dialect = &target.dialect;
  if (flags.stats) {
    run_statistics(flags, options);
  } else {
    print_cases(flags, options);
  }
  return ExitCode::Ok;
}

}  // namespace dinkel

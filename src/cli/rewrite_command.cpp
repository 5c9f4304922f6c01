// dinkel rewrite: any query in, an equivalent query out, with what was done to it.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "rewrite/rewrite.h"

namespace dinkel {

namespace {

struct Colors {
  std::string_view removed = "";
  std::string_view added = "";
  std::string_view off = "";
};

Colors colors() {
  if (isatty(STDOUT_FILENO) == 0) return {};
  return {"\033[31m", "\033[32m", "\033[0m"};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

// The longest common subsequence of lines, printed as a diff.
void print_diff(const std::string& before, const std::string& after) {
  const std::vector<std::string> a = lines_of(before);
  const std::vector<std::string> b = lines_of(after);
  std::vector<std::vector<int>> length(a.size() + 1, std::vector<int>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      length[i][j] =
          a[i] == b[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
    }
  }
  const Colors color = colors();
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      fmt::print("  {}\n", a[i]);
      ++i;
      ++j;
    } else if (j == b.size() || (i < a.size() && length[i + 1][j] >= length[i][j + 1])) {
      fmt::print("{}- {}{}\n", color.removed, a[i++], color.off);
    } else {
      fmt::print("{}+ {}{}\n", color.added, b[j++], color.off);
    }
  }
}

void print_rewriting(const Statement& statement, const RewriteTrace& trace,
                     const RewriteOptions& options) {
  const Statement after = apply(statement, trace, options);
  print_diff(print(statement, Layout::Pretty), print(after, Layout::Pretty));
  fmt::print("\n");
  for (const Application& application : trace) {
    fmt::print("// {} at node {} (seed {})\n", all_rules()[application.rule].name(),
               application.site, application.seed);
  }
  if (trace.empty()) fmt::print("// no rule applies\n");
}

}  // namespace

ExitCode rewrite_command(Arguments arguments) {
  std::string file;
  std::vector<std::string> names;
  std::uint64_t seed = 1;
  bool all = false;
  CLI::App app("Rewrites each query of a file into an equivalent one.", "dinkel rewrite");
  app.add_option("FILE", file, "a file of Cypher statements, - for standard input")->required();
  app.add_option("--rule", names, "use only this rule; may be given several times");
  app.add_option("--seed", seed, "another seed, another rewriting");
  app.add_flag("--all", all, "show every single application that is possible");
  if (const auto code = parse_arguments(app, arguments)) return *code;

  RewriteOptions options;
  if (!names.empty()) options.rules.assign(all_rules().size(), false);
  for (const std::string& name : names) {
    const auto index = rule_named(name);
    if (!index) throw Error(fmt::format("there is no rule {}; dinkel rules lists them", name));
    options.rules[*index] = true;
  }
  const std::string text = read_text(file);
  for (const std::string_view piece : split_statements(text)) {
    const auto statement = parse_statement(piece);
    if (!statement.ok()) throw Error(describe(statement.error(), piece));
    if (!all) {
      print_rewriting(*statement, rewrite(*statement, Rng(seed), options).trace, options);
      continue;
    }
    for (const Application& application : possible_applications(*statement, seed, options)) {
      print_rewriting(*statement, {application}, options);
      fmt::print("\n");
    }
  }
  return ExitCode::Ok;
}

}  // namespace dinkel

// dinkel rewrite: any query in, an equivalent query out, with what was done to it. What it prints
// is a file of statements again: the difference and the rules stand in comments.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/rule_names.h"
#include "cli/script.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "rewrite/rewrite.h"

namespace dinkel {

namespace {

struct Colors {
  std::string_view removed = "";
  std::string_view added = "";
  std::string_view off = "";
};

Colors colors() {
  const char* refused = std::getenv("NO_COLOR");  // any value but an empty one, see no-color.org
  if (isatty(STDOUT_FILENO) == 0 || (refused != nullptr && *refused != '\0')) return {};
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
      fmt::print("//   {}\n", a[i]);
      ++i;
      ++j;
    } else if (j == b.size() || (i < a.size() && length[i + 1][j] >= length[i][j + 1])) {
      fmt::print("{}// - {}{}\n", color.removed, a[i++], color.off);
    } else {
      fmt::print("{}// + {}{}\n", color.added, b[j++], color.off);
    }
  }
}

// The text of the node with this number, shortened: where a rule was applied.
std::string text_of_site(const Statement& statement, std::uint32_t site) {
  std::string text;
  for_each_clause(statement, [&](const Clause& clause) {
    if (clause.origin.id == site) text = print(clause);
  });
  for_each_expr(statement, [&](const Expr& expr) {
    if (expr.origin.id == site) text = print(expr);
  });
  constexpr std::size_t longest = 70;
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + " ...";
}

void print_rewriting(const Statement& statement, const RewriteTrace& trace,
                     const RewriteOptions& options) {
  const Statement after = apply(statement, trace, options);
  if (trace.empty()) {
    fmt::print("// no rule applies\n");
  } else {
    print_diff(print(statement, Layout::Pretty), print(after, Layout::Pretty));
    fmt::print("//\n");
  }
  RewriteTrace so_far;
  for (const Application& application : trace) {
    fmt::print("// {}: {}\n", all_rules()[application.rule].name(),
               text_of_site(apply(statement, so_far, options), application.site));
    so_far.push_back(application);
  }
  fmt::print("{};\n", print(after, Layout::Pretty));
}

RewriteOptions options_for(const std::vector<std::string>& rules) {
  RewriteOptions options;
  if (!rules.empty()) options.rules.assign(all_rules().size(), false);
  for (const std::string& name : rules) options.rules[rule_or_error(name)] = true;
  return options;
}

// The statements of a file; a mistake is told with its line in the file.
std::vector<Statement> read_statements(const std::string& file, const std::string& text) {
  const std::string name = file == "-" ? "standard input" : file;
  const auto script = read_script(text);
  if (!script.ok()) throw Error(fmt::format("{}:{}", name, describe(script.error(), text)));
  std::vector<Statement> statements;
  for (const ScriptItem& item : *script) {
    if (!item.parameter.empty()) continue;
    auto statement = parse_statement(item.text);
    if (!statement.ok()) {
      QueryError error = statement.error();
      error.offset += item.offset;
      throw Error(fmt::format("{}:{}", name, describe(error, text)));
    }
    statements.push_back(*std::move(statement));
  }
  if (statements.empty()) throw Error(fmt::format("there is no statement in {}", name));
  return statements;
}

}  // namespace

ExitCode rewrite_command(Arguments arguments) {
  std::string file;
  std::vector<std::string> names;
  std::uint64_t seed = 1;
  bool all = false;
  CLI::App app(
      "Rewrites each statement of a file into an equivalent one, by rules drawn at random.",
      "dinkel rewrite");
  app.add_option("FILE", file, "a file of Cypher statements, - for standard input")->required();
  app.add_option("--rule", names, "use only this rule; may be given several times")
      ->allow_extra_args(false);
  app.add_option("--seed", seed, "another seed, another rewriting");
  app.add_flag("--all", all, "show every single application that is possible, one by one");
  if (const auto code = parse_arguments(app, arguments)) return *code;

  const RewriteOptions options = options_for(names);
  const std::vector<Statement> statements = read_statements(file, read_text(file));
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (i > 0) fmt::print("\n");
    if (statements.size() > 1) fmt::print("// statement {} of {}\n", i + 1, statements.size());
    const Statement& statement = statements[i];
    if (!all) {
      print_rewriting(statement, rewrite(statement, Rng(seed), options).trace, options);
      continue;
    }
    const RewriteTrace possible = possible_applications(statement, seed, options);
    fmt::print("// {} applications are possible\n", possible.size());
    for (const Application& application : possible) {
      fmt::print("\n");
      print_rewriting(statement, {application}, options);
    }
  }
  return ExitCode::Ok;
}

}  // namespace dinkel

#include "cli/reduce_file.h"

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "base/temp_dir.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/script.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "reduce/text_reduce.h"

namespace dinkel {

namespace {

// Runs the user's script on one candidate after the other; each job has its own file.
class ScriptPredicate {
 public:
  ScriptPredicate(const std::string& command, const std::filesystem::path& file)
      : command_(fmt::format("{} '{}' >/dev/null 2>&1", command, file.string())), file_(file) {}

  bool operator()(const std::string& text) const { return exit_code(text) == 0; }

  // As a shell has it: 126 and 127 if there is no such program, 128 and more after a signal.
  int exit_code(const std::string& text) const {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << text;
    const int status = std::system(command_.c_str());  // NOLINT: the user's own command
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  std::string command_;
  std::filesystem::path file_;
};

// The statements as trees, where all of them parse. Lines that begin with a colon stay in front.
struct ParsedScript {
  std::string prefix;
  OracleTest test;
};
std::optional<ParsedScript> parse_pieces(const std::vector<std::string>& pieces) {
  ParsedScript script;
  std::vector<Statement> statements;
  for (const std::string& piece : pieces) {
    if (piece.starts_with(':')) {
      script.prefix += piece;
      continue;
    }
    auto parsed = parse_statement(split_statements(piece).front());
    if (!parsed.ok()) return std::nullopt;
    number_nodes(*parsed);
    // A parameter that nobody knows is as good as null, if the script thinks so too.
    for_each_expr(*parsed, [&](const Expr& expr) {
      const auto* parameter = std::get_if<Parameter>(&expr.node);
      if (parameter != nullptr) script.test.parameters.set(parameter->name, Null());
    });
    statements.push_back(std::move(*parsed));
  }
  if (statements.empty()) return std::nullopt;
  script.test.statement = std::move(statements.back());
  statements.pop_back();
  script.test.setup = std::move(statements);
  return script;
}

std::string text_of(const ParsedScript& script, const OracleTest& test) {
  std::string text = script.prefix;
  for (const Statement& statement : test.setup) text += print(statement) + ";\n";
  return text + print(test.statement) + ";\n";
}

}  // namespace

ProgressLine::ProgressLine(const OracleTest& start, const std::atomic<int>& restarts)
    : bytes_before_(test_bytes(start)),
      restarts_(restarts),
      terminal_(isatty(STDERR_FILENO) != 0) {}

std::string ProgressLine::line(const OracleTest& smallest, const ReduceCounts& counts) const {
  return fmt::format("{} of {} bytes, {} clauses, {} tries, {} restarts", test_bytes(smallest),
                     bytes_before_, test_clauses(smallest), counts.runs, restarts_.load());
}

void ProgressLine::show(const OracleTest& smallest, const ReduceCounts& counts) {
  if (!terminal_ || ++shown_ % 8 != 1) return;
  fmt::print(stderr, "\r\033[K{}", line(smallest, counts));
  std::fflush(stderr);
}

void ProgressLine::end(const OracleTest& smallest, const ReduceCounts& counts) {
  fmt::print(stderr, "{}{}\n", terminal_ ? "\r\033[K" : "", line(smallest, counts));
}

OracleTest read_test(const std::string& path) {
  const std::string text = read_text(path);
  const auto fail = [&](const QueryError& error, std::string_view where) -> void {
    throw Error(fmt::format("{}: {}", path, describe(error, where)));
  };
  auto items = read_script(text);
  if (!items.ok()) fail(items.error(), text);
  OracleTest test;
  for (const ScriptItem& item : *items) {
    if (!item.parameter.empty()) {
      auto value = evaluate_literal(item.text);
      if (!value.ok()) fail(value.error(), item.text);
      test.parameters.set(item.parameter, std::move(*value));
      continue;
    }
    auto statement = parse_statement(item.text);
    if (!statement.ok()) fail(statement.error(), item.text);
    number_nodes(*statement);
    test.setup.push_back(std::move(*statement));
  }
  if (test.setup.empty()) throw Error(fmt::format("{} holds no statement", path));
  test.statement = std::move(test.setup.back());
  test.setup.pop_back();
  return test;
}

std::string script_of(const Finding& finding) {
  std::string text;
  for (const auto& [name, literal] : finding.parameters) {
    text += fmt::format(":param {} => {}\n", name, literal);
  }
  for (const std::string& setup : finding.setup) text += setup + ";\n";
  text += finding.original + ";\n";
  if (!finding.rewritten.empty()) {
    text += fmt::format("// must answer the same:\n// {};\n", finding.rewritten);
  }
  return text;
}

std::string reduce_by_command(const ReduceFlags& flags, const std::atomic<bool>& stop) {
  const std::string text = read_text(flags.file);
  const TempDir folder("reduce");
  std::vector<ScriptPredicate> scripts;
  for (int i = 0; i < flags.jobs; ++i) {
    scripts.emplace_back(flags.command, folder.path() / fmt::format("candidate-{}.cypher", i));
  }
  int tries = 0;
  const TextPredicate is_interesting = [&](const std::string& candidate) {
    if (stop || ++tries > flags.max_runs) return false;
    return scripts.front()(candidate);
  };
  if (const int code = scripts.front().exit_code(text); code != 0) {
    throw Error(fmt::format(
        "{} does not find {} interesting as it is: it must exit with 0 at the start, not with {}{}",
        flags.command, flags.file, code,
        code == 126 || code == 127 ? ": is there such a program?" : ""));
  }
  std::vector<std::string> pieces = script_pieces(text);
  std::string result = text;
  if (is_interesting(join(pieces))) {
    pieces = drop_pieces(std::move(pieces), is_interesting);
    result = join(pieces);
  }
  const auto script = parse_pieces(pieces);
  // Where a tree prints as something that is not interesting, only the text itself will do.
  if (script && is_interesting(text_of(*script, script->test))) {
    ReduceOptions options;
    options.max_runs = flags.max_runs;
    options.validate = is_well_formed(script->test);
    options.stop = [&] { return stop.load(); };
    std::atomic<int> restarts = 0;
    ProgressLine progress(script->test, restarts);
    options.on_progress = [&](const OracleTest& smallest, const ReduceCounts& counts) {
      progress.show(smallest, counts);
    };
    std::vector<Predicate> predicates;
    for (const ScriptPredicate& one : scripts) {
      predicates.emplace_back(
          [&](const OracleTest& candidate) { return one(text_of(*script, candidate)); });
    }
    ReduceCounts counts;
    const OracleTest reduced = reduce(script->test, predicates, options, counts);
    tries += counts.runs;
    result = text_of(*script, reduced);
  } else {
    result = reduce_tokens(result, is_interesting);
  }
  const std::string bare = result.substr(0, result.find_last_not_of(";\n") + 1);
  if (bare != result && is_interesting(bare)) result = bare;
  fmt::print(stderr, "{} of {} bytes, {} tries\n", result.size(), text.size(), tries);
  return result.ends_with('\n') || !flags.out.empty() ? result : result + "\n";
}

}  // namespace dinkel

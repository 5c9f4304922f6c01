// dinkel parse FILE|-: prints the statements of a file again, or as trees, or says what is wrong
// with the first one that has a mistake.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/tree_json.h"
#include "cypher/parse.h"
#include "cypher/print.h"

namespace dinkel {

ExitCode parse_command(Arguments arguments) {
  CLI::App app("Prints the queries of a file again, each in its canonical form.", "dinkel parse");
  std::string path;
  bool pretty = false;
  bool json = false;
  app.add_option("FILE", path, "a file of statements, separated by semicolons; - is standard input")
      ->required();
  app.add_flag("--pretty", pretty, "a line per clause; with --json: indented");
  app.add_flag("--json", json, "the syntax trees, one JSON object per statement");
  if (const auto code = parse_arguments(app, arguments)) return *code;

  const std::string text = read_text(path);
  const std::vector<std::string_view> pieces = split_statements(text);
  if (pieces.empty()) throw Error(fmt::format("there is no statement in {}", path));
  for (const std::string_view piece : pieces) {
    const auto statement = parse_statement(piece);
    if (!statement) {
      QueryError error = statement.error();
      error.offset += static_cast<std::uint32_t>(piece.data() - text.data());
      fmt::print(stderr, "{}:{}\n", path, describe(error, text));
      return ExitCode::Usage;
    }
    if (json) {
      fmt::print("{}\n", to_json(*statement).dump(pretty ? 2 : -1));
    } else {
      const Layout layout = pretty ? Layout::Pretty : Layout::Compact;
      // Several statements stay a file of statements; one alone is just that one.
      fmt::print("{}{}\n", print(*statement, layout), pieces.size() > 1 ? ";" : "");
    }
  }
  return ExitCode::Ok;
}

}  // namespace dinkel

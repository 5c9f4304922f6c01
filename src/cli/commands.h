// The commands of the program. Each is one function, in NAME_command.cpp; the table in commands.cpp
// names them, and main() picks one by its first argument. To add a command: write its file, declare
// its function below, add its row.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace CLI {
class App;
}

namespace dinkel {

using Arguments = std::span<const std::string>;  // what follows the name of the command

struct Command {
  std::string_view name;
  std::string_view summary;  // one line of `dinkel --help`
  ExitCode (*run)(Arguments arguments);
};
std::span<const Command> all_commands();

ExitCode parse_command(Arguments arguments);
ExitCode run_command(Arguments arguments);
ExitCode targets_command(Arguments arguments);
ExitCode tck_command(Arguments arguments);
ExitCode generate_command(Arguments arguments);
ExitCode rewrite_command(Arguments arguments);
ExitCode rules_command(Arguments arguments);
ExitCode fuzz_command(Arguments arguments);
ExitCode replay_command(Arguments arguments);
ExitCode reduce_command(Arguments arguments);
ExitCode check_command(Arguments arguments);
ExitCode report_command(Arguments arguments);
ExitCode bisect_command(Arguments arguments);

// What main() does: finds the command and runs it. An Error becomes one sentence on standard error
// and its exit code.
ExitCode run_program(Arguments arguments);
std::string program_help();

// Fills in what the command has declared on `app`. A mistake throws Error; --help prints the help,
// and the command should end with the code that is returned.
std::optional<ExitCode> parse_arguments(CLI::App& app, Arguments arguments);

// The text of a file, or of standard input for "-". Throws Error.
std::string read_text(const std::string& path);

}  // namespace dinkel

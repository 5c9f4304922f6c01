// dinkel run: a small Cypher shell for any target.
#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "base/match.h"
#include "cli/commands.h"
#include "cli/script.h"
#include "cli/show.h"
#include "cli/target_options.h"
#include "targets/embedded.h"
#include "tck/side_effects.h"

namespace dinkel {
namespace {

struct Options {
  std::string file;
  TargetOptions target;
  std::string graph;
  std::vector<std::string> parameters;
  std::string format = "table";
  int deadline_ms = 30'000;
};

std::size_t terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

// The embedded targets count what they do; of others we compare the graph before and after.
SideEffects effects_between(const Entities& before, const Entities& after) {
  SideEffectCounts counts = side_effects(before, after);
  SideEffects effects;
  effects.nodes_created = counts["+nodes"];
  effects.nodes_deleted = counts["-nodes"];
  effects.relationships_created = counts["+relationships"];
  effects.relationships_deleted = counts["-relationships"];
  effects.properties_set = counts["+properties"];
  effects.labels_added = counts["+labels"];
  effects.labels_removed = counts["-labels"];
  return effects;
}

class Shell {
 public:
  Shell(Target& target, const Options& options)
      : target_(target),
        embedded_(dynamic_cast<EmbeddedTarget*>(&target)),
        json_(options.format == "json"),
        deadline_(options.deadline_ms) {
    if (embedded_) embedded_->limits().rows = 10'000'000;  // people may wait, campaigns may not
  }

  Map& parameters() { return parameters_; }

  // Runs a file up to its first mistake. A silent one shows only mistakes.
  ExitCode run(const std::string& name, const std::string& text, bool silent) {
    const auto script = read_script(text);
    if (!script.ok()) return complain(name, text, script.error());
    for (const ScriptItem& item : *script) {
      if (!item.parameter.empty()) {
        auto value = evaluate_literal(item.text);
        if (!value.ok()) {
          QueryError error = value.error();
          error.offset += item.offset;
          return complain(name, text, error);
        }
        parameters_.set(item.parameter, std::move(*value));
        continue;
      }
      const ExitCode code = run_statement(name, text, item, silent);
      if (code != ExitCode::Ok) return code;
    }
    return ExitCode::Ok;
  }

 private:
  ExitCode run_statement(const std::string& name, const std::string& text, const ScriptItem& item,
                         bool silent) {
    const auto before = embedded_ || silent ? std::nullopt : target_.graph();
    const Outcome outcome = target_.run(item.text, parameters_, deadline_);
    return match(
        outcome,
        [&](const Rows& rows) {
          if (!silent) show(rows, before);
          return ExitCode::Ok;
        },
        [&](const DatabaseError& error) {
          if (embedded_ && embedded_->last_error()) {
            QueryError query_error = *embedded_->last_error();
            query_error.offset += item.offset;
            return complain(name, text, query_error);
          }
          return complain(name, text, item, error.code, error.message);
        },
        [&](const Crash& crash) {
          complain(name, text, item, "crash", crash.message + "\n" + crash.log);
          return ExitCode::Findings;
        },
        [&](const Timeout& timeout) {
          complain(name, text, item, "timeout",
                   fmt::format("no answer within {} ms", timeout.deadline.count()));
          return ExitCode::Findings;
        });
  }

  void show(const Rows& rows, const std::optional<Entities>& before) {
    SideEffects effects;
    if (embedded_) {
      if (embedded_->last_answer()) effects = embedded_->last_answer()->effects;
    } else if (const auto after = target_.graph(); before && after) {
      effects = effects_between(*before, *after);
    }
    if (json_) {
      nlohmann::json object = to_json(rows);
      object["effects"] = to_json(effects);
      print_json(object);
    } else {
      fmt::print("{}{}\n", show_table(rows, terminal_width()), show_summary(rows, effects));
    }
  }

  static void print_json(const nlohmann::json& object) {
    fmt::print("{}\n", object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }

  ExitCode complain(const std::string& name, const std::string& text, const QueryError& error) {
    const std::string kind =
        fmt::format("{} at {}{}{}", to_text(error.type), to_text(error.phase),
                    error.detail == ErrorDetail::None ? "" : ": ",
                    error.detail == ErrorDetail::None ? "" : to_text(error.detail));
    if (json_) {
      const Position position = position_of(text, error.offset);
      print_json({{"error",
                   {{"code", kind},
                    {"message", error.message},
                    {"line", position.line},
                    {"column", position.column}}}});
    } else {
      fmt::print(stderr, "{}:{}\n{}\n", name, describe(error, text), kind);
    }
    return ExitCode::Usage;
  }

  ExitCode complain(const std::string& name, const std::string& text, const ScriptItem& item,
                    const std::string& code, const std::string& message) {
    const Position position = position_of(text, item.offset);
    if (json_) {
      print_json({{"error", {{"code", code}, {"message", message}, {"line", position.line}}}});
    } else {
      fmt::print(stderr, "{}:{}: {}{}{}\n", name, position.line, code, code.empty() ? "" : ": ",
                 message);
    }
    return ExitCode::Usage;
  }

  Target& target_;
  EmbeddedTarget* embedded_;  // null: some other database
  bool json_;
  std::chrono::milliseconds deadline_;
  Map parameters_;
};

// k=v. What is not a Cypher literal is taken as a string, so that --param name=Alice works in a
// shell without two layers of quotes.
void add_parameter(Map& parameters, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw Error(fmt::format("--param {} is not of the form name=value", text));
  }
  const std::string value = text.substr(equals + 1);
  auto read = evaluate_literal(value);
  parameters.set(text.substr(0, equals), read.ok() ? std::move(*read) : Value(value));
}

// A mistyped path gets the message of a missing file, unless it looks like Cypher.
std::string read_statements(const std::string& file) {
  const bool is_text =
      file.find_first_of(" \n") != std::string::npos && !std::filesystem::exists(file);
  return is_text ? file : read_text(file);
}

}  // namespace

ExitCode run_command(Arguments arguments) {
  Options options;
  CLI::App app(
      "Runs the statements of a file on a target. Statements are separated by semicolons; a line\n"
      ":param name => expression sets a parameter for those that follow.",
      "dinkel run");
  app.add_option("FILE", options.file,
                 "the statements; - is standard input. What is no file but has a space in it is "
                 "taken as the statements themselves: 'RETURN 1'")
      ->required();
  add_target_options(app, options.target);
  app.add_option("--graph", options.graph, "a file of statements to run first, silently");
  app.add_option("--param", options.parameters,
                 "name=value: the value is a Cypher expression such as 1, [1, 2] or "
                 "date('2020-01-01'); anything else is taken as a string")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--format", options.format, "table, or json: one object per statement")
      ->check(CLI::IsMember({"table", "json"}))
      ->capture_default_str();
  app.add_option("--deadline-ms", options.deadline_ms, "for each statement")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  if (const auto code = parse_arguments(app, arguments)) return *code;

  const auto target = open_target(options.target);
  Shell shell(*target, options);
  for (const std::string& parameter : options.parameters) {
    add_parameter(shell.parameters(), parameter);
  }
  const std::string text = read_statements(options.file);
  if (!options.graph.empty()) {
    const ExitCode code = shell.run(options.graph, read_text(options.graph), true);
    if (code != ExitCode::Ok) return code;
  }
  return shell.run(options.file, text, false);
}

}  // namespace dinkel

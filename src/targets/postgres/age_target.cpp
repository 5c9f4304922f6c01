#include "targets/postgres/age_target.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/match.h"
#include "targets/columns.h"
#include "targets/postgres/agtype.h"

namespace dinkel {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds connect_deadline(10'000);
constexpr milliseconds quick_deadline(30'000);
// The server ends a statement at its deadline by itself; this much later we do.
constexpr milliseconds grace(1'000);
constexpr std::string_view canceled = "57014";  // the SQLSTATE of a statement that took too long

bool is_rows(const Outcome& outcome) {
  return std::holds_alternative<Rows>(outcome);
}

std::string sql_text(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "''" : std::string(1, c);
  return result + "'";
}

// A text between dollar signs, which needs no escapes.
std::string dollar_quoted(std::string_view text) {
  std::string tag = "$q$";
  for (int i = 0; text.find(tag) != std::string_view::npos; ++i) tag = fmt::format("$q{}$", i);
  return fmt::format("{0} {1} {0}", tag, text);
}

}  // namespace

bool answers_sql(int port, const Credentials& credentials) {
  SqlConnection connection("127.0.0.1", port, credentials, "postgres", connect_deadline);
  return connection.failure().empty() &&
         std::holds_alternative<SqlRows>(connection.run("SELECT 1", {}, connect_deadline));
}

AgeTarget::AgeTarget(std::string name, Server server, const AgeOptions& options)
    : name_(std::move(name)), server_(std::move(server)) {
  const auto slash = std::min(options.path.find('/'), options.path.size());
  database_ = slash == 0 ? "postgres" : options.path.substr(0, slash);
  if (const std::string failure = connect(); !failure.empty()) {
    throw Error(fmt::format("cannot reach {} at {}: {}; start it, or leave out --connect and let "
                            "dinkel start one",
                            name_, server_.text(), failure),
                ExitCode::Unreachable);
  }
  if (slash < options.path.size()) graph_ = options.path.substr(slash + 1);
  if (graph_.empty()) {
    static std::atomic<int> graphs = 0;
    do graph_ = fmt::format("dinkel_{}_{}", getpid(), ++graphs);
    while (graph_exists());
  } else if (graph_exists()) {
    if (options.allow_reset) return;
    throw Error(
        fmt::format("the graph {} at {} is not ours and would be emptied; name another "
                    "one, or allow it with --allow-reset",
                    std::exchange(graph_, ""), server_.text()));
  }
  const Outcome made = make_graph();
  if (const auto* error = std::get_if<DatabaseError>(&made)) {
    throw Error(fmt::format("cannot make a graph at {}: {}", server_.text(), error->message),
                ExitCode::Unreachable);
  }
}

AgeTarget::~AgeTarget() {
  if (server_.ours() || !connection_ || wedged_ || !ours_) return;
  if (mark_) command("ROLLBACK");
  command(fmt::format("SELECT drop_graph({}, true)", sql_text(graph_)));
}

std::string AgeTarget::connect() {
  connection_.reset();
  connection_.emplace(server_.host(), server_.port(), server_.credentials(), database_,
                      connect_deadline);
  if (!connection_->failure().empty()) {
    const std::string failure = connection_->failure();
    connection_.reset();
    return failure;
  }
  // Whoever is not allowed to do the first two may find them done already.
  command("CREATE EXTENSION IF NOT EXISTS age");
  command("LOAD 'age'");
  const Outcome outcome = command("SET search_path = ag_catalog, \"$user\", public");
  return is_rows(outcome) ? "" : "it answers no query";
}

bool AgeTarget::recover() {
  const bool restart = server_.ours() && (wedged_ || server_.lost());
  if (restart) {
    connection_.reset();
    server_.restart();
  }
  wedged_ = false;
  if (connection_) return true;
  mark_.reset();
  return connect().empty() && (!restart || is_rows(make_graph()));
}

bool AgeTarget::graph_exists() {
  const SqlResult result =
      query("SELECT 1 FROM ag_catalog.ag_graph WHERE name = $1", {graph_}, quick_deadline);
  const auto* rows = std::get_if<SqlRows>(&result);
  return rows != nullptr && !rows->rows.empty();
}

Outcome AgeTarget::make_graph() {
  return command(fmt::format("SELECT create_graph({})", sql_text(graph_)));
}

SqlResult AgeTarget::query(const std::string& sql, const std::vector<std::string>& parameters,
                           milliseconds deadline) {
  if (!connection_) return SqlLost{"it cannot be reached"};
  return connection_->run(sql, parameters, deadline);
}

Outcome AgeTarget::command(const std::string& sql) {
  const SqlResult result = query(sql, {}, quick_deadline);
  if (std::holds_alternative<SqlRows>(result)) return Rows{};
  return failed(result, quick_deadline);
}

Outcome AgeTarget::failed(const SqlResult& result, milliseconds deadline) {
  return match(
      result, [](const SqlRows&) -> Outcome { return Rows{}; },
      [&](const SqlError& error) -> Outcome {
        if (error.state == canceled) return Timeout{deadline};
        return DatabaseError{error.state, error.message};
      },
      [&](const SqlTimeout&) -> Outcome {
        connection_.reset();
        wedged_ = true;
        return Timeout{deadline};
      },
      [&](const SqlLost& lost) -> Outcome {
        connection_.reset();
        wedged_ = true;
        return Crash{fmt::format("{}: {}", name_, lost.message), server_.last_words()};
      });
}

std::string AgeTarget::call_of(std::string_view statement, std::size_t columns,
                               bool with_parameters) const {
  std::string list = "c0 agtype";  // one at least
  for (std::size_t i = 1; i < columns; ++i) list += fmt::format(", c{} agtype", i);
  return fmt::format("SELECT * FROM cypher({}, {}{}) AS ({})", sql_text(graph_),
                     dollar_quoted(statement), with_parameters ? ", $1" : "", list);
}

Outcome AgeTarget::execute(const Request& request, milliseconds deadline) {
  const auto columns = returned_columns(request.statement);
  std::vector<std::string> parameters;
  if (!request.parameters.empty()) parameters.push_back(agtype_text(request.parameters));
  const std::string sql =
      call_of(request.statement, columns ? columns->size() : 1, !request.parameters.empty());
  const SqlResult result = query(sql, parameters, deadline + grace);
  const auto* found = std::get_if<SqlRows>(&result);
  if (found == nullptr) return failed(result, deadline);
  Rows rows;
  if (columns) rows.columns = *columns;
  if (!columns && !found->rows.empty()) rows.columns = {"column"};
  for (const auto& line : found->rows) {
    auto& row = rows.rows.emplace_back();
    for (std::size_t i = 0; i < std::min(line.size(), rows.columns.size()); ++i) {
      if (!line[i]) {
        row.emplace_back(Null{});
        continue;
      }
      auto value = read_agtype(*line[i], rows.entities);
      if (!value.ok()) return Crash{fmt::format("{} sent {}", name_, value.error()), *line[i]};
      row.push_back(std::move(*value));
    }
  }
  return rows;
}

std::string AgeTarget::version() {
  const SqlResult result =
      query("SELECT extversion FROM pg_extension WHERE extname = 'age'", {}, quick_deadline);
  const auto* rows = std::get_if<SqlRows>(&result);
  if (rows == nullptr || rows->rows.empty() || !rows->rows[0][0]) return "unknown";
  return *rows->rows[0][0];
}

Outcome AgeTarget::reset() {
  history_.clear();
  if (!recover()) return Crash{fmt::format("{} cannot be reached", name_), server_.last_words()};
  if (mark_) command("ROLLBACK");
  mark_.reset();
  ours_ = true;
  Outcome dropped = command(fmt::format("SELECT drop_graph({}, true)", sql_text(graph_)));
  if (is_rows(dropped) || std::holds_alternative<DatabaseError>(dropped)) return make_graph();
  return dropped;
}

Outcome AgeTarget::run(std::string_view statement, const Map& parameters, milliseconds deadline) {
  if (statement.find('\0') != std::string_view::npos) {
    return DatabaseError{"", "a statement cannot hold a zero byte"};
  }
  if (!connection_ && !connect().empty()) {
    return Crash{fmt::format("{} cannot be reached", name_), server_.last_words()};
  }
  Request request{std::string(statement), parameters};
  Outcome limited = command(fmt::format("SET statement_timeout = {}", deadline.count()));
  if (!is_rows(limited)) return limited;
  if (mark_) command("SAVEPOINT before");
  Outcome outcome = execute(request, deadline);
  if (connection_) {
    if (mark_) command(is_rows(outcome) ? "RELEASE before" : "ROLLBACK TO before");
    command("SET statement_timeout = 0");
  }
  if (is_rows(outcome)) history_.push_back(std::move(request));
  return outcome;
}

std::optional<Entities> AgeTarget::graph() {
  Outcome nodes = execute({"MATCH (n) RETURN n", {}}, quick_deadline);
  Outcome relationships = execute({"MATCH ()-[r]->() RETURN r", {}}, quick_deadline);
  auto* const node_rows = std::get_if<Rows>(&nodes);
  auto* const relationship_rows = std::get_if<Rows>(&relationships);
  if (node_rows == nullptr || relationship_rows == nullptr) return std::nullopt;
  return Entities{std::move(node_rows->entities.nodes),
                  std::move(relationship_rows->entities.relationships)};
}

bool AgeTarget::alive() {
  if (wedged_ || server_.lost() || (!connection_ && !connect().empty())) return false;
  return std::holds_alternative<SqlRows>(query("SELECT 1", {}, quick_deadline));
}

Outcome AgeTarget::explain(std::string_view statement, const Map& parameters) {
  std::vector<std::string> values;
  if (!parameters.empty()) values.push_back(agtype_text(parameters));
  const auto columns = returned_columns(statement);
  const SqlResult result =
      query("EXPLAIN " + call_of(statement, columns ? columns->size() : 1, !parameters.empty()),
            values, quick_deadline);
  const auto* found = std::get_if<SqlRows>(&result);
  if (found == nullptr) return failed(result, quick_deadline);
  Rows rows{{"plan"}, {}, {}};
  for (const auto& line : found->rows) {
    rows.rows.push_back({line.empty() || !line[0] ? Value(Null{}) : Value(*line[0])});
  }
  return rows;
}

Outcome AgeTarget::mark() {
  if (mark_) {
    if (Outcome outcome = command("COMMIT"); !is_rows(outcome)) return outcome;
  }
  Outcome outcome = command("BEGIN");
  if (is_rows(outcome)) mark_ = history_.size();
  return outcome;
}

Outcome AgeTarget::put_back() {
  CHECK(mark_.has_value() || wedged_, "there is no mark to go back to");
  const std::size_t statements = mark_.value_or(history_.size());
  history_.resize(std::min(statements, history_.size()));
  if (!wedged_ && !server_.lost() && connection_) {
    if (Outcome outcome = command("ROLLBACK"); !is_rows(outcome)) return outcome;
  } else {
    std::vector<Request> history = std::move(history_);
    if (Outcome outcome = reset(); !is_rows(outcome)) return outcome;
    for (const Request& request : history) {
      if (Outcome outcome = execute(request, quick_deadline); !is_rows(outcome)) return outcome;
    }
    history_ = std::move(history);
  }
  mark_ = statements;
  return command("BEGIN");
}

}  // namespace dinkel

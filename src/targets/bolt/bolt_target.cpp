#include "targets/bolt/bolt_target.h"

#include <fmt/format.h>

#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "targets/bolt/values.h"

namespace dinkel {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds connect_deadline(10'000);
constexpr milliseconds quick_deadline(30'000);
constexpr milliseconds reset_deadline(5'000);

bool is_rows(const Outcome& outcome) {
  return std::holds_alternative<Rows>(outcome);
}

bool mentions_schema(std::string_view statement) {
  const std::string upper = to_upper(statement);
  return upper.find("INDEX") != std::string::npos || upper.find("CONSTRAINT") != std::string::npos;
}

// A plan as lines, children indented below their parent.
void plan_lines(const Packed& plan, int depth, Rows& rows) {
  const auto* map = plan.get_if<PackedMap>();
  if (map == nullptr || depth > 200) return;
  std::string line(static_cast<std::size_t>(depth) * 2, ' ');
  line += text_of(*map, "operatorType");
  const Packed* arguments = find(*map, "args");
  if (const auto* entries = arguments ? arguments->get_if<PackedMap>() : nullptr) {
    if (const std::string details = text_of(*entries, "Details"); !details.empty()) {
      line += " | " + details;
    }
  }
  rows.rows.push_back({Value(std::move(line))});
  const Packed* children = find(*map, "children");
  if (const auto* list = children ? children->get_if<PackedList>() : nullptr) {
    for (const Packed& child : *list) plan_lines(child, depth + 1, rows);
  }
}

}  // namespace

bool answers_bolt(int port, const Credentials& credentials) {
  ConnectResult connected = connect_to("127.0.0.1", port, reset_deadline);
  if (!connected.socket) return false;
  BoltConnection connection{Stream(std::move(connected.socket))};
  if (!connection.open(credentials, connect_deadline).empty()) return false;
  connection.queue_run("RETURN 1", {}, "");
  connection.queue_pull();
  return connection.send() && connection.receive().ok() && connection.receive().ok();
}

bool allows_rollback(std::string_view statement) {
  const auto parsed = parse_statement(statement);
  if (!parsed.ok() || !std::holds_alternative<Query>(parsed->body)) return false;
  bool allowed = true;
  for_each_clause(*parsed, [&](const Clause& clause) {
    if (const auto* deletion = std::get_if<Delete>(&clause.node)) allowed &= deletion->detach;
    if (const auto* call = std::get_if<CallSubquery>(&clause.node)) {
      allowed &= !call->in_transactions.has_value();
    }
  });
  return allowed;
}

BoltTarget::BoltTarget(std::string name, Server server, const BoltOptions& options)
    : name_(std::move(name)),
      server_(std::move(server)),
      database_(options.database),
      language_(options.language),
      after_schema_(options.after_schema) {
  if (const std::string failure = connect(); !failure.empty()) {
    throw Error(fmt::format("cannot reach {} at {}: {}; start it, or leave out --connect and let "
                            "dinkel start one",
                            name_, server_.text(), failure),
                ExitCode::Unreachable);
  }
  if (server_.ours()) schema_changed_ = false;
  if (server_.ours() || options.allow_reset) return;
  const Outcome outcome = execute({"MATCH (n) RETURN count(n) AS nodes", {}}, quick_deadline);
  const Rows* rows = std::get_if<Rows>(&outcome);
  if (rows == nullptr || rows->rows.empty() || rows->rows[0] != std::vector<Value>{Value(0)}) {
    throw Error(
        fmt::format("the graph at {} is not empty, so it is not ours, and would be "
                    "emptied; use another database, or allow it with --allow-reset",
                    server_.text()));
  }
}

std::string BoltTarget::connect() {
  connection_.reset();
  in_transaction_ = false;
  ConnectResult result = server_.connect(connect_deadline);
  if (!result.socket) return result.failure;
  connection_.emplace(Stream(std::move(result.socket)));
  std::string failure = connection_->open(server_.credentials(), connect_deadline);
  if (!failure.empty()) connection_.reset();
  return failure;
}

bool BoltTarget::recover() {
  if (!server_.lost() && connected()) return true;
  if (!server_.ours()) return false;
  server_.restart();
  schema_changed_ = false;
  return connect().empty();
}

Outcome BoltTarget::lost(milliseconds deadline) {
  if (!connection_) return Crash{fmt::format("{} cannot be reached", name_), server_.last_words()};
  CHECK(connection_->stream().failure().has_value(), "the connection is not lost");
  const StreamFailure failure = *connection_->stream().failure();
  in_transaction_ = false;
  if (failure.kind == StreamFailure::Kind::TimedOut && !server_.crashed()) {
    connection_->stream().forget_timeout();
    if (!reset_connection()) connection_.reset();
    return Timeout{deadline};
  }
  connection_.reset();
  if (failure.kind == StreamFailure::Kind::Malformed) {
    return Crash{fmt::format("{} sent what is no answer: {}", name_, failure.message), ""};
  }
  return Crash{fmt::format("{}: {}", name_, failure.message), server_.last_words()};
}

// RESET interrupts whatever the server is doing for us, and clears failures and transactions.
bool BoltTarget::reset_connection() {
  in_transaction_ = false;
  connection_->stream().set_deadline(Stream::Clock::now() + reset_deadline);
  connection_->queue_reset();
  connection_->send();
  BoltSummary summary;
  while (connection_->pending() > 0) {
    summary = connection_->receive();
    if (summary.kind == BoltSummary::Kind::Lost) return false;
  }
  return summary.ok();
}

Outcome BoltTarget::failed(const BoltSummary& summary) {
  DatabaseError error{summary.code(), summary.message()};
  if (!reset_connection()) connection_.reset();
  return error;
}

Outcome BoltTarget::to_outcome(const PackedMap& header, const BoltSummary& summary) {
  Rows rows;
  const Packed* fields = find(header, "fields");
  if (const auto* names = fields ? fields->get_if<PackedList>() : nullptr) {
    for (const Packed& name : *names) {
      const auto* text = name.get_if<std::string>();
      rows.columns.push_back(text ? *text : "");
    }
  }
  for (const PackedList& record : summary.records) {
    auto& row = rows.rows.emplace_back();
    row.reserve(record.size());
    for (const Packed& packed : record) {
      auto value = to_value(packed, rows.entities);
      if (!value.ok()) return Crash{name_ + " sent what is no value: " + value.error(), ""};
      row.push_back(std::move(*value));
    }
    if (row.size() != rows.columns.size()) {
      return Crash{name_ + " sent a row that does not have as many values as columns", ""};
    }
  }
  return rows;
}

// All requests but the last two are prologue; those are a RUN and its PULL.
Outcome BoltTarget::finish(std::size_t count, milliseconds deadline, Packed* plan) {
  connection_->stream().set_deadline(Stream::Clock::now() + deadline);
  connection_->send();
  PackedMap header;
  for (std::size_t i = 0; i < count; ++i) {
    BoltSummary summary = connection_->receive();
    if (summary.kind == BoltSummary::Kind::Lost) return lost(deadline);
    if (summary.kind != BoltSummary::Kind::Success) return failed(summary);
    if (i + 1 == count) {
      const Packed* found = find(summary.metadata, "plan");
      if (plan != nullptr && found != nullptr) *plan = *found;
      return to_outcome(header, summary);
    }
    header = std::move(summary.metadata);
  }
  return Rows{};
}

Outcome BoltTarget::execute(const Request& request, milliseconds deadline, Packed* plan) {
  if (!connected()) return lost(deadline);
  connection_->queue_run(request.statement, request.parameters,
                         in_transaction_ ? std::string_view() : database_);
  connection_->queue_pull();
  return finish(2, deadline, plan);
}

std::string BoltTarget::version() {
  if (!connection_) return "unknown";
  const std::string& server = connection_->server();
  return server.starts_with("Neo4j/") ? server.substr(6) : server;
}

bool BoltTarget::alive() {
  if (server_.lost() || (!connection_ && !connect().empty())) return false;
  if (in_transaction_) return is_rows(execute({"RETURN 1", {}}, reset_deadline));
  return reset_connection();
}

std::string BoltTarget::in_language(std::string_view statement) const {
  const std::string_view text = trim(statement);
  const bool says_itself = equal_ignoring_case(text.substr(0, 7), "CYPHER ");
  if (language_.empty() || says_itself) return std::string(statement);
  return fmt::format("CYPHER {} {}", language_, statement);
}

Outcome BoltTarget::explain(std::string_view statement, const Map& parameters) {
  Packed plan;
  Outcome outcome = execute({in_language("EXPLAIN " + std::string(statement)), parameters},
                            quick_deadline, &plan);
  if (!is_rows(outcome)) return outcome;
  Rows rows{{"plan"}, {}, {}};
  plan_lines(plan, 0, rows);
  return rows;
}

std::optional<Entities> BoltTarget::graph() {
  if (mark_ && !mark_->kept.empty() && !in_transaction_ && !is_rows(begin_again())) return {};
  Outcome outcome =
      execute({"MATCH (n) RETURN n AS entity UNION ALL MATCH ()-[r]->() RETURN r AS entity", {}},
              quick_deadline);
  if (auto* rows = std::get_if<Rows>(&outcome)) return std::move(rows->entities);
  return std::nullopt;
}

Outcome BoltTarget::run(std::string_view statement, const Map& parameters, milliseconds deadline) {
  Request request{in_language(statement), parameters};
  if (mark_ && !mark_->changed) {
    if (allows_rollback(statement)) return run_in_transaction(std::move(request), deadline);
    // From here on a rollback does not bring the state back: what was kept becomes final.
    if (!mark_->kept.empty() && !in_transaction_) {
      if (Outcome outcome = begin_again(); !is_rows(outcome)) return outcome;
    }
    if (Outcome outcome = end_transaction(true); !is_rows(outcome)) return outcome;
    for (Request& kept : mark_->kept) history_.push_back(std::move(kept));
    mark_->kept.clear();
    mark_->changed = true;
  }
  schema_changed_ |= mentions_schema(statement);
  Outcome outcome = execute_finally(request, deadline);
  if (is_rows(outcome)) history_.push_back(std::move(request));
  return outcome;
}

// An index is filled in the background: until it is there, no plan uses it.
Outcome BoltTarget::execute_finally(const Request& request, milliseconds deadline) {
  Outcome outcome = execute(request, deadline);
  const bool waits = !after_schema_.empty() && is_rows(outcome) &&
                     mentions_schema(request.statement) &&
                     to_upper(request.statement).find("CREATE") != std::string::npos;
  if (!waits) return outcome;
  Outcome waited = execute({after_schema_, {}}, quick_deadline);
  return is_rows(waited) ? outcome : waited;
}

Outcome BoltTarget::run_in_transaction(Request request, milliseconds deadline) {
  if (!connected()) return lost(deadline);
  const bool begins = !in_transaction_ && mark_->kept.empty();
  if (!in_transaction_ && !begins) {
    // An earlier failure took the transaction, and what had succeeded in it, away.
    if (Outcome outcome = begin_again(); !is_rows(outcome)) return outcome;
  }
  if (begins) {
    connection_->queue_begin(database_);
    in_transaction_ = true;
  }
  connection_->queue_run(request.statement, request.parameters, "");
  connection_->queue_pull();
  Outcome outcome = finish(begins ? 3 : 2, deadline);
  if (is_rows(outcome)) mark_->kept.push_back(std::move(request));
  return outcome;
}

Outcome BoltTarget::begin_again() {
  if (!connected()) return lost(quick_deadline);
  connection_->queue_begin(database_);
  in_transaction_ = true;
  std::size_t count = 1;
  for (const Request& request : mark_->kept) {
    connection_->queue_run(request.statement, request.parameters, "");
    connection_->queue_pull();
    count += 2;
  }
  return finish(count, quick_deadline);
}

Outcome BoltTarget::end_transaction(bool commit) {
  if (!in_transaction_ || !connection_) return Rows{};
  in_transaction_ = false;
  if (commit) {
    connection_->queue_commit();
  } else {
    connection_->queue_rollback();
  }
  return finish(1, quick_deadline);
}

Outcome BoltTarget::mark() {
  if (Outcome outcome = end_transaction(true); !is_rows(outcome)) return outcome;
  if (mark_) {
    for (Request& kept : mark_->kept) history_.push_back(std::move(kept));
  }
  mark_ = Mark{history_.size(), false, {}};
  return Rows{};
}

Outcome BoltTarget::put_back() {
  CHECK(mark_.has_value(), "there is no mark to go back to");
  const bool lost_server = server_.lost();
  mark_->kept.clear();
  if (!mark_->changed && !lost_server) {
    return in_transaction_ ? end_transaction(false) : Outcome(Rows{});
  }
  Outcome outcome = replay(mark_->statements);
  if (is_rows(outcome)) mark_->changed = false;
  return outcome;
}

Outcome BoltTarget::replay(std::size_t statements) {
  if (Outcome outcome = wipe(); !is_rows(outcome)) return outcome;
  history_.resize(statements);
  for (const Request& request : history_) {
    schema_changed_ |= mentions_schema(request.statement);
    if (Outcome outcome = execute_finally(request, quick_deadline); !is_rows(outcome)) {
      return outcome;
    }
  }
  return Rows{};
}

Outcome BoltTarget::reset() {
  mark_.reset();
  history_.clear();
  return wipe();
}

Outcome BoltTarget::renew() {
  if (server_.ours()) {
    connection_.reset();
    server_.kill();
  }
  return reset();
}

Outcome BoltTarget::wipe() {
  if (!recover()) return lost(quick_deadline);
  end_transaction(false);
  Outcome outcome = execute({"MATCH (n) DETACH DELETE n", {}}, quick_deadline);
  if (is_rows(outcome) && schema_changed_) outcome = drop_schema();
  if (is_rows(outcome)) return outcome;
  if (!server_.ours()) return outcome;
  // Something that never ends may hold the graph: a new server is empty, too.
  connection_.reset();
  server_.restart();
  schema_changed_ = false;
  if (!connect().empty()) return lost(quick_deadline);
  return Rows{};
}

// A constraint takes its index with it, so constraints go first. A server that has no word for
// listing them has made none.
Outcome BoltTarget::drop_schema() {
  const struct {
    const char* list;
    const char* drop;
  } kinds[] = {{"SHOW CONSTRAINTS YIELD name", "DROP CONSTRAINT "},
               {"SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP'", "DROP INDEX "}};
  for (const auto& kind : kinds) {
    const Outcome listed = execute({kind.list, {}}, quick_deadline);
    if (std::holds_alternative<DatabaseError>(listed)) continue;
    if (!is_rows(listed)) return listed;
    for (const auto& row : std::get<Rows>(listed).rows) {
      const auto* name = row.empty() ? nullptr : row[0].get_if<std::string>();
      if (name == nullptr) continue;
      Outcome dropped = execute({kind.drop + quote_name(*name), {}}, quick_deadline);
      if (!is_rows(dropped)) return dropped;
    }
  }
  schema_changed_ = false;
  return Rows{};
}

}  // namespace dinkel

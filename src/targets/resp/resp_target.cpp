#include "targets/resp/resp_target.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "graph/isomorphism.h"
#include "targets/resp/literal.h"

namespace dinkel {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds quick_deadline(5'000);
// The server ends a query at its deadline by itself; this much later we do.
constexpr milliseconds grace(500);
constexpr std::size_t graph_reading_size = 2;  // commands
constexpr std::size_t replay_limit = 100;  // statements; GRAPH.COPY takes as long as some hundred

std::string one_line(std::string_view text) {
  return std::string(trim(text));
}

// Whether a statement could change the graph: what only reads need not be replayed.
bool may_write(std::string_view statement) {
  const std::string upper = to_upper(statement);
  for (const std::string_view word :
       {"CREATE", "MERGE", "SET", "DELETE", "REMOVE", "DROP", "CALL", "LOAD"}) {
    if (upper.find(word) != std::string::npos) return true;
  }
  return false;
}

bool makes_index(std::string_view statement) {
  const std::string upper = to_upper(statement);
  return upper.find("CREATE") != std::string::npos && upper.find("INDEX") != std::string::npos;
}

// The statistics of a result have a line for all that was created, set or deleted.
bool says_no_change(const Reply& reply) {
  if (!reply.is(Reply::Kind::Array) || reply.items.empty()) return false;
  const Reply& statistics = reply.items.back();
  return statistics.is(Reply::Kind::Array) &&
         std::ranges::all_of(statistics.items, [](const Reply& line) {
           return line.text.starts_with("Cached execution") ||
                  line.text.starts_with("Query internal execution time");
         });
}

}  // namespace

bool answers_ping(int port) {
  ConnectResult connected = connect_to("127.0.0.1", port, quick_deadline);
  if (!connected.socket) return false;
  Stream stream(std::move(connected.socket));
  stream.set_deadline(Stream::Clock::now() + quick_deadline);
  const std::string command[] = {"PING"};
  Reply reply;
  return stream.send(encode_command(command)) && read_reply(stream, reply) && reply.text == "PONG";
}

RespTarget::RespTarget(std::string name, Server server, const RespOptions& options)
    : name_(std::move(name)), server_(std::move(server)), key_(options.graph) {
  if (const std::string failure = connect(); !failure.empty()) {
    throw Error(fmt::format("cannot reach {} at {}: {}; start it, or leave out --connect and let "
                            "dinkel start one",
                            name_, server_.text(), failure),
                ExitCode::Unreachable);
  }
  const auto exists = [this] {
    const auto reply = exchange({"EXISTS", key_}, quick_deadline);
    return reply && reply->integer != 0;
  };
  if (!key_.empty()) {
    ours_ = !options.allow_reset;
    if (ours_ && exists()) {
      throw Error(
          fmt::format("the graph {} at {} is not ours and would be emptied; name another "
                      "one, or allow it with --allow-reset",
                      key_, server_.text()));
    }
    return;
  }
  static std::atomic<int> graphs = 0;
  do key_ = fmt::format("dinkel-{}-{}", getpid(), ++graphs);
  while (exists());
}

RespTarget::~RespTarget() {
  // A server of our own goes away as a whole.
  if (!server_.ours() && stream_ && !wedged_ && ours_) {
    drop(key_);
    if (mark_ && mark_->copied) drop(key_ + "-mark");
  }
}

std::string RespTarget::connect() {
  stream_.reset();
  ConnectResult result = server_.connect(quick_deadline);
  if (!result.socket) return result.failure;
  stream_.emplace(std::move(result.socket));
  stream_->watch([this] { return server_.crashed(); });
  const Credentials& credentials = server_.credentials();
  if (credentials.password.empty()) return "";
  Command command = {"AUTH"};
  if (!credentials.user.empty()) command.push_back(credentials.user);
  command.push_back(credentials.password);
  const auto reply = exchange(std::move(command), quick_deadline);
  if (!reply) return "it does not answer";
  if (!reply->is(Reply::Kind::Error)) return "";
  stream_.reset();
  return one_line(reply->text);
}

bool RespTarget::recover() {
  if (server_.ours() && (wedged_ || server_.lost())) {
    stream_.reset();
    server_.restart();
    names_ = NameTables();
  }
  wedged_ = false;
  return stream_.has_value() || connect().empty();
}

std::vector<Reply> RespTarget::exchange(std::span<const Command> commands, milliseconds deadline,
                                        std::size_t wanted) {
  std::vector<Reply> replies;
  if (!stream_) return replies;
  stream_->set_deadline(Stream::Clock::now() + deadline);
  std::string bytes;
  for (const Command& command : commands) bytes += encode_command(command);
  stream_->send(bytes);
  while (replies.size() < wanted) {
    Reply reply;
    if (!read_reply(*stream_, reply, max_values_)) break;
    replies.push_back(std::move(reply));
    // To read millions of values to their end would cost more than all other answers together.
    if (replies.back().is(Reply::Kind::TooLarge)) {
      connect();
      break;
    }
  }
  return replies;
}

std::vector<Reply> RespTarget::exchange(std::span<const Command> commands, milliseconds deadline) {
  return exchange(commands, deadline, commands.size());
}

std::optional<Reply> RespTarget::exchange(Command command, milliseconds deadline) {
  auto replies = exchange(std::span<const Command>(&command, 1), deadline);
  if (replies.empty()) return std::nullopt;
  return std::move(replies.front());
}

Outcome RespTarget::lost(milliseconds deadline) {
  const std::optional<StreamFailure> failure =
      stream_ ? stream_->failure() : std::optional<StreamFailure>();
  stream_.reset();
  if (!failure) return Crash{fmt::format("{} cannot be reached", name_), ""};
  wedged_ = true;
  // A server that crashed may keep its socket open while it writes its trace, or for ever.
  if (failure->kind == StreamFailure::Kind::TimedOut && !server_.crashed()) {
    return Timeout{deadline};
  }
  return Crash{fmt::format("{}: {}", name_, failure->message), server_.last_words()};
}

RespTarget::Command RespTarget::query(std::string text, milliseconds deadline) const {
  return {"GRAPH.QUERY", key_,      std::move(text),
          "--compact",   "TIMEOUT", std::to_string(deadline.count())};
}

Outcome RespTarget::decode(const Reply& reply, milliseconds deadline) {
  if (reply.is(Reply::Kind::TooLarge)) {
    return DatabaseError{std::string(too_large_code),
                         fmt::format("the answer has more than {} values", max_values_)};
  }
  // Some errors are found after the reply has begun: then they are its last item.
  const bool ends_in_error = reply.is(Reply::Kind::Array) && !reply.items.empty() &&
                             reply.items.back().is(Reply::Kind::Error);
  const Reply& verdict = ends_in_error ? reply.items.back() : reply;
  if (verdict.is(Reply::Kind::Error)) {
    if (verdict.text.find("Query timed out") != std::string::npos) return Timeout{deadline};
    return DatabaseError{"", one_line(verdict.text)};
  }
  CompactResult result = decode_compact(reply, names_);
  if (std::holds_alternative<UnknownName>(result)) {
    if (!refresh_names()) return lost(deadline);
    result = decode_compact(reply, names_);
  }
  if (auto* rows = std::get_if<Rows>(&result)) return std::move(*rows);
  // Nothing that comes from there can be trusted any more.
  stream_.reset();
  wedged_ = true;
  const auto* malformed = std::get_if<MalformedReply>(&result);
  return Crash{fmt::format("{} sent what is no result: {}", name_,
                           malformed ? malformed->message : "a name that it does not have"),
               ""};
}

bool RespTarget::refresh_names() {
  const Command commands[] = {query("CALL db.labels()", quick_deadline),
                              query("CALL db.relationshipTypes()", quick_deadline),
                              query("CALL db.propertyKeys()", quick_deadline)};
  std::vector<std::string>* const tables[] = {&names_.labels, &names_.relationship_types,
                                              &names_.property_keys};
  const auto replies = exchange(commands, quick_deadline + grace);
  for (std::size_t i = 0; i < replies.size(); ++i) {
    tables[i]->clear();
    const CompactResult result = decode_compact(replies[i], NameTables());
    const Rows* rows = std::get_if<Rows>(&result);
    if (rows == nullptr) return false;
    for (const auto& row : rows->rows) {
      const auto* text = row.empty() ? nullptr : row[0].get_if<std::string>();
      if (text != nullptr) tables[i]->push_back(*text);
    }
  }
  return replies.size() == 3;
}

std::string RespTarget::version() {
  // A finding wants to know it when the server is gone.
  if (version_.empty() || version_ == "unknown") version_ = ask_version();
  return version_;
}

std::string RespTarget::ask_version() {
  const auto reply = exchange({"MODULE", "LIST"}, quick_deadline);
  if (!reply) return "unknown";
  for (const Reply& module : reply->items) {
    // name, graph, ver, 41603, ...
    bool is_graph = false;
    for (std::size_t i = 0; i + 1 < module.items.size(); i += 2) {
      const Reply& value = module.items[i + 1];
      if (module.items[i].text == "name") is_graph = value.text == "graph";
      if (is_graph && module.items[i].text == "ver") {
        return fmt::format("{}.{}.{}", value.integer / 10'000, value.integer / 100 % 100,
                           value.integer % 100);
      }
    }
  }
  return "unknown";
}

void RespTarget::drop(const std::string& key) {
  exchange({"GRAPH.DELETE", key}, quick_deadline);  // an error means that there was none
}

void RespTarget::forget() {
  history_.clear();
  seen_.reset();
  names_ = NameTables();
  if (mark_ && mark_->copied) drop(key_ + "-mark");
  mark_.reset();
}

Outcome RespTarget::reset() {
  if (!recover()) return lost(quick_deadline);
  forget();
  drop(key_);
  ours_ = true;
  if (!stream_->ok()) return lost(quick_deadline);
  return Rows{};
}

Preparation RespTarget::prepare(std::span<const std::string> statements, const Map& parameters,
                                milliseconds deadline) {
  if (!recover()) return {0, lost(quick_deadline), std::nullopt};
  forget();
  ours_ = true;
  std::vector<std::string> texts;
  std::vector<Command> commands = {{"GRAPH.DELETE", key_}};
  for (const std::string& statement : statements) {
    texts.push_back(bind_parameters(statement, parameters));
    // The command would end there; and an index has to be waited for.
    if (texts.back().find('\0') != std::string::npos || makes_index(texts.back())) {
      return Target::prepare(statements, parameters, deadline);
    }
    commands.push_back(query(texts.back(), deadline));
  }
  add_graph_reading(commands);
  auto replies = exchange(commands, deadline + grace);
  Preparation made{0, Rows{}, std::nullopt};
  if (replies.empty()) return {0, lost(deadline), std::nullopt};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    made.outcome = i + 1 < replies.size() ? take(std::move(texts[i]), replies[i + 1], deadline)
                                          : lost(deadline);
    if (!std::holds_alternative<Rows>(made.outcome)) return made;
    ++made.answered;
  }
  made.graph = read_graph(std::span(replies).subspan(texts.size() + 1));
  return made;
}

Outcome RespTarget::renew() {
  if (server_.ours()) server_.kill();
  return reset();
}

Outcome RespTarget::run(std::string_view statement, const Map& parameters, milliseconds deadline) {
  std::string text = bind_parameters(statement, parameters);
  if (text.find('\0') != std::string::npos) {
    return DatabaseError{"", "a statement cannot hold a zero byte"};
  }
  if (!stream_ && !connect().empty()) return lost(deadline);
  const bool has_index = makes_index(text);
  const auto reply = exchange(query(text, deadline), deadline + grace);
  if (!reply) return lost(deadline);
  Outcome outcome = take(std::move(text), *reply, deadline);
  if (has_index && std::holds_alternative<Rows>(outcome)) wait_for_indexes();
  return outcome;
}

void RespTarget::wait_for_indexes() {
  const auto is_ready = [](const std::vector<Value>& row) {
    const auto* status = row.empty() ? nullptr : row.front().get_if<std::string>();
    return status != nullptr && *status == "OPERATIONAL";
  };
  const auto end = Stream::Clock::now() + quick_deadline;
  while (Stream::Clock::now() < end) {
    const auto reply =
        exchange(query("CALL db.indexes() YIELD status RETURN status", quick_deadline),
                 quick_deadline + grace);
    if (!reply) return;  // the next statement will say what is wrong
    const Outcome outcome = decode(*reply, quick_deadline);
    const Rows* rows = std::get_if<Rows>(&outcome);
    if (rows == nullptr || std::ranges::all_of(rows->rows, is_ready)) return;
    std::this_thread::sleep_for(milliseconds(1));
  }
}

Outcome RespTarget::take(std::string text, const Reply& reply, milliseconds deadline) {
  Outcome outcome = decode(reply, deadline);
  if (may_write(text)) {
    seen_.reset();
    touched_ = touched_ || !says_no_change(reply);
    if (std::holds_alternative<Rows>(outcome)) history_.push_back(std::move(text));
  }
  return outcome;
}

Observation RespTarget::observe(std::string_view statement, const Map& parameters,
                                milliseconds deadline) {
  std::string text = bind_parameters(statement, parameters);
  if (!stream_ || text.find('\0') != std::string::npos) {
    return Target::observe(statement, parameters, deadline);
  }
  std::vector<Command> commands = {query(text, deadline)};
  add_graph_reading(commands);
  auto replies = exchange(commands, deadline + grace);
  if (replies.empty()) return {lost(deadline), std::nullopt};
  Observation seen{take(std::move(text), replies.front(), deadline), std::nullopt};
  if (std::holds_alternative<Rows>(seen.outcome)) {
    seen.graph = read_graph(std::span(replies).subspan(1));
  }
  return seen;
}

std::optional<Entities> RespTarget::graph() {
  std::vector<Command> commands;
  add_graph_reading(commands);
  auto replies = exchange(commands, quick_deadline + grace);
  return read_graph(replies);
}

void RespTarget::add_graph_reading(std::vector<Command>& commands) const {
  commands.push_back(query("MATCH (n) RETURN n", quick_deadline));
  commands.push_back(query("MATCH ()-[r]->() RETURN r", quick_deadline));
}

std::optional<Entities> RespTarget::read_graph(std::span<Reply> replies) {
  if (replies.size() < 2) {
    lost(quick_deadline);
    return std::nullopt;
  }
  // Behind the rows of a result stands how long it took, which never is the same.
  const bool complete = replies[0].items.size() == 3 && replies[1].items.size() == 3;
  GraphReading& last = last_reading_;
  if (complete && last.rows.size() == 2 && replies[0].items[1] == last.rows[0] &&
      replies[1].items[1] == last.rows[1] && names_ == last.names) {
    seen_ = last.graph;
    return seen_;
  }
  Outcome nodes = decode(replies[0], quick_deadline);
  Outcome relationships = decode(replies[1], quick_deadline);
  auto* const node_rows = std::get_if<Rows>(&nodes);
  auto* const relationship_rows = std::get_if<Rows>(&relationships);
  if (node_rows == nullptr || relationship_rows == nullptr) return std::nullopt;
  seen_ = Entities{std::move(node_rows->entities.nodes),
                   std::move(relationship_rows->entities.relationships)};
  if (complete) {
    last.rows.clear();
    for (Reply& reply : replies.first(2)) last.rows.push_back(std::move(reply.items[1]));
    last.names = names_;
    last.graph = *seen_;
  }
  return seen_;
}

bool RespTarget::alive() {
  if (wedged_ || server_.lost() || (!stream_ && !connect().empty())) return false;
  const auto reply = exchange({"PING"}, quick_deadline);
  return reply && reply->text == "PONG";
}

Outcome RespTarget::explain(std::string_view statement, const Map& parameters) {
  if (!stream_ && !connect().empty()) return lost(quick_deadline);
  // A graph comes into being with its first query, and without it there is no plan.
  const Command commands[] = {query("RETURN 1", quick_deadline),
                              {"GRAPH.EXPLAIN", key_, bind_parameters(statement, parameters)}};
  const auto replies = exchange(commands, quick_deadline + grace);
  if (replies.size() < 2) return lost(quick_deadline);
  const Reply& reply = replies[1];
  if (reply.is(Reply::Kind::Error)) return DatabaseError{"", one_line(reply.text)};
  Rows rows{{"plan"}, {}, {}};
  for (const Reply& line : reply.items) rows.rows.push_back({Value(line.text)});
  return rows;
}

Outcome RespTarget::mark() {
  mark_ = Mark{history_.size(), seen_ ? seen_ : graph(), names_, false};
  touched_ = false;
  if (!mark_->graph)
    return stream_ ? Outcome(DatabaseError{"", "the graph cannot be read"}) : lost(quick_deadline);
  if (history_.size() > replay_limit) {
    drop(key_ + "-mark");
    const auto reply = exchange({"GRAPH.COPY", key_, key_ + "-mark"}, quick_deadline);
    if (!reply) return lost(quick_deadline);
    mark_->copied = !reply->is(Reply::Kind::Error);
  }
  return Rows{};
}

bool RespTarget::can_be_quiet() {
  if (!can_be_quiet_) {
    const auto reply = exchange({"CLIENT", "REPLY", "ON"}, quick_deadline);
    if (!reply) return false;
    can_be_quiet_ = reply->text == "OK";
  }
  return *can_be_quiet_;
}

Outcome RespTarget::put_back() {
  CHECK(mark_.has_value(), "there is no mark to go back to");
  // Nothing was written, as the server and a look at the graph both say.
  if (!touched_ && stream_ && !wedged_ && seen_ && *seen_ == *mark_->graph) {
    history_.resize(mark_->statements);
    return Rows{};
  }
  touched_ = false;
  seen_.reset();
  const bool copy_is_there = mark_->copied && !wedged_ && !server_.lost();
  if (!recover()) return lost(quick_deadline);
  history_.resize(mark_->statements);
  names_ = mark_->names;
  // Whether it went well, the graph shows; and to be woken for each reply would cost a lot.
  const bool quietly = can_be_quiet();
  std::vector<Command> commands;
  if (quietly) commands.push_back({"CLIENT", "REPLY", "OFF"});
  commands.push_back({"GRAPH.DELETE", key_});
  if (copy_is_there) {
    commands.push_back({"GRAPH.COPY", key_ + "-mark", key_});
  } else {
    for (const std::string& text : history_) commands.push_back(query(text, quick_deadline));
  }
  if (quietly) commands.push_back({"CLIENT", "REPLY", "ON"});
  const std::size_t making = quietly ? 1 : commands.size();  // replies before those of the graph
  add_graph_reading(commands);
  auto replies = exchange(commands, quick_deadline + grace, making + graph_reading_size);
  if (replies.size() < making + graph_reading_size) return lost(quick_deadline);
  const auto now = read_graph(std::span(replies).subspan(making));
  if (!now) return lost(quick_deadline);
  if (*now != *mark_->graph && !isomorphic(*now, *mark_->graph)) {
    return DatabaseError{"",
                         "the statements since reset made another graph when they were "
                         "replayed"};
  }
  if (std::ranges::any_of(history_, makes_index)) wait_for_indexes();
  return Rows{};
}

}  // namespace dinkel

// RespTarget: FalkorDB, and RedisGraph before it, over the protocol of Redis. One graph of our own,
// under a key that nobody else uses.
//
// The state is put back by replaying the statements since reset, which takes a fraction of a
// millisecond each and, unlike GRAPH.COPY, no fork of the server; the graph is then compared with
// what it was, so that a statement that does not repeat is not taken for a bug. Long histories are
// copied.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "targets/resp/compact.h"
#include "targets/server.h"
#include "targets/target.h"

namespace dinkel {

struct RespOptions {
  std::string graph;         // the key; empty: one of our own
  bool allow_reset = false;  // even of a graph that was there before us
};

// Whether a server of this protocol answers on 127.0.0.1.
bool answers_ping(int port);

class RespTarget : public Target {
 public:
  // Connects. Throws Error (ExitCode::Unreachable) when the server does not answer or lets us not
  // in, and Error when the graph is somebody else's.
  RespTarget(std::string name, Server server, const RespOptions& options);
  RespTarget(const RespTarget&) = delete;
  RespTarget& operator=(const RespTarget&) = delete;
  ~RespTarget() override;

  std::string name() const override { return name_; }
  std::string version() override;
  Outcome reset() override;
  Outcome renew() override;
  TargetUsage usage() override { return server_.usage(); }
  void limit_answers(std::size_t values) override { max_values_ = values; }
  Outcome run(std::string_view statement, const Map& parameters,
              std::chrono::milliseconds deadline) override;
  std::optional<Entities> graph() override;
  Observation observe(std::string_view statement, const Map& parameters,
                      std::chrono::milliseconds deadline) override;
  Preparation prepare(std::span<const std::string> statements, const Map& parameters,
                      std::chrono::milliseconds deadline) override;
  bool alive() override;
  Outcome explain(std::string_view statement, const Map& parameters) override;
  Outcome mark() override;
  Outcome put_back() override;

  Server& server() { return server_; }

 private:
  std::string ask_version();
  using Command = std::vector<std::string>;
  struct Mark {
    std::size_t statements = 0;  // of the history
    std::optional<Entities> graph;
    NameTables names;
    bool copied = false;
  };
  // A graph as it came and what it meant. Mostly the next one that is read is the same.
  struct GraphReading {
    std::vector<Reply> rows;  // of nodes, of relationships
    NameTables names;
    Entities graph;
  };

  // Empty when it worked; else why not.
  std::string connect();
  // Connects again, and starts the server again if it is lost: the graph may be gone afterwards.
  bool recover();
  // Sends all commands at once, then reads their replies. Fewer replies: the connection failed.
  std::vector<Reply> exchange(std::span<const Command> commands,
                              std::chrono::milliseconds deadline);
  // The same, where not every command has a reply.
  std::vector<Reply> exchange(std::span<const Command> commands, std::chrono::milliseconds deadline,
                              std::size_t wanted);
  std::optional<Reply> exchange(Command command, std::chrono::milliseconds deadline);
  // Whether the server leaves out its replies when it is asked to.
  bool can_be_quiet();
  Outcome lost(std::chrono::milliseconds deadline);  // after an exchange that failed

  Command query(std::string text, std::chrono::milliseconds deadline) const;
  Outcome decode(const Reply& reply, std::chrono::milliseconds deadline);
  bool refresh_names();
  void forget();  // all that was known of the graph
  // The two commands that read the graph, and what their replies say.
  void add_graph_reading(std::vector<Command>& commands) const;
  std::optional<Entities> read_graph(std::span<Reply> replies);  // takes the rows out of them
  // One statement of those that were sent at once; it goes into the history.
  Outcome take(std::string text, const Reply& reply, std::chrono::milliseconds deadline);
  // An index is filled behind our back. Whether it is there already when the next statement comes,
  // should not decide what that one does.
  void wait_for_indexes();
  void drop(const std::string& key);

  std::string name_;
  std::string version_;
  Server server_;
  std::string key_;
  std::optional<Stream> stream_;
  std::size_t max_values_ = no_limit;  // of a reply
  bool ours_ = true;                   // we made the graph, or emptied it: it goes when we go
  bool wedged_ = false;                // it did not answer: what it is still doing, nobody knows
  NameTables names_;
  std::vector<std::string> history_;  // statements with their parameters, since reset
  std::optional<Mark> mark_;
  std::optional<bool> can_be_quiet_;
  bool touched_ = false;  // since the mark something was written, by what the server says
  GraphReading last_reading_;
  std::optional<Entities> seen_;  // the graph, if nothing has changed it since it was read
};

}  // namespace dinkel

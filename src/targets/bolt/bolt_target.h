// BoltTarget: Neo4j, and whoever else speaks its protocol (ArcadeDB, Memgraph).
//
// After mark(), statements run in one transaction that put_back() rolls back, which costs next to
// nothing. Not every statement allows that: schema statements and CALL ... IN TRANSACTIONS want
// transactions of their own, and a DELETE without DETACH is only refused at commit. One of those
// makes the state "changed", and going back means to empty the graph and to replay the statements
// since reset.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "targets/bolt/connection.h"
#include "targets/server.h"
#include "targets/target.h"

namespace dinkel {

struct BoltOptions {
  std::string database;       // empty: the server's default
  bool allow_reset = false;   // even when the graph has something in it that was there before us
  std::string language = {};  // "25": statements begin with CYPHER 25, unless they say otherwise
  std::string after_schema = {};  // what to run after CREATE INDEX; empty: nothing
};

// Whether a server on 127.0.0.1 lets us in and answers a query.
bool answers_bolt(int port, const Credentials& credentials);

// Whether a rollback undoes the statement, and a commit would not have refused it.
bool allows_rollback(std::string_view statement);

class BoltTarget : public Target {
 public:
  // Connects. Throws Error (ExitCode::Unreachable) when the server does not answer or lets us not
  // in, and Error when there is a graph that is not ours.
  BoltTarget(std::string name, Server server, const BoltOptions& options);

  std::string name() const override { return name_; }
  std::string version() override;
  Outcome reset() override;
  Outcome renew() override;
  TargetUsage usage() override { return server_.usage(); }
  Outcome run(std::string_view statement, const Map& parameters,
              std::chrono::milliseconds deadline) override;
  std::optional<Entities> graph() override;
  bool alive() override;
  Outcome explain(std::string_view statement, const Map& parameters) override;
  Outcome mark() override;
  Outcome put_back() override;

  Server& server() { return server_; }
  bool in_transaction() const { return in_transaction_; }

 private:
  struct Request {
    std::string statement;
    Map parameters;
  };
  struct Mark {
    std::size_t statements = 0;  // of the history
    bool changed = false;        // something was committed since
    std::vector<Request> kept;   // what succeeded in the transaction since
  };
  using Deadline = std::chrono::milliseconds;

  std::string in_language(std::string_view statement) const;
  std::string connect();  // empty when it worked; else why not
  bool connected() { return connection_ || connect().empty(); }
  // Connects again, and starts the server again if it is lost: the graph is gone afterwards.
  bool recover();

  // One statement on its own, or in the transaction that is open. `plan` takes an EXPLAIN's plan.
  Outcome execute(const Request& request, Deadline deadline, Packed* plan = nullptr);
  Outcome execute_finally(const Request& request, Deadline deadline);
  // Queues nothing before this call. Sends and reads `count` summaries; the last one is of a PULL.
  Outcome finish(std::size_t count, Deadline deadline, Packed* plan = nullptr);
  Outcome to_outcome(const PackedMap& header, const BoltSummary& summary);
  Outcome failed(const BoltSummary& summary);
  Outcome lost(Deadline deadline);
  bool reset_connection();

  Outcome begin_again();  // the transaction with all that was kept in it
  Outcome end_transaction(bool commit);
  Outcome run_in_transaction(Request request, Deadline deadline);
  Outcome wipe();
  Outcome drop_schema();
  Outcome replay(std::size_t statements);

  std::string name_;
  Server server_;
  std::string database_;
  std::string language_;
  std::string after_schema_;
  std::optional<BoltConnection> connection_;
  bool in_transaction_ = false;
  bool schema_changed_ = true;    // until we know better
  std::vector<Request> history_;  // what succeeded since reset, transaction excluded
  std::optional<Mark> mark_;
};

}  // namespace dinkel

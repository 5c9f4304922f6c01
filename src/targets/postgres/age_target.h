// AgeTarget: Apache AGE, the extension of PostgreSQL, whose statements are the argument of an SQL
// function: SELECT * FROM cypher('graph', $$ MATCH ... RETURN a, b $$) AS (a agtype, b agtype). The
// list of columns must fit the RETURN, so the statement is parsed to know them.
//
// After mark(), statements run in one transaction, each behind a savepoint, which put_back() rolls
// back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "targets/postgres/sql_connection.h"
#include "targets/server.h"
#include "targets/target.h"

namespace dinkel {

struct AgeOptions {
  std::string path;          // "database" or "database/graph"; no graph: one of our own
  bool allow_reset = false;  // even of a graph that was there before us
};

// Whether a PostgreSQL server on 127.0.0.1 lets us in and answers.
bool answers_sql(int port, const Credentials& credentials);

class AgeTarget : public Target {
 public:
  // Connects. Throws Error (ExitCode::Unreachable) when the server does not answer or lets us not
  // in, and Error when the graph is somebody else's.
  AgeTarget(std::string name, Server server, const AgeOptions& options);
  AgeTarget(const AgeTarget&) = delete;
  AgeTarget& operator=(const AgeTarget&) = delete;
  ~AgeTarget() override;

  std::string name() const override { return name_; }
  std::string version() override;
  Outcome reset() override;
  Outcome run(std::string_view statement, const Map& parameters,
              std::chrono::milliseconds deadline) override;
  std::optional<Entities> graph() override;
  bool alive() override;
  Outcome explain(std::string_view statement, const Map& parameters) override;
  Outcome mark() override;
  Outcome put_back() override;

  Server& server() { return server_; }

 private:
  struct Request {
    std::string statement;
    Map parameters;
  };
  using Deadline = std::chrono::milliseconds;

  std::string connect();  // empty when it worked; else why not
  bool recover();         // connects again, and starts the server again if it is lost
  bool graph_exists();
  Outcome make_graph();
  // SQL without a result that matters.
  Outcome command(const std::string& sql);
  SqlResult query(const std::string& sql, const std::vector<std::string>& parameters,
                  Deadline deadline);
  Outcome execute(const Request& request, Deadline deadline);
  Outcome failed(const SqlResult& result, Deadline deadline);
  std::string call_of(std::string_view statement, std::size_t columns, bool with_parameters) const;

  std::string name_;
  Server server_;
  std::string database_;
  std::string graph_;
  std::optional<SqlConnection> connection_;
  bool ours_ = true;     // we made the graph, or emptied it: it goes when we go
  bool wedged_ = false;  // it did not answer, or crashed
  std::vector<Request> history_;
  std::optional<std::size_t> mark_;  // statements of the history; the transaction is open
};

}  // namespace dinkel

// A connection to PostgreSQL on libpq, with deadlines, which libpq itself has only while it
// connects. One statement at a time; parameters and answers are texts.
#pragma once

#include <libpq-fe.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "targets/server.h"

namespace dinkel {

struct SqlRows {
  std::vector<std::vector<std::optional<std::string>>> rows;
};
struct SqlError {
  std::string state;  // the five characters of SQLSTATE
  std::string message;
};
struct SqlTimeout {};
struct SqlLost {  // the connection is gone
  std::string message;
};
using SqlResult = std::variant<SqlRows, SqlError, SqlTimeout, SqlLost>;

class SqlConnection {
 public:
  // Connects. failure() is empty when it worked; else why not.
  SqlConnection(const std::string& host, int port, const Credentials& credentials,
                const std::string& database, std::chrono::milliseconds deadline);

  const std::string& failure() const { return failure_; }
  // After a timeout the server may still be at work: then the connection is of no more use.
  SqlResult run(const std::string& statement, const std::vector<std::string>& parameters,
                std::chrono::milliseconds deadline);

 private:
  using Clock = std::chrono::steady_clock;
  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  bool wait(bool for_reading, Clock::time_point deadline) const;
  SqlResult next_result(Clock::time_point deadline);

  std::unique_ptr<PGconn, Finish> connection_;
  std::string failure_;
};

}  // namespace dinkel

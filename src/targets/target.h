// Target: a database that can be reset, run a statement, dump its graph and say whether it lives.
// Everything that can happen to a statement is an Outcome, which is data, never an exception.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "graph/entities.h"

namespace dinkel {

struct DatabaseError {
  std::string code;  // "Neo.ClientError.Statement.SyntaxError", SQLSTATE, or empty
  std::string message;
  bool operator==(const DatabaseError&) const = default;
};
struct Crash {  // the process is gone, or the connection was lost while it served us
  std::string message;
  std::string log;  // the last lines, stack trace, sanitizer report
};
struct Timeout {
  std::chrono::milliseconds deadline{0};
};
using Outcome = std::variant<Rows, DatabaseError, Crash, Timeout>;

// What a server of our own costs.
struct TargetUsage {
  double cpu_seconds = 0;  // of the process that runs now; see ended_cpu_seconds() for the others
  int restarts = 0;
};

class Target {
 public:
  virtual ~Target() = default;
  virtual std::string name() const = 0;
  virtual std::string version() = 0;

  // An empty graph, without indexes and constraints.
  virtual Outcome reset() = 0;
  // As reset, on a server that has served nobody before, where it is ours to start.
  virtual Outcome renew() { return reset(); }
  virtual TargetUsage usage() { return {}; }
  virtual Outcome run(std::string_view statement, const Map& parameters,
                      std::chrono::milliseconds deadline) = 0;
  // Everything in the graph; absent when the target could not say (then alive() tells more).
  virtual std::optional<Entities> graph() = 0;
  virtual bool alive() = 0;
  virtual Outcome explain(std::string_view statement, const Map& parameters) = 0;

  // Remember the present state, and return to it later in the cheapest way this database has
  // (rollback of a transaction, a copied graph, replaying what was run since reset).
  virtual Outcome mark() = 0;
  virtual Outcome put_back() = 0;
};

}  // namespace dinkel

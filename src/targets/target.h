// Target: a database that can be reset, run a statement, dump its graph and say whether it lives.
// Everything that can happen to a statement is an Outcome, which is data, never an exception.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
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

// The code of the error that stands for an answer above the limit; see Target::limit_answers().
constexpr std::string_view too_large_code = "too-large";

// What a statement answered, and the graph that it left; absent where it failed.
struct Observation {
  Outcome outcome;
  std::optional<Entities> graph;
};

// What came of a series of statements on an empty graph: how many were answered, what the last one
// that ran said, and, if all were answered, the graph that they left.
struct Preparation {
  std::size_t answered = 0;
  Outcome outcome;
  std::optional<Entities> graph;
};

// What a server of our own costs.
struct TargetUsage {
  double cpu_seconds = 0;  // of the process that runs now; see ended_cpu_seconds() for the others
  int restarts = 0;
  // Resident, of the process that runs now. 0: not known, or no measure of what it keeps, as where
  // a garbage collector or a cache lets it grow by design.
  std::int64_t memory_bytes = 0;
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
  // From now on, an answer with more values than that is an error, and takes no memory: of those
  // who compare answers, nobody can use it. Targets whose answers stay small need not care.
  virtual void limit_answers(std::size_t /*values*/) {}
  virtual Outcome run(std::string_view statement, const Map& parameters,
                      std::chrono::milliseconds deadline) = 0;
  // Everything in the graph; absent when the target could not say (then alive() tells more).
  virtual std::optional<Entities> graph() = 0;
  virtual bool alive() = 0;
  virtual Outcome explain(std::string_view statement, const Map& parameters) = 0;

  // run() and then graph(), and reset() and then several of them: what each test does, in one round
  // trip where the database has a way.
  virtual Observation observe(std::string_view statement, const Map& parameters,
                              std::chrono::milliseconds deadline);
  virtual Preparation prepare(std::span<const std::string> statements, const Map& parameters,
                              std::chrono::milliseconds deadline);

  // Remember the present state, and return to it later in the cheapest way this database has
  // (rollback of a transaction, a copied graph, replaying what was run since reset).
  virtual Outcome mark() = 0;
  virtual Outcome put_back() = 0;
};

}  // namespace dinkel

// Session: a target and the reference interpreter side by side, on the same graph. It runs pairs of
// statements that should answer alike, and hands what happened (Run) to the oracles, which judge it
// and touch nothing.
//
// The reference is there for one question above all: how far is the answer determined? Where it
// says "not at all", nothing may be compared.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cypher/ast.h"
#include "graph/graph.h"
#include "interpret/interpret.h"
#include "targets/dialect_file.h"
#include "targets/target.h"

namespace dinkel {

// Two statements that must answer alike on every graph that the setup can leave.
struct StatementPair {
  Statement original;
  std::optional<Statement> rewritten;
  // What else the rewritten one needs: parameters of its own, and statements that change the plan
  // (an index) before it and bring back the old state after it.
  Map parameters = {};
  std::vector<Statement> before = {};
  std::vector<Statement> after = {};
  std::string variant = {};  // of the oracle "plan": which other plan this is
  bool operator==(const StatementPair&) const = default;
};

// What one statement did on the target.
struct Effect {
  Outcome outcome;
  std::optional<Entities> graph;  // afterwards; absent where it was not looked at
  // What the dialect makes of an error.
  ErrorClass error_class = ErrorClass::Other;
  // Of a Timeout: the reference answers the same statement on the same graph in few steps.
  bool is_small = false;
};

struct Run {
  std::size_t number = 0;  // of the rewritten statement among those that were run together
  Effect original;
  std::optional<Effect> rewritten;  // absent: there was none
  // What the reference answers to the original; absent: it failed, or the graphs had parted.
  std::optional<Answer> expected;
  std::optional<Entities> expected_graph;
  bool not_run = false;  // the original: the rewritten statement came first, and was the last
  bool reference_agrees = false;  // with the target on the original, as far as determined
  std::int64_t growth_bytes = 0;  // of the server, by each run; measured for the leak oracle alone
};

// Of pairs with the same original, which was run once.
class Runs {
 public:
  std::size_t size() const { return rewritten_.size(); }
  // All that they have in common.
  const Run& shared() const { return run_; }
  // The next one, which is there until the one after it is asked for: answers are not copied.
  const Run& next();

 private:
  friend class Session;
  struct Rewritten {
    std::size_t number = 0;
    std::optional<Effect> effect;
  };
  Run run_;
  std::vector<Rewritten> rewritten_;
  std::size_t position_ = 0;
};

class Session {
 public:
  // `dialect` says what the errors of the target mean; without it, only what they look like does.
  Session(Target& target, std::chrono::milliseconds deadline,
          const TargetDialect* dialect = nullptr);

  // From now on statements are known to be valid: the reference need not validate them again.
  void trust_statements() { trusts_ = true; }

  // An empty graph, then the setup on both sides. The first outcome that is not Rows ends it.
  Outcome start(std::span<const Statement> setup, const Map& parameters);

  // From the present state; leaves the target in the state after the original. The rewritten
  // statements run first, so that nothing has to run twice. After a crash or a hang, and wherever
  // the two sides have parted, in_step() is false: the next thing must be start().
  //
  // One Run for each pair; all must have the same original. After a crash or a hang, there is only
  // that of the statement that was lost.
  Runs execute(std::span<const StatementPair> pairs);
  Run execute(const StatementPair& pair);

  // How many statements of the setup the target has answered.
  std::size_t prepared() const { return prepared_; }
  Effect effect_of(Outcome outcome) const;

  bool in_step() const { return in_step_; }
  const Map& parameters() const { return parameters_; }
  Target& target() { return target_; }
  const Graph& reference_graph() const { return reference_; }
  std::int64_t statements() const { return statements_; }  // that the target has run

 private:
  InterpretOptions options() const;  // of the reference
  bool is_small(const Statement& statement) const;
  Effect run_on_target(const std::string& text, const Map& parameters, bool look_at_graph);
  bool run_all(const std::vector<Statement>& statements);
  // What only reads leaves nothing to put back; if it does, the original shows another graph than
  // the reference.
  bool run_and_put_back(const StatementPair& pair, bool look_at_graph,
                        std::optional<Effect>& rewritten);
  // What the reference says of the original.
  void compare_with_reference(const Statement& original, bool look_at_graph, Run& run);

  Target& target_;
  std::chrono::milliseconds deadline_;
  const TargetDialect* dialect_;
  Graph reference_;
  Map parameters_;
  bool trusts_ = false;
  bool in_step_ = false;
  std::size_t prepared_ = 0;
  bool setup_is_small_ = false;  // the statement of the setup that had no answer in time
  std::int64_t statements_ = 0;
};

// How the reference runs a statement beside a target.
InterpretOptions reference_options(const Map& parameters);
Map with_more(Map parameters, const Map& more);

// Rows as a few lines, an error with its code, ...; for people.
std::string to_text(const Outcome& outcome);

}  // namespace dinkel

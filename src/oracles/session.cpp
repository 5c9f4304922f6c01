#include "oracles/session.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/match.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "graph/isomorphism.h"
#include "interpret/compare_answers.h"
#include "oracles/oracle.h"

namespace dinkel {

namespace {

constexpr std::size_t shown_rows = 10;

InterpretOptions reference_options(const Map& parameters) {
  InterpretOptions options;
  options.parameters = parameters;
  options.limits.rows = 20'000;
  options.limits.steps = 2'000'000;
  return options;
}

bool writes_graph(const Statement& statement) {
  const auto* query = std::get_if<Query>(&statement.body);
  return query == nullptr || writes(*query);
}

// The dialect has the first word; where it has none, internal errors look the same everywhere.
ErrorClass class_of(const DatabaseError& error, const TargetDialect* dialect) {
  const ErrorClass said = dialect != nullptr ? dialect->classify(error) : ErrorClass::Other;
  if (said != ErrorClass::Other) return said;
  return is_internal_error(error) ? ErrorClass::Internal : ErrorClass::Other;
}

// Two relationships between the same nodes. A database that only checks whether a relationship
// exists, where nothing refers to it, finds one row there instead of two.
bool has_parallel_relationships(const Entities& graph) {
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  for (const auto& [id, relationship] : graph.relationships) {
    const auto ends = std::minmax(relationship.start, relationship.end);
    if (!seen.insert(ends).second) return true;
  }
  return false;
}

bool is_lost(const Outcome& outcome) {
  return std::holds_alternative<Crash>(outcome) || std::holds_alternative<Timeout>(outcome);
}

}  // namespace

Outcome Session::start(std::span<const Statement> setup, const Map& parameters) {
  parameters_ = parameters;
  reference_ = Graph();
  in_step_ = false;
  prepared_ = 0;
  Outcome outcome = target_.reset();
  if (!std::holds_alternative<Rows>(outcome)) return outcome;
  in_step_ = true;
  for (const Statement& statement : setup) {
    outcome = target_.run(print(statement), parameters_, deadline_);
    ++statements_;
    if (!std::holds_alternative<Rows>(outcome)) {
      in_step_ = false;
      return outcome;
    }
    ++prepared_;
    if (in_step_) in_step_ = interpret(statement, reference_, reference_options(parameters_)).ok();
  }
  // A setup that deletes and merges can meet a bug of the target without anybody comparing.
  const auto graph = target_.graph();
  in_step_ = in_step_ && graph && isomorphic(reference_.entities(), *graph);
  return outcome;
}

Effect Session::effect_of(Outcome outcome) const {
  Effect effect{std::move(outcome), std::nullopt};
  if (const auto* error = std::get_if<DatabaseError>(&effect.outcome)) {
    effect.error_class = class_of(*error, dialect_);
  }
  return effect;
}

Effect Session::run_on_target(const std::string& text, bool look_at_graph) {
  Effect effect = effect_of(target_.run(text, parameters_, deadline_));
  ++statements_;
  if (look_at_graph && std::holds_alternative<Rows>(effect.outcome)) effect.graph = target_.graph();
  return effect;
}

bool Session::rows_deviate() const {
  return dialect_ != nullptr &&
         dialect_->dialect.deviates(Deviation::UnreferencedRelationshipExists) &&
         has_parallel_relationships(reference_.entities());
}

Run Session::execute(const StatementPair& pair) {
  Run run;
  run.rows_deviate = rows_deviate();
  const bool look =
      writes_graph(pair.original) || (pair.rewritten && writes_graph(*pair.rewritten));
  if (pair.rewritten) {
    // What only reads leaves nothing to put back; if it does, the original shows another graph than
    // the reference.
    const bool changes = writes_graph(*pair.rewritten);
    if (changes && !std::holds_alternative<Rows>(target_.mark())) in_step_ = false;
    run.rewritten = run_on_target(print(*pair.rewritten), look);
    if (is_lost(run.rewritten->outcome) ||
        (changes && !std::holds_alternative<Rows>(target_.put_back()))) {
      in_step_ = false;
      run.not_run = true;
      run.original.outcome = DatabaseError{"", "not run: the rewritten statement came first"};
      return run;
    }
  }
  run.original = run_on_target(print(pair.original), look);
  if (is_lost(run.original.outcome)) in_step_ = false;
  if (!in_step_) return run;

  auto expected = interpret(pair.original, reference_, reference_options(parameters_));
  const Rows* rows = std::get_if<Rows>(&run.original.outcome);
  if (!expected.ok()) {
    in_step_ = rows == nullptr;
    return run;
  }
  reference_.commit();
  run.expected = std::move(*expected);
  run.rows_deviate = run.rows_deviate || rows_deviate();
  if (look) run.expected_graph = reference_.entities();
  const bool same_graph =
      rows != nullptr &&
      (!look || (run.original.graph && isomorphic(*run.expected_graph, *run.original.graph)));
  run.reference_agrees =
      same_graph && !rows_difference(run.expected->rows, *rows, run.expected->determinism);
  in_step_ = same_graph;
  return run;
}

bool reference_confirms(const Graph& graph, const Map& parameters, const StatementPair& pair) {
  if (!pair.rewritten) return true;
  const InterpretOptions options = reference_options(parameters);
  Graph first = graph;
  const auto original = interpret(pair.original, first, options);
  Graph second = graph;
  const auto rewritten = interpret(*pair.rewritten, second, options);
  if (!original.ok() || !rewritten.ok()) return false;
  if (rows_difference(original->rows, rewritten->rows, original->determinism)) return false;
  return !original->determinism.graph || isomorphic(first.entities(), second.entities());
}

std::string to_text(const Outcome& outcome) {
  return match(
      outcome,
      [](const Rows& rows) {
        if (rows.columns.empty()) return std::string("no rows: the statement returns nothing\n");
        std::string text;
        for (std::size_t i = 0; i < rows.columns.size(); ++i) {
          text += (i == 0 ? "" : " | ") + rows.columns[i];
        }
        text += "\n";
        for (std::size_t i = 0; i < std::min(rows.rows.size(), shown_rows); ++i) {
          for (std::size_t j = 0; j < rows.rows[i].size(); ++j) {
            text += (j == 0 ? "" : " | ") + to_text(rows.rows[i][j], rows.entities);
          }
          text += "\n";
        }
        return text + fmt::format("({} rows)\n", rows.rows.size());
      },
      [](const DatabaseError& error) {
        return fmt::format("error {}: {}\n", error.code, error.message);
      },
      [](const Crash& crash) { return fmt::format("crash: {}\n{}", crash.message, crash.log); },
      [](const Timeout& timeout) {
        return fmt::format("no answer within {} ms\n", timeout.deadline.count());
      });
}

}  // namespace dinkel

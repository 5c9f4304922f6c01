#include "oracles/session.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/check.h"
#include "base/match.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "oracles/agreement.h"
#include "oracles/oracle.h"

namespace dinkel {

namespace {

constexpr std::size_t shown_rows = 10;
// Few statements answer more than this, and those that do answer a hundred times more: on FalkorDB
// one in a thousand, which brought seven of ten values that were read.
constexpr std::size_t max_values = 60'000;
// What the reference does in so many steps takes it a few milliseconds, without any index.
constexpr std::int64_t small_steps = 20'000;

bool writes_graph(const Statement& statement) {
  const auto* query = std::get_if<Query>(&statement.body);
  return query == nullptr || writes(*query);
}

// The dialect has the first word; where it has none, internal errors look the same everywhere.
ErrorClass class_of(const DatabaseError& error, const TargetDialect* dialect) {
  if (error.code == too_large_code) return ErrorClass::Unsupported;
  const ErrorClass said = dialect != nullptr ? dialect->classify(error) : ErrorClass::Other;
  if (said != ErrorClass::Other) return said;
  return is_internal_error(error) ? ErrorClass::Internal : ErrorClass::Other;
}

bool is_lost(const Outcome& outcome) {
  return std::holds_alternative<Crash>(outcome) || std::holds_alternative<Timeout>(outcome);
}

}  // namespace

Session::Session(Target& target, std::chrono::milliseconds deadline, const TargetDialect* dialect)
    : target_(target), deadline_(deadline), dialect_(dialect) {
  target_.limit_answers(max_values);
}

InterpretOptions reference_options(const Map& parameters) {
  InterpretOptions options;
  options.parameters = parameters;
  options.limits.rows = 20'000;
  options.limits.steps = 2'000'000;
  return options;
}

Map with_more(Map parameters, const Map& more) {
  for (const auto& [name, value] : more) parameters.set(name, value);
  return parameters;
}

InterpretOptions Session::options() const {
  InterpretOptions options = reference_options(parameters_);
  options.validate = !trusts_;
  return options;
}

Outcome Session::start(std::span<const Statement> setup, const Map& parameters) {
  parameters_ = parameters;
  reference_ = Graph();
  in_step_ = false;
  prepared_ = 0;
  std::vector<std::string> texts;
  for (const Statement& statement : setup) texts.push_back(print(statement));
  Preparation made = target_.prepare(texts, parameters_, deadline_);
  prepared_ = made.answered;
  statements_ += static_cast<std::int64_t>(std::min(made.answered + 1, texts.size()));
  setup_is_small_ = false;
  if (std::holds_alternative<Timeout>(made.outcome) && prepared_ < setup.size()) {
    bool is_known = true;
    for (const Statement& statement : setup.first(prepared_)) {
      is_known = is_known && interpret(statement, reference_, options()).ok();
      reference_.commit();
    }
    setup_is_small_ = is_known && is_small(setup[prepared_]);
  }
  if (!std::holds_alternative<Rows>(made.outcome)) return std::move(made.outcome);
  in_step_ = true;
  for (const Statement& statement : setup) {
    if (in_step_) in_step_ = interpret(statement, reference_, options()).ok();
  }
  // A setup that deletes and merges can meet a bug of the target without anybody comparing.
  in_step_ = in_step_ && made.graph && are_same_graphs(reference_.entities(), *made.graph);
  return std::move(made.outcome);
}

Effect Session::effect_of(Outcome outcome) const {
  Effect effect{std::move(outcome), std::nullopt};
  if (const auto* error = std::get_if<DatabaseError>(&effect.outcome)) {
    effect.error_class = class_of(*error, dialect_);
  }
  effect.is_small = setup_is_small_ && std::holds_alternative<Timeout>(effect.outcome);
  return effect;
}

bool Session::is_small(const Statement& statement) const {
  InterpretOptions few_steps = options();
  few_steps.limits.steps = small_steps;
  Graph graph = reference_;
  return interpret(statement, graph, few_steps).ok();
}

Effect Session::run_on_target(const std::string& text, const Map& parameters, bool look_at_graph) {
  ++statements_;
  if (!look_at_graph) return effect_of(target_.run(text, parameters, deadline_));
  Observation seen = target_.observe(text, parameters, deadline_);
  Effect effect = effect_of(std::move(seen.outcome));
  effect.graph = std::move(seen.graph);
  return effect;
}

bool Session::run_all(const std::vector<Statement>& statements) {
  for (const Statement& statement : statements) {
    ++statements_;
    if (!std::holds_alternative<Rows>(target_.run(print(statement), parameters_, deadline_))) {
      return false;
    }
  }
  return true;
}

bool Session::run_and_put_back(const StatementPair& pair, bool look_at_graph,
                               std::optional<Effect>& rewritten) {
  rewritten =
      run_on_target(print(*pair.rewritten), with_more(parameters_, pair.parameters), look_at_graph);
  // What got parameters of its own is as small as the original.
  const bool is_late = std::holds_alternative<Timeout>(rewritten->outcome);
  rewritten->is_small =
      is_late && in_step_ && is_small(pair.parameters.empty() ? *pair.rewritten : pair.original);
  const bool changes = writes_graph(*pair.rewritten);
  return !is_lost(rewritten->outcome) &&
         !(changes && !std::holds_alternative<Rows>(target_.put_back())) && run_all(pair.after);
}

Runs Session::execute(std::span<const StatementPair> pairs) {
  CHECK(!pairs.empty(), "there is nothing to execute");
  Runs runs;
  const Statement& original = pairs.front().original;
  const bool changes = std::ranges::any_of(pairs, [](const StatementPair& pair) {
    return pair.rewritten && writes_graph(*pair.rewritten);
  });
  const bool look = changes || writes_graph(original);
  bool is_marked = false;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const StatementPair& pair = pairs[i];
    Runs::Rewritten& now = runs.rewritten_.emplace_back(Runs::Rewritten{i, std::nullopt});
    // What cannot be prepared (an index that exists) shows nothing.
    if (!pair.rewritten || !run_all(pair.before)) continue;
    is_marked = is_marked && pair.before.empty();
    if (changes && !is_marked && !std::holds_alternative<Rows>(target_.mark())) in_step_ = false;
    is_marked = pair.after.empty();
    if (!run_and_put_back(pair, look, now.effect)) {
      in_step_ = false;
      runs.run_.not_run = true;
      runs.run_.original.outcome = DatabaseError{"", "not run: the rewritten statement came first"};
      runs.rewritten_.erase(runs.rewritten_.begin(), runs.rewritten_.end() - 1);
      return runs;
    }
  }
  Effect& effect = runs.run_.original;
  effect = run_on_target(print(original), parameters_, look);
  if (is_lost(effect.outcome)) {
    const bool is_late = std::holds_alternative<Timeout>(effect.outcome);
    effect.is_small = is_late && in_step_ && is_small(original);
    in_step_ = false;
  }
  if (in_step_) compare_with_reference(original, look, runs.run_);
  return runs;
}

const Run& Runs::next() {
  CHECK(position_ < rewritten_.size(), "there are no more runs");
  Rewritten& next = rewritten_[position_++];
  run_.number = next.number;
  run_.rewritten = std::move(next.effect);
  return run_;
}

void Session::compare_with_reference(const Statement& original, bool look_at_graph, Run& run) {
  auto expected = interpret(original, reference_, options());
  if (!expected.ok()) {
    // What is too large to be looked at has been answered all the same.
    const auto* error = std::get_if<DatabaseError>(&run.original.outcome);
    in_step_ = error != nullptr && error->code != too_large_code;
    return;
  }
  reference_.commit();
  Effect wanted{std::move(expected->rows), std::nullopt};
  if (look_at_graph) wanted.graph = reference_.entities();
  const Agreement agrees = agreement(wanted, run.original, expected->determinism);
  expected->rows = std::get<Rows>(std::move(wanted.outcome));
  run.expected = *std::move(expected);
  run.expected_graph = std::move(wanted.graph);
  run.reference_agrees = agrees.rows && agrees.graph;
  in_step_ = agrees.graph;
}

Run Session::execute(const StatementPair& pair) {
  Runs runs = execute(std::span(&pair, 1));
  runs.next();
  return std::move(runs.run_);
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

#include "tck/scenario.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/match.h"
#include "cypher/parse.h"
#include "targets/embedded.h"
#include "tck/notation.h"
#include "tck/procedure.h"
#include "tck/side_effects.h"

namespace dinkel {
namespace {

struct Skip {
  std::string reason;
};
struct Fail {
  std::string reason;
};
using StepResult = std::variant<std::monostate, Fail, Skip>;
constexpr std::monostate fine;

std::string describe_outcome(const Outcome& outcome) {
  return match(
      outcome, [](const Rows& rows) { return fmt::format("{} rows", rows.rows.size()); },
      [](const DatabaseError& error) { return fmt::format("{}: {}", error.code, error.message); },
      [](const Crash& crash) { return fmt::format("a crash: {}", crash.message); },
      [](const Timeout& timeout) {
        return fmt::format("no answer within {} ms", timeout.deadline.count());
      });
}

std::string row_text(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text;
}

// "expected: a, b and 3 more", for a short message.
std::string list_some(const std::vector<std::string>& rows) {
  constexpr std::size_t shown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, rows.size()); ++i) text += " " + rows[i];
  if (rows.size() > shown) text += fmt::format(" and {} more", rows.size() - shown);
  return text;
}

StepResult compare_rows(std::vector<std::string> expected, std::vector<std::string> actual,
                        bool in_order) {
  if (in_order) {
    if (expected == actual) return fine;
    return Fail{
        fmt::format("expected in order:{}; got:{}", list_some(expected), list_some(actual))};
  }
  std::sort(expected.begin(), expected.end());
  std::sort(actual.begin(), actual.end());
  if (expected == actual) return fine;
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  std::set_difference(expected.begin(), expected.end(), actual.begin(), actual.end(),
                      std::back_inserter(missing));
  std::set_difference(actual.begin(), actual.end(), expected.begin(), expected.end(),
                      std::back_inserter(extra));
  std::string text;
  if (!missing.empty()) text += "expected:" + list_some(missing);
  if (!extra.empty()) text += (text.empty() ? "not expected:" : "; got:") + list_some(extra);
  return Fail{text};
}

class ScenarioRun {
 public:
  ScenarioRun(const Scenario& scenario, const NamedGraphs& graphs, Target& target,
              std::chrono::milliseconds deadline)
      : graphs_(graphs),
        target_(target),
        embedded_(dynamic_cast<EmbeddedTarget*>(&target)),
        deadline_(deadline),
        checks_effects_(std::any_of(
            scenario.steps.begin(), scenario.steps.end(),
            [](const Step& step) { return step.text.find("side effects") != std::string::npos; })) {
  }

  StepResult run(const Step& step) {
    using Handler = StepResult (ScenarioRun::*)(const Step&, std::string_view rest);
    struct Row {
      std::string_view prefix;
      Handler handler;
    };
    // Where one prefix begins another, the longer one comes first.
    static constexpr std::array<Row, 15> rows = {{
        {"any graph", &ScenarioRun::empty_graph},
        {"an empty graph", &ScenarioRun::empty_graph},
        {"having executed:", &ScenarioRun::having_executed},
        {"parameters are:", &ScenarioRun::parameters_are},
        {"there exists a procedure ", &ScenarioRun::procedure_exists},
        {"executing query:", &ScenarioRun::execute_query},
        {"executing control query:", &ScenarioRun::execute_query},
        {"the result should be empty", &ScenarioRun::result_empty},
        {"the result should be, in any order", &ScenarioRun::result_any_order},
        {"the result should be, in order", &ScenarioRun::result_in_order},
        {"the result should be (ignoring", &ScenarioRun::result_any_order},
        {"no side effects", &ScenarioRun::check_side_effects},
        {"the side effects should be:", &ScenarioRun::check_side_effects},
        {"a ", &ScenarioRun::error_raised},
        {"the ", &ScenarioRun::named_graph},
    }};
    for (const auto& [prefix, handler] : rows) {
      if (step.text.starts_with(prefix)) {
        return (this->*handler)(step, std::string_view(step.text).substr(prefix.size()));
      }
    }
    return Fail{fmt::format("the step \"{}\" is not understood", step.text)};
  }

 private:
  StepResult empty_graph(const Step&, std::string_view) {
    const Outcome outcome = target_.reset();
    if (std::holds_alternative<Rows>(outcome)) return fine;
    return Fail{"the target could not be reset: " + describe_outcome(outcome)};
  }

  StepResult set_up(std::string_view statement) {
    const Outcome outcome = target_.run(statement, parameters_, deadline_);
    if (std::holds_alternative<Rows>(outcome)) return fine;
    return Fail{"the setup failed with " + describe_outcome(outcome)};
  }

  StepResult having_executed(const Step& step, std::string_view) { return set_up(step.doc_string); }

  StepResult named_graph(const Step& step, std::string_view rest) {
    if (rest.ends_with(" graph")) rest.remove_suffix(std::string_view(" graph").size());
    const auto found = graphs_.find(rest);
    if (found == graphs_.end()) return Fail{fmt::format("there is no graph {}", rest)};
    if (auto result = empty_graph(step, {}); result.index() != 0) return result;
    for (const std::string_view statement : split_statements(found->second)) {
      if (auto result = set_up(statement); result.index() != 0) return result;
    }
    return fine;
  }

  StepResult parameters_are(const Step& step, std::string_view) {
    Entities entities;
    for (const auto& cells : step.table) {
      if (cells.size() != 2) return Fail{"a parameter is not a name and a value"};
      auto value = read_notation(cells[1], entities);
      if (!value.ok()) return Fail{value.error().message};
      parameters_.set(cells[0], std::move(*value));
    }
    return fine;
  }

  StepResult procedure_exists(const Step& step, std::string_view signature) {
    if (!embedded_) return Skip{"the target cannot be given the TCK's procedures"};
    auto procedure = read_procedure(signature, step.table);
    if (!procedure.ok()) return Fail{procedure.error()};
    procedures_.push_back(std::move(*procedure));
    embedded_->set_procedures(procedures_);
    return fine;
  }

  StepResult execute_query(const Step& step, std::string_view) {
    if (checks_effects_) {
      auto graph = target_.graph();
      if (!graph) return Fail{"the target could not say what is in its graph"};
      before_ = std::move(*graph);
    }
    outcome_ = target_.run(step.doc_string, parameters_, deadline_);
    return fine;
  }

  StepResult result_empty(const Step&, std::string_view) {
    const Rows* rows = std::get_if<Rows>(&outcome_);
    if (!rows) return Fail{"expected no rows; got " + describe_outcome(outcome_)};
    if (rows->rows.empty()) return fine;
    return Fail{fmt::format("expected no rows; got {}", rows->rows.size())};
  }

  StepResult result_any_order(const Step& step, std::string_view rest) {
    return check_result(step, rest, false);
  }
  StepResult result_in_order(const Step& step, std::string_view rest) {
    return check_result(step, rest, true);
  }

  StepResult check_result(const Step& step, std::string_view rest, bool in_order) {
    const ListOrder list_order = rest.find("element order") != std::string_view::npos
                                     ? ListOrder::Ignored
                                     : ListOrder::Matters;
    const Rows* rows = std::get_if<Rows>(&outcome_);
    if (!rows) return Fail{"expected rows; got " + describe_outcome(outcome_)};
    if (step.table.empty()) return Fail{"the step has no table"};
    if (step.table[0] != rows->columns) {
      return Fail{fmt::format("expected the columns {}; got {}", row_text(step.table[0]),
                              row_text(rows->columns))};
    }
    std::vector<std::string> expected;
    for (std::size_t i = 1; i < step.table.size(); ++i) {
      Entities entities;
      std::vector<std::string> cells;
      for (const std::string& cell : step.table[i]) {
        const auto value = read_notation(cell, entities);
        if (!value.ok()) return Fail{value.error().message};
        cells.push_back(canonical_text(*value, entities, list_order));
      }
      expected.push_back(row_text(cells));
    }
    std::vector<std::string> actual;
    for (const auto& row : rows->rows) {
      std::vector<std::string> cells;
      for (const Value& value : row) {
        cells.push_back(canonical_text(value, rows->entities, list_order));
      }
      actual.push_back(row_text(cells));
    }
    return compare_rows(std::move(expected), std::move(actual), in_order);
  }

  StepResult check_side_effects(const Step& step, std::string_view) {
    SideEffectCounts expected;
    for (const auto& cells : step.table) {
      std::int64_t count = 0;
      if (cells.size() != 2) return Fail{"a side effect is not a name and a number"};
      std::from_chars(cells[1].data(), cells[1].data() + cells[1].size(), count);
      if (count != 0) expected[cells[0]] = count;
    }
    const auto after = target_.graph();
    if (!after) return Fail{"the target could not say what is in its graph"};
    const SideEffectCounts actual = side_effects(before_, *after);
    if (actual == expected) return fine;
    return Fail{
        fmt::format("expected side effects: {}; got: {}", to_text(expected), to_text(actual))};
  }

  // "SyntaxError should be raised at compile time: UndefinedVariable"
  StepResult error_raised(const Step& step, std::string_view rest) {
    constexpr std::string_view middle = " should be raised at ";
    const auto middle_at = rest.find(middle);
    const auto colon = rest.rfind(": ");
    if (middle_at == std::string_view::npos || colon == std::string_view::npos) {
      return Fail{fmt::format("the step \"{}\" is not understood", step.text)};
    }
    const DatabaseError* error = std::get_if<DatabaseError>(&outcome_);
    if (!error) return Fail{fmt::format("expected a {}; got {}", rest, describe_outcome(outcome_))};
    if (!embedded_) return fine;
    const std::string_view type = rest.substr(0, middle_at);
    const std::string_view phase =
        rest.substr(middle_at + middle.size(), colon - middle_at - middle.size());
    const std::string_view detail = rest.substr(colon + 2);
    const QueryError& actual = embedded_->last_error().value();
    if (to_text(actual.type) == type && (phase == "any time" || to_text(actual.phase) == phase) &&
        (detail == "*" || to_text(actual.detail) == detail)) {
      return fine;
    }
    return Fail{
        fmt::format("expected {}/{}/{}; got {}", type, phase, detail, describe_outcome(outcome_))};
  }

  const NamedGraphs& graphs_;
  Target& target_;
  EmbeddedTarget* embedded_;  // null: some other database
  std::chrono::milliseconds deadline_;
  bool checks_effects_;
  Map parameters_;
  std::vector<TableProcedure> procedures_;
  Entities before_;
  Outcome outcome_;
};

}  // namespace

ScenarioResult run_scenario(const Scenario& scenario, const NamedGraphs& graphs, Target& target,
                            std::chrono::milliseconds deadline) {
  ScenarioRun run(scenario, graphs, target, deadline);
  for (const Step& step : scenario.steps) {
    const StepResult result = run.run(step);
    if (const Fail* fail = std::get_if<Fail>(&result)) {
      return {ScenarioStatus::Failed, fail->reason};
    }
    if (const Skip* skip = std::get_if<Skip>(&result)) {
      return {ScenarioStatus::Skipped, skip->reason};
    }
  }
  return {};
}

}  // namespace dinkel

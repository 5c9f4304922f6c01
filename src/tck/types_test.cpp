// advance() and type_of() against the interpreter, on every query of the TCK that runs: each value
// of an answer is of the type that was foretold for its column, and the graph holds no label, type,
// key or value that the schema does not know. The schema starts empty, as the graph does, and
// follows the statements.
#include <gtest/gtest.h>

#include <cstdlib>

#include "cypher/parse.h"
#include "cypher/state.h"
#include "interpret/interpret.h"
#include "tck/notation.h"
#include "tck/procedure.h"
#include "tck/suite.h"

namespace dinkel {
namespace {

Kind kind_of(const Value& value) {
  return static_cast<Kind>(value.data().index());
}

bool holds(Type type, const Value& value) {
  if (!type.kinds.has(kind_of(value))) return false;
  const auto* list = value.get_if<Values>();
  if (list == nullptr) return true;
  for (const Value& element : *list) {
    if (!type.elements.has(kind_of(element))) return false;
  }
  return true;
}

class Follower {
 public:
  // Runs a statement and advances the state over it; an answer only if it succeeds.
  void run(std::string_view text) {
    const auto statement = parse_statement(text);
    if (!statement.ok()) return;
    const auto answer = interpret(*statement, graph_, options_);
    if (!answer.ok()) return;
    advance(state_, *statement);
    check_rows(answer->rows, text);
    check_graph(text);
  }

  void set_up(const Step& step, const NamedGraphs& graphs) {
    constexpr std::string_view procedure = "there exists a procedure ";
    constexpr std::string_view suffix = " graph";
    if (step.text == "parameters are:") {
      Entities entities;
      for (const auto& row : step.table) {
        options_.parameters.set(row.front(), *read_notation(row.back(), entities));
      }
    } else if (step.text.starts_with(procedure)) {
      const std::string_view signature = std::string_view(step.text).substr(procedure.size());
      options_.procedures.push_back(*read_procedure(signature, step.table));
    } else if (step.text.starts_with("the ") && step.text.ends_with(suffix)) {
      const auto graph = graphs.find(step.text.substr(4, step.text.size() - 4 - suffix.size()));
      if (graph == graphs.end()) return;
      for (const std::string_view text : split_statements(graph->second)) run(text);
    }
  }

  int values() const { return values_; }

 private:
  void check_rows(const Rows& rows, std::string_view text) {
    if (state_.context.empty()) return;  // CALL alone: its columns are the procedure's
    const std::vector<ScopedVariable>& columns = state_.context.variables();
    for (const auto& row : rows.rows) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        const ScopedVariable* column = state_.context.find(rows.columns[i]);
        ASSERT_NE(column, nullptr) << text << "\nhas no column " << rows.columns[i];
        EXPECT_TRUE(holds(column->type, row[i]))
            << text << "\n"
            << column->name << " should be " << to_text(column->type) << ", and is "
            << to_text(row[i]);
        ++values_;
      }
    }
    EXPECT_EQ(rows.columns.size(), columns.size()) << text;
  }

  void check_graph(std::string_view text) {
    const Entities entities = graph_.entities();
    for (const auto& [id, node] : entities.nodes) {
      for (const std::string& label : node.labels) {
        EXPECT_FALSE(state_.schema.lacks_label(label)) << text << "\nlabel " << label;
      }
      check_properties(node.properties, text);
    }
    for (const auto& [id, relationship] : entities.relationships) {
      EXPECT_FALSE(state_.schema.lacks_type(relationship.type)) << text;
      check_properties(relationship.properties, text);
    }
  }

  void check_properties(const Map& properties, std::string_view text) {
    for (const auto& [key, value] : properties) {
      const Type type = state_.schema.property_type(key);
      EXPECT_TRUE(holds(type, value))
          << text << "\n"
          << key << " should be " << to_text(type) << ", and is " << to_text(value);
      ++values_;
    }
  }

  Graph graph_;
  GraphState state_;
  InterpretOptions options_;
  int values_ = 0;
};

TEST(Types, HoldWhatTheInterpreterAnswers) {
  const std::string source = DINKEL_SOURCE_DIR;
  // NOLINTNEXTLINE: our own script; it does nothing when the TCK is there.
  ASSERT_EQ(std::system((source + "/tools/fetch-tck >/dev/null").c_str()), 0);
  const Suite suite = load_suite(source + "/.cache/tck");
  int values = 0;
  for (const Scenario& scenario : suite.scenarios) {
    Follower follower;
    for (const Step& step : scenario.steps) {
      follower.set_up(step, suite.graphs);
      if (!step.doc_string.empty()) follower.run(step.doc_string);
      if (HasFatalFailure()) return;
    }
    values += follower.values();
  }
  EXPECT_GT(values, 10'000);
}

}  // namespace
}  // namespace dinkel

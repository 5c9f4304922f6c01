#include "tck/queries.h"

#include "base/text.h"
#include "cypher/parse.h"
#include "interpret/interpret.h"
#include "tck/notation.h"

namespace dinkel {

namespace {

class QueryReader {
 public:
  QueryReader(const NamedGraphs& graphs, const std::function<void(const TckQuery&)>& visit)
      : graphs_(graphs), visit_(visit) {}

  void read(const Scenario& scenario) {
    for (const Step& step : scenario.steps) {
      if (step.text.starts_with("having executed")) run(step.doc_string);
      if (step.text.starts_with("parameters are")) read_parameters(step);
      if (step.text.starts_with("the ") && step.text.ends_with(" graph")) named_graph(step.text);
      if (step.text.starts_with("executing ")) query(scenario, step.doc_string);
    }
  }

 private:
  void run(std::string_view text) {
    const auto statement = parse_statement(text);
    if (statement.ok()) run(*statement);
  }

  void run(const Statement& statement) {
    InterpretOptions options;
    options.parameters = parameters_;
    if (interpret(statement, graph_, options).ok()) advance(state_, statement);
  }

  void named_graph(const std::string& text) {
    const auto found = graphs_.find(text.substr(4, text.size() - 4 - 6));
    if (found == graphs_.end()) return;
    for (const std::string_view statement : split_statements(found->second)) run(statement);
  }

  void read_parameters(const Step& step) {
    Entities entities;
    for (const auto& cells : step.table) {
      auto value = read_notation(cells[1], entities);
      if (value.ok()) parameters_.set(cells[0], std::move(*value));
    }
  }

  void query(const Scenario& scenario, const std::string& text) {
    const auto statement = parse_statement(text);
    if (!statement.ok()) return;
    visit_({scenario, *statement, graph_, state_.schema, parameters_});
    run(*statement);
  }

  const NamedGraphs& graphs_;
  const std::function<void(const TckQuery&)>& visit_;
  Graph graph_;
  GraphState state_;
  Map parameters_;
};

}  // namespace

void for_each_query(const Scenario& scenario, const NamedGraphs& graphs,
                    const std::function<void(const TckQuery&)>& visit) {
  QueryReader(graphs, visit).read(scenario);
}

}  // namespace dinkel

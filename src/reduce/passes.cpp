// The passes that work on the test as a whole, and the table of all.
#include "base/text.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "reduce/edit.h"
#include "reduce/graph_text.h"
#include "reduce/pass.h"

namespace dinkel {

namespace {

using Position = std::ptrdiff_t;
using EditFunction = void (*)(Statement& statement, EditPoint& point);

// An edit of the statement, then of the setup statements, one after the other. Where the pair is
// fixed, an edit of the original is made in the rewritten statement too, if it holds the same node.
class EditPass final : public Pass {
 public:
  EditPass(std::string_view name, EditFunction edit) : name_(name), edit_(edit) {}
  std::string_view name() const override { return name_; }

  std::optional<OracleTest> candidate(const OracleTest& test, std::size_t number) const override {
    OracleTest smaller = test;
    EditPoint point(number);
    if (test.fixed) {
      edit_(smaller.fixed->original, point);
      if (point.done() && smaller.fixed->rewritten) {
        EditPoint same(point.made());
        edit_(*smaller.fixed->rewritten, same);
      } else if (smaller.fixed->rewritten) {
        edit_(*smaller.fixed->rewritten, point);
      }
    } else {
      edit_(smaller.statement, point);
    }
    for (Statement& statement : smaller.setup) {
      if (point.done()) break;
      edit_(statement, point);
    }
    if (!point.done()) return std::nullopt;
    return smaller;
  }

 private:
  std::string_view name_;
  EditFunction edit_;
};

class TracePass final : public Pass {
 public:
  std::string_view name() const override { return "trace"; }

  std::optional<OracleTest> candidate(const OracleTest& test, std::size_t number) const override {
    // None at all comes first: some oracles find the statement alone wrong. Then each alone, then
    // all but one.
    const std::size_t size = test.trace.size();
    if (size == 0 || test.fixed || number > (size == 1 ? 0 : 2 * size)) return std::nullopt;
    OracleTest smaller = test;
    if (number == 0) {
      smaller.trace.clear();
    } else if (number <= size) {
      smaller.trace = {test.trace[number - 1]};
    } else {
      smaller.trace.erase(smaller.trace.begin() + static_cast<Position>(number - size - 1));
    }
    return smaller;
  }
};

class SetupPass final : public Pass {
 public:
  std::string_view name() const override { return "setup"; }

  std::optional<OracleTest> candidate(const OracleTest& test, std::size_t number) const override {
    // All, the halves, the quarters, ..., each statement.
    for (std::size_t chunk = test.setup.size(); chunk > 0; chunk /= 2) {
      const std::size_t chunks = (test.setup.size() + chunk - 1) / chunk;
      if (number >= chunks) {
        number -= chunks;
        continue;
      }
      OracleTest smaller = test;
      const std::size_t begin = number * chunk;
      const std::size_t end = std::min(begin + chunk, test.setup.size());
      smaller.setup.erase(smaller.setup.begin() + static_cast<Position>(begin),
                          smaller.setup.begin() + static_cast<Position>(end));
      return smaller;
    }
    return std::nullopt;
  }
};

class GraphPass final : public Pass {
 public:
  std::string_view name() const override { return "graph"; }

  std::optional<OracleTest> candidate(const OracleTest& test, std::size_t number) const override {
    if (number > 0 || test.setup.empty()) return std::nullopt;
    Graph graph;
    InterpretOptions options;
    options.parameters = test.parameters;
    for (const Statement& statement : test.setup) {
      if (!interpret(statement, graph, options).ok()) return std::nullopt;
    }
    auto create = parse_statement(create_text(graph.entities()));
    if (!create.ok()) return std::nullopt;
    OracleTest smaller = test;
    smaller.setup = {std::move(*create)};
    // Only where it is simpler: the passes that shrink CREATE would else be undone for ever.
    std::size_t before = 0;
    for (const Statement& statement : test.setup) before += print(statement).size();
    if (print(smaller.setup.front()).size() >= before) return std::nullopt;
    return smaller;
  }
};

class ParametersPass final : public Pass {
 public:
  std::string_view name() const override { return "parameters"; }

  std::optional<OracleTest> candidate(const OracleTest& test, std::size_t number) const override {
    if (number >= test.parameters.size()) return std::nullopt;
    const auto& [name, value] = test.parameters.entries()[number];
    const auto literal = parse_expression(to_text(value));
    if (!literal.ok()) return std::nullopt;
    OracleTest smaller = test;
    const auto put_literal = [&name = name, &literal](Statement& statement) {
      for_each_expr(statement, [&](Expr& expr) {
        const auto* parameter = std::get_if<Parameter>(&expr.node);
        if (parameter != nullptr && parameter->name == name) expr.node = literal->node;
      });
    };
    put_literal(smaller.statement);
    if (smaller.fixed) {
      put_literal(smaller.fixed->original);
      if (smaller.fixed->rewritten) put_literal(*smaller.fixed->rewritten);
    }
    for (Statement& statement : smaller.setup) put_literal(statement);
    smaller.parameters.erase(name);
    return smaller;
  }
};

}  // namespace

std::unique_ptr<Pass> make_trace_pass() {
  return std::make_unique<TracePass>();
}
std::unique_ptr<Pass> make_setup_pass() {
  return std::make_unique<SetupPass>();
}
std::unique_ptr<Pass> make_graph_pass() {
  return std::make_unique<GraphPass>();
}
std::unique_ptr<Pass> make_parameters_pass() {
  return std::make_unique<ParametersPass>();
}

std::vector<std::unique_ptr<Pass>> all_passes() {
  std::vector<std::unique_ptr<Pass>> passes;
  passes.push_back(make_trace_pass());
  passes.push_back(make_setup_pass());
  passes.push_back(std::make_unique<EditPass>("clauses", edit_clauses));
  passes.push_back(std::make_unique<EditPass>("projections", edit_projections));
  passes.push_back(std::make_unique<EditPass>("expressions", edit_expressions));
  passes.push_back(make_graph_pass());
  passes.push_back(std::make_unique<EditPass>("patterns", edit_patterns));
  passes.push_back(make_parameters_pass());
  passes.push_back(std::make_unique<EditPass>("literals", edit_literals));
  passes.push_back(make_names_pass());
  return passes;
}

}  // namespace dinkel

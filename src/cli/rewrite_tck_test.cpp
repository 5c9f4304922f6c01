// The queries of the TCK, which nobody wrote for the rewriter: several rewritings of each that
// runs, on the reference. tools/fetch-tck brings the TCK.
#include <gtest/gtest.h>

#include "cypher/parse.h"
#include "interpret/interpret.h"
#include "rewrite/soundness.h"
#include "tck/notation.h"
#include "tck/suite.h"

namespace dinkel {
namespace {

// The part of a scenario that rewriting needs: the graph, the parameters and the queries.
class TckScenario {
 public:
  TckScenario(const NamedGraphs& graphs, std::uint64_t rewritings)
      : graphs_(graphs), rewritings_(rewritings) {}

  void run(const Scenario& scenario, SoundnessCounts& counts) {
    for (const Step& step : scenario.steps) {
      if (step.text.starts_with("having executed")) set_up(step.doc_string);
      if (step.text.starts_with("parameters are")) read_parameters(step);
      if (step.text.starts_with("the ") && step.text.ends_with(" graph")) named_graph(step.text);
      if (step.text.starts_with("executing ")) check(step.doc_string, scenario, counts);
    }
  }

 private:
  void set_up(std::string_view text) {
    const auto statement = parse_statement(text);
    if (!statement.ok()) return;
    InterpretOptions options;
    options.parameters = parameters_;
    (void)interpret(*statement, graph_, options);
  }

  void named_graph(const std::string& text) {
    const auto found = graphs_.find(text.substr(4, text.size() - 4 - 6));
    if (found == graphs_.end()) return;
    for (const std::string_view statement : split_statements(found->second)) set_up(statement);
  }

  void read_parameters(const Step& step) {
    Entities entities;
    for (const auto& cells : step.table) {
      auto value = read_notation(cells[1], entities);
      if (value.ok()) parameters_.set(cells[0], std::move(*value));
    }
  }

  void check(const std::string& text, const Scenario& scenario, SoundnessCounts& counts) {
    const auto statement = parse_statement(text);
    if (!statement.ok()) return;
    RewriteOptions options;
    options.new_parameters = true;
    for (std::uint64_t seed = 0; seed < rewritings_; ++seed) {
      const Rewritten rewritten = rewrite(*statement, Rng(seed), options);
      const auto violation = check_rewriting(*statement, rewritten, graph_, parameters_, counts);
      if (!violation.has_value()) continue;
      ADD_FAILURE() << scenario_id(scenario) << " seed " << seed << "\n" << to_text(*violation);
      break;
    }
    set_up(text);
  }

  const NamedGraphs& graphs_;
  std::uint64_t rewritings_;
  Graph graph_;
  Map parameters_;
};

std::int64_t runs_that_agree(std::uint64_t rewritings) {
  const Suite suite = load_suite(DINKEL_SOURCE_DIR "/.cache/tck");
  SoundnessCounts counts;
  for (const Scenario& scenario : suite.scenarios) {
    TckScenario(suite.graphs, rewritings).run(scenario, counts);
  }
  return counts.statements - counts.invalid;
}

TEST(RewriteTck, ARewritingAgreesOnTheReference) {
  EXPECT_GT(runs_that_agree(1), 2'000);
}

TEST(RewriteTckSlow, AllRewritingsAgreeOnTheReference) {
  EXPECT_GT(runs_that_agree(20), 40'000);
}

}  // namespace
}  // namespace dinkel

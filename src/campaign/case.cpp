#include "campaign/case.h"

#include <fmt/core.h>

#include "base/text.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "oracles/test_case.h"
#include "reduce/reduce.h"
#include "targets/embedded.h"

namespace dinkel {

namespace {

bool is_non_empty(const Run& run) {
  const Rows* rows = std::get_if<Rows>(&run.original.outcome);
  if (rows != nullptr && !rows->rows.empty()) return true;
  return run.original.graph && !run.original.graph->nodes.empty();
}

// Only the equivalence oracle looks at every rewriting; the others need one run of each statement.
bool needs_rewriting(const Oracle& oracle) {
  return oracle.name() == "equivalence";
}

}  // namespace

bool is_worth_reducing(std::int64_t number) {
  std::int64_t root = 0;
  while (root * root < number) ++root;
  return root * root == number;
}

void add(CaseCounts& sum, const CaseCounts& counts) {
  sum.cases += counts.cases;
  sum.statements += counts.statements;
  sum.tests += counts.tests;
  sum.valid += counts.valid;
  sum.compared += counts.compared;
  sum.undetermined += counts.undetermined;
  sum.raw_findings += counts.raw_findings;
  sum.unsound += counts.unsound;
  sum.flaky += counts.flaky;
}

CaseRunner::CaseRunner(Target& target, const CaseOptions& options, std::function<bool()> stop)
    : target_(target), options_(options), stop_(std::move(stop)) {
  for (const OracleRow& row : all_oracles()) {
    const auto& wanted = options.oracles;
    const bool is_on = wanted.empty()
                           ? row.by_default
                           : std::find(wanted.begin(), wanted.end(), row.name) != wanted.end();
    if (is_on) oracles_.push_back(row.make());
  }
}

std::vector<FoundFinding> CaseRunner::run(std::uint64_t index, CaseCounts& counts,
                                          RawFamilies& met) {
  std::vector<FoundFinding> found;
  GenerateOptions generate;
  generate.dialect = options_.dialect;
  generate.size = options_.size;
  const TestCase made = generate_case(options_.seed, index, generate);
  Rng rng = Rng(options_.seed).fork(index).fork("rewrite");
  Session session(target_, options_.deadline);
  ++counts.cases;

  OracleTest test;
  test.setup = made.setup;
  test.parameters = made.parameters;
  if (!std::holds_alternative<Rows>(session.start(test.setup, test.parameters))) return found;
  for (const Statement& statement : made.tests) {
    if (!session.in_step() || stop_()) break;
    test.statement = statement;
    number_nodes(test.statement);
    RewriteOptions rewriting = rewrite_options_after(test.setup, *options_.dialect);
    rewriting.rules = options_.rules;
    const Rewritten rewritten = rewrite(test.statement, rng.fork("statement"), rewriting);
    rng = rng.fork("next");
    test.trace = rewritten.trace;
    bool has_run = false;
    for (const auto& oracle : oracles_) {
      // Oracles that look at single statements come along with the equivalence oracle's run.
      if (!needs_rewriting(*oracle) && oracle->name() != "partition") continue;
      const auto pair = oracle->derive(test.statement, test.trace, rewriting);
      if (!pair) continue;
      // A pair of its own must leave the graph as it is: partitions only read.
      const Graph before = session.reference_graph();
      const Run run = session.execute(*pair);
      ++counts.tests;
      const bool is_valid = std::holds_alternative<Rows>(run.original.outcome);
      if (is_valid) ++counts.valid;
      has_run = has_run || is_valid;
      if (is_valid && is_non_empty(run)) ++counts.compared;
      if (run.expected && !run.expected->determinism.rows && !run.expected->determinism.graph) {
        ++counts.undetermined;
      }
      for (const auto& judge : oracles_) {
        if (judge.get() != oracle.get() &&
            (needs_rewriting(*judge) || judge->name() == "partition"))
          continue;
        examine(test, *judge, before, *pair, run, index, counts, met, found);
      }
      if (!session.in_step()) break;
    }
    if (has_run) test.setup.push_back(statement);
    // Whatever reduced a finding has left the session somewhere else.
    if (!found.empty()) break;
  }
  counts.statements += session.statements();
  return found;
}

void CaseRunner::examine(const OracleTest& test, const Oracle& oracle, const Graph& before,
                         const StatementPair& pair, const Run& run, std::uint64_t index,
                         CaseCounts& counts, RawFamilies& met, std::vector<FoundFinding>& found) {
  if (!found.empty()) return;
  const auto discrepancy = oracle.judge(run, pair);
  if (!discrepancy) return;
  ++counts.raw_findings;
  if (options_.confirm &&
      (discrepancy->kind == FindingKind::WrongRows ||
       discrepancy->kind == FindingKind::WrongGraph ||
       discrepancy->kind == FindingKind::OnlyOneFails) &&
      !reference_confirms(before, test.parameters, pair)) {
    ++counts.unsound;
    return;
  }
  std::string raw = fmt::format("{} {}", oracle.name(), to_text(discrepancy->kind));
  Session session(target_, options_.deadline);
  Judged judged;
  for (int i = 0; i < options_.replays; ++i) {
    judged = judge(test, oracle, session, *options_.dialect, options_.confirm);
    if (!judged.discrepancy || judged.discrepancy->kind != discrepancy->kind) {
      ++counts.flaky;
      counts.statements += session.statements();
      return;
    }
  }
  ReduceOptions reducing;
  reducing.max_runs = options_.reduce_runs;
  reducing.stop = stop_;
  ReduceOptions few = reducing;
  few.only_trace = true;
  ReduceCounts few_counts;
  const OracleTest smaller = reduce(
      test, oracle_predicate(oracle, session, *options_.dialect, options_.confirm, judged, 1), few,
      few_counts);
  for (const Application& step : smaller.trace) {
    raw += fmt::format(" {}", all_rules()[step.rule].name());
  }
  if (!is_worth_reducing(++met[raw])) {
    counts.statements += session.statements();
    return;
  }
  const ReducedTest reduced = reduce_with_oracle(smaller, judged, oracle, session,
                                                 *options_.dialect, options_.confirm, 1, reducing);
  counts.statements += session.statements();
  if (!reduced.judged.discrepancy) {
    ++counts.flaky;
    return;
  }
  FoundFinding result;
  result.finding = finding_of(reduced.test, oracle.name(), reduced.judged.pair, reduced.judged.run,
                              *reduced.judged.discrepancy, target_);
  result.finding.seed = options_.seed;
  result.finding.index = index;
  if (const auto* embedded = dynamic_cast<const EmbeddedTarget*>(&target_)) {
    result.finding.planted =
        needed_bugs(embedded->bugs(), reduced.test, oracle, options_, reduced.judged);
  }
  result.family = family_of(result.finding);
  found.push_back(std::move(result));
}

}  // namespace dinkel

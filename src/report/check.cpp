#include "report/check.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "oracles/confirm.h"
#include "reduce/reduce.h"
#include "targets/open.h"

namespace dinkel {

namespace {

bool writes_graph(const Statement& statement) {
  const auto* query = std::get_if<Query>(&statement.body);
  return query == nullptr || writes(*query);
}

class Checker {
 public:
  Checker(Target& target, std::vector<Statement> setup, const Map& parameters,
          const CheckOptions& options)
      : target_(target), options_(options), session_(target, options.deadline, options.errors) {
    test_.setup = std::move(setup);
    test_.parameters = parameters;
    for (const OracleRow& row : all_oracles()) {
      const auto& wanted = options.oracles;
      const bool is_on = wanted.empty()
                             ? row.by_default
                             : std::find(wanted.begin(), wanted.end(), row.name) != wanted.end();
      if (is_on) oracles_.push_back(row.make());
    }
  }

  void check(const Statement& statement) {
    CheckedStatement checked;
    test_.statement = statement;
    test_.trace.clear();
    number_nodes(test_.statement);
    writes_ = writes_graph(statement);
    checked.obstacle = start();
    if (checked.obstacle.empty()) checked.obstacle = look_at_reference();
    if (checked.obstacle.empty()) {
      try_plain(checked);
      try_rewritings(checked);
    }
    // The next statement meets what this one leaves.
    if (start().empty()) {
      const Outcome outcome = target_.run(print(statement), test_.parameters, options_.deadline);
      if (std::holds_alternative<Rows>(outcome) && writes_) test_.setup.push_back(statement);
    }
    result_.statements.push_back(std::move(checked));
  }

  // Empty when both sides stand at the same graph.
  std::string start() {
    const Outcome started = session_.start(test_.setup, test_.parameters);
    if (!std::holds_alternative<Rows>(started)) return "the setup fails: " + to_text(started);
    return session_.in_step() ? "" : "the setup leaves another graph than on the reference";
  }

  CheckResult take() { return std::move(result_); }

 private:
  bool is_over() const { return options_.stop && options_.stop(); }

  // The reference must know the statement, and its answer must be determined.
  std::string look_at_reference() {
    Graph graph = session_.reference_graph();
    InterpretOptions options;
    options.parameters = test_.parameters;
    const auto answer = interpret(test_.statement, graph, options);
    if (!answer.ok()) {
      return fmt::format("the reference cannot run it: {}", answer.error().message);
    }
    const Determinism& determinism = answer->determinism;
    if (!determinism.rows && (!determinism.graph || !writes_)) {
      return fmt::format("its answer is not determined: {}", determinism.reason);
    }
    return "";
  }

  // Oracles that need no rewriting.
  void try_plain(CheckedStatement& checked) {
    const RewriteOptions rewriting = rewrite_options_after(test_.setup, *options_.dialect);
    for (const auto& oracle : oracles_) {
      if (oracle->name() == "equivalence") continue;
      test_.trace.clear();
      const auto pair = oracle->derive(test_.statement, {}, rewriting);
      if (pair) run(*pair, *oracle, checked, false);
    }
  }

  void try_rewritings(CheckedStatement& checked) {
    RewriteOptions rewriting = rewrite_options_after(test_.setup, *options_.dialect);
    const auto equivalence = make_equivalence_oracle();
    const bool is_on = std::any_of(oracles_.begin(), oracles_.end(), [](const auto& oracle) {
      return oracle->name() == "equivalence";
    });
    std::set<std::string> seen;
    for (int i = 0; is_on && i < options_.rewrites && !is_over(); ++i) {
      if (options_.on_progress) {
        options_.on_progress(result_.statements.size(), i, options_.rewrites);
      }
      // One rule alone half of the time: it shows a bug without others in its way.
      rewriting.max_applications = i % 2 == 0 ? 1 : 6;
      const Rng rng =
          Rng(options_.seed).fork(result_.statements.size()).fork(static_cast<std::uint64_t>(i));
      test_.trace = rewrite(test_.statement, rng, rewriting).trace;
      const auto pair = equivalence->derive(test_.statement, test_.trace, rewriting);
      if (!pair || !pair->rewritten || *pair->rewritten == pair->original) continue;
      if (!seen.insert(print(*pair->rewritten)).second) continue;
      ++checked.rewritings;
      run(*pair, *equivalence, checked, true);
    }
  }

  void run(const StatementPair& pair, const Oracle& first, CheckedStatement& checked,
           bool is_rewriting) {
    if ((writes_ || !session_.in_step()) && !start().empty()) return;
    const Graph before = session_.reference_graph();
    const Run run = session_.execute(pair);
    if (is_rewriting && run.expected && std::holds_alternative<Rows>(run.original.outcome)) {
      ++checked.compared;
    }
    for (const auto& oracle : oracles_) {
      const bool is_its_own = oracle->name() == first.name();
      const bool comes_along =
          oracle->name() == "crash" || oracle->name() == "hang" || oracle->name() == "error";
      if (!is_its_own && !comes_along) continue;
      const auto discrepancy = oracle->judge(run, pair);
      if (!discrepancy) continue;
      if (options_.confirm && !is_failure_of_server(discrepancy->kind) &&
          confirm(pair, before, test_.parameters, *options_.dialect) != Confirmation::Holds) {
        continue;  // a mistake of ours, or nobody can tell
      }
      if (examine(*oracle, *discrepancy)) ++checked.findings;
      if (!session_.in_step()) return;
    }
  }

  static bool is_failure_of_server(FindingKind kind) {
    return kind == FindingKind::Crash || kind == FindingKind::Hang ||
           kind == FindingKind::InternalError || kind == FindingKind::Leak;
  }

  // Confirms, reduces and files a finding. Only the first of each rule is reduced.
  bool examine(const Oracle& oracle, const Discrepancy& discrepancy) {
    Session session(target_, options_.deadline, options_.errors);
    Judged judged;
    bool holds = true;
    for (int i = 0; holds && i < options_.replays; ++i) {
      judged = judge(test_, oracle, session, *options_.dialect, options_.confirm);
      holds = judged.discrepancy && judged.discrepancy->kind == discrepancy.kind;
    }
    if (holds) {
      ReduceOptions few;
      few.only_trace = true;
      ReduceCounts counts;
      const OracleTest smaller = reduce(
          test_, oracle_predicate(oracle, session, *options_.dialect, options_.confirm, judged, 1),
          few, counts);
      std::string raw = fmt::format("{} {}", oracle.name(), to_text(discrepancy.kind));
      for (const Application& step : smaller.trace) {
        raw += fmt::format(" {}", all_rules()[step.rule].name());
      }
      if (raw_families_.insert(raw).second) file(oracle, smaller, judged, session);
    }
    (void)start();
    return holds;
  }

  void file(const Oracle& oracle, const OracleTest& test, const Judged& judged, Session& session) {
    ReduceOptions reducing;
    reducing.max_runs = options_.reduce_runs;
    reducing.stop = options_.stop;
    CaseOptions cases;
    if (options_.errors != nullptr) cases.dialect = *options_.errors;
    cases.dialect.dialect = *options_.dialect;
    reducing.also = needs_same_bugs(target_, test, oracle, cases, judged);
    const ReducedTest reduced = reduce_with_oracle(test, judged, oracle, session, *options_.dialect,
                                                   options_.confirm, 1, reducing);
    if (!reduced.judged.discrepancy) return;
    Finding finding = finding_of(reduced.test, oracle.name(), reduced.judged.pair,
                                 reduced.judged.run, *reduced.judged.discrepancy, target_);
    finding.seed = options_.seed;
    finding.index = result_.statements.size();
    finding.planted = needed_bugs(target_, reduced.test, oracle, cases, reduced.judged);
    const std::string name = family_of(finding);
    for (Family& family : result_.families) {
      if (family.name != name) continue;
      family.indexes.push_back(finding.index);
      return;
    }
    result_.families.push_back({name, finding, {finding.index}, {}});
    if (options_.on_family) options_.on_family(result_.families.back());
  }

  Target& target_;
  const CheckOptions& options_;
  Session session_;
  OracleTest test_;
  bool writes_ = false;
  std::vector<std::unique_ptr<Oracle>> oracles_;
  std::set<std::string> raw_families_;
  CheckResult result_;
};

}  // namespace

CheckResult check_statements(Target& target, std::vector<Statement> setup, const Map& parameters,
                             const std::vector<Statement>& statements,
                             const CheckOptions& options) {
  Checker checker(target, std::move(setup), parameters, options);
  const std::string obstacle = checker.start();
  if (!obstacle.empty()) throw Error(std::string(trim(obstacle)));
  for (const Statement& statement : statements) {
    if (options.stop && options.stop()) break;
    checker.check(statement);
  }
  return checker.take();
}

}  // namespace dinkel

#include "campaign/case.h"

#include <fmt/core.h>

#include "base/text.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "oracles/confirm.h"
#include "oracles/test_case.h"
#include "reduce/reduce.h"

namespace dinkel {

namespace {

// What a server may grow by before anybody asks why.
constexpr std::int64_t first_allowed_bytes = 50'000'000;

bool has_answer(const Effect& effect) {
  return std::holds_alternative<Rows>(effect.outcome);
}

bool is_non_empty(const Run& run) {
  const Rows* rows = std::get_if<Rows>(&run.original.outcome);
  if (rows != nullptr && !rows->rows.empty()) return true;
  return run.original.graph && !run.original.graph->nodes.empty();
}

// These need pairs of their own; the other oracles come along with the pair of equivalence.
bool has_own_pair(const Oracle& oracle) {
  return oracle.name() == "equivalence" || oracle.name() == "partition" || oracle.name() == "plan";
}

// The statement that shows it, by itself: that it was made from another one does not matter.
OracleTest alone(OracleTest test, const Oracle& oracle, Judged& judged) {
  Run run;
  run.original = judged.run.original;
  if (!oracle.judge(run, judged.pair) && judged.pair.rewritten) {
    test.statement = *judged.pair.rewritten;
    run.original = *judged.run.rewritten;
  } else {
    test.statement = judged.pair.original;
  }
  number_nodes(test.statement);
  test.trace.clear();
  judged.pair = {test.statement, std::nullopt};
  judged.run = std::move(run);
  judged.discrepancy = oracle.judge(judged.run, judged.pair);
  return test;
}

// Partitions and other plans need no rule.
OracleTest with_its_rules(OracleTest test, const Oracle& oracle) {
  if (!oracle.uses_rules()) test.trace.clear();
  return test;
}

// Swarm: each form is made by some strategies only. A bug that one of them shows nearly always
// would else hide what the others have to show.
std::vector<bool> some_rules(Rng rng, const std::vector<bool>& allowed) {
  constexpr Ratio share{1, 3};
  std::map<Strategy, bool> is_on;
  std::vector<bool> rules;
  for (const Rule& rule : all_rules()) {
    const auto [place, is_new] = is_on.emplace(rule.strategy(), false);
    if (is_new) place->second = rng.chance(share);
    rules.push_back(place->second && (allowed.empty() || allowed[rules.size()]));
  }
  return rules;
}

std::string_view to_text(ErrorClass error) {
  switch (error) {
    case ErrorClass::Expected:
      return "expected";
    case ErrorClass::Unsupported:
      return "unsupported";
    case ErrorClass::Internal:
      return "internal";
    case ErrorClass::Other:
      return "other";
  }
  return "";
}

}  // namespace

void add(CaseCounts& sum, const CaseCounts& counts) {
  sum.cases += counts.cases;
  sum.generated += counts.generated;
  sum.valid += counts.valid;
  sum.statements += counts.statements;
  sum.tests += counts.tests;
  sum.comparisons += counts.comparisons;
  sum.compared += counts.compared;
  sum.undetermined += counts.undetermined;
  sum.raw_findings += counts.raw_findings;
  sum.unsound += counts.unsound;
  sum.lost += counts.lost;
}

void add(RefusedErrors& sum, const RefusedErrors& refusals) {
  for (const auto& [key, refusal] : refusals) {
    RefusedError& here = sum[key];
    here.count += refusal.count;
    const bool is_shorter = refusal.example.size() < here.example.size();
    if (here.example.empty() || is_shorter) {
      here.example = refusal.example;
      here.error = refusal.error;
    }
  }
}

void add(CaseReport& sum, CaseReport report) {
  add(sum.counts, report.counts);
  add(sum.refusals, report.refusals);
  for (RawFinding& finding : report.findings) sum.findings.push_back(std::move(finding));
}

CaseRunner::CaseRunner(Target& target, const CaseOptions& options, std::function<bool()> stop)
    : target_(target),
      options_(options),
      stop_(std::move(stop)),
      allowed_bytes_(first_allowed_bytes) {
  for (const OracleRow& row : all_oracles()) {
    const auto& wanted = options.oracles;
    const bool by_default =
        row.by_default || (row.name == "reference" && options.dialect.follows_reference);
    const bool is_on = wanted.empty()
                           ? by_default
                           : std::find(wanted.begin(), wanted.end(), row.name) != wanted.end();
    if (is_on) oracles_.push_back(row.make());
  }
}

CaseReport CaseRunner::run(std::uint64_t index) {
  CaseReport report;
  GenerateOptions generate;
  generate.dialect = &options_.dialect.dialect;
  generate.size = options_.size;
  generate.use_context = options_.use_context;
  generate.use_schema = options_.use_schema;
  generate.use_live_rows = options_.use_live_rows;
  TestCase made = generate_case(options_.seed, index, generate);
  Rng rng = Rng(options_.seed).fork(index).fork("rewrite");
  Session session(target_, options_.deadline, &options_.dialect);
  session.trust_statements();  // the generator writes no others
  report.counts.cases = 1;

  OracleTest test;
  for (Statement& statement : made.setup) {
    if (options_.dialect.accepts(statement)) test.setup.push_back(std::move(statement));
  }
  test.parameters = std::move(made.parameters);
  if (prepare(session, test, report)) {
    for (const Statement& statement : made.tests) {
      // Whatever looked closer at a finding has left the session somewhere else.
      if (!session.in_step() || stop_() || !report.findings.empty()) break;
      if (!options_.dialect.accepts(statement)) continue;
      test.statement = statement;
      number_nodes(test.statement);
      run_test(session, test, rng.fork("statement"), report);
      rng = rng.fork("next");
    }
  }
  report.counts.statements += session.statements();
  if (report.findings.empty()) watch_memory(report);
  for (RawFinding& raw : report.findings) {
    raw.finding.seed = options_.seed;
    raw.finding.index = index;
  }
  return report;
}

bool CaseRunner::prepare(Session& session, OracleTest& test, CaseReport& report) {
  for (;;) {
    const Outcome outcome = session.start(test.setup, test.parameters);
    const bool is_ready = std::holds_alternative<Rows>(outcome);
    if (is_ready) {
      report.counts.generated += static_cast<std::int64_t>(test.setup.size());
      report.counts.valid += static_cast<std::int64_t>(test.setup.size());
      return true;
    }
    const std::size_t done = session.prepared();
    if (done >= test.setup.size() || stop_()) return false;
    ++report.counts.generated;
    StatementPair pair{test.setup[done], std::nullopt};
    Run run;
    run.original = session.effect_of(outcome);
    note_refusal(pair.original, run.original, report);
    OracleTest failing = test;
    failing.setup.resize(done);
    failing.statement = pair.original;
    number_nodes(failing.statement);
    for (const auto& oracle : oracles_) {
      if (!oracle->compares()) examine(failing, *oracle, Graph(), pair, run, report);
    }
    if (!std::holds_alternative<DatabaseError>(outcome)) {
      ++report.counts.lost;
      return false;
    }
    if (!report.findings.empty()) return false;
    test.setup.erase(test.setup.begin() + static_cast<std::ptrdiff_t>(done));
  }
}

// Equivalence looks at several rewritten forms: the original, what the reference says of it and all
// that was needed to come here are worth more than one comparison.
CaseRunner::Forms CaseRunner::forms_of(const OracleTest& test, const Oracle& oracle, Rng rng,
                                       const RewriteOptions& rewriting) const {
  Forms forms;
  if (!oracle.uses_rules()) {
    auto pair = oracle.derive(test.statement, {}, rewriting);
    if (pair && (!pair->rewritten || options_.dialect.accepts(*pair->rewritten))) {
      forms.add({}, *std::move(pair));
    }
    return forms;
  }
  RewriteOptions some = rewriting;
  for (int i = 0; i < options_.rewritings; ++i) {
    some.rules = some_rules(rng.fork("swarm"), rewriting.rules);
    Rewritten made = rewrite(test.statement, rng, some);
    if (made.trace.empty()) made = rewrite(test.statement, rng, rewriting);
    rng = rng.fork("again");
    if (made.trace.empty() || !options_.dialect.accepts(made.statement)) continue;
    forms.add(std::move(made.trace), {test.statement, std::move(made.statement)});
  }
  if (forms.pairs.empty()) forms.add({}, {test.statement, std::nullopt});
  return forms;
}

void CaseRunner::run_test(Session& session, OracleTest& test, Rng rng, CaseReport& report) {
  RewriteOptions rewriting = rewrite_options_after(test.setup, options_.dialect.dialect);
  rewriting.rules = options_.rules;
  bool is_first = true;
  for (const auto& oracle : oracles_) {
    if (!has_own_pair(*oracle)) continue;
    const Forms forms = forms_of(test, *oracle, rng, rewriting);
    if (forms.pairs.empty()) continue;
    // A pair of its own must leave the graph as it is: partitions only read.
    const Graph before = session.reference_graph();
    Runs runs = session.execute(forms.pairs);
    const Effect& original = runs.shared().original;
    if (is_first && !runs.shared().not_run) {
      ++report.counts.generated;
      // A statement that a database fails on inside is a good one.
      if (has_answer(original) || original.error_class == ErrorClass::Internal) {
        ++report.counts.valid;
      }
      note_refusal(forms.pairs.front().original, original, report);
    }
    is_first = false;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const Run& run = runs.next();
      test.trace = forms.traces[run.number];
      judge_form(test, *oracle, before, forms.pairs[run.number], run, report);
    }
    if (!session.in_step() || !report.findings.empty()) break;
    // The next pair, and the next statement, start from what this one left behind.
    if (has_answer(original)) test.setup.push_back(forms.pairs.front().original);
  }
  test.trace.clear();
}

void CaseRunner::judge_form(const OracleTest& test, const Oracle& oracle, const Graph& before,
                            const StatementPair& pair, const Run& run, CaseReport& report) {
  count(pair, run, report);
  if (least_bytes_ > 0) {
    OracleTest suspect{test.setup, test.parameters, pair.original, {}, std::nullopt};
    if (run.number == 0) suspects_.push_back(suspect);
    if (pair.rewritten) suspect.statement = *pair.rewritten;
    suspects_.push_back(std::move(suspect));
  }
  for (const auto& judge : oracles_) {
    if (judge.get() != &oracle && has_own_pair(*judge)) continue;
    examine(test, *judge, before, pair, run, report);
  }
}

// The statement that made the memory exceed what is allowed is one of this case, if any leaks. What
// grows for another reason (a cache, a heap that settles) is allowed ever more.
void CaseRunner::watch_memory(CaseReport& report) {
  std::vector<OracleTest> suspects = std::exchange(suspects_, {});
  const auto leak = std::find_if(oracles_.begin(), oracles_.end(),
                                 [](const auto& oracle) { return oracle->watches_memory(); });
  const std::int64_t bytes = target_.usage().memory_bytes;
  if (leak == oracles_.end() || bytes == 0) return;
  if (least_bytes_ == 0 || bytes < least_bytes_) least_bytes_ = bytes;
  if (bytes - least_bytes_ < allowed_bytes_) return;
  allowed_bytes_ *= 2;
  least_bytes_ = bytes;
  Session session(target_, options_.deadline, &options_.dialect);
  for (OracleTest& test : suspects) {
    if (stop_()) break;
    number_nodes(test.statement);
    const Judged judged =
        dinkel::judge(test, **leak, session, options_.dialect.dialect, options_.confirm);
    if (!judged.discrepancy) continue;
    ++report.counts.raw_findings;
    allowed_bytes_ = first_allowed_bytes;
    add_finding(test, **leak, judged, report);
    break;
  }
  report.counts.statements += session.statements();
}

void CaseRunner::count(const StatementPair& pair, const Run& run, CaseReport& report) const {
  CaseCounts& counts = report.counts;
  ++counts.tests;
  if (run.rewritten && run.rewritten->error_class == ErrorClass::Unsupported) {
    note_refusal(*pair.rewritten, *run.rewritten, report);
  }
  const auto is_lost = [](const Effect& effect) {
    return !has_answer(effect) && !std::holds_alternative<DatabaseError>(effect.outcome);
  };
  if (is_lost(run.original) || (run.rewritten && is_lost(*run.rewritten))) ++counts.lost;
  if (!has_answer(run.original) || !run.rewritten || !run.expected) return;
  ++counts.comparisons;
  if (is_non_empty(run)) ++counts.compared;
  if (!run.expected->determinism.rows && !run.expected->determinism.graph) ++counts.undetermined;
}

void CaseRunner::note_refusal(const Statement& statement, const Effect& effect,
                              CaseReport& report) const {
  const auto* error = std::get_if<DatabaseError>(&effect.outcome);
  if (error == nullptr) return;
  const std::string text = error->code + (error->code.empty() ? "" : ": ") + error->message;
  const std::string key = fmt::format("{} {}", to_text(effect.error_class), normalise_error(text));
  add(report.refusals, RefusedErrors{{key, RefusedError{1, text, print(statement)}}});
}

void CaseRunner::note_unsound(const Oracle& oracle, const RewriteTrace& trace,
                              const StatementPair& pair, CaseReport& report) {
  std::string what(oracle.name());
  for (const Application& step : oracle.uses_rules() ? trace : RewriteTrace()) {
    what += fmt::format(" {}", all_rules()[step.rule].name());
  }
  add(report.refusals,
      RefusedErrors{{"mistake of dinkel, not reported: " + what,
                     RefusedError{1, "The reference tells it apart from: " + print(*pair.rewritten),
                                  print(pair.original)}}});
}

void CaseRunner::examine(const OracleTest& test, const Oracle& oracle, const Graph& before,
                         const StatementPair& pair, const Run& run, CaseReport& report) {
  if (!report.findings.empty()) return;
  auto discrepancy = oracle.judge(run, pair);
  if (!discrepancy) return;
  ++report.counts.raw_findings;
  if (options_.confirm && oracle.compares()) {
    const Confirmation said = confirm(pair, before, test.parameters, options_.dialect.dialect);
    if (said == Confirmation::ToldApart) {
      ++report.counts.unsound;
      note_unsound(oracle, test.trace, pair, report);
    }
    if (said != Confirmation::Holds) return;
  }
  Judged judged{Verdict::Finding, std::move(discrepancy), pair, run, {}};
  // Of a crash or an error, the place tells the cause, and a replay would cost a server.
  if (!oracle.compares()) {
    add_finding(alone(test, oracle, judged), oracle, judged, report);
    return;
  }
  OracleTest whole = with_its_rules(test, oracle);
  // The reference itself has nothing to refuse: there it would be a rule that is not sound.
  if (options_.confirm && judged.discrepancy->kind == FindingKind::OnlyOneFails &&
      !fails_without_new_parts(whole, oracle, judged, report)) {
    note_refusal(*pair.rewritten, *run.rewritten, report);
    return;
  }
  if (whole.trace.size() < 2) {
    add_finding(whole, oracle, judged, report);
    return;
  }
  Session session(target_, options_.deadline, &options_.dialect);
  ReduceCounts ignored;
  // Where nothing shows any more it is flaky, which examine() will say.
  const auto one = with_one_rule(whole, judged, oracle, session, options_.dialect.dialect,
                                 options_.confirm, ignored);
  add_finding(one ? one->test : whole, oracle, one ? one->judged : judged, report);
  report.counts.statements += session.statements();
}

bool CaseRunner::fails_without_new_parts(OracleTest& test, const Oracle& oracle, Judged& judged,
                                         CaseReport& report) const {
  const std::size_t all = test.trace.size();
  std::erase_if(test.trace,
                [](const Application& step) { return all_rules()[step.rule].brings_new_parts(); });
  if (test.trace.size() == all) return true;
  if (test.trace.empty()) return false;
  Session session(target_, options_.deadline, &options_.dialect);
  judged = dinkel::judge(test, oracle, session, options_.dialect.dialect, options_.confirm);
  report.counts.statements += session.statements();
  return judged.discrepancy && judged.discrepancy->kind == FindingKind::OnlyOneFails;
}

void CaseRunner::add_finding(const OracleTest& test, const Oracle& oracle, const Judged& judged,
                             CaseReport& report) {
  RawFinding raw{
      finding_of(test, oracle.name(), judged.pair, judged.run, *judged.discrepancy, target_), {}};
  raw.family = fmt::format("{} {}", oracle.name(), to_text(raw.finding.kind));
  if (!raw.finding.normalised.empty()) {
    raw.family += " " + raw.finding.normalised;
  } else {
    for (const std::string& rule : raw.finding.rules) raw.family += " " + rule;
  }
  report.findings.push_back(std::move(raw));
}

}  // namespace dinkel

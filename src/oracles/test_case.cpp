#include "oracles/test_case.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "oracles/confirm.h"
#include "targets/open.h"

namespace dinkel {

namespace {

Statement parse_or_throw(const std::string& text) {
  auto parsed = parse_statement(text);
  if (!parsed.ok()) {
    throw Error(
        fmt::format("the finding holds no valid Cypher: {}", describe(parsed.error(), text)));
  }
  return std::move(*parsed);
}

Value evaluate_literal(const std::string& name, const std::string& text) {
  const Statement statement = parse_or_throw("RETURN " + text + " AS value");
  Graph graph;
  auto answer = interpret(statement, graph);
  if (!answer.ok()) {
    throw Error(fmt::format("the parameter {} is no value: {}", name, answer.error().message));
  }
  return std::move(answer->rows.rows.at(0).at(0));
}

constexpr int runs_before = 4;
constexpr int runs_of_a_half = 6;

// How much larger each run leaves the server, with the graph emptied again; 0 where it does not
// grow all the time, or cannot say.
void measure_growth(const OracleTest& test, Session& session, Judged& judged) {
  Target& target = session.target();
  target.renew();
  const auto run_once = [&] {
    if (!std::holds_alternative<Rows>(session.start(test.setup, test.parameters))) return false;
    judged.run = session.execute(judged.pair);
    return std::holds_alternative<Rows>(judged.run.original.outcome) &&
           std::holds_alternative<Rows>(target.reset());
  };
  std::array<std::int64_t, 3> sizes{};
  for (std::size_t part = 0; part < sizes.size(); ++part) {
    for (int i = 0; i < (part == 0 ? runs_before : runs_of_a_half); ++i) {
      if (!run_once()) return;
    }
    sizes[part] = target.usage().memory_bytes;
    if (sizes[part] == 0) return;
  }
  judged.run.growth_bytes =
      std::max<std::int64_t>(0, std::min(sizes[1] - sizes[0], sizes[2] - sizes[1])) /
      runs_of_a_half;
}

}  // namespace

RewriteOptions rewrite_options_after(const std::vector<Statement>& setup, const Dialect& dialect) {
  RewriteOptions options;
  options.dialect = &dialect;
  GraphState state;
  for (const Statement& statement : setup) {
    advance(state, statement);
    state.context.clear();
  }
  options.schema = std::move(state.schema);
  return options;
}

OracleTest pair_test_of(const Finding& finding) {
  OracleTest test;
  for (const std::string& text : finding.setup) test.setup.push_back(parse_or_throw(text));
  for (const auto& [name, literal] : finding.parameters) {
    test.parameters.set(name, evaluate_literal(name, literal));
  }
  test.fixed = StatementPair{parse_or_throw(finding.original), std::nullopt};
  number_nodes(test.fixed->original);
  test.statement = test.fixed->original;
  if (!finding.rewritten.empty()) {
    test.fixed->rewritten = parse_or_throw(finding.rewritten);
    number_nodes(*test.fixed->rewritten);
  }
  for (const std::string& text : finding.before) test.fixed->before.push_back(parse_or_throw(text));
  for (const std::string& text : finding.after) test.fixed->after.push_back(parse_or_throw(text));
  return test;
}

OracleTest test_of(const Finding& finding, const Dialect& dialect) {
  OracleTest test = pair_test_of(finding);
  Statement statement = parse_or_throw(finding.statement);
  number_nodes(statement);
  RewriteTrace trace;
  for (const AppliedRule& step : finding.trace) {
    const auto rule = rule_named(step.rule);
    if (!rule) return test;  // rules come and go
    trace.push_back({*rule, step.site, step.seed});
  }
  const auto pair =
      oracle_of(finding)->derive(statement, trace, rewrite_options_after(test.setup, dialect));
  if (!pair || pair->original != test.fixed->original || pair->rewritten != test.fixed->rewritten) {
    return test;
  }
  test.statement = std::move(statement);
  test.trace = std::move(trace);
  test.fixed.reset();
  return test;
}

Judged judge(const OracleTest& test, const Oracle& oracle, Session& session, const Dialect& dialect,
             bool confirm) {
  Judged judged;
  if (test.fixed) {
    judged.pair = *test.fixed;
  } else {
    auto pair =
        oracle.derive(test.statement, test.trace, rewrite_options_after(test.setup, dialect));
    if (!pair) {
      judged.obstacle = "the statement has no form that this oracle needs";
      return judged;
    }
    judged.pair = std::move(*pair);
    // Another plan can be one for the same text.
    if (judged.pair.variant.empty() && judged.pair.rewritten &&
        judged.pair.original == *judged.pair.rewritten) {
      judged.obstacle = "the rule does not apply any more";
      return judged;
    }
  }
  if (oracle.watches_memory()) {
    measure_growth(test, session, judged);
    judged.discrepancy = oracle.judge(judged.run, judged.pair);
    judged.verdict = judged.discrepancy ? Verdict::Finding : Verdict::Pass;
    return judged;
  }
  const Outcome started = session.start(test.setup, test.parameters);
  if (!std::holds_alternative<Rows>(started)) {
    judged.obstacle = "the setup fails: " + to_text(started);
    judged.is_lost_in_setup = std::holds_alternative<Crash>(started);
    return judged;
  }
  const bool compares = oracle.compares();
  if (compares && !session.in_step()) {
    judged.obstacle = "the setup leaves another graph than on the reference";
    return judged;
  }
  const bool confirms = confirm && compares;
  const Graph before = confirms ? session.reference_graph() : Graph();
  judged.run = session.execute(judged.pair);
  judged.discrepancy = oracle.judge(judged.run, judged.pair);
  if (confirms && judged.discrepancy) {
    const Confirmation said = dinkel::confirm(judged.pair, before, test.parameters, dialect);
    if (said != Confirmation::Holds) {
      judged.discrepancy.reset();
      judged.obstacle = said == Confirmation::ToldApart
                            ? "the reference tells the two statements apart too"
                            : "the answer hangs on what the target does otherwise by design";
      return judged;
    }
  }
  if (judged.discrepancy) {
    judged.verdict = Verdict::Finding;
  } else if (std::holds_alternative<Rows>(judged.run.original.outcome)) {
    judged.verdict = Verdict::Pass;
  } else {
    judged.obstacle = "the original fails: " + to_text(judged.run.original.outcome);
  }
  return judged;
}

namespace {

// The trace, for the statement as it will be parsed from its text.
RewriteTrace renumbered(const Statement& statement, RewriteTrace trace) {
  Statement again = statement;
  number_nodes(again);
  std::vector<std::uint32_t> before;
  std::vector<std::uint32_t> after;
  const auto collect = [](const Statement& from, std::vector<std::uint32_t>& numbers) {
    for_each_descendant(from, [&](const auto& node) {
      if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(node)>, Query>) {
        numbers.push_back(node.origin.id);
      }
    });
  };
  collect(statement, before);
  collect(again, after);
  for (Application& step : trace) {
    const auto found = std::find(before.begin(), before.end(), step.site);
    // Nodes that a rule made have numbers of their own, which do not change.
    if (found == before.end()) continue;
    step.site = after[static_cast<std::size_t>(found - before.begin())];
  }
  return trace;
}

// The canary is what is planted in it.
std::string name_to_open(const Target& target) {
  const BugSet* planted = planted_in(target);
  if (planted == nullptr || planted->empty() || *planted == every_bug()) return target.name();
  return target.name() + ":" + names_of(*planted);
}

}  // namespace

Finding finding_of(const OracleTest& test, std::string_view oracle, const StatementPair& pair,
                   const Run& run, const Discrepancy& discrepancy, Target& target) {
  Finding finding;
  finding.target = target.name();
  finding.target_version = target.version();
  finding.opened_as = name_to_open(target);
  finding.oracle = oracle;
  finding.kind = discrepancy.kind;
  for (const Statement& statement : test.setup) finding.setup.push_back(print(statement));
  Map parameters = test.parameters;
  for (const auto& [name, value] : pair.parameters) parameters.set(name, value);
  for (const auto& [name, value] : parameters) {
    finding.parameters.emplace_back(name, to_text(value));
  }
  for (const Statement& statement : pair.before) finding.before.push_back(print(statement));
  for (const Statement& statement : pair.after) finding.after.push_back(print(statement));
  finding.original = print(pair.original);
  finding.statement = test.fixed ? finding.original : print(test.statement);
  if (pair.rewritten) finding.rewritten = print(*pair.rewritten);
  for (const Application& step : renumbered(test.statement, test.trace)) {
    const std::string rule(all_rules()[step.rule].name());
    if (!test.fixed) finding.trace.push_back({rule, step.site, step.seed});
    finding.rules.push_back(rule);
  }
  if (!pair.variant.empty()) finding.rules = {pair.variant};
  finding.difference = discrepancy.difference;
  finding.normalised = discrepancy.normalised;
  finding.original_outcome = to_text(run.original.outcome);
  if (run.rewritten) finding.rewritten_outcome = to_text(run.rewritten->outcome);
  return finding;
}

}  // namespace dinkel

#include "oracles/test_case.h"

#include <fmt/core.h>

#include "base/error.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"

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

OracleTest test_of(const Finding& finding) {
  OracleTest test;
  for (const std::string& text : finding.setup) test.setup.push_back(parse_or_throw(text));
  for (const auto& [name, literal] : finding.parameters) {
    test.parameters.set(name, evaluate_literal(name, literal));
  }
  test.statement = parse_or_throw(finding.statement);
  number_nodes(test.statement);
  bool known = true;
  for (const AppliedRule& step : finding.trace) {
    const auto rule = rule_named(step.rule);
    known = known && rule.has_value();
    if (rule) test.trace.push_back({*rule, step.site, step.seed});
  }
  // Rules come and go; the pair itself is always in the finding.
  if (!finding.rewritten.empty() && (finding.trace.empty() || !known)) {
    test.trace.clear();
    test.fixed = StatementPair{parse_or_throw(finding.original), parse_or_throw(finding.rewritten)};
    number_nodes(test.fixed->original);
    number_nodes(*test.fixed->rewritten);
  }
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
    if (judged.pair.rewritten && judged.pair.original == *judged.pair.rewritten) {
      judged.obstacle = "the rule does not apply any more";
      return judged;
    }
  }
  const Outcome started = session.start(test.setup, test.parameters);
  if (!std::holds_alternative<Rows>(started)) {
    judged.obstacle = "the setup fails: " + to_text(started);
    return judged;
  }
  if (!session.in_step()) {
    judged.obstacle = "the setup leaves another graph than on the reference";
    return judged;
  }
  const Graph before = confirm ? session.reference_graph() : Graph();
  judged.run = session.execute(judged.pair);
  judged.discrepancy = oracle.judge(judged.run, judged.pair);
  if (confirm && judged.discrepancy && !reference_confirms(before, test.parameters, judged.pair)) {
    judged.discrepancy.reset();
    judged.obstacle = "the reference tells the two statements apart too";
    return judged;
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

Finding finding_of(const OracleTest& test, std::string_view oracle, const StatementPair& pair,
                   const Run& run, const Discrepancy& discrepancy, Target& target) {
  Finding finding;
  finding.target = target.name();
  finding.target_version = target.version();
  finding.oracle = oracle;
  finding.kind = discrepancy.kind;
  for (const Statement& statement : test.setup) finding.setup.push_back(print(statement));
  for (const auto& [name, value] : test.parameters) {
    finding.parameters.emplace_back(name, to_text(value));
  }
  finding.original = print(pair.original);
  finding.statement = test.fixed ? finding.original : print(test.statement);
  if (pair.rewritten) finding.rewritten = print(*pair.rewritten);
  for (const Application& step : test.trace) {
    const std::string rule(all_rules()[step.rule].name());
    if (!test.fixed) finding.trace.push_back({rule, step.site, step.seed});
    finding.rules.push_back(rule);
  }
  finding.difference = discrepancy.difference;
  finding.normalised = discrepancy.normalised;
  finding.original_outcome = to_text(run.original.outcome);
  if (run.rewritten) finding.rewritten_outcome = to_text(run.rewritten->outcome);
  return finding;
}

}  // namespace dinkel

#include "rewrite/soundness.h"

#include <cctype>

#include "cypher/lexer.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/validate.h"
#include "graph/isomorphism.h"
#include "interpret/compare_answers.h"
#include "interpret/interpret.h"

namespace dinkel {

namespace {

// What differs between the two runs, in a sentence.
std::optional<std::string> difference_of(const Answer& original, const Graph& original_graph,
                                         const Result<Answer, QueryError>& rewritten,
                                         const Graph& rewritten_graph, Comparing comparing) {
  const Determinism determinism =
      comparing == Comparing::Everything ? Determinism() : original.determinism;
  if (!rewritten.ok()) {
    if (!determinism.error || rewritten.error().type == ErrorType::LimitExceeded) {
      return std::nullopt;
    }
    return "the rewritten statement fails: " + rewritten.error().message;
  }
  if (auto rows = rows_difference(original.rows, rewritten->rows, determinism)) return rows;
  if (!determinism.graph) return std::nullopt;
  return difference(original_graph.entities(), rewritten_graph.entities());
}

// Where the variables of a generated statement stand in its text: a letter and a number.
std::vector<Token> variables_in(const std::string& text) {
  std::vector<Token> found;
  const std::vector<Token> tokens = tokenize(text);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool parameter = i > 0 && tokens[i - 1].kind == TokenKind::Dollar;
    if (tokens[i].kind != TokenKind::Word || tokens[i].length < 2 || parameter) continue;
    const std::string_view word = std::string_view(text).substr(tokens[i].offset, tokens[i].length);
    const auto digits = word.find_first_not_of("0123456789", 1);
    if (digits == std::string_view::npos && std::islower(word.front()) != 0) {
      found.push_back(tokens[i]);
    }
  }
  return found;
}

std::string with_name(const std::string& text, const std::vector<Token>& variables,
                      const std::string& from, const std::string& to) {
  std::string renamed;
  std::size_t copied = 0;
  for (const Token& token : variables) {
    if (text.compare(token.offset, token.length, from) != 0) continue;
    renamed += text.substr(copied, token.offset - copied) + to;
    copied = token.offset + token.length;
  }
  return renamed + text.substr(copied);
}

}  // namespace

TestCase with_shared_names(TestCase test_case, Rng rng) {
  constexpr int tries = 12;
  for (Statement& statement : test_case.tests) {
    std::string text = print(statement);
    for (int i = 0; i < tries; ++i) {
      const std::vector<Token> variables = variables_in(text);
      if (variables.empty()) break;
      const auto draw = [&] {
        const Token token = rng.pick(variables);
        return text.substr(token.offset, token.length);
      };
      const std::string from = draw();
      const std::string to = draw();
      // The letter tells what a variable holds. Nobody takes a number for a node.
      if (from.front() != to.front()) continue;
      const std::string renamed = with_name(text, variables, from, to);
      auto parsed = parse_statement(renamed);
      if (renamed == text || !parsed.ok() || validate(*parsed)) continue;
      text = renamed;
      statement = *std::move(parsed);
    }
  }
  return test_case;
}

std::optional<Violation> check_rewriting(const Statement& statement, const Rewritten& rewritten,
                                         const Graph& graph, const Map& parameters,
                                         SoundnessCounts& counts, Comparing comparing) {
  ++counts.statements;
  if (rewritten.trace.empty()) ++counts.unchanged;
  InterpretOptions options;
  options.parameters = parameters;
  Graph first = graph;
  const auto original = interpret(statement, first, options);
  if (!original.ok()) {
    ++counts.invalid;
    return std::nullopt;
  }
  for (const Application& application : rewritten.trace) {
    ++counts.applications[std::string(all_rules()[application.rule].name())];
  }
  if (!original->determinism.rows && !original->determinism.graph) ++counts.undetermined;
  Graph second = graph;
  for (const auto& [name, value] : rewritten.parameters) options.parameters.set(name, value);
  const auto other = interpret(rewritten.statement, second, options);
  const auto found = difference_of(*original, first, other, second, comparing);
  if (!found.has_value()) return std::nullopt;
  return Violation{print(statement), print(rewritten.statement), *found, rewritten.trace};
}

std::vector<Violation> check_case(const TestCase& test_case, Rng rng, const RewriteOptions& options,
                                  SoundnessCounts& counts) {
  std::vector<Violation> violations;
  Graph graph;
  GraphState state;
  InterpretOptions run;
  run.parameters = test_case.parameters;
  for (const Statement& statement : test_case.setup) {
    (void)interpret(statement, graph, run);
    advance(state, statement);
  }
  RewriteOptions here = options;
  here.new_parameters = true;
  for (const Statement& statement : test_case.tests) {
    here.schema = state.schema;
    const Rewritten rewritten = rewrite(statement, rng.fork(violations.size()), here);
    auto violation = check_rewriting(statement, rewritten, graph, test_case.parameters, counts);
    if (violation.has_value()) violations.push_back(*std::move(violation));
    (void)interpret(statement, graph, run);
    advance(state, statement);
    rng = rng.fork("next");
  }
  return violations;
}

std::vector<Violation> check_expr_rules(std::string_view statement, SoundnessCounts& counts) {
  const auto parsed = parse_statement(statement);
  CHECK(parsed.ok(), "a small tree is a statement");
  RewriteOptions options;
  options.schema = GraphSchema();
  options.new_parameters = true;
  const auto rules = all_rules();
  for (const Rule& rule : rules) {
    options.rules.push_back(std::holds_alternative<ExprRule>(rule.row));
  }
  const Graph graph;
  std::vector<Violation> violations;
  for (const Application& application : possible_applications(*parsed, 1, options)) {
    const Rewritten rewritten = apply_trace(*parsed, {application}, options);
    auto violation = check_rewriting(*parsed, rewritten, graph, Map(), counts);
    if (violation.has_value()) violations.push_back(*std::move(violation));
  }
  return violations;
}

std::string to_text(const Violation& violation) {
  std::string text = "original:   " + violation.original + "\nrewritten:  " + violation.rewritten +
                     "\ndifference: " + violation.difference + "\nrules:     ";
  for (const Application& application : violation.trace) {
    text += " " + std::string(all_rules()[application.rule].name());
  }
  return text + "\n";
}

}  // namespace dinkel

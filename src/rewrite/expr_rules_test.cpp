// Expression rules on every small tree: all expressions of up to four nodes over the interesting
// values of each type, each rule that applies, on the reference.
#include "rewrite/expr_rules.h"

#include <gtest/gtest.h>

#include "cypher/parse.h"
#include "cypher/print.h"
#include "rewrite/soundness.h"

namespace dinkel {
namespace {

using Texts = std::vector<std::string>;

const Texts booleans = {"true", "false", "null"};
const Texts numbers = {"0", "1", "-1", "9223372036854775807", "0.5", "-0.0", "null"};
const Texts strings = {"''", "'ab'", "null"};

// Parentheses are no nodes: the tree is what they say.
Texts combined(const Texts& left, const Texts& operators, const Texts& right) {
  Texts texts;
  for (const std::string& a : left) {
    for (const std::string& op : operators) {
      for (const std::string& b : right) texts.push_back("(" + a + ") " + op + " (" + b + ")");
    }
  }
  return texts;
}

Texts prefixed(const std::string& prefix, const Texts& operands, const std::string& suffix = ")") {
  Texts texts;
  for (const std::string& operand : operands) texts.push_back(prefix + "(" + operand + suffix);
  return texts;
}

void append(Texts& all, const Texts& more) {
  all.insert(all.end(), more.begin(), more.end());
}

// Up to four nodes: atoms, op atom, atom op atom, and each of these below one more operator.
Texts small_trees() {
  const Texts logical = {"AND", "OR", "XOR"};
  const Texts comparing = {"=", "<>", "<", "<=", ">", ">="};
  Texts predicates = booleans;
  append(predicates, prefixed("NOT ", booleans));
  append(predicates, prefixed("", booleans, ") IS NULL"));
  append(predicates, prefixed("", booleans, ") IS NOT NULL"));
  Texts all = predicates;
  append(all, combined(predicates, logical, booleans));
  append(all, combined(booleans, comparing, booleans));
  append(all, prefixed("NOT ", combined(booleans, logical, booleans)));
  append(all, numbers);
  append(all, prefixed("-", numbers));
  append(all, combined(numbers, {"+", "-", "*", "/", "^"}, numbers));
  append(all, combined(numbers, comparing, numbers));
  append(all, strings);
  append(all, combined(strings, {"+", "=", "<", "STARTS WITH"}, strings));
  append(all, {"[]", "[1]", "[1, null]", "[null] + [1, 2]", "1 IN [1, 2]", "null IN [1, 2]",
               "1 IN [null]", "[1] = [null]", "CASE WHEN true THEN 1 ELSE 'a' END",
               "CASE WHEN null THEN 1 END", "1 = 1 OR 1 = null", "null = 1 OR null = 2"});
  return all;
}

TEST(ExprRules, KeepTheValueOfEverySmallTree) {
  std::int64_t applications = 0;
  const Graph graph;
  for (const std::string& tree : small_trees()) {
    const std::string text = "RETURN " + tree + " AS x";
    const auto statement = parse_statement(text);
    ASSERT_TRUE(statement.ok()) << text;
    RewriteOptions options;
    options.schema = GraphSchema();
    options.new_parameters = true;
    for (const Application& application : possible_applications(*statement, 1, options)) {
      if (!std::holds_alternative<ExprRule>(all_rules()[application.rule].row)) continue;
      const Rewritten rewritten = apply_trace(*statement, {application}, options);
      SoundnessCounts counts;
      const auto violation = check_rewriting(*statement, rewritten, graph, Map(), counts);
      EXPECT_FALSE(violation.has_value()) << to_text(*violation);
      ++applications;
    }
  }
  EXPECT_GT(applications, 5000);
}

}  // namespace
}  // namespace dinkel

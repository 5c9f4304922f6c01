// Every rule on an example: testdata/rules.test has its text before and after, and a query that one
// of its guards refuses (found among those of guards.test). UPDATE_EXPECT=1 writes the file anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "base/match.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "rewrite/guards.h"
#include "rewrite/rule_cases_test.h"

namespace dinkel {
namespace {

std::string_view example_of(const Rule& rule) {
  return match(rule.row, [](const auto& row) { return row.example; });
}

std::string applied(const Rule& rule) {
  const RewriteOptions options = options_for(rule.name(), full_dialect());
  const Statement statement = parsed(std::string(example_of(rule)));
  for (const Application& application : possible_applications(statement, 1, options)) {
    return print(apply(statement, {application}, options));
  }
  return "nothing";
}

bool applies(const Rule& rule, const std::string& query, const Dialect& dialect,
             std::string_view disabled) {
  RewriteOptions options = options_for(rule.name(), dialect);
  options.disabled_guard = disabled;
  return !possible_applications(parsed(query), 1, options).empty();
}

// The example of the rule with RETURN *, where it returns something.
std::string with_star(std::string example) {
  const std::size_t result = example.find(" RETURN ");
  return result == std::string::npos ? example : example.substr(0, result) + " RETURN *";
}

// The first query that this guard, and it alone, refuses to the rule: one of guards.test, or the
// example of the rule in one of their dialects.
std::string refused(const Rule& rule) {
  static const std::vector<GuardCase> cases = read_guard_cases();
  const std::string example(example_of(rule));
  for (const Guard* guard : rule.guards()) {
    for (const GuardCase& guard_case : cases) {
      if (guard_case.get("guard") != guard->name) continue;
      const Dialect dialect = guard_case.dialect();
      for (const std::string& query : {guard_case.get("query"), example, with_star(example)}) {
        if (applies(rule, query, dialect, "") || !applies(rule, query, dialect, guard->name)) {
          continue;
        }
        std::string where;
        for (const char* field : {"without", "deviates", "nesting"}) {
          const std::string value = guard_case.get(field);
          if (!value.empty()) where = " (" + std::string(field) + ": " + value + ")";
        }
        return "refused by " + std::string(guard->name) + where + ": " + query;
      }
    }
  }
  return rule.guards().empty() ? "never refused" : "no case of a refusal";
}

std::string rules_text() {
  std::string text =
      "## Every rule: its example before and after, and a query that a guard refuses.\n"
      "## Written by UPDATE_EXPECT=1 rewrite_test; read the difference before you keep it.\n";
  for (const Rule& rule : all_rules()) {
    text += "\nrule: " + std::string(rule.name()) + "\n" + std::string(example_of(rule)) + "\n=> " +
            applied(rule) + "\n" + refused(rule) + "\n";
  }
  return text;
}

TEST(Rules, DoWhatTheirExamplesShow) {
  const std::string text = rules_text();
  if (std::getenv("UPDATE_EXPECT") != nullptr) std::ofstream(testdata("rules.test")) << text;
  std::stringstream expected;
  expected << std::ifstream(testdata("rules.test")).rdbuf();
  EXPECT_EQ(text, expected.str());
  EXPECT_EQ(text.find("=> nothing"), std::string::npos);
  EXPECT_EQ(text.find("no case of a refusal"), std::string::npos);
}

TEST(Rules, ThereAreEnough) {
  int past = 0;
  for (const Rule& rule : all_rules()) {
    const std::string_view source = match(rule.row, [](const auto& row) { return row.source; });
    past += source.starts_with("past the paper") ? 1 : 0;
  }
  EXPECT_GE(past, 24);
  EXPECT_EQ(static_cast<int>(all_rules().size()) - past, 48);  // 16 of clauses, 32 of expressions
}

TEST(Rewrite, KeepsTheNumbersThatNodesHave) {
  Statement statement = parsed("MATCH (n:A) MATCH (m:B) WITH n, m.a AS x RETURN n, x");
  RewriteOptions options;
  options.schema = GraphSchema();
  number_nodes(statement);
  // What a reducer does: the trace is of the whole statement, a clause goes, the trace is applied.
  const RewriteOptions only = options_for("case-true", full_dialect());
  const RewriteTrace trace = possible_applications(statement, 3, only);
  ASSERT_FALSE(trace.empty());
  const Application last = trace.back();
  auto& clauses = std::get<Query>(statement.body).parts.front().clauses;
  clauses.insert(clauses.begin(), *parse_clause("UNWIND [1] AS i"));
  clauses.erase(clauses.begin() + 1);
  auto& columns = std::get<With>(clauses[2].node).projection.items;
  columns.erase(columns.begin());
  auto& result = std::get<Return>(clauses.back().node).projection.items;
  result.erase(result.begin());
  const Rewritten again = apply_trace(statement, {last}, only);
  EXPECT_EQ(again.trace, RewriteTrace{last});
  EXPECT_NE(again.statement, statement);
  // New nodes get numbers of their own.
  std::set<std::uint32_t> numbers;
  std::size_t count = 0;
  for_each_clause(again.statement, [&](const Clause& clause) {
    numbers.insert(clause.origin.id);
    ++count;
  });
  for_each_expr(again.statement, [&](const Expr& expr) {
    numbers.insert(expr.origin.id);
    ++count;
  });
  EXPECT_EQ(numbers.size(), count);
  EXPECT_FALSE(numbers.contains(0));
}

TEST(Rewrite, AddsParametersOnlyWhereAskedTo) {
  const Statement statement = parsed("RETURN 1 AS x");
  RewriteOptions options = options_for("literal-to-parameter", full_dialect());
  options.new_parameters = false;
  EXPECT_TRUE(possible_applications(statement, 1, options).empty());
  options.new_parameters = true;
  const Rewritten rewritten =
      apply_trace(statement, possible_applications(statement, 1, options), options);
  EXPECT_EQ(rewritten.parameters.size(), 1U);
}

bool rule_applies(std::string_view rule, const std::string& text) {
  const RewriteTrace steps = possible_applications(parsed(text), 1, RewriteOptions());
  return std::ranges::any_of(
      steps, [&](const Application& step) { return all_rules()[step.rule].name() == rule; });
}

// [(n)(()-->()){2}() | 1] is no Cypher: the rewritten statement could not be parsed again.
TEST(Rules, AComprehensionTakesNoGroups) {
  const auto applies = [](const std::string& pattern) {
    return rule_applies("exists-to-comprehension",
                        "MATCH (n) WHERE EXISTS { " + pattern + " } RETURN n");
  };
  EXPECT_TRUE(applies("(n)-[:R]->()"));
  EXPECT_FALSE(applies("(n)(()-->()){2}()"));
  EXPECT_FALSE(applies("(n)-->{1,2}()"));
}

// collect(randomUUID()) is refused as an aggregation of a random value.
TEST(Rules, CollectUnwindLeavesRandomValuesAlone) {
  EXPECT_TRUE(rule_applies("collect-unwind", "WITH 1 AS a RETURN null"));
  EXPECT_FALSE(rule_applies("collect-unwind", "WITH randomUUID() AS a RETURN null"));
}

// "Multiple path patterns cannot be used ... in combination with a selective path selector."
TEST(Rules, JoinMatchesLeavesSelectorsAlone) {
  EXPECT_TRUE(rule_applies("join-matches", "MATCH (a) MATCH (b) RETURN a, b"));
  EXPECT_FALSE(rule_applies("join-matches", "MATCH ANY (a) MATCH (b) RETURN a, b"));
  EXPECT_FALSE(rule_applies("join-matches", "MATCH (a) MATCH ANY (b) RETURN a, b"));
}

}  // namespace
}  // namespace dinkel

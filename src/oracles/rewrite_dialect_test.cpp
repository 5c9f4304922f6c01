// Rewriting keeps to the dialect: a statement that a database can read stays one that it can read.
// The dialects are those of the databases; what a statement uses is compared with their data.
#include <gtest/gtest.h>

#include "base/match.h"
#include "cypher/features_used.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "generate/case.h"
#include "rewrite/rewrite.h"
#include "targets/dialect_file.h"

namespace dinkel {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void expect_kept(const Dialect& dialect, std::uint64_t cases, int max_applications) {
  GenerateOptions generate;
  generate.dialect = &dialect;
  std::int64_t applications = 0;
  for (std::uint64_t index = 0; index < cases; ++index) {
    const TestCase made = generate_case(6, index, generate);
    GraphState state;
    for (const Statement& statement : made.setup) advance(state, statement);
    RewriteOptions options;
    options.dialect = &dialect;
    options.max_applications = max_applications;
    for (const Statement& statement : made.tests) {
      options.schema = state.schema;
      const Rewritten rewritten = rewrite(statement, Rng(index), options);
      applications += static_cast<std::int64_t>(rewritten.trace.size());
      std::string rules;
      for (const Application& application : rewritten.trace) {
        rules += " " + std::string(all_rules()[application.rule].name());
      }
      EXPECT_EQ(joined(lacking(statement, dialect)), "") << print(statement);
      EXPECT_EQ(joined(lacking(rewritten.statement, dialect)), "")
          << dialect.name << " lacks it:\n"
          << print(rewritten.statement) << "\nwas: " << print(statement) << "\nrules:" << rules;
      advance(state, statement);
    }
  }
  EXPECT_GT(applications, static_cast<std::int64_t>(cases));
}

TEST(RewriteDialect, KeepsToWhatFalkorDbReads) {
  expect_kept(dialect_of("falkordb").dialect, 300, 12);
}

TEST(RewriteDialect, KeepsToWhatNeo4jReads) {
  expect_kept(dialect_of("neo4j").dialect, 300, 12);
}

// Each feature off alone: what no rule may bring in by itself.
TEST(RewriteDialect, KeepsToADialectThatLacksOneFeature) {
  for (std::size_t i = 0; i < feature_count; ++i) {
    Dialect dialect = full_dialect();
    dialect.remove(static_cast<Feature>(i));
    for (const Rule& rule : all_rules()) {
      const std::string example(match(rule.row, [](const auto& row) { return row.example; }));
      const auto statement = parse_statement(example);
      ASSERT_TRUE(statement.ok()) << example;
      if (!lacking(*statement, dialect).empty()) continue;
      RewriteOptions options;
      options.dialect = &dialect;
      options.schema = GraphSchema();
      options.new_parameters = true;
      options.rules.assign(all_rules().size(), false);
      options.rules[*rule_named(rule.name())] = true;
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        for (const Application& application : possible_applications(*statement, seed, options)) {
          const Statement after = apply(*statement, {application}, options);
          EXPECT_EQ(joined(lacking(after, dialect)), "") << rule.name() << ": " << print(after);
        }
      }
    }
  }
}

}  // namespace
}  // namespace dinkel

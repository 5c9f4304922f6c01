// Rewriting keeps to the dialect: a statement that a database can read stays one that it can read.
// The dialects are those of the databases; what a statement uses is compared with their data.
#include <gtest/gtest.h>

#include "cypher/features_used.h"
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
  expect_kept(dialect_of("falkordb").dialect, 60, 12);
}

TEST(RewriteDialect, KeepsToWhatNeo4jReads) {
  expect_kept(dialect_of("neo4j").dialect, 60, 12);
}

}  // namespace
}  // namespace dinkel

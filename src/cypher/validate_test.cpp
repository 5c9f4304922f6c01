// The cases stand in testdata/validate.test: a query, ----, and what the validator says of it.
// UPDATE_EXPECT=1 in the environment rewrites the expectations; read the difference before you keep
// it. The TCK's own cases are in tck/compile_errors_test.cpp.
#include "cypher/validate.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "cypher/parse.h"

namespace dinkel {
namespace {

const std::string data_file = std::string(DINKEL_SOURCE_DIR) + "/src/cypher/testdata/validate.test";

std::vector<ProcedureSignature> sample_procedures() {
  return {{"test.proc",
           {{"in", Type::of(Kind::Integer)}},
           {{"out", Type::of(Kind::String)}, {"more", Type::of(Kind::Integer)}}}};
}

// "UndefinedVariable at `b`: variable `b` is not defined", the text at the place cut short.
std::string verdict(const std::string& text) {
  const std::vector<ProcedureSignature> procedures = sample_procedures();
  const auto statement = parse_statement(text);
  if (!statement.ok()) return "does not parse: " + statement.error().message;
  const std::optional<QueryError> error = validate(*statement, {procedures, std::nullopt});
  if (!error) return "ok";
  EXPECT_EQ(error->phase, ErrorPhase::CompileTime);
  EXPECT_LT(error->offset, text.size()) << text;
  std::string place = text.substr(error->offset, 12);
  place = place.substr(0, place.find('\n'));
  return std::string(to_text(error->detail)) + " at \"" + place + "\": " + error->message;
}

TEST(Validate, SaysWhatIsWrongAndWhere) {
  std::ifstream file(data_file);
  ASSERT_TRUE(file.good()) << data_file;
  std::ostringstream rewritten;
  std::string query;
  bool expects = false;
  const bool updates = std::getenv("UPDATE_EXPECT") != nullptr;
  int cases = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#') || (line.empty() && query.empty())) {
      rewritten << line << "\n";
    } else if (line == "----") {
      expects = true;
      rewritten << query << "----\n" << verdict(query) << "\n";
    } else if (expects) {
      if (!updates) {
        EXPECT_EQ(verdict(query), line) << query;
      }
      expects = false;
      query.clear();
      ++cases;
    } else {
      query += line + "\n";
    }
  }
  EXPECT_GT(cases, 100);
  if (updates) std::ofstream(data_file) << rewritten.str();
}

TEST(Validate, KnowsWhichParametersAreGiven) {
  const auto statement = parse_statement("RETURN $a, $b");
  ASSERT_TRUE(statement.ok());
  EXPECT_FALSE(validate(*statement));
  EXPECT_FALSE(validate(*statement, {{}, {{"a", "b"}}}));
  const auto error = validate(*statement, {{}, {{"a"}}});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->type, ErrorType::ParameterMissing);
  EXPECT_EQ(error->message, "parameter `$b` is not given");
  EXPECT_EQ(error->offset, 11U);
}

TEST(Validate, FindsAggregates) {
  const auto has = [](std::string_view text) {
    return contains_aggregate(*parse_expression(text));
  };
  EXPECT_TRUE(has("1 + COUNT(*)"));
  EXPECT_TRUE(has("{a: [sum(x)]}.a[0]"));
  EXPECT_FALSE(has("size([1])"));
  EXPECT_FALSE(has("COLLECT { RETURN count(*) AS c }"));
}

// Deep nests must neither overflow the stack nor take time exponential in their depth.
TEST(Validate, EndsOnDeepNests) {
  const auto nest = [](std::string open, std::string middle, std::string close) {
    std::string text = std::move(middle);
    for (int depth = 0; depth < 30; ++depth) text = open + text + close;
    return text;
  };
  for (const std::string& text :
       {"RETURN " + nest("reduce(a = 0, x IN [1] | ", "1", " + 1)") + " AS x",
        "RETURN " + nest("COLLECT { RETURN ", "1", " AS x }") + " AS x",
        "RETURN " + nest("[x IN [1] | ", "1", "]") + " AS x",
        nest("CALL { ", "RETURN 1 AS x", " RETURN x }") + " RETURN x",
        nest("FOREACH (x IN [1] | CREATE () ", "CREATE ()", ")")}) {
    const auto statement = parse_statement(text);
    ASSERT_TRUE(statement.ok()) << describe(statement.error(), text);
    validate(*statement);
  }
}

}  // namespace
}  // namespace dinkel

#include "cli/script.h"

#include <gtest/gtest.h>

namespace dinkel {
namespace {

TEST(Script, SplitsStatementsAndParameters) {
  const std::string text =
      "// setup\n"
      "CREATE (:A {k: ';'});\n"
      ":param x => [1, 2];\n"
      "RETURN $x;\n"
      "  :param y=>'a => b'\n"
      "RETURN\n  $y";
  const auto script = read_script(text);
  ASSERT_TRUE(script.ok());
  ASSERT_EQ(script->size(), 5U);
  EXPECT_NE((*script)[0].text.find("CREATE (:A {k: ';'})"), std::string_view::npos);
  EXPECT_EQ((*script)[1].parameter, "x");
  EXPECT_EQ((*script)[1].text, "[1, 2]");
  EXPECT_EQ((*script)[2].text, "RETURN $x");
  EXPECT_EQ((*script)[2].offset, text.find("RETURN $x"));
  EXPECT_EQ((*script)[3].parameter, "y");
  EXPECT_EQ((*script)[3].text, "'a => b'");
  EXPECT_EQ((*script)[4].text, "RETURN\n  $y");
}

TEST(Script, RefusesAParameterWithoutValue) {
  const auto script = read_script("RETURN 1;\n:param x\n");
  ASSERT_FALSE(script.ok());
  EXPECT_EQ(script.error().offset, 10U);
}

TEST(Script, EvaluatesLiterals) {
  EXPECT_EQ(evaluate_literal("[1, -2.5, 'a', {k: null}]").value(),
            Value(Values{1, -2.5, "a", Map({{"k", Null{}}})}));
  EXPECT_EQ(evaluate_literal("date('1970-01-02')").value(), Value(Date{1}));
  EXPECT_FALSE(evaluate_literal("Alice").ok());
  EXPECT_FALSE(evaluate_literal("1 +").ok());
}

TEST(Script, PositionsCountCharacters) {
  const Position position = position_of("ab\nö=x", 6);
  EXPECT_EQ(position.line, 2);
  EXPECT_EQ(position.column, 3);
}

}  // namespace
}  // namespace dinkel

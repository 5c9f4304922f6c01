#include "interpret/regex.h"

#include <gtest/gtest.h>

#include <string>

namespace dinkel {
namespace {

bool matches(std::string_view text, std::string_view pattern) {
  const std::optional<Regex> regex = Regex::compile(pattern);
  EXPECT_TRUE(regex.has_value()) << pattern;
  return regex && regex->matches(text, [] {});
}

TEST(Regex, MatchesTheWholeText) {
  EXPECT_TRUE(matches("abc", "abc"));
  EXPECT_FALSE(matches("abcd", "abc"));
  EXPECT_FALSE(matches("xabc", "abc"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("abc", "^a.c$"));
  EXPECT_FALSE(matches("abc", "a^bc"));
}

TEST(Regex, RepeatsAndChooses) {
  EXPECT_TRUE(matches("aaab", "a*b"));
  EXPECT_TRUE(matches("b", "a*?b"));
  EXPECT_FALSE(matches("b", "a+b"));
  EXPECT_TRUE(matches("ababab", "(ab){3}"));
  EXPECT_FALSE(matches("abab", "(?:ab){3,}"));
  EXPECT_TRUE(matches("aa", "a{1,2}"));
  EXPECT_FALSE(matches("aaa", "a{1,2}"));
  EXPECT_TRUE(matches("dog", "cat|dog|"));
  EXPECT_TRUE(matches("", "cat|dog|"));
  EXPECT_FALSE(matches("bird", "cat|dog|"));
}

TEST(Regex, ClassesAndEscapes) {
  EXPECT_TRUE(matches("x9_", "[a-z]\\d\\w"));
  EXPECT_FALSE(matches("X", "[a-z]"));
  EXPECT_TRUE(matches("X", "[^a-z]"));
  EXPECT_TRUE(matches("a.b", "a\\.b"));
  EXPECT_FALSE(matches("axb", "a\\.b"));
  EXPECT_TRUE(matches("]", "[]]"));
  EXPECT_TRUE(matches("ANNA", "(?i)[a]nna"));
  EXPECT_TRUE(matches("anna", "(?i)ANNA"));
  EXPECT_FALSE(matches("anna", "ANNA"));
}

TEST(Regex, CountsCodePoints) {
  EXPECT_TRUE(matches("\u00e4", "."));
  EXPECT_FALSE(matches("\u00e4", ".."));
  EXPECT_TRUE(matches("\u00e4\u00f6", "[\u00e4-\u00fc]{2}"));
}

TEST(Regex, RefusesWhatItDoesNotKnow) {
  for (const char* pattern : {"(", ")", "[a", "*a", "a{2", "a{3,1}", "\\1", "(?=a)", "\\", "[b-a]",
                              "((a{1000}){1000}){1000}"}) {
    EXPECT_FALSE(Regex::compile(pattern).has_value()) << pattern;
  }
}

TEST(Regex, TakesNoMoreStepsThanTheProductOfTheLengths) {
  const std::optional<Regex> regex = Regex::compile("(a*)*(a|a)*b");
  ASSERT_TRUE(regex.has_value());
  int steps = 0;
  EXPECT_FALSE(regex->matches(std::string(1000, 'a'), [&] { ++steps; }));
  EXPECT_LT(steps, 30'000);
}

}  // namespace
}  // namespace dinkel

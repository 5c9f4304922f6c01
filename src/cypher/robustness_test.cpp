// Bad input gives an error, never a crash or a hang, and whatever parses prints back to itself.
// The work is bounded by count; the seeds are fixed, so that a failure repeats.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/rng.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"

namespace dinkel {
namespace {

// Parses the text; what parses has to round-trip. Tells whether it did parse.
bool parse_and_check(const std::string& text) {
  const auto parsed = parse_statement(text);
  if (!parsed) {
    EXPECT_LE(parsed.error().offset, text.size());
    EXPECT_FALSE(parsed.error().message.empty());
    EXPECT_FALSE(describe(parsed.error(), text).empty());
    return false;
  }
  const std::string printed = print(*parsed);
  const auto again = parse_statement(printed);
  EXPECT_TRUE(again.ok()) << text << "\n" << describe(again.error(), printed);
  if (again) {
    EXPECT_TRUE(*again == *parsed) << text << "\n" << printed;
    EXPECT_EQ(print(*again), printed);
  }
  return true;
}

std::string repeat(std::string_view text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

TEST(Robustness, RandomBytes) {
  Rng rng(1);
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    const auto length = rng.below(200);
    for (std::uint64_t c = 0; c < length; ++c) text.push_back(static_cast<char>(rng.below(256)));
    parse_and_check(text);
    parse_and_check("RETURN " + text);
    split_statements(text);
  }
}

TEST(Robustness, RandomSymbols) {
  Rng rng(2);
  const std::vector<std::string> symbols = {
      "(",  ")",  "[",      "]",     "{",      "}",    "-",     "<",  ">",       "=",    ":",
      "|",  "&",  "!",      "%",     "$",      "$x",   ".",     "..", "*",       "+",    "1",
      ".5", "'",  "'a'",    "`b`",   "n",      "IN",   "NOT",   "IS", "NULL",    "CASE", "WHEN",
      ",",  "::", "THEN",   "END",   "EXISTS", "all(", "WHERE", "OR", "count(",  "//",   "/*",
      "^",  "/",  "RETURN", "MATCH", "WITH",   "AS",   "CALL",  "x",  "reduce(", "-1",   "=~"};
  int parsed = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = rng.coin() ? "RETURN " : "MATCH (n) WHERE ";
    const auto length = 1 + rng.below(12);
    for (std::uint64_t c = 0; c < length; ++c) text += rng.pick(symbols) + " ";
    if (parse_and_check(text)) ++parsed;
  }
  EXPECT_GT(parsed, 100);
}

TEST(Robustness, EndlessNestingIsAnError) {
  constexpr std::size_t times = 100'000;
  const std::vector<std::string> openings = {
      "RETURN " + repeat("(", times),
      "RETURN " + repeat("(", times) + "1" + repeat(")", times),
      "RETURN " + repeat("[", times),
      "RETURN " + repeat("[", times) + repeat("]", times),
      "RETURN " + repeat("{a: ", times),
      "RETURN " + repeat("-", times) + "x",
      "RETURN " + repeat("+ -", times) + "x",
      "RETURN " + repeat("NOT ", times) + "x",
      "RETURN " + repeat("CASE WHEN ", times),
      "RETURN " + repeat("CASE x WHEN 1 THEN ", times),
      "RETURN " + repeat("EXISTS { MATCH (n) WHERE ", times),
      "RETURN " + repeat("EXISTS { (n WHERE ", times),
      "RETURN " + repeat("COUNT { (a {x: ", times),
      "RETURN " + repeat("f(", times),
      "RETURN " + repeat("all(x IN ", times),
      "RETURN " + repeat("reduce(a = ", times),
      "RETURN " + repeat("[x IN ", times),
      "RETURN " + repeat("[(a)-->(b) | ", times),
      "RETURN " + repeat("[(a)-->(b {x: ", times) + "1" + repeat("}) | 1]", times),
      "RETURN " + repeat("x[", times),
      "RETURN " + repeat("x {a: ", times),
      "RETURN n:" + repeat("(", times),
      "RETURN n:" + repeat("!", times) + "A",
      "RETURN n:" + repeat("$(n:", times),
      "RETURN x IS :: " + repeat("LIST<", times),
      "MATCH " + repeat("(", times),
      "MATCH (n {a: " + repeat("[(n {a: ", times),
      "MATCH (n WHERE " + repeat("EXISTS { (n)-[WHERE ", times),
      repeat("CALL { ", times),
      repeat("CALL (*) { ", times),
      repeat("FOREACH (x IN [1] | ", times),
      "RETURN " + repeat("1 OR 1 XOR 1 AND 1 = 1 IN 1 + 1 * 1 ^ (", times),
      "RETURN " + repeat("1 OR 1 XOR 1 AND NOT 1 = 1 IN 1 + 1 * 1 ^ -x[", times),
      "RETURN " + repeat("(x + x + x + x + ", times),
  };
  for (const std::string& text : openings) {
    const auto parsed = parse_statement(text);
    ASSERT_FALSE(parsed.ok()) << text.substr(0, 60);
    EXPECT_NE(parsed.error().message.find("too deeply"), std::string::npos)
        << text.substr(0, 60) << "\n"
        << parsed.error().message;
  }
}

// What is just within the bounds has to be usable: copied, compared, printed, walked, destroyed.
TEST(Robustness, TheDeepestTreesAreUsable) {
  const std::vector<std::string> texts = {
      "RETURN " + repeat("(1 + ", 180) + "1" + repeat(")", 180),
      "RETURN " + repeat("[", 390) + repeat("]", 390),
      "RETURN " + repeat("{a: ", 390) + "1" + repeat("}", 390),
      "RETURN " + repeat("CASE WHEN true THEN ", 390) + "1" + repeat(" END", 390),
      "RETURN " + repeat("NOT ", 390) + "x",
      "RETURN " + repeat("EXISTS { MATCH (n) WHERE ", 130) + "true" + repeat(" }", 130),
      repeat("CALL { ", 390) + "RETURN 1" + repeat(" }", 390),
      repeat("FOREACH (x IN [1] | ", 390) + "CREATE ()" + repeat(")", 390),
      "RETURN 1" + repeat(" + 1", 990),
      "RETURN true" + repeat(" AND true", 990),
      "RETURN x" + repeat(".x", 990),
      "RETURN x" + repeat("[0]", 990),
      "RETURN " + repeat("(", 100) + "x" + repeat(".x.x.x.x.x.x.x.x)", 100),
      "RETURN n:" + repeat("(A|", 390) + "B" + repeat(")", 390),
  };
  for (const std::string& text : texts) {
    const auto parsed = parse_statement(text);
    ASSERT_TRUE(parsed.ok()) << text.substr(0, 60) << describe(parsed.error(), text);
    const Statement copy = *parsed;
    EXPECT_TRUE(copy == *parsed);
    EXPECT_GE(count_nodes(copy), 3U);
    EXPECT_FALSE(print(copy, Layout::Pretty).empty());
    parse_and_check(text);
  }
}

TEST(Robustness, LongChainsAreRefusedBeforeTheyBecomeDeepTrees) {
  for (const std::string_view link : {" + 1", " AND true", ".x", "[0]", " ^ 2", " IS NULL"}) {
    const auto parsed = parse_statement("RETURN x" + repeat(link, 1'000'000));
    ASSERT_FALSE(parsed.ok()) << link;
    EXPECT_NE(parsed.error().message.find("too deeply"), std::string::npos);
  }
}

TEST(Robustness, LongFlatTextIsRead) {
  const std::vector<std::string> texts = {
      "RETURN [1" + repeat(", 1", 500'000) + "]",
      "RETURN 1" + repeat(" < 1", 300'000),
      "RETURN '" + repeat("abcdefghij", 1'000'000) + "'",
      "MATCH (a)" + repeat("-->(a)", 200'000) + " RETURN 1",
      "RETURN EXISTS { (a)" + repeat("-->(a)", 100'000) + " }, (a)" + repeat("-->(a)", 100'000),
      repeat("MATCH (n:A {a: 1}) WITH n ", 50'000) + "RETURN n",
      "RETURN 1 " + repeat("/* comment */ ", 700'000),
      "RETURN n:A" + repeat("|A", 200'000),
  };
  for (const std::string& text : texts) {
    const auto parsed = parse_statement(text);
    ASSERT_TRUE(parsed.ok()) << describe(parsed.error(), text);
    EXPECT_TRUE(*parse_statement(print(*parsed)) == *parsed);
  }
}

TEST(Robustness, InvalidUtf8IsAnErrorWithItsPlace) {
  for (const std::string_view bad :
       {"\xFF", "\xC0\x80", "\xE2\x82", "\xED\xA0\x80", "\xF5\x80\x80\x80"}) {
    const auto parsed = parse_statement("RETURN '" + std::string(bad) + "'");
    ASSERT_FALSE(parsed.ok());
    EXPECT_EQ(parsed.error().offset, 8U);
    EXPECT_EQ(parsed.error().message, "the text is not valid UTF-8");
  }
}

}  // namespace
}  // namespace dinkel

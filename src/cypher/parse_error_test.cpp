// What the parser says of a text that it refuses.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cypher/parse.h"

namespace dinkel {
namespace {

struct Row {
  std::string text;
  std::uint32_t offset;
  std::string message;
  ErrorDetail detail = ErrorDetail::UnexpectedSyntax;
};

TEST(ParseError, SaysWhatWasExpectedAndFound) {
  const std::vector<Row> rows = {
      {"", 0, "expected a clause such as MATCH, CREATE or RETURN, found the end of the text"},
      {"RETURN )", 7, "expected an expression, found `)`"},
      {"RETURN 1 +", 10, "expected an expression, found the end of the text"},
      {"RETURN [1, 2", 12, "expected `,` or `]`, found the end of the text"},
      {"RETURN f(1 2)", 11, "expected `,` or `)`, found `2`"},
      {"RETURN {1}", 8, "expected a property key, found `1`"},
      {"RETURN {1B2c3e67:1}", 8, "expected a property key, found `1B2c3e67`"},
      {"RETURN {k1#k: 1}", 10, "expected `:`, found `#`"},
      {"RETURN 1 2", 9, "expected the end of the text, found `2`"},
      {"MATCH (n RETURN n", 9, "expected `)`, found `RETURN`"},
      {"MATCH n RETURN n", 6, "expected `(` and a node pattern, found `n`"},
      {"MATCH (a)-(b) RETURN a", 10, "expected `-`, found `(`"},
      {"MATCH (a) WHERE RETURN a", 16, "expected an expression, found `RETURN`"},
      {"RETURN CASE WHEN 1 THEN 2", 25, "expected WHEN, ELSE or END, found the end of the text"},
      {"RETURN a = NOT b", 11, "expected an expression (NOT needs parentheses here), found `NOT`"},
      {"RETURN x IS 5", 12, "expected NULL or `::` and a type, found `5`"},
      {"RETURN x IS :: BANANA", 15,
       "expected a type such as INTEGER or LIST<STRING>, found `BANANA`"},
      {"UNWIND [1] x", 11, "expected AS, found `x`"},
      {"RETURN 'abc", 7, "this string has no end"},
      {"RETURN `abc", 7, "this quoted name has no end"},
      {"RETURN 1 /* abc", 9, "this comment has no end"},
      {"RETURN ``", 7, "a name cannot be empty"},
      {"RETURN {param}", 13, "expected `:`, found `}`"},
      {"RETURN 'a\\x'", 9,
       "a backslash in a string must be followed by one of \\ ' \" ` b f n r t u U"},
      {"RETURN 'a\\uH'", 9, "\\u needs four and \\U eight hexadecimal digits that name a character",
       ErrorDetail::InvalidUnicodeLiteral},
      {"RETURN '\\U00110000'", 8,
       "\\u needs four and \\U eight hexadecimal digits that name a character",
       ErrorDetail::InvalidUnicodeLiteral},
      {"RETURN 42 \xE2\x80\x94 41", 10, "the character `\xE2\x80\x94` has no meaning here",
       ErrorDetail::InvalidUnicodeCharacter},
      {"RETURN 9223372036854775808", 7, "this integer does not fit into 64 bits",
       ErrorDetail::IntegerOverflow},
      {"RETURN -9223372036854775809", 7, "this integer does not fit into 64 bits",
       ErrorDetail::IntegerOverflow},
      {"RETURN 1.34E999", 7, "this number is too large for a float",
       ErrorDetail::FloatingPointOverflow},
      {"RETURN 9223372h5", 7, "`9223372h5` is not a number", ErrorDetail::InvalidNumberLiteral},
      {"RETURN 0x", 7, "`0x` is not a number", ErrorDetail::InvalidNumberLiteral},
      {"RETURN 017", 7, "`017` is not a number", ErrorDetail::InvalidNumberLiteral},
      {"RETURN 1e", 7, "`1e` is not a number", ErrorDetail::InvalidNumberLiteral},
      {"MATCH (a)-[:T..]->(b) RETURN a", 13,
       "the length of a relationship is written *, *2, *1..3, *1.. or *..3",
       ErrorDetail::InvalidRelationshipPattern},
      {"MATCH (a)-[:T*-2]->(b) RETURN a", 14,
       "the length of a relationship is written *, *2, *1..3, *1.. or *..3",
       ErrorDetail::InvalidRelationshipPattern},
  };
  for (const Row& row : rows) {
    const auto parsed = parse_statement(row.text);
    ASSERT_FALSE(parsed.ok()) << row.text;
    EXPECT_EQ(parsed.error().message, row.message) << row.text;
    EXPECT_EQ(parsed.error().offset, row.offset) << row.text;
    EXPECT_EQ(to_text(parsed.error().detail), to_text(row.detail)) << row.text;
    EXPECT_EQ(parsed.error().type, ErrorType::SyntaxError);
    EXPECT_EQ(parsed.error().phase, ErrorPhase::CompileTime);
  }
}

TEST(ParseError, IsShownWithItsLineAndACaret) {
  const std::string text = "MATCH (n)\nWHERE \tn.größe > \nRETURN n";
  const auto parsed = parse_statement(text);
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(describe(parsed.error(), text),
            "3:1: expected an expression, found `RETURN`\n  RETURN n\n  ^");
  const QueryError error{.message = "here", .offset = 27};
  EXPECT_EQ(describe(error, text), "2:16: here\n  WHERE \tn.größe > \n        \t        ^");
}

TEST(ParseError, LongLinesAreCutAroundThePlace) {
  const std::string text = std::string(200, 'a') + "!" + std::string(200, 'b');
  const std::string shown = describe({.message = "here", .offset = 200}, text);
  EXPECT_EQ(shown, "1:201: here\n  ..." + std::string(50, 'a') + "!" + std::string(49, 'b') +
                       "...\n     " + std::string(50, ' ') + "^");
  const std::string umlauts = [] {
    std::string s;
    for (int i = 0; i < 300; ++i) s += "ä";
    return s;
  }();
  EXPECT_NE(describe({.message = "here", .offset = 300}, umlauts).find('^'), std::string::npos);
  EXPECT_NE(describe({.message = "here", .offset = 9999}, "abc").find('^'), std::string::npos);
}

}  // namespace
}  // namespace dinkel

#include "base/text.h"

#include <gtest/gtest.h>

#include <array>

namespace dinkel {
namespace {

using namespace std::string_view_literals;

TEST(Text, EveryScalarValueSurvivesEncodingAndDecoding) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, c);
    const auto decoded = decode_utf8(text);
    ASSERT_TRUE(decoded && decoded->value == c && decoded->size == text.size()) << std::uint32_t{c};
  }
}

TEST(Text, InvalidUtf8IsFoundWhereItBegins) {
  EXPECT_EQ(first_invalid_utf8("plain, größer, 日本, 😀"), std::nullopt);
  EXPECT_EQ(first_invalid_utf8("ab\xC0\xAF"sv), 2U) << "overlong";
  EXPECT_EQ(first_invalid_utf8("\xED\xA0\x80"sv), 0U) << "surrogate";
  EXPECT_EQ(first_invalid_utf8("\xF4\x90\x80\x80"sv), 0U) << "above U+10FFFF";
  EXPECT_EQ(first_invalid_utf8("a\xE2\x82"sv), 1U) << "cut off";
  EXPECT_EQ(first_invalid_utf8("\x80"sv), 0U) << "a tail without a lead";
  EXPECT_EQ(first_invalid_utf8("\xE2\x28\xA1"sv), 0U) << "a lead without its tail";
  EXPECT_EQ(first_invalid_utf8("\xFF"sv), 0U);
}

TEST(Text, WidthCountsColumnsAndNotBytes) {
  EXPECT_EQ(display_width("größe"), 5U);
  EXPECT_EQ(display_width("日本"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("a\xFFz"sv), 3U) << "an invalid byte takes one column";
}

TEST(Text, SplitGivesOnePartMoreThanThereAreSeparators) {
  EXPECT_EQ(split("a,,b,", ','), (std::vector<std::string_view>{"a", "", "b", ""}));
  EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
}

TEST(Text, TrimLeavesTheMiddleAlone) {
  EXPECT_EQ(trim(" \t a b \r\n"), "a b");
  EXPECT_EQ(trim(" \n "), "");
}

TEST(Text, CaseIsThatOfAscii) {
  EXPECT_TRUE(equal_ignoring_case("mAtch", "MATCH"));
  EXPECT_FALSE(equal_ignoring_case("MATCH", "MATCHES"));
  EXPECT_FALSE(equal_ignoring_case("[", "{")) << "they differ by the bit that case differs by";
  EXPECT_EQ(to_upper("größe"), "GRößE");
  EXPECT_EQ(to_lower("AZ[Ä"), "az[Ä");
}

TEST(Text, EditDistance) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("same", "same"), 0U);
}

TEST(Text, DidYouMeanOffersOnlyWhatIsNear) {
  constexpr std::array<std::string_view, 3> names = {"falkordb", "neo4j", "kuzu"};
  EXPECT_EQ(did_you_mean("falcordb", names), "falkordb");
  EXPECT_EQ(did_you_mean("NEO4", names), "neo4j");
  EXPECT_EQ(did_you_mean("postgres", names), std::nullopt);
}

}  // namespace
}  // namespace dinkel

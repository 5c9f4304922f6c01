#include "targets/postgres/agtype.h"

#include <gtest/gtest.h>

#include <cmath>

#include "targets/random_value_test.h"

namespace dinkel {
namespace {

std::string read(std::string_view text) {
  Entities entities;
  const auto value = read_agtype(text, entities);
  return value.ok() ? to_text(*value, entities) : value.error();
}

TEST(Agtype, ReadsEveryKindOfValue) {
  EXPECT_EQ(read("null"), "null");
  EXPECT_EQ(read("[true, false, []]"), "[true, false, []]");
  EXPECT_EQ(read("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(read("[1.0, 1e+300, -0.0, NaN, -Infinity, Infinity]"),
            "[1.0, 1.0E300, -0.0, NaN, -Infinity, Infinity]");
  EXPECT_EQ(read("[1::numeric, 2.5::numeric, 9223372036854775808::numeric]"),
            "[1.0, 2.5, 9.223372036854776E18]");
  EXPECT_EQ(read(R"({"a": "x\"\\\n\u00e9\ud83d\ude00", "b": {}})"), "{a: 'x\"\\\\\\né😀', b: {}}");
}

TEST(Agtype, ReadsEntities) {
  const std::string a = R"({"id": 1, "label": "A", "properties": {"k": [1]}}::vertex)";
  const std::string b = R"({"id": 2, "label": "", "properties": {}}::vertex)";
  const std::string r =
      R"({"id": 3, "label": "R", "end_id": 2, "start_id": 1, "properties": {"w": 1.5}}::edge)";
  EXPECT_EQ(read(a), "(:A {k: [1]})");
  EXPECT_EQ(read("{\"n\": " + b + "}"), "{n: ()}");
  EXPECT_EQ(read("[" + a + ", " + r + ", " + b + "]::path"), "<(:A {k: [1]})-[:R {w: 1.5}]->()>");
}

TEST(Agtype, SaysWhatIsWrong) {
  EXPECT_EQ(read(""), "a value is missing at byte 0 of an agtype");
  EXPECT_EQ(read("[1"), "a list without its end at byte 2 of an agtype");
  EXPECT_EQ(read("1 2"), "something follows the value at byte 2 of an agtype");
  EXPECT_EQ(read("{}::vertex"), "an entity without its id at byte 10 of an agtype");
  EXPECT_EQ(read("[1]::path"), "a path that is none at byte 9 of an agtype");
  EXPECT_EQ(read("\"a").substr(0, 22), "a text without its end");
  EXPECT_EQ(read("truth").substr(0, 17), "what is no number");
  EXPECT_NE(read(std::string(5'000, '[')).find("too deep a value"), std::string::npos);
}

TEST(Agtype, ReadsWhatItWrites) {
  Rng rng(5);
  for (int i = 0; i < 2'000; ++i) {
    Values values = {random_integer(rng), random_float(rng), random_text(rng), rng.coin(), Null{}};
    const Value value = Map({{random_text(rng), values}, {"k", Map({{"m", values}})}});
    Entities entities;
    const auto back = read_agtype(agtype_text(value), entities);
    ASSERT_TRUE(back.ok()) << back.error();
    EXPECT_EQ(*back, value);
  }
}

TEST(Agtype, SurvivesBrokenTexts) {
  Rng rng(6);
  const std::string whole =
      R"([{"id": 1, "label": "A", "properties": {"k": "\u00e9"}}::vertex, 1.5::numeric, -1]::path)";
  for (int i = 0; i < 5'000; ++i) {
    std::string text = whole.substr(0, rng.below(whole.size() + 1));
    if (!text.empty()) text[rng.below(text.size())] = static_cast<char>(rng.below(256));
    Entities entities;
    (void)read_agtype(text, entities).ok();
  }
}

}  // namespace
}  // namespace dinkel

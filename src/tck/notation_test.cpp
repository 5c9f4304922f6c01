#include "tck/notation.h"

#include <gtest/gtest.h>

namespace dinkel {
namespace {

std::string round_trip(std::string_view text, ListOrder list_order = ListOrder::Matters) {
  Entities entities;
  const auto value = read_notation(text, entities);
  return value.ok() ? canonical_text(*value, entities, list_order) : value.error().message;
}

TEST(Notation, ReadsLiterals) {
  EXPECT_EQ(round_trip("null"), "null");
  EXPECT_EQ(round_trip("true"), "true");
  EXPECT_EQ(round_trip("-12"), "-12");
  EXPECT_EQ(round_trip("1.0"), "1.0");
  EXPECT_EQ(round_trip("1e-3"), "0.001");
  EXPECT_EQ(round_trip("NaN"), "NaN");
  EXPECT_EQ(round_trip("-0.0"), "0.0");
  EXPECT_EQ(round_trip(R"('it\'s')"), R"('it\'s')");
  EXPECT_EQ(round_trip("{b: [1, 2], a: {}}"), "{a: {}, b: [1, 2]}");
  EXPECT_EQ(round_trip("[]"), "[]");
}

TEST(Notation, ReadsEntities) {
  EXPECT_EQ(round_trip("()"), "()");
  EXPECT_EQ(round_trip("(:B:A {k: 1, a: 'x'})"), "(:A:B {a: 'x', k: 1})");
  EXPECT_EQ(round_trip("({k: 1})"), "({k: 1})");
  EXPECT_EQ(round_trip("[:T {k: 1}]"), "[:T {k: 1}]");
  EXPECT_EQ(round_trip("[[:T], [:U]]"), "[[:T], [:U]]");
  EXPECT_EQ(round_trip("<()>"), "<()>");
  EXPECT_EQ(round_trip("<(:A)-[:T]->(:B)<-[:U {k: 1}]-()>"), "<(:A)-[:T]->(:B)<-[:U {k: 1}]-()>");
}

TEST(Notation, ListsCanBeComparedAsBags) {
  EXPECT_EQ(round_trip("[2, [3, 1]]", ListOrder::Ignored),
            round_trip("[[1, 3], 2]", ListOrder::Ignored));
  EXPECT_NE(round_trip("[1, 1, 2]", ListOrder::Ignored),
            round_trip("[1, 2, 2]", ListOrder::Ignored));
  EXPECT_NE(round_trip("[1, 2]"), round_trip("[2, 1]"));
}

TEST(Notation, TemporalValuesAreStrings) {
  EXPECT_EQ(canonical_text(Date{0}, {}), "'1970-01-01'");
}

TEST(Notation, SaysWhatIsWrong) {
  EXPECT_EQ(round_trip("[1, 2"), "expected ] at column 6 of [1, 2");
  EXPECT_EQ(round_trip("what"), "expected a value at column 1 of what");
  EXPECT_EQ(round_trip("'a"), "expected the end of a string at column 3 of 'a");
  EXPECT_EQ(round_trip("1 2"), "expected the end at column 3 of 1 2");
}

}  // namespace
}  // namespace dinkel

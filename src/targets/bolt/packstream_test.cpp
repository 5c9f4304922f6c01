#include "targets/bolt/packstream.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/rng.h"
#include "targets/bolt/values.h"
#include "targets/random_value_test.h"

namespace dinkel {
namespace {

std::string hex(std::string_view bytes) {
  std::string result;
  for (const char c : bytes) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    result += digits[byte >> 4];
    result += digits[byte & 15];
  }
  return result;
}

std::string packed(const Value& value, bool utc = true) {
  Packer packer;
  pack(packer, value, utc);
  return packer.take();
}

std::string reason(std::string_view bytes) {
  const auto result = unpack(bytes);
  return result.ok() ? "fine" : result.error();
}

TEST(Packer, WritesTheShortestForm) {
  EXPECT_EQ(hex(packed(Null{})), "C0");
  EXPECT_EQ(hex(packed(true)), "C3");
  EXPECT_EQ(hex(packed(-16)), "F0");
  EXPECT_EQ(hex(packed(-17)), "C8EF");
  EXPECT_EQ(hex(packed(127)), "7F");
  EXPECT_EQ(hex(packed(128)), "C90080");
  EXPECT_EQ(hex(packed(-32769)), "CAFFFF7FFF");
  EXPECT_EQ(hex(packed(std::numeric_limits<std::int64_t>::min())), "CB8000000000000000");
  EXPECT_EQ(hex(packed(1.5)), "C13FF8000000000000");
  EXPECT_EQ(hex(packed("ab")), "826162");
  EXPECT_EQ(hex(packed(std::string(16, 'a'))).substr(0, 6), "D01061");
  EXPECT_EQ(hex(packed(std::string(300, 'a'))).substr(0, 8), "D1012C61");
  EXPECT_EQ(hex(packed(std::string(70'000, 'a'))).substr(0, 12), "D20001117061");
  EXPECT_EQ(hex(packed(Values{1, Values{}})), "920190");
  EXPECT_EQ(hex(packed(Values(20))).substr(0, 6), "D414C0");
  EXPECT_EQ(hex(packed(Map({{"a", 1}}))), "A1816101");
  EXPECT_EQ(hex(packed(Date{1})), "B14401");
}

TEST(Packer, WritesBothFormsOfADateTime) {
  const DateTime datetime{7200, 1, 3600, ""};
  EXPECT_EQ(hex(packed(datetime, true)), "B349C91C2001C90E10");
  EXPECT_EQ(hex(packed(datetime, false)), "B346C92A3001C90E10");
}

TEST(Unpack, RefusesGarbage) {
  EXPECT_EQ(reason(""), "a value is cut off");
  EXPECT_EQ(reason("\xC4"), "no value begins with byte 0xc4");
  EXPECT_EQ(reason("\xC9\x01"), "a number is cut off");
  EXPECT_EQ(reason("\x83"
                   "ab"),
            "a text of 3 bytes, where 2 are left");
  EXPECT_EQ(reason("\xD2\x7F\xFF\xFF\xFF"), "a text of 2147483647 bytes, where 0 are left");
  EXPECT_EQ(reason("\xD6\xFF\xFF\xFF\xFF"), "a list of 4294967295 items that are not there");
  EXPECT_EQ(reason("\xDA\xFF\xFF\xFF\xFF"), "a map of 4294967295 entries that are not there");
  EXPECT_EQ(reason("\xA1\x01\x01"), "a key that is no text");
  EXPECT_EQ(reason("\x01\x01"), "bytes are left over");
  EXPECT_EQ(reason(std::string(100'000, '\x91')), "values are nested too deeply");
}

TEST(Unpack, SurvivesRandomBytes) {
  Rng rng(1);
  int fine = 0;
  for (int i = 0; i < 50'000; ++i) {
    std::string bytes;
    for (auto left = rng.below(30); left > 0; --left) bytes += static_cast<char>(rng.below(256));
    const auto result = unpack(bytes);
    if (!result.ok()) continue;
    Entities entities;
    fine += to_value(*result, entities).ok() ? 1 : 0;
  }
  EXPECT_GT(fine, 100);
}

TEST(Unpack, SurvivesDamagedMessages) {
  Rng rng(2);
  int fine = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = packed(random_value(rng, 3));
    bytes[rng.below(bytes.size())] = static_cast<char>(rng.below(256));
    if (rng.chance({1, 4})) bytes.resize(rng.below(bytes.size()) + 1);
    const auto result = unpack(bytes);
    Entities entities;
    fine += result.ok() && to_value(*result, entities).ok() ? 1 : 0;
  }
  EXPECT_GT(fine, 1'000);
}

TEST(Values, GoThereAndBack) {
  Rng rng(3);
  for (int i = 0; i < 20'000; ++i) {
    const Value value = random_value(rng, 3);
    const auto bytes = unpack(packed(value));
    ASSERT_TRUE(bytes.ok()) << to_text(value);
    Entities entities;
    const auto back = to_value(*bytes, entities);
    ASSERT_TRUE(back.ok()) << back.error();
    EXPECT_EQ(*back, value) << to_text(value) << " became " << to_text(*back);
  }
}

TEST(Values, ReadTheLegacyFormOfADateTime) {
  for (const DateTime& datetime :
       {DateTime{1'600'000'000, 5, -3600, ""}, DateTime{1'600'000'000, 5, 7200, "Europe/Berlin"}}) {
    Entities entities;
    const auto back = to_value(*unpack(packed(datetime, false)), entities);
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(*back, Value(datetime)) << to_text(*back);
  }
}

TEST(Values, SurviveTheEndsOfTheIntegers) {
  for (const char tag : {'I', 'F', 'd', 'E', 'T'}) {
    for (const std::int64_t number : {INT64_MIN, INT64_MAX}) {
      Entities entities;
      const Packed field{number};
      const Packed value{PackedStructure{static_cast<std::uint8_t>(tag), PackedList(4, field)}};
      const auto read = to_value(value, entities);
      ASSERT_TRUE(read.ok()) << read.error();
      EXPECT_FALSE(to_text(*read).empty());
    }
  }
  for (const char tag : {'i', 'f'}) {
    Entities entities;
    const Packed value{
        PackedStructure{static_cast<std::uint8_t>(tag),
                        {{INT64_MIN}, {std::int64_t{0}}, {std::string("Asia/Tokyo")}}}};
    EXPECT_TRUE(to_value(value, entities).ok());
  }
}

Packed structure(std::uint8_t tag, PackedList fields) {
  return {PackedStructure{tag, std::move(fields)}};
}
Packed text(const char* value) {
  return {std::string(value)};
}
Packed integer(std::int64_t value) {
  return {value};
}

TEST(Values, ReadGraphStructures) {
  const Packed a = structure('N', {integer(1),
                                   {PackedList{text("B"), text("A")}},
                                   {PackedMap{{"k", integer(7)}}},
                                   text("4:x:1")});
  const Packed b = structure('N', {integer(2), {PackedList{}}, {PackedMap{}}});
  const Packed r = structure('r', {integer(9), text("R"), {PackedMap{}}, text("5:x:9")});
  const Packed path =
      structure('P', {{PackedList{a, b}},
                      {PackedList{r}},
                      {PackedList{integer(-1), integer(1), integer(1), integer(0)}}});
  Entities entities;
  const auto value = to_value(path, entities);
  ASSERT_TRUE(value.ok()) << value.error();
  EXPECT_EQ(to_text(*value, entities), "<(:A:B {k: 7})<-[:R]-()-[:R]->(:A:B {k: 7})>");
  EXPECT_EQ(entities.relationships.at(9).start, 2);

  const Packed whole = structure('R', {integer(3),
                                       integer(1),
                                       integer(2),
                                       text("S"),
                                       {PackedMap{}},
                                       text("5:x:3"),
                                       text("4:x:1"),
                                       text("4:x:2")});
  const auto relationship = to_value(whole, entities);
  ASSERT_TRUE(relationship.ok());
  EXPECT_EQ(entities.relationships.at(3), (RelationshipData{"S", 1, 2, {}}));
}

TEST(Values, RefuseStructuresThatDoNotFit) {
  Entities entities;
  const auto why = [&](const Packed& packed_value) {
    const auto value = to_value(packed_value, entities);
    return value.ok() ? "fine" : value.error();
  };
  EXPECT_EQ(why(structure('Z', {})), "a structure with the unknown tag 0x5a");
  EXPECT_EQ(why(structure('D', {text("x")})),
            "field 0 of a structure 'D' is missing or of another type");
  EXPECT_EQ(why(structure('P', {{PackedList{}}, {PackedList{}}, {PackedList{}}})),
            "a path without nodes");
  const Packed node = structure('N', {integer(1), {PackedList{}}, {PackedMap{}}});
  EXPECT_EQ(why(structure(
                'P', {{PackedList{node}}, {PackedList{}}, {PackedList{integer(1), integer(0)}}})),
            "a path that leads nowhere");
}

}  // namespace
}  // namespace dinkel

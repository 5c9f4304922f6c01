#include "oracles/finding.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace dinkel {
namespace {

Finding example() {
  Finding finding;
  finding.target = "canary";
  finding.target_version = "1.2";
  finding.oracle = "equivalence";
  finding.kind = FindingKind::OnlyOneFails;
  finding.setup = {"CREATE (:A {k: 'it\\'s'})"};
  finding.parameters = {{"p", "[1, null, NaN]"}};
  finding.statement = "RETURN $p";
  finding.original = "RETURN $p";
  finding.rewritten = "RETURN NOT NOT $p";
  finding.trace = {{"not-not", 3, 18446744073709551615ULL}};
  finding.rules = {"not-not"};
  finding.difference = "a row is ☃";
  finding.original_outcome = "1\n";
  finding.rewritten_outcome = "error\n";
  finding.normalised = "? fails";
  finding.seed = 7;
  finding.index = 42;
  finding.planted = {"double-not-null"};
  return finding;
}

std::string refusal(std::string_view text) {
  try {
    (void)finding_from_json(text, "x.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Finding, RoundTripsThroughJson) {
  EXPECT_EQ(finding_from_json(to_json_text(example()), "x"), example());
}

TEST(Finding, BytesThatAreNoTextDoNotStopAReport) {
  Finding finding = example();
  finding.difference = "log: \xff\xfe";
  EXPECT_NE(finding_from_json(to_json_text(finding), "x").difference, "");
}

TEST(Finding, FilesThatAreNoFindingsAreRefusedWithAReason) {
  EXPECT_EQ(refusal(" \n"), "x.json is empty: it holds no finding");
  EXPECT_EQ(refusal("{\"format\": \"dink"),
            "x.json is no finding: it is not JSON, or it is cut off");
  EXPECT_EQ(refusal("[1]"),
            "x.json is no finding of dinkel: it has no \"format\": \"dinkel-finding\"");
  EXPECT_EQ(refusal("{\"format\": \"other\"}"),
            "x.json is no finding of dinkel: it has no \"format\": \"dinkel-finding\"");
  EXPECT_EQ(refusal("{\"format\": \"dinkel-finding\", \"version\": \"new\"}"),
            "x.json is damaged: its version is no positive number");
  // 2^32 + 1, which is 1 once it is cut to 32 bits.
  EXPECT_EQ(
      refusal("{\"format\": \"dinkel-finding\", \"version\": 4294967297}"),
      "x.json has version 4294967297 of the format, this dinkel reads up to 1; use a newer one");
  EXPECT_EQ(refusal("{\"format\": \"dinkel-finding\", \"version\": 2}"),
            "x.json has version 2 of the format, this dinkel reads up to 1; use a newer one");
}

TEST(Finding, EveryCutAndEveryMissingFieldIsRefused) {
  const std::string text = to_json_text(example());
  for (std::size_t size = 0; size + 2 < text.size(); ++size) {
    EXPECT_NE(refusal(std::string_view(text).substr(0, size)), "accepted") << size;
  }
  for (const std::string_view field : {"kind", "setup", "trace", "planted", "seed"}) {
    std::string damaged = text;
    damaged.replace(damaged.find("\"" + std::string(field) + "\""), 2, "\"_");
    EXPECT_NE(refusal(damaged).find("is damaged"), std::string::npos) << field;
  }
}

}  // namespace
}  // namespace dinkel

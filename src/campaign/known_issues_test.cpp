#include "campaign/known_issues.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace dinkel {
namespace {

Finding example() {
  Finding finding;
  finding.oracle = "equivalence";
  finding.kind = FindingKind::WrongRows;
  finding.rules = {"dead-foreach"};
  finding.original = "MATCH (a) DELETE a MERGE (b)";
  finding.difference = "one row is missing";
  return finding;
}

KnownIssues parse(std::string_view fields, std::string_view version = "4.16.3") {
  const std::string text = "[[issue]]\nname = \"it\"\nreason = \"because\"\n" + std::string(fields);
  return parse_known_issues(text, "test", version);
}

TEST(KnownIssues, MatchWhenAllOfTheirPatternsDo) {
  EXPECT_NE(parse("rule = \"dead-*\"").find(example()), nullptr);
  EXPECT_NE(parse("statement = \"*delete*merge*\"").find(example()), nullptr);
  EXPECT_NE(parse("error = \"*missing\"\nkind = \"wrong-rows\"").find(example()), nullptr);
  EXPECT_EQ(parse("rule = \"dead-*\"\nkind = \"crash\"").find(example()), nullptr);
  EXPECT_EQ(parse("statement = \"*merge*delete*\"").find(example()), nullptr);
  EXPECT_EQ(parse("oracle = \"plan\"").find(example()), nullptr);
}

TEST(KnownIssues, EndWithTheVersionThatMendsThem) {
  EXPECT_EQ(parse("before = \"4.16.3\"\nrule = \"*\"").find(example()), nullptr);
  EXPECT_NE(parse("before = \"4.16.3\"\nrule = \"*\"", "4.14.2").find(example()), nullptr);
}

TEST(KnownIssues, SwitchFeaturesOff) {
  Dialect dialect = full_dialect();
  const KnownIssues known = parse("off = [\"foreach\"]\noff_functions = [\"Reverse\"]");
  known.take_from(dialect);
  EXPECT_FALSE(dialect.has(Feature::Foreach));
  EXPECT_FALSE(dialect.has_function("reverse"));
  EXPECT_EQ(known.find(example()), nullptr) << "it says nothing of what a finding looks like";
}

TEST(KnownIssues, FilesThatMakeNoSenseAreRefused) {
  EXPECT_THROW(parse(""), Error);
  EXPECT_THROW(parse("kind = \"no-such-kind\""), Error);
  EXPECT_THROW(parse("off = [\"no-such-feature\"]"), Error);
  EXPECT_THROW(parse("colour = \"red\""), Error);
  EXPECT_THROW(parse_known_issues("[[issue]]\nname = \"x\"\nrule = \"*\"", "test", ""), Error);
  EXPECT_THROW(parse_known_issues("not toml", "test", ""), Error);
}

TEST(KnownIssues, ThoseInTheRepositoryAreReadable) {
  for (const char* target : {"falkordb", "neo4j", "canary"}) {
    EXPECT_NO_THROW((void)known_issues_of(target, "")) << target;
  }
}

}  // namespace
}  // namespace dinkel

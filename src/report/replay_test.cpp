#include "report/replay.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "base/files.h"
#include "base/temp_dir.h"
#include "campaign/campaign.h"
#include "targets/embedded.h"
#include "targets/open.h"

namespace dinkel {
namespace {

// The interpreter, but statements with a certain word end in a certain way.
class FaultyTarget final : public EmbeddedTarget {
 public:
  FaultyTarget(std::string word, Outcome fault)
      : EmbeddedTarget("faulty", BugSet()), word_(std::move(word)), fault_(std::move(fault)) {}
  Outcome run(std::string_view statement, const Map& parameters,
              std::chrono::milliseconds deadline) override {
    if (statement.find(word_) != std::string_view::npos) return fault_;
    return EmbeddedTarget::run(statement, parameters, deadline);
  }

 private:
  std::string word_;
  Outcome fault_;
};

ReplayResult replayed_on(const Finding& finding, Target& target, int times = 1) {
  return replay(finding, target, TargetDialect(), times, std::chrono::seconds(5)).result;
}
ReplayResult replayed_on(const Finding& finding, const std::string& target) {
  return replayed_on(finding, *open_target(target));
}

// As it comes from disk.
void expect_fails_on_canary_alone(const Finding& found) {
  const Finding finding = finding_from_json(to_json_text(found), "text");
  EXPECT_EQ(replayed_on(finding, finding.opened_as), ReplayResult::StillFails)
      << to_json_text(finding);
  EXPECT_EQ(replayed_on(finding, "reference"), ReplayResult::Fixed) << to_json_text(finding);
}

TEST(Replay, EveryFindingOfACampaignFailsOnTheCanaryAndNotOnTheReference) {
  const TempDir folder("replay");
  CampaignOptions options;
  options.max_cases = 20;
  options.cases.replays = 1;
  options.cases.size = CaseSize::Small;
  options.cases.reduce_runs = 30;
  options.cases.oracles = {"equivalence", "reference"};
  options.open = [] { return open_target("canary"); };
  Store store(folder.path() / "campaign.db");
  const std::atomic<bool> stop = false;
  (void)run_campaign(options, store, {}, stop);
  std::set<std::string> oracles;
  for (const FoundFinding& found : store.findings()) {
    oracles.insert(found.finding.oracle);
    expect_fails_on_canary_alone(found.finding);
  }
  EXPECT_EQ(oracles, (std::set<std::string>{"equivalence", "reference"}));
}

TEST(Replay, AFindingOfThePartitionOracleRemembersThePlantedBug) {
  const auto target = open_target("canary:not-conjunction-null");
  Session session(*target, std::chrono::seconds(1));
  Finding raw;
  raw.oracle = "partition";
  raw.setup = {"CREATE (:A)"};
  raw.statement = "MATCH (n) WHERE n.x AND n.y RETURN 1 AS x";
  raw.original = "MATCH (n) RETURN 1 AS x";
  raw.rewritten =
      "MATCH (n) WHERE n.x AND n.y RETURN 1 AS x UNION ALL MATCH (n) WHERE NOT (n.x AND n.y) "
      "RETURN 1 AS x UNION ALL MATCH (n) WHERE (n.x AND n.y) IS NULL RETURN 1 AS x";
  const OracleTest test = test_of(raw);
  EXPECT_FALSE(test.fixed) << "the statement makes the pair";
  const Judged judged = judge(test, *make_oracle("partition"), session, full_dialect(), true);
  ASSERT_TRUE(judged.discrepancy) << judged.obstacle;
  const Finding finding =
      finding_of(test, "partition", judged.pair, judged.run, *judged.discrepancy, *target);
  EXPECT_EQ(finding.opened_as, "canary:not-conjunction-null");
  expect_fails_on_canary_alone(finding);
}

TEST(Replay, FailuresOfTheServerToo) {
  const std::vector<std::pair<std::string, Outcome>> faults = {
      {"crash", Crash{"connection lost", "signal 11 in plan.c"}},
      {"hang", Timeout{std::chrono::milliseconds(5)}},
      {"error", DatabaseError{"XX000", "assertion failed: x"}},
  };
  for (const auto& [oracle_name, fault] : faults) {
    FaultyTarget target("XOR", fault);
    Session session(target, std::chrono::seconds(1));
    Finding raw;
    raw.oracle = oracle_name;
    raw.setup = {"CREATE (:A)"};
    raw.original = raw.statement = "MATCH (n) RETURN n.x XOR true AS x";
    const OracleTest test = pair_test_of(raw);
    const auto oracle = make_oracle(oracle_name);
    const Judged judged = judge(test, *oracle, session, full_dialect(), true);
    ASSERT_TRUE(judged.discrepancy) << judged.obstacle;
    const Finding finding =
        finding_from_json(to_json_text(finding_of(test, oracle_name, judged.pair, judged.run,
                                                  *judged.discrepancy, target)),
                          "text");
    EXPECT_EQ(replayed_on(finding, target, 3), ReplayResult::StillFails) << oracle_name;
    EXPECT_EQ(replayed_on(finding, "reference"), ReplayResult::Fixed) << oracle_name;
    FaultyTarget refuses("XOR", DatabaseError{"42601", "no XOR here"});
    EXPECT_EQ(replayed_on(finding, refuses), ReplayResult::Fixed) << oracle_name;
    FaultyTarget no_setup("CREATE", DatabaseError{"42601", "no CREATE here"});
    EXPECT_EQ(replayed_on(finding, no_setup), ReplayResult::CannotTell) << oracle_name;
  }
}

Finding pair_finding(std::string original, std::string rewritten) {
  Finding finding;
  finding.target = "canary";
  finding.oracle = "equivalence";
  finding.original = finding.statement = std::move(original);
  finding.rewritten = std::move(rewritten);
  return finding;
}

// A crash that corrupts memory may end the server only when it is used again: the finding that came
// next could not be told, for its setup "failed".
TEST(Replay, WhatAnotherFindingLeftBehindCountsForNothing) {
  class DyingTarget final : public EmbeddedTarget {
   public:
    DyingTarget() : EmbeddedTarget("dying", bugs_named("null-xor")) {}
    Outcome run(std::string_view statement, const Map& parameters,
                std::chrono::milliseconds deadline) override {
      if (!std::exchange(has_died_, true)) return Crash{"connection lost", ""};
      return EmbeddedTarget::run(statement, parameters, deadline);
    }

   private:
    bool has_died_ = false;
  };
  Finding finding = pair_finding("RETURN null AS x", "RETURN null XOR true AS x");
  finding.setup = {"CREATE (:A)"};
  DyingTarget target;
  EXPECT_EQ(replayed_on(finding, target), ReplayResult::StillFails);
}

// An error that looks like a user's mistake: only the dialect knows that it is none.
TEST(Replay, TheDialectSaysWhichErrorsComeFromInside) {
  Finding finding;
  finding.target = "faulty";
  finding.oracle = "error";
  finding.kind = FindingKind::InternalError;
  finding.original = finding.statement = "RETURN 1 AS broken";
  const DatabaseError error{"", "cannot locate the alias"};
  finding.normalised = normalise_error(error.code + " " + error.message);
  TargetDialect dialect;
  dialect.internal_errors = {"*cannot locate*"};
  FaultyTarget target("broken", error);
  EXPECT_EQ(replay(finding, target, dialect, 2, std::chrono::seconds(5)).result,
            ReplayResult::StillFails);
}

TEST(Replay, TellsChangedFromFixedAndFromUnknown) {
  const Finding finding = pair_finding("RETURN null AS x", "RETURN NOT NOT null AS x");
  EXPECT_EQ(replayed_on(finding, "canary:double-not-null"), ReplayResult::StillFails);
  EXPECT_EQ(replayed_on(finding, "canary:null-xor"), ReplayResult::Fixed);
  FaultyTarget fails("NOT NOT", DatabaseError{"1", "not now"});
  EXPECT_EQ(replayed_on(finding, fails), ReplayResult::Changed);
  EXPECT_EQ(replayed_on(pair_finding("RETURN rand() AS x", "RETURN rand() AS x"), "canary"),
            ReplayResult::Fixed);
  FaultyTarget refuses("RETURN", DatabaseError{"1", "no RETURN"});
  EXPECT_EQ(replayed_on(finding, refuses), ReplayResult::CannotTell);
}

TEST(Replay, AFindingDoesNotNeedTheRulesThatMadeIt) {
  Finding finding = pair_finding("RETURN null AS x", "RETURN NOT NOT null AS x");
  finding.trace = {{"a-rule-of-the-past", 99, 1}};
  EXPECT_EQ(replayed_on(finding, "canary:double-not-null"), ReplayResult::StillFails);
  finding.trace = {{"double-negation", 99, 1}};
  EXPECT_EQ(replayed_on(finding, "canary:double-not-null"), ReplayResult::StillFails);
  EXPECT_TRUE(test_of(finding).fixed.has_value());
}

TEST(Replay, FindsFilesInFoldersInOrder) {
  const TempDir folder("replay");
  for (const std::string name : {"b", "a/deep"}) {
    std::filesystem::create_directories(folder.path() / name);
    write_file(folder.path() / name / "finding.json", "{}");
  }
  const auto files = finding_files({folder.path().string(), "x.json"});
  ASSERT_EQ(files.size(), 3U);
  EXPECT_EQ(files[0], folder.path() / "a/deep/finding.json");
  EXPECT_EQ(files[2], "x.json");
  std::filesystem::remove_all(folder.path() / "b");
  std::filesystem::remove_all(folder.path() / "a");
  EXPECT_THROW((void)finding_files({folder.path().string()}), Error);
}

TEST(Replay, ReportsEscapeWhatTheyQuote) {
  ReplayedFinding one{"a\"<b>",
                      pair_finding("RETURN '</failure>'", ""),
                      "canary 1",
                      {ReplayResult::StillFails, "it's \"wrong\" & <bad>\x01\xff", 1, 1}};
  const std::string junit = replay_junit({one});
  EXPECT_NE(junit.find("name=\"a&quot;&lt;b&gt;\""), std::string::npos) << junit;
  EXPECT_NE(junit.find("RETURN &#39;&lt;/failure&gt;&#39;"), std::string::npos) << junit;
  EXPECT_NE(junit.find("failures=\"1\""), std::string::npos);
  EXPECT_EQ(junit.find('\x01'), std::string::npos);
  EXPECT_EQ(junit.find('\xff'), std::string::npos);
  EXPECT_NE(replay_json_line(one).find("\"result\":\"still fails\""), std::string::npos);
  EXPECT_NE(replay_table({one}).find("1 still fails"), std::string::npos);
}

}  // namespace
}  // namespace dinkel

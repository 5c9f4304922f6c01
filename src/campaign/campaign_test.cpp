#include "campaign/campaign.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files.h"
#include "base/temp_dir.h"
#include "cypher/parsed_test.h"
#include "targets/open.h"
#include "targets/refusing_test.h"

namespace dinkel {
namespace {

CampaignOptions canary_options(std::uint64_t cases, int jobs) {
  CampaignOptions options;
  options.max_cases = cases;
  options.jobs = jobs;
  options.cases.replays = 1;
  options.cases.size = CaseSize::Small;
  options.cases.reduce_runs = 25;
  options.open = [] { return open_target("canary"); };
  return options;
}

CampaignState run(const CampaignOptions& options, Store& store) {
  const std::atomic<bool> stop = false;
  return run_campaign(options, store, {}, stop);
}

std::vector<std::string> texts(const CampaignState& state) {
  std::vector<std::string> result;
  for (const Family& family : state.families) {
    std::string text = family.name + to_json_text(family.first);
    for (const std::uint64_t index : family.indexes) text += " " + std::to_string(index);
    result.push_back(std::move(text));
  }
  return result;
}

TEST(Campaign, FindsTheSameWithAnyNumberOfWorkers) {
  const TempDir folder("campaign");
  Store one(folder.path() / "one.db");
  Store two(folder.path() / "two.db");
  const CampaignState alone = run(canary_options(23, 1), one);
  const CampaignState together = run(canary_options(23, 2), two);
  EXPECT_FALSE(alone.families.empty());
  EXPECT_EQ(alone.counts, together.counts);
  EXPECT_EQ(alone.counts.cases, 23);
  EXPECT_EQ(texts(alone), texts(together));
}

// A function that the target lacks came in with an expression of a rule, and the rule was blamed.
TEST(Campaign, WhatIsRefusedInNewPartsIsNoFinding) {
  const auto rules_blamed = [](const std::string& word) {
    const TempDir folder("campaign");
    Store store(folder.path() / "store.db");
    CampaignOptions options = canary_options(60, 1);
    options.open = [word] { return std::make_unique<Refusing>(word); };
    std::vector<std::string> rules;
    for (const Family& family : run(options, store).families) {
      for (const std::string& rule : family.first.rules) rules.push_back(rule);
    }
    return rules;
  };
  EXPECT_EQ(rules_blamed("New"), std::vector<std::string>());  // only new patterns have the word
  // Several rules write it by themselves; the error makes one family of them.
  const std::vector<std::string> blamed = rules_blamed("WITH * ");
  ASSERT_EQ(blamed.size(), 1U);
  EXPECT_FALSE(all_rules()[*rule_named(blamed.front())].brings_new_parts()) << blamed.front();
}

// With both bugs planted, a reduction could go from one to the other.
TEST(Campaign, AReductionKeepsToItsPlantedBug) {
  BugSet planted;
  planted.plant(Bug::DeleteCreatedSurvives);
  planted.plant(Bug::SetEmptyMapClears);
  const auto test_of_pair = [](std::string_view original, std::string_view rewritten) {
    OracleTest test;
    test.setup = {parsed("CREATE ({a: 1})")};
    test.statement = parsed(original);
    test.fixed = StatementPair{test.statement, parsed(rewritten)};
    return test;
  };
  const OracleTest survives =
      test_of_pair("MATCH (a) RETURN 1", "MATCH (a) CREATE (i) DELETE i RETURN 1");
  const OracleTest clears = test_of_pair("MATCH (a) RETURN 1", "MATCH (a) SET a += {} RETURN 1");
  const OracleTest both =
      test_of_pair("MATCH (a) RETURN 1", "MATCH (a) SET a += {} CREATE (i) DELETE i RETURN 1");
  const auto oracle = make_oracle("equivalence");
  const CaseOptions options;
  const auto target = open_canary(planted);
  Session session(*target, options.deadline);
  const auto judged = [&](const OracleTest& test) {
    return judge(test, *oracle, session, full_dialect(), true);
  };
  ASSERT_TRUE(judged(survives).discrepancy && judged(clears).discrepancy);
  const JudgedPredicate same =
      needs_same_bugs(*target, survives, *oracle, options, judged(survives));
  EXPECT_TRUE(same(survives, judged(survives)));
  EXPECT_FALSE(same(clears, judged(clears)));
  EXPECT_FALSE(same(both, judged(both)));
}

TEST(Campaign, ShowsTheFirstOfAFamilyUnlessItIsALongCrash) {
  const auto finding = [](std::uint64_t index, std::size_t bytes, const std::string& stack) {
    Finding made;
    made.index = index;
    made.original = std::string(bytes, 'x');
    made.normalised = stack;
    return made;
  };
  EXPECT_TRUE(is_shown_before(finding(1, 50, "stack"), finding(2, 40, "stack")));
  EXPECT_TRUE(is_shown_before(finding(2, 100, "stack"), finding(1, 500, "stack")));
  EXPECT_TRUE(is_shown_before(finding(2, 400, "stack"), finding(1, 500, "stack")));
  EXPECT_TRUE(is_shown_before(finding(1, 500, ""), finding(2, 40, "")));
}

TEST(Campaign, ContinuesWhereItStopped) {
  const TempDir folder("campaign");
  const CampaignState whole = [&] {
    Store store(folder.path() / "whole.db");
    return run(canary_options(20, 1), store);
  }();
  {
    Store store(folder.path() / "parts.db");
    (void)run(canary_options(10, 1), store);
  }
  Store store(folder.path() / "parts.db");
  const CampaignState continued = run(canary_options(20, 1), store);
  EXPECT_EQ(continued.counts, whole.counts);
  EXPECT_EQ(texts(continued), texts(whole));
}

TEST(Campaign, TheReferenceHasNoBugs) {
  const TempDir folder("campaign");
  Store store(folder.path() / "reference.db");
  CampaignOptions options = canary_options(50, 1);
  options.cases.confirm = false;
  options.open = [] { return open_target("reference"); };
  const CampaignState state = run(options, store);
  EXPECT_EQ(state.counts.raw_findings, 0);
  EXPECT_GT(state.counts.compared, state.counts.tests / 2);
}

TEST(Store, RefusesAnotherCampaignAndAnotherFile) {
  const TempDir folder("campaign");
  {
    Store store(folder.path() / "store.db");
    store.identify("one");
    store.identify("one");
    EXPECT_THROW(store.identify("two"), Error);
  }
  write_file(folder.path() / "text.db", "this is no database, but long enough to be read as one");
  EXPECT_THROW(Store(folder.path() / "text.db"), Error);
}

TEST(Family, EverFewerOfARawFamilyAreReduced) {
  const auto reduced_of = [](const Finding& finding) {
    std::vector<std::int64_t> reduced;
    for (std::int64_t i = 1; i <= 20; ++i) {
      if (is_worth_reducing(finding, i)) reduced.push_back(i);
    }
    return reduced;
  };
  Finding finding;
  EXPECT_EQ(reduced_of(finding), (std::vector<std::int64_t>{1, 4, 9, 16}));
  finding.normalised = "assertion failed";
  EXPECT_EQ(reduced_of(finding), (std::vector<std::int64_t>{1, 10}));
}

TEST(Family, IsTheCauseOrTheErrorOrTheRule) {
  Finding finding;
  finding.oracle = "equivalence";
  finding.rules = {"plus-zero"};
  EXPECT_EQ(family_of(finding), "equivalence wrong-rows plus-zero");
  finding.cause = "RETURN 0.0 + 0";
  EXPECT_EQ(family_of(finding), "wrong answer: RETURN 0.0 + 0");
  finding.cause.clear();
  finding.kind = FindingKind::OnlyOneFails;
  finding.normalised = "no such thing";
  const std::string by_error = family_of(finding);
  finding.rules = {"times-one"};
  EXPECT_EQ(family_of(finding), by_error);
}

TEST(FindingFiles, AreWrittenAndReadAgain) {
  const TempDir folder("campaign");
  Finding finding;
  finding.oracle = "equivalence";
  finding.rules = {"plus-zero"};
  finding.original = "RETURN 1.5 AS x";
  finding.rewritten = "RETURN 1.5 + 0 AS x";
  const Family family{"equivalence wrong-rows plus-zero", finding, {3}, {}};
  write_finding(folder.path(), family);
  EXPECT_EQ(read_finding(folder.path() / finding_name(family)), finding);
  EXPECT_EQ(read_file(folder.path() / finding_name(family) / "rewritten.cypher"),
            "RETURN 1.5 + 0 AS x;\n");
}

}  // namespace
}  // namespace dinkel

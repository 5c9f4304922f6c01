#include "targets/probe.h"

#include <gtest/gtest.h>

#include <set>

#include "cypher/dialect.h"
#include "targets/dialect_file.h"
#include "targets/embedded.h"

namespace dinkel {
namespace {

ProbeReport probe(BugSet bugs) {
  EmbeddedTarget target("x", bugs);
  return probe_target(target, [](std::size_t, std::size_t) {});
}

TEST(Probe, CoversEveryFeatureAndDeviationOnce) {
  std::set<std::string> names;
  for (const Probe& each : all_probes()) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name << " twice";
  }
  for (std::size_t i = 0; i < feature_count; ++i) {
    const std::string name(to_text(static_cast<Feature>(i)));
    EXPECT_TRUE(names.contains(name)) << name;
  }
  for (std::size_t i = 0; i < deviation_count; ++i) {
    EXPECT_TRUE(names.contains(std::string(to_text(static_cast<Deviation>(i)))));
  }
}

// A probe that the reference itself refuses, or answers with null, tells nothing about others.
TEST(Probe, AsksWhatTheReferenceCanAnswer) {
  for (const Probe& each : all_probes()) {
    if (deviation_named(each.name) || each.name.starts_with("expression")) continue;
    EmbeddedTarget target("reference", BugSet());
    for (const std::string& statement : probe_graph()) {
      target.run(statement, {}, std::chrono::seconds(10));
    }
    const Outcome outcome =
        target.run(each.statement, probe_parameters(), std::chrono::seconds(10));
    const auto* error = std::get_if<DatabaseError>(&outcome);
    EXPECT_EQ(error, nullptr) << each.statement << ": " << error->message;
    const auto* rows = std::get_if<Rows>(&outcome);
    const bool is_call = each.name.find('(') != std::string::npos;
    if (rows != nullptr && is_call) {
      EXPECT_FALSE(rows->rows.empty() || rows->rows[0][0].is_null()) << each.statement;
    }
  }
}

TEST(Probe, FindsNothingAtTheReferenceAndBugsAtTheCanary) {
  const ProbeReport fine = probe(BugSet());
  EXPECT_EQ(fine.count(ProbeStatus::Supported), fine.results.size());
  BugSet bugs;
  for (const BugRow& row : all_bugs()) bugs.plant(row.bug);
  EXPECT_GT(probe(bugs).count(ProbeStatus::Deviating), 0U);
}

TEST(Probe, KeepsWhatPeopleWrote) {
  const ProbeReport report{"x",
                           "1.2",
                           {{"match"},
                            {"xor", ProbeStatus::Unsupported, "", "no \"such\"\nthing"},
                            {"trim(String)", ProbeStatus::Unsupported, "", "no"},
                            {"split(String, String)", ProbeStatus::Supported},
                            {"power", ProbeStatus::Deviating, "8.0", "8"},
                            {"modulo", ProbeStatus::Deviating, "1", "2"},
                            {"round(Integer | Float)", ProbeStatus::Supported},
                            {"round(Integer | Float, Integer)", ProbeStatus::Deviating, "1", "2"},
                            {"round(Integer | Float, Integer, String)", ProbeStatus::Unsupported},
                            {"overflow-wraps", ProbeStatus::Deviating, "error", "-1"}}};
  const std::string by_hand = "name = \"x\" # of mine\n\n[accepted]\nmodulo = \"that is fine\"\n";
  const std::string once = with_probe(by_hand, report);
  EXPECT_TRUE(once.starts_with(by_hand));
  EXPECT_EQ(with_probe(once, report), once);
  const TargetDialect target = parse_dialect(once, "x");
  EXPECT_FALSE(target.dialect.has(Feature::Xor));
  EXPECT_FALSE(target.dialect.has(Feature::Power));
  EXPECT_TRUE(target.dialect.has(Feature::Modulo));
  EXPECT_FALSE(target.dialect.has_function("trim"));
  EXPECT_TRUE(target.dialect.has_function("split"));
  EXPECT_TRUE(target.dialect.has_function("round"));
  EXPECT_EQ(target.dialect.max_arguments("round"), 1U);
  EXPECT_TRUE(target.dialect.deviates(Deviation::OverflowWraps));
}

}  // namespace
}  // namespace dinkel

// Every guard is needed: testdata/guards.test has a case that goes wrong without it.
#include "rewrite/guards.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "cypher/parse.h"
#include "cypher/print.h"
#include "interpret/interpret.h"
#include "rewrite/inspect.h"
#include "rewrite/rule_cases_test.h"
#include "rewrite/soundness.h"

namespace dinkel {

std::string testdata(const std::string& name) {
  return std::string(DINKEL_SOURCE_DIR) + "/src/rewrite/testdata/" + name;
}

std::vector<GuardCase> read_guard_cases() {
  std::vector<GuardCase> cases;
  std::ifstream file(testdata("guards.test"));
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line.starts_with("#")) continue;
    const std::size_t colon = line.find(": ");
    CHECK(colon != std::string::npos, "a line of guards.test is `field: text`");
    if (line.starts_with("guard: ")) cases.push_back({number, {}});
    cases.back().fields[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return cases;
}

Dialect GuardCase::dialect() const {
  Dialect result = full_dialect();
  const std::string missing = get("without");
  if (missing.ends_with("()")) {
    result.missing_functions.push_back(missing.substr(0, missing.size() - 2));
  } else if (!missing.empty()) {
    CHECK(feature_named(missing).has_value(), "guards.test names a feature that there is not");
    result.remove(*feature_named(missing));
  }
  if (const std::string deviation = get("deviates"); !deviation.empty()) {
    CHECK(deviation_named(deviation).has_value(), "guards.test names an unknown deviation");
    result.deviations.set(static_cast<std::size_t>(*deviation_named(deviation)));
  }
  if (const std::string nesting = get("nesting"); !nesting.empty()) {
    result.max_nesting = std::stoi(nesting);
  }
  return result;
}

Statement parsed(const std::string& text) {
  auto statement = parse_statement(text);
  if (!statement.ok()) ADD_FAILURE() << describe(statement.error(), text);
  CHECK(statement.ok(), "a query of the test data does not parse");
  return *std::move(statement);
}

RewriteOptions options_for(std::string_view rule, const Dialect& dialect) {
  RewriteOptions options;
  options.dialect = &dialect;
  options.schema = GraphSchema();
  options.new_parameters = true;
  options.rules.assign(all_rules().size(), false);
  CHECK(rule_named(rule).has_value(), "the test data names a rule that there is not");
  options.rules[*rule_named(rule)] = true;
  return options;
}

namespace {

// A name that a clause reads in front of where its pattern binds it, if there is one; CREATE reads
// none of those that it creates.
std::optional<std::string> name_read_ahead(const Clause& clause, const QueryContext& before) {
  const auto* create = std::get_if<Create>(&clause.node);
  const auto* match = std::get_if<Match>(&clause.node);
  if (create == nullptr && match == nullptr) return std::nullopt;
  const Pattern& pattern = create != nullptr ? create->pattern : match->pattern;
  QueryContext bound = before;
  for (const PatternPart& part : pattern) {
    for (const std::string& name : variables_of(pattern)) {
      if (bound.find(name) == nullptr && pattern_reads({part}, {name})) return name;
    }
    if (match != nullptr) declare_pattern(bound, part, false);
  }
  return std::nullopt;
}

std::optional<std::string> name_read_ahead(const Statement& statement) {
  GraphState state;
  for (const Clause& clause : std::get<Query>(statement.body).parts.front().clauses) {
    if (auto name = name_read_ahead(clause, state.context)) return name;
    advance(state, clause);
  }
  return std::nullopt;
}

// What is wrong with one application: the answer differs, or the text is no valid query, or one
// that means another tree.
std::optional<std::string> harm_of(const Statement& statement, const Application& application,
                                   const RewriteOptions& options, const Graph& graph,
                                   const GuardCase& guard_case) {
  Rewritten rewritten = apply_trace(statement, {application}, options);
  const std::string text = print(rewritten.statement);
  const auto read_again = parse_statement(text);
  if (!read_again.ok()) return text + " does not parse";
  if (*read_again != rewritten.statement) return text + " is another tree";
  const auto ahead = name_read_ahead(rewritten.statement);
  if (ahead && guard_case.fields.contains("reading")) return text + " reads " + *ahead + " ahead";
  const Comparing comparing =
      guard_case.fields.contains("open") ? Comparing::Everything : Comparing::WhatIsDetermined;
  SoundnessCounts counts;
  const auto violation = check_rewriting(statement, rewritten, graph, Map(), counts, comparing);
  if (!violation.has_value()) return std::nullopt;
  return text + ": " + violation->difference;
}

struct Harm {
  int applications = 0;
  std::optional<std::string> found;
};

Harm search_harm(const GuardCase& guard_case, bool guard_on) {
  const Dialect dialect = guard_case.dialect();
  RewriteOptions options = options_for(guard_case.get("rule"), dialect);
  const std::string guard = guard_case.get("guard");
  if (!guard_on) options.disabled_guard = guard;
  Graph graph;
  if (const std::string setup = guard_case.get("graph"); !setup.empty()) {
    EXPECT_TRUE(interpret(parsed(setup), graph).ok()) << setup;
    GraphState state;
    advance(state, parsed(setup));
    options.schema = state.schema;
  }
  const Statement statement = parsed(guard_case.get("query"));
  Harm harm;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const Application& application : possible_applications(statement, seed, options)) {
      ++harm.applications;
      if (!harm.found) harm.found = harm_of(statement, application, options, graph, guard_case);
    }
  }
  return harm;
}

TEST(Guards, AreNeeded) {
  for (const GuardCase& guard_case : read_guard_cases()) {
    SCOPED_TRACE("guards.test:" + std::to_string(guard_case.line) + " " + guard_case.get("guard"));
    const Harm with = search_harm(guard_case, true);
    const Harm without = search_harm(guard_case, false);
    EXPECT_FALSE(with.found.has_value()) << *with.found;
    EXPECT_GT(without.applications, with.applications) << "the guard refuses nothing here";
    if (guard_case.about_dialect()) {
      // `allowed` counts other sites, which do not need what the dialect lacks.
      const std::string allowed = guard_case.get("allowed");
      EXPECT_EQ(with.applications, allowed.empty() ? 0 : std::stoi(allowed));
    } else {
      EXPECT_TRUE(without.found.has_value()) << "nothing goes wrong without the guard";
    }
  }
}

TEST(Guards, HaveACaseEach) {
  std::set<std::string> shown;
  for (const GuardCase& guard_case : read_guard_cases()) shown.insert(guard_case.get("guard"));
  for (const Guard* guard : all_guards()) {
    EXPECT_EQ(shown.erase(std::string(guard->name)), 1U) << guard->name << " has no case";
    EXPECT_FALSE(guard->reason.empty());
  }
  for (const std::string& name : shown) ADD_FAILURE() << "there is no guard " << name;
}

}  // namespace
}  // namespace dinkel

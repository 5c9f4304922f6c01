// Where the figures of a report come from.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/error.h"
#include "cypher/walk.h"
#include "report/replay.h"
#include "report/report.h"
#include "targets/dialect_file.h"

namespace dinkel {

namespace {

constexpr std::uint64_t sampled_cases = 60;

// In the order of the alternatives of ClauseNode.
constexpr std::array<std::string_view, 12> clause_names{
    "MATCH",  "CREATE", "MERGE",  "SET",     "REMOVE",   "DELETE",
    "UNWIND", "WITH",   "RETURN", "FOREACH", "CALL { }", "CALL procedure"};

void add_finding(std::vector<Family>& families, const std::string& name, const Finding& finding) {
  for (Family& family : families) {
    if (family.name != name) continue;
    const auto& known = family.indexes;
    if (std::find(known.begin(), known.end(), finding.index) == known.end()) {
      family.indexes.push_back(finding.index);
    }
    return;
  }
  families.push_back({name, finding, {finding.index}});
}

std::optional<std::uint64_t> seed_in(const std::string& campaign) {
  constexpr std::string_view word = "seed ";
  const auto place = campaign.find(word);
  if (place == std::string::npos) return std::nullopt;
  std::uint64_t seed = 0;
  const char* begin = campaign.data() + place + word.size();
  const auto [end, error] = std::from_chars(begin, campaign.data() + campaign.size(), seed);
  return error == std::errc() && end != begin ? std::optional(seed) : std::nullopt;
}

void count_statement(const Statement& statement, Frequencies& clauses) {
  std::array<bool, clause_names.size()> has{};
  for_each_clause(statement, [&](const Clause& clause) { has[clause.node.index()] = true; });
  for (std::size_t i = 0; i < has.size(); ++i) clauses[std::string(clause_names[i])] += has[i];
}

// A case is its seed and index: what was tested can be written again.
void sample(ReportData& data, std::uint64_t seed, const Dialect& dialect) {
  GenerateOptions options;
  options.dialect = &dialect;
  const auto cases = static_cast<std::uint64_t>(data.counts->cases);
  for (const Rule& rule : all_rules()) data.rules[std::string(rule.name())] = 0;
  for (std::uint64_t index = 0; index < std::min(cases, sampled_cases); ++index) {
    const TestCase made = generate_case(seed, index, options);
    Rng rng = Rng(seed).fork(index).fork("rewrite");
    std::vector<Statement> setup = made.setup;
    for (const Statement& statement : made.tests) {
      ++data.sampled_statements;
      count_statement(statement, data.clauses);
      Statement numbered = statement;
      number_nodes(numbered);
      const RewriteOptions rewriting = rewrite_options_after(setup, dialect);
      for (const Application& step : rewrite(numbered, rng.fork("statement"), rewriting).trace) {
        ++data.rules[std::string(all_rules()[step.rule].name())];
      }
      rng = rng.fork("next");
      setup.push_back(statement);
    }
  }
}

}  // namespace

ReportData load_report(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) {
    throw Error(fmt::format("{} is no folder; give the one that dinkel fuzz wrote (dinkel-out/...)",
                            folder.string()));
  }
  ReportData data;
  data.folder = folder.string();
  const auto file = folder / "campaign.db";
  if (std::filesystem::exists(file)) {
    const Store store(file);
    data.counts = store.counts();
    data.campaign = store.campaign();
    for (const FoundFinding& found : store.findings()) {
      if (found.standing != Standing::Finding) continue;
      add_finding(data.families, found.family, found.finding);
    }
  } else {
    for (const auto& path : finding_files({folder.string()})) {
      const Finding finding = read_finding(path);
      add_finding(data.families, family_of(finding), finding);
    }
  }
  std::string target;
  std::string version;
  std::optional<std::uint64_t> seed = seed_in(data.campaign);
  if (!data.families.empty()) {
    const Finding& first = data.families.front().first;
    target = first.target;
    version = first.target_version;
    if (data.counts) seed = first.seed;
  }
  data.target = target + (version.empty() ? "" : " " + version);
  if (data.counts && seed) sample(data, *seed, dialect_of(target, version).dialect);
  return data;
}

}  // namespace dinkel

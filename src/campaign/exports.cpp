#include "campaign/exports.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace dinkel {

namespace {

using Json = nlohmann::ordered_json;

// For XML: control characters have no place there at all.
std::string escape(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
    }
  }
  return result;
}

}  // namespace

std::string to_junit(const std::string& target, const CampaignState& state) {
  // The campaign itself is the test that passes when there is nothing to report.
  const bool is_clean = state.families.empty();
  const std::size_t tests = std::max<std::size_t>(1, state.families.size());
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites>\n<testsuite name=\"dinkel fuzz {}\" tests=\"{}\" failures=\"{}\">\n",
      escape(target), tests, state.families.size());
  if (is_clean)
    text += fmt::format("<testcase classname=\"{}\" name=\"campaign\"/>\n", escape(target));
  for (const Family& family : state.families) {
    text += fmt::format(
        "<testcase classname=\"{}\" name=\"{}\">\n<failure type=\"{}\" message=\"{}\">{}"
        "</failure>\n</testcase>\n",
        escape(target), escape(finding_name(family)), to_text(family.first.kind),
        escape(family.first.difference), escape(finding_markdown(family.first)));
  }
  return text + "</testsuite>\n</testsuites>\n";
}

std::string to_sarif(const std::string& target, const CampaignState& state) {
  Json rules = Json::array();
  Json results = Json::array();
  std::set<std::string_view> seen;
  for (const Family& family : state.families) {
    const std::string_view kind = to_text(family.first.kind);
    if (seen.insert(kind).second) rules.push_back({{"id", kind}});
    const std::string folder = finding_name(family);
    results.push_back(
        {{"ruleId", kind},
         {"level", "error"},
         {"message",
          {{"text", fmt::format("{} {}: {}", target, family.first.target_version,
                                family.first.difference)}}},
         {"locations",
          Json::array({{{"physicalLocation",
                         {{"artifactLocation", {{"uri", folder + "/original.cypher"}}}}}}})},
         {"partialFingerprints", {{"family", family.name}}}});
  }
  const Json log = {
      {"version", "2.1.0"},
      {"runs",
       Json::array(
           {{{"tool",
              {{"driver",
                {{"name", "dinkel"}, {"version", DINKEL_VERSION}, {"rules", std::move(rules)}}}}},
             {"results", std::move(results)}}})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string refusals_markdown(const std::string& target, const CampaignState& state) {
  std::vector<std::pair<std::string, RefusedError>> rows(state.refusals.begin(),
                                                         state.refusals.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
  std::string text = fmt::format(
      "# What {} refused\n\nOf {} generated statements, {} were valid. Each kind of error with its "
      "class by the dialect file, how often it came, and the shortest statement that met it. "
      "Errors "
      "of rewritten statements are listed only where they are unsupported.\n",
      target, state.counts.generated, state.counts.valid);
  for (const auto& [kind, refusal] : rows) {
    text += fmt::format("\n## {} x {}\n\n{}\n\n```cypher\n{}\n```\n", refusal.count, kind,
                        refusal.error, refusal.example);
  }
  return text;
}

}  // namespace dinkel

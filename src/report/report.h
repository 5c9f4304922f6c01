// The report of a campaign: one HTML page that needs nothing but itself, and issues as Markdown,
// ready to paste. Both are made from a folder that `dinkel fuzz` or `dinkel check` left: its store
// if there is one, and the findings in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "campaign/campaign.h"

namespace dinkel {

// How often something occurs in the statements that were tested.
using Frequencies = std::map<std::string, std::int64_t>;

struct ReportData {
  std::string folder;
  std::string target;  // "falkordb 4.16.3"; of the first finding
  std::string campaign;
  std::optional<CaseCounts> counts;  // absent: the folder has no store
  std::vector<Family> families;      // in the order of their first index
  // Of the first cases, written again from the seed; empty where the seed is not known.
  std::int64_t sampled_statements = 0;
  Frequencies clauses;
  Frequencies rules;
};

// Throws Error where the folder holds neither a store nor a finding, or a damaged one.
ReportData load_report(const std::filesystem::path& folder);

std::string report_html(const ReportData& data);
std::string report_markdown(const ReportData& data);
// One issue: title, version, graph, query, expected, actual, how it was found.
std::string issue_markdown(const Finding& finding);

// The parts of the page.
struct HighlightedPair {
  std::string original;  // HTML
  std::string rewritten;
};
// Both statements with their keywords marked, and what only one of them has.
HighlightedPair highlight_difference(std::string_view original, std::string_view rewritten);
// The graph that the setup leaves, drawn; empty where there is none, or where it is too large.
std::string graph_svg(const Finding& finding);
// Families over cases, as steps.
std::string curve_svg(const ReportData& data);
// The <style> of the page.
std::string_view report_style();

}  // namespace dinkel

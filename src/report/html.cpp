#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.h"
#include "report/escape.h"
#include "report/report.h"

namespace dinkel {

namespace {

std::string figure(std::string_view value, std::string_view label) {
  return fmt::format("<div><b>{}</b><span>{}</span></div>", value, label);
}

std::string percent_of(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return "–";
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string rules_of(const Finding& finding) {
  std::string text;
  for (const std::string& rule : finding.rules) text += (text.empty() ? "" : ", ") + rule;
  return text;
}

std::string summary_of(const ReportData& data) {
  std::size_t findings = 0;
  for (const Family& family : data.families) findings += family.indexes.size();
  std::string html = "<section class=\"figures\">";
  html += figure(std::to_string(data.families.size()), "families of findings");
  html += figure(std::to_string(findings), "findings that were reduced");
  if (data.counts) {
    const CaseCounts& counts = *data.counts;
    html += figure(std::to_string(counts.cases), "cases");
    html += figure(std::to_string(counts.tests), "tests");
    html += figure(percent_of(counts.valid, counts.generated), "valid");
    html += figure(percent_of(counts.compared, counts.comparisons), "compare something");
    html += figure(std::to_string(counts.raw_findings), "raw findings");
  }
  return html + "</section>\n";
}

std::string table_of(const ReportData& data) {
  if (data.families.empty()) return "<p>Nothing was found.</p>\n";
  std::string html =
      "<table><thead><tr><th>kind</th><th>oracle</th><th>rule</th><th class=\"num\">bytes</th><th "
      "class=\"num\">times</th><th>statement</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < data.families.size(); ++i) {
    const Finding& finding = data.families[i].first;
    html += fmt::format(
        "<tr><td><a href=\"#f{}\">{}</a></td><td>{}</td><td>{}</td><td class=\"num\">{}</td><td "
        "class=\"num\">{}</td><td><code>{}</code></td></tr>\n",
        i + 1, to_text(finding.kind), escape_markup(finding.oracle),
        escape_markup(rules_of(finding)), reported_bytes(finding), data.families[i].indexes.size(),
        highlight_difference(finding.original, "").original);
  }
  return html + "</tbody></table>\n";
}

std::string script_of(const Finding& finding) {
  std::string html;
  for (const auto& [name, literal] : finding.parameters) {
    html += escape_markup(fmt::format(":param {} => {}", name, literal)) + "\n";
  }
  for (const std::string& statement : finding.setup) {
    html += highlight_difference(statement, "").original + ";\n";
  }
  return html;
}

std::string column(std::string_view title, const std::string& code, const std::string& outcome) {
  return fmt::format("<div><h4>{}</h4><pre>{}</pre><pre>{}</pre></div>", title, code,
                     escape_markup(outcome));
}

std::string article(const Family& family, std::size_t number) {
  const Finding& finding = family.first;
  std::string html = fmt::format(
      "<article id=\"f{}\"><div class=\"head\"><span class=\"kind\">{}</span><h3>{}</h3><span "
      "class=\"soft\">{} bytes, {} {}</span></div>\n",
      number, to_text(finding.kind), escape_markup(family.name), reported_bytes(finding),
      family.indexes.size(), family.indexes.size() == 1 ? "case" : "cases");
  const std::string setup = script_of(finding);
  if (!setup.empty()) {
    html += "<h4>graph</h4><pre>" + setup + "</pre>\n" + graph_svg(finding);
  }
  const HighlightedPair pair = highlight_difference(finding.original, finding.rewritten);
  html += fmt::format("<div class=\"pair{}\">", finding.rewritten.empty() ? " one" : "");
  html += column("original", pair.original, finding.original_outcome);
  if (!finding.rewritten.empty()) {
    html += column("rewritten", pair.rewritten, finding.rewritten_outcome);
  }
  html += "</div>\n<h4>difference</h4><div class=\"wrong\">" + escape_markup(finding.difference) +
          "</div>\n";
  html += fmt::format(
      "<details><summary>how it was found</summary><p class=\"soft\">Oracle {}{}{}; seed {}, case "
      "{}; on {} {}.",
      escape_markup(finding.oracle), finding.rules.empty() ? "" : ", rule ",
      escape_markup(rules_of(finding)), finding.seed, finding.index, escape_markup(finding.target),
      escape_markup(finding.target_version));
  for (const std::string& bug : finding.planted) {
    html += " It needs the planted bug " + escape_markup(bug) + ".";
  }
  return html + fmt::format(
                    "</p><p class=\"soft\">Again: <code>dinkel replay {}</code></p>"
                    "</details></article>\n",
                    escape_markup(finding_name(family)));
}

std::string bars_of(const Frequencies& frequencies) {
  std::vector<std::pair<std::string, std::int64_t>> rows(frequencies.begin(), frequencies.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  const std::int64_t most = rows.empty() ? 1 : std::max<std::int64_t>(1, rows.front().second);
  std::string html = "<div class=\"bars\">";
  for (const auto& [name, count] : rows) {
    html += fmt::format(
        "<div{}><span title=\"{}\">{}</span><i style=\"width:{:.1f}%\"></i><b>{}</b></div>",
        count == 0 ? " class=\"none\"" : "", escape_markup(name), escape_markup(name),
        100.0 * static_cast<double>(count) / static_cast<double>(most), count);
  }
  return html + "</div>\n";
}

std::string coverage_of(const ReportData& data) {
  if (data.sampled_statements == 0) return "";
  const auto used = std::count_if(data.rules.begin(), data.rules.end(),
                                  [](const auto& row) { return row.second > 0; });
  return fmt::format(
             "<h2>What was tested</h2><p class=\"soft\">The first {} statements of the campaign, "
             "written again from its seed: in how many of them each clause stands.</p>\n",
             data.sampled_statements) +
         bars_of(data.clauses) +
         fmt::format(
             "<h2>Rules</h2><p class=\"soft\">{} of {} rules were applied in these statements; how "
             "often each was.</p>\n",
             used, data.rules.size()) +
         bars_of(data.rules);
}

// "target canary 0.1.0 seed 1 size rules oracles without" names settings that were not given.
std::string settings_of(std::string_view campaign) {
  const auto is_setting = [](std::string_view word) {
    return word == "size" || word == "rules" || word == "oracles" || word == "without";
  };
  std::vector<std::string_view> words;
  for (const std::string_view word : split(campaign, ' ')) {
    if (word.empty()) continue;
    if (is_setting(word) && !words.empty() && is_setting(words.back())) words.pop_back();
    words.push_back(word);
  }
  if (!words.empty() && is_setting(words.back())) words.pop_back();
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

std::string report_html(const ReportData& data) {
  const std::string title =
      escape_markup(data.target.empty() ? data.folder : "dinkel on " + data.target);
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>{}</style>"
      "</head>\n<body><main>\n",
      title, report_style());
  html +=
      "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><marker id=\"arrow\" viewBox=\"0 0 "
      "8 8\" refX=\"4\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path "
      "d=\"M 0 1 L 7 4 L 0 7 z\"/></marker></defs></svg>\n";
  html += "<h1>" + title + "</h1>\n";
  html += "<p class=\"soft\">" +
          escape_markup(data.campaign.empty() ? data.folder : settings_of(data.campaign)) +
          "</p>\n";
  html += summary_of(data);
  html += "<h2>Findings</h2>\n" + table_of(data);
  const std::string curve = curve_svg(data);
  if (!curve.empty()) html += "<h2>Discovery</h2>\n" + curve + "\n";
  if (!data.families.empty()) html += "<h2>Families</h2>\n";
  for (std::size_t i = 0; i < data.families.size(); ++i) {
    html += article(data.families[i], i + 1);
  }
  html += coverage_of(data);
  return html +
         fmt::format("<p class=\"soft\">dinkel {}</p>\n</main></body></html>\n", DINKEL_VERSION);
}

}  // namespace dinkel

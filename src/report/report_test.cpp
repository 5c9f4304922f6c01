#include "report/report.h"

#include <gtest/gtest.h>

#include <regex>

#include "base/error.h"
#include "base/files.h"
#include "base/temp_dir.h"
#include "report/escape.h"

namespace dinkel {
namespace {

Finding nasty() {
  Finding finding;
  finding.target = "canary";
  finding.target_version = "1 <2>";
  finding.oracle = "equivalence";
  finding.setup = {"CREATE (:`<b>` {k: '</script>'})-[:R {w: \"&\"}]->(:B), (:C)"};
  finding.original = "RETURN '</script><script>alert(1)</script>' AS `\"x\"`";
  finding.rewritten = "RETURN '</pre>' + '\xF0\x9F\x98\x80' AS x // https://example.org/x.js";
  finding.statement = finding.original;
  finding.rules = {"a \"rule\""};
  finding.difference = "a row <is> \xff missing & 'quoted'";
  finding.original_outcome = "</pre></article>\x01";
  finding.rewritten_outcome = "```\n";
  return finding;
}

ReportData example() {
  ReportData data;
  data.folder = "out";
  data.target = "canary <1>";
  data.families = {{"equivalence wrong-rows <x>", nasty(), {3, 9}}};
  data.counts = CaseCounts();
  data.counts->cases = 12;
  data.counts->tests = 40;
  data.sampled_statements = 10;
  data.clauses = {{"MATCH", 7}, {"FOREACH", 0}};
  data.rules = {{"plus-zero", 3}, {"never", 0}};
  return data;
}

TEST(Report, NeedsNothingFromElsewhere) {
  const std::string html = report_html(example());
  // What stands in quotes of a statement is text; nothing may be loaded.
  EXPECT_FALSE(std::regex_search(html, std::regex("<script|<link|<img|<iframe|@import|src=")));
  EXPECT_FALSE(std::regex_search(html, std::regex("href=\"[^#]")));
  EXPECT_FALSE(std::regex_search(html, std::regex("url\\([^#]")));
}

// "size rules oracles without" once stood there with nothing after the words.
TEST(Report, NamesOnlyTheSettingsThatWereGiven) {
  ReportData data = example();
  data.campaign = "target canary 0.1.0  seed 1 size  rules  oracles  without ";
  EXPECT_NE(report_html(data).find(">target canary 0.1.0 seed 1</p>"), std::string::npos);
  data.campaign = "target canary 0.1.0  seed 1 size small rules  oracles plan without x,y";
  EXPECT_NE(
      report_html(data).find(">target canary 0.1.0 seed 1 size small oracles plan without x,y</p>"),
      std::string::npos);
}

TEST(Report, EscapesWhatItQuotes) {
  const std::string html = report_html(example());
  EXPECT_EQ(html.find("</script>"), std::string::npos);
  EXPECT_EQ(html.find("</pre></article>\x01"), std::string::npos);
  EXPECT_EQ(html.find("<b>`"), std::string::npos);
  EXPECT_EQ(html.find('\xff'), std::string::npos);
  EXPECT_EQ(html.find('\x01'), std::string::npos);
  EXPECT_NE(html.find("\xF0\x9F\x98\x80"), std::string::npos) << "text beyond ASCII stays";
  EXPECT_NE(html.find("&lt;/script&gt;&lt;script&gt;alert(1)"), std::string::npos);
  EXPECT_NE(html.find("equivalence wrong-rows &lt;x&gt;"), std::string::npos);
  EXPECT_EQ(escape_markup("a\tb\n\"'<>&"), "a\tb\n&quot;&#39;&lt;&gt;&amp;");
}

TEST(Report, OpensAndClosesItsElements) {
  const std::string html = report_html(example());
  for (const std::string name : {"main", "article", "section", "svg", "table", "pre", "details",
                                 "mark", "span", "div", "h2", "code"}) {
    const auto count = [&](const std::string& text) {
      std::size_t found = 0;
      for (auto at = html.find(text); at != std::string::npos; at = html.find(text, at + 1)) {
        ++found;
      }
      return found;
    };
    EXPECT_EQ(count("<" + name + ">") + count("<" + name + " "), count("</" + name + ">")) << name;
  }
}

TEST(Report, MarksWhatOnlyOneStatementHas) {
  const HighlightedPair pair = highlight_difference("RETURN n.x AS x", "RETURN n.x + 0 AS x");
  EXPECT_EQ(pair.original, "<span class=\"k\">RETURN</span> n.x <span class=\"k\">AS</span> x");
  EXPECT_EQ(pair.rewritten,
            "<span class=\"k\">RETURN</span> n.x <mark>+ <span class=\"n\">0</span></mark> <span "
            "class=\"k\">AS</span> x");
  EXPECT_EQ(highlight_difference("RETURN 1", "").original,
            "<span class=\"k\">RETURN</span> <span class=\"n\">1</span>");
}

TEST(Report, DrawsTheGraph) {
  Finding finding = nasty();
  finding.setup = {"CREATE (a:A)-[:R]->(b), (a)-[:S]->(b), (b)-[:T]->(b)"};
  const std::string svg = graph_svg(finding);
  EXPECT_NE(svg.find("<circle"), std::string::npos);
  EXPECT_NE(svg.find(":T"), std::string::npos);
  finding.setup = {"UNWIND range(1, 500) AS x CREATE ()"};
  EXPECT_EQ(graph_svg(finding), "") << "too large to look at";
  finding.setup.clear();
  EXPECT_EQ(graph_svg(finding), "");
}

TEST(Report, MarkdownSurvivesFences) {
  const std::string text = report_markdown(example());
  EXPECT_NE(text.find("# wrong result"), std::string::npos);
  EXPECT_NE(text.find("````\n```\n````"), std::string::npos) << text;
  EXPECT_NE(text.find("**Version:** canary 1 <2>"), std::string::npos);
  EXPECT_EQ(report_markdown(ReportData()), "Nothing was found.\n");
}

TEST(Report, IsMadeOfAFolder) {
  const TempDir folder("report");
  EXPECT_THROW((void)load_report(folder.path()), Error);
  EXPECT_THROW((void)load_report(folder.path() / "missing"), Error);
  write_finding(folder.path(), {"family", nasty(), {4}});
  const ReportData data = load_report(folder.path());
  ASSERT_EQ(data.families.size(), 1U);
  EXPECT_FALSE(data.counts.has_value());
  EXPECT_EQ(data.target, "canary 1 <2>");
  Store(folder.path() / "campaign.db").identify("target canary seed 7 rules");
  const ReportData stored = load_report(folder.path());
  EXPECT_TRUE(stored.counts.has_value());
  EXPECT_EQ(stored.campaign, "target canary seed 7 rules");
}

}  // namespace
}  // namespace dinkel

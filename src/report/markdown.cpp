// Findings as issues, in the shape that maintainers ask for.
#include <fmt/core.h>

#include <algorithm>

#include "base/text.h"
#include "report/report.h"

namespace dinkel {

namespace {

// The fence is longer than any run of backquotes inside.
std::string fenced(std::string_view language, std::string_view text) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}{}\n{}\n{}\n\n", fence, language, trim(text), fence);
}

std::string title_of(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::WrongRows:
      return "wrong result";
    case FindingKind::WrongGraph:
      return "wrong data after a write";
    case FindingKind::OnlyOneFails:
      return "error in one of two equivalent queries";
    case FindingKind::InternalError:
      return "internal error";
    case FindingKind::Crash:
      return "crash";
    case FindingKind::Hang:
      return "query does not end";
    case FindingKind::Leak:
      return "memory leak";
  }
  return "";
}

std::string first_words(std::string_view statement) {
  constexpr std::size_t longest = 60;
  std::string text(trim(statement));
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '`', '\'');
  if (text.size() <= longest) return text;
  text.resize(longest);
  while (!text.empty() && first_invalid_utf8(text)) text.pop_back();
  return text + "...";
}

std::string expected_of(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::WrongRows:
    case FindingKind::WrongGraph:
    case FindingKind::OnlyOneFails:
      return finding.rewritten.empty()
                 ? "The answer that openCypher describes: see the difference below."
                 : "Both queries mean the same, so they must have the same effect and answer.";
    case FindingKind::InternalError:
      return "An answer, or an error that says what is wrong with the query.";
    case FindingKind::Crash:
      return "The server keeps running.";
    case FindingKind::Hang:
      return "An answer within seconds, as on other implementations.";
    case FindingKind::Leak:
      return "Once the graph is empty again, the memory of the query is free for the next one.";
  }
  return "";
}

}  // namespace

std::string issue_markdown(const Finding& finding) {
  std::string text =
      fmt::format("# {}: `{}`\n\n", title_of(finding), first_words(finding.original));
  text += fmt::format("**Version:** {} {}\n\n", finding.target, finding.target_version);
  std::string setup;
  for (const auto& [name, literal] : finding.parameters) {
    setup += fmt::format(":param {} => {}\n", name, literal);
  }
  for (const std::string& statement : finding.setup) setup += statement + ";\n";
  text += "## Steps to reproduce\n\n";
  text += setup.empty() ? "On an empty graph:\n\n" : "Graph:\n\n" + fenced("cypher", setup);
  if (!setup.empty()) text += "Query:\n\n";
  text += fenced("cypher", finding.original + ";");
  if (!finding.rewritten.empty()) {
    text +=
        "From the same graph, an equivalent query:\n\n" + fenced("cypher", finding.rewritten + ";");
  }
  text += "## Expected\n\n" + expected_of(finding) + "\n\n## Actual\n\n";
  if (finding.rewritten.empty()) {
    text += fenced("", finding.original_outcome);
  } else {
    text += "The first query:\n\n" + fenced("", finding.original_outcome) +
            "The second query:\n\n" + fenced("", finding.rewritten_outcome);
  }
  text += "Difference:\n\n" + fenced("", finding.difference);
  text += fmt::format("## How it was found\n\nBy dinkel, oracle {}", finding.oracle);
  for (const std::string& rule : finding.rules) text += ", rule " + rule;
  return text + fmt::format("; seed {}, case {}.\n", finding.seed, finding.index);
}

std::string report_markdown(const ReportData& data) {
  std::string text;
  for (const Family& family : data.families) {
    if (!text.empty()) text += "\n---\n\n";
    text += issue_markdown(family.first);
  }
  return text.empty() ? "Nothing was found.\n" : text;
}

}  // namespace dinkel

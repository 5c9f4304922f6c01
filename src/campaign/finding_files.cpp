// What a finding looks like on disk.
#include <fmt/core.h>

#include "base/files.h"
#include "base/rng.h"
#include "campaign/campaign.h"

namespace dinkel {

namespace {

std::string script(const Finding& finding, const std::string& statement) {
  std::string text;
  for (const auto& [name, literal] : finding.parameters) {
    text += fmt::format(":param {} => {}\n", name, literal);
  }
  for (const std::string& setup : finding.setup) text += setup + ";\n";
  return text + statement + ";\n";
}

std::string rewritten_script(const Finding& finding) {
  std::string text;
  for (const std::string& statement : finding.before) text += statement + ";\n";
  return script(finding, text + finding.rewritten);
}

std::string fenced(std::string_view language, const std::string& text) {
  return fmt::format("```{}\n{}{}```\n\n", language, text,
                     text.empty() || text.back() == '\n' ? "" : "\n");
}

}  // namespace

std::string finding_name(const Family& family) {
  const std::string& what =
      family.first.rules.empty() ? family.first.oracle : family.first.rules.front();
  return fmt::format("{}-{:08x}", what, hash_text(family.name) >> 32);
}

std::string finding_markdown(const Finding& finding) {
  std::string text = fmt::format("# {} on {} {}: {}\n\n", to_text(finding.kind), finding.target,
                                 finding.target_version, finding.difference);
  text += "## How to see it\n\n" + fenced("cypher", script(finding, finding.original));
  text += fenced("", finding.original_outcome);
  if (!finding.rewritten.empty()) {
    text += "From the same graph, this must answer the same:\n\n" +
            fenced("cypher", rewritten_script(finding)) + fenced("", finding.rewritten_outcome);
  }
  text += fmt::format("## Difference\n\n{}\n\n## How it was found\n\nOracle {}", finding.difference,
                      finding.oracle);
  for (const std::string& rule : finding.rules) text += ", rule " + rule;
  text += fmt::format("; seed {}, case {}.\n", finding.seed, finding.index);
  for (const std::string& bug : finding.planted) {
    text += fmt::format("It needs the planted bug {}.\n", bug);
  }
  return text;
}

void write_finding(const std::filesystem::path& out, const Family& family) {
  const std::filesystem::path folder = out / finding_name(family);
  std::filesystem::create_directories(folder);
  const Finding& finding = family.first;
  write_file(folder / "original.cypher", script(finding, finding.original));
  if (!finding.rewritten.empty()) {
    write_file(folder / "rewritten.cypher", rewritten_script(finding));
  }
  write_file(folder / "finding.json", to_json_text(finding));
  write_file(folder / "finding.md", finding_markdown(finding));
}

}  // namespace dinkel

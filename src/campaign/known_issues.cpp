#include "campaign/known_issues.h"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "targets/dialect_file.h"
#include "targets/installation.h"

namespace dinkel {

namespace {

class IssueReader {
 public:
  IssueReader(std::string_view source, std::string_view version)
      : source_(source), version_(version) {}

  std::optional<KnownIssue> read(const toml::node& node) const {
    const toml::table* table = node.as_table();
    if (table == nullptr) refuse(node, "[[issue]] was expected");
    KnownIssue issue;
    bool applies = true;
    for (const auto& [key, value] : *table) {
      if (key.str() == "before") {
        applies = is_older(version_, text(value));
      } else {
        read_field(issue, key.str(), value);
      }
    }
    if (issue.name.empty()) refuse(node, "an issue needs a name");
    if (issue.reason.empty()) refuse(node, fmt::format("{} needs a reason", issue.name));
    if (!issue.has_pattern() && issue.off.empty() && issue.off_functions.empty()) {
      refuse(node, fmt::format("{} says neither what it looks like nor what is off", issue.name));
    }
    if (!applies) return std::nullopt;
    return issue;
  }

  [[noreturn]] void refuse(const toml::node& node, std::string_view reason) const {
    throw Error(fmt::format("{}:{}: {}", source_, node.source().begin.line, reason));
  }

 private:
  std::string text(const toml::node& node) const {
    const auto value = node.value<std::string>();
    if (!value) refuse(node, "a text was expected");
    return *value;
  }
  std::vector<std::string> texts(const toml::node& node) const {
    const toml::array* array = node.as_array();
    if (array == nullptr) refuse(node, "a list of texts was expected");
    std::vector<std::string> result;
    for (const toml::node& item : *array) result.push_back(text(item));
    return result;
  }
  void read_field(KnownIssue& issue, std::string_view key, const toml::node& value) const {
    if (key == "name") {
      issue.name = text(value);
    } else if (key == "reason") {
      issue.reason = text(value);
    } else if (key == "link") {
      issue.link = text(value);
    } else if (key == "oracle") {
      issue.oracle = text(value);
    } else if (key == "kind") {
      issue.kind = text(value);
      if (!finding_kind_named(*issue.kind)) refuse(value, "there is no such kind of finding");
    } else if (key == "rule") {
      issue.rule = text(value);
    } else if (key == "statement") {
      issue.statement = text(value);
    } else if (key == "error") {
      issue.error = text(value);
    } else if (key == "off") {
      for (const std::string& name : texts(value)) {
        const auto feature = feature_named(name);
        if (!feature) refuse(value, fmt::format("there is no feature {}", name));
        issue.off.push_back(*feature);
      }
    } else if (key == "off_functions") {
      for (const std::string& name : texts(value)) issue.off_functions.push_back(to_lower(name));
    } else {
      refuse(value, fmt::format("an issue has no {}", key));
    }
  }

  std::string_view source_;
  std::string_view version_;
};

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && same(pattern[p], text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool KnownIssue::matches(const Finding& finding) const {
  if (!has_pattern()) return false;
  if (oracle && *oracle != finding.oracle) return false;
  if (kind && *kind != to_text(finding.kind)) return false;
  if (rule && std::none_of(finding.rules.begin(), finding.rules.end(),
                           [&](const auto& one) { return matches_glob(*rule, one); })) {
    return false;
  }
  if (statement && !matches_glob(*statement, finding.original) &&
      !matches_glob(*statement, finding.rewritten)) {
    return false;
  }
  return !error || matches_glob(*error, finding.difference) ||
         matches_glob(*error, finding.normalised);
}

const KnownIssue* KnownIssues::find(const Finding& finding) const {
  for (const KnownIssue& issue : issues) {
    if (issue.matches(finding)) return &issue;
  }
  return nullptr;
}

void KnownIssues::take_from(Dialect& dialect) const {
  for (const KnownIssue& issue : issues) {
    for (const Feature feature : issue.off) dialect.remove(feature);
    for (const std::string& name : issue.off_functions) dialect.missing_functions.push_back(name);
  }
}

KnownIssues parse_known_issues(std::string_view text, std::string_view source,
                               std::string_view version) {
  const IssueReader reader(source, version);
  KnownIssues known;
  try {
    const toml::table file = toml::parse(text, source);
    for (const auto& [key, node] : file) {
      if (key.str() != "issue" || !node.is_array())
        reader.refuse(node, "only [[issue]] stands here");
      for (const toml::node& item : *node.as_array()) {
        if (auto issue = reader.read(item)) known.issues.push_back(std::move(*issue));
      }
    }
  } catch (const toml::parse_error& error) {
    throw Error(fmt::format("{}:{}: {}", source, error.source().begin.line, error.description()));
  }
  return known;
}

KnownIssues known_issues_of(std::string_view target, std::string_view version) {
  const auto file = root_folder() / "targets" / target / "known-issues.toml";
  if (!std::filesystem::exists(file)) return {};
  return parse_known_issues(read_file(file), file.string(), version);
}

}  // namespace dinkel

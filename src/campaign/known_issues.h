// Known issues: what a database is known to do wrong, so that a campaign counts it apart instead of
// reporting it again. A file per target, targets/NAME/known-issues.toml:
//
//   [[issue]]
//   name = "merge-after-delete"
//   reason = "MERGE binds to a node that the same query deleted"
//   link = "docs/findings/falkordb.md"  # where it is written down
//   before = "4.16.3"                   # optional: only in versions older than this
//   oracle = "equivalence"              # each of these is optional, and all that are given must
//   kind = "wrong-rows"                 # hold; * in a pattern stands for anything
//   rule = "dead-*"
//   statement = "*MERGE*DELETE*"        # the reduced original or its rewritten form
//   error = "*Unable to locate*"        # the difference or the normalised error
//   off = ["foreach"]                   # features that are not generated while it is there
//   off_functions = ["reduce"]
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cypher/dialect.h"
#include "oracles/finding.h"

namespace dinkel {

struct KnownIssue {
  std::string name;
  std::string reason;
  std::string link;
  std::optional<std::string> oracle;
  std::optional<std::string> kind;
  std::optional<std::string> rule;
  std::optional<std::string> statement;
  std::optional<std::string> error;
  std::vector<Feature> off;
  std::vector<std::string> off_functions;

  // Whether it says how to recognise a finding at all; one that only switches features off does
  // not.
  bool has_pattern() const { return oracle || kind || rule || statement || error; }
  bool matches(const Finding& finding) const;
};

struct KnownIssues {
  std::vector<KnownIssue> issues;
  const KnownIssue* find(const Finding& finding) const;
  // Takes away from the dialect what the issues switch off.
  void take_from(Dialect& dialect) const;
};

// Throws Error with the line of what is wrong. `version` as in dialect_of().
KnownIssues parse_known_issues(std::string_view text, std::string_view source,
                               std::string_view version);
// The file of a target; none if it has no file.
KnownIssues known_issues_of(std::string_view target, std::string_view version);

// Whether all of `text` matches; * stands for anything, and case does not count.
bool matches_glob(std::string_view pattern, std::string_view text);

}  // namespace dinkel

// The cases of testdata/guards.test, as values.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cypher/ast.h"
#include "rewrite/rewrite.h"

namespace dinkel {

struct GuardCase {
  int line = 0;
  std::map<std::string, std::string> fields;  // guard, rule, graph, query, without, deviates, ...

  std::string get(const std::string& field) const {
    const auto found = fields.find(field);
    return found == fields.end() ? std::string() : found->second;
  }
  bool about_dialect() const {
    return fields.contains("without") || fields.contains("deviates") || fields.contains("nesting");
  }
  Dialect dialect() const;
};

std::string testdata(const std::string& name);  // the path of a file
std::vector<GuardCase> read_guard_cases();
Statement parsed(const std::string& text);
// The options for one rule alone on a graph of a known schema, in the dialect given.
RewriteOptions options_for(std::string_view rule, const Dialect& dialect);

}  // namespace dinkel

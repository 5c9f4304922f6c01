// Which findings are of one cause, as far as can be told.
#include <fmt/core.h>

#include <set>

#include "base/rng.h"
#include "base/text.h"
#include "campaign/examine.h"
#include "cypher/lexer.h"
#include "oracles/test_case.h"
#include "targets/embedded.h"

namespace dinkel {

std::string shape_of(std::string_view statement) {
  // Clauses that only bring values to the place of the bug (MATCH, UNWIND, WITH, CREATE) are left
  // out: how a reducer ends up with one or the other is chance.
  static const std::set<std::string_view> telling = {
      "OPTIONAL", "MERGE", "SET",   "REMOVE", "DELETE", "FOREACH", "CALL",   "UNION",
      "DISTINCT", "SKIP",  "LIMIT", "CASE",   "EXISTS", "COUNT",   "COLLECT"};
  std::set<std::string> words;
  const std::vector<Token> tokens = tokenize(statement);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const std::string word = to_upper(statement.substr(token.offset, token.length));
    if (token.keyword != Keyword::NotAKeyword && telling.contains(word)) words.insert(word);
    if (token.kind == TokenKind::LeftBracket && tokens[i + 1].kind == TokenKind::Colon) {
      words.insert("[:T]");
    }
  }
  std::string shape;
  for (const std::string& word : words) shape += (shape.empty() ? "" : " ") + word;
  return shape;
}

std::string family_of(const Finding& finding) {
  std::string key = fmt::format("{} {}", finding.oracle, to_text(finding.kind));
  // A rule says nothing about an error or a crash: the error itself does.
  if (!finding.normalised.empty()) {
    return fmt::format("{} {:016x}", key, hash_text(finding.normalised));
  }
  for (const std::string& rule : finding.rules) key += " " + rule;
  const std::string shape = shape_of(finding.original);
  if (!shape.empty()) key += fmt::format(" ({})", shape);
  return key;
}

std::vector<std::string> needed_bugs(const BugSet& planted, const OracleTest& test,
                                     const Oracle& oracle, const CaseOptions& options,
                                     const Judged& judged) {
  std::vector<std::string> needed;
  for (const BugRow& row : all_bugs()) {
    if (!planted.has(row.bug)) continue;
    BugSet bugs = planted;
    bugs.remove(row.bug);
    EmbeddedTarget target("canary", bugs);
    Session session(target, options.deadline, &options.dialect);
    const Judged again = judge(test, oracle, session, options.dialect.dialect, options.confirm);
    if (!again.discrepancy || again.discrepancy->kind != judged.discrepancy->kind) {
      needed.emplace_back(row.name);
    }
  }
  return needed;
}

}  // namespace dinkel

// Short names: each name that is longer than a letter becomes the first letter that is free, upper
// case for labels and types. Renaming works on the text, where a name is a name whatever it stands
// for; the nodes keep their numbers.
#include "cypher/lexer.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "reduce/pass.h"

namespace dinkel {

namespace {

struct Name {
  std::string text;  // as it stands in the query, quoted or not
  bool upper = false;
};

bool is_name(const std::vector<Token>& tokens, std::size_t i) {
  const Token& token = tokens[i];
  if (token.kind == TokenKind::QuotedName) return true;
  if (token.kind != TokenKind::Word || token.keyword != Keyword::NotAKeyword) return false;
  // The name of a function is not ours to change, nor is its namespace.
  for (std::size_t next = i + 1; next < tokens.size(); next += 2) {
    if (tokens[next].kind == TokenKind::LeftParen) return false;
    if (tokens[next].kind != TokenKind::Dot) break;
  }
  return true;
}

void collect_names(std::string_view text, std::vector<Name>& names) {
  const std::vector<Token> tokens = tokenize(text);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_name(tokens, i)) continue;
    const std::string name(text.substr(tokens[i].offset, tokens[i].length));
    const bool known = std::any_of(names.begin(), names.end(),
                                   [&](const Name& other) { return other.text == name; });
    const bool upper =
        i > 0 && (tokens[i - 1].kind == TokenKind::Colon || tokens[i - 1].kind == TokenKind::Bar ||
                  tokens[i - 1].kind == TokenKind::Ampersand);
    if (!known) names.push_back({name, upper});
  }
}

std::string rename(std::string_view text, const std::string& from, const std::string& to) {
  const std::vector<Token> tokens = tokenize(text);
  std::string renamed;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_name(tokens, i) || text.substr(tokens[i].offset, tokens[i].length) != from) continue;
    renamed += text.substr(copied, tokens[i].offset - copied);
    renamed += to;
    copied = tokens[i].offset + tokens[i].length;
  }
  return renamed + std::string(text.substr(copied));
}

std::vector<Origin*> origins_of(Statement& statement) {
  std::vector<Origin*> origins;
  for_each_descendant(statement, [&](auto& node) {
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(node)>, Query>) {
      origins.push_back(&node.origin);
    }
  });
  return origins;
}

bool rename(Statement& statement, const std::string& from, const std::string& to) {
  auto renamed = parse_statement(rename(print(statement), from, to));
  if (!renamed.ok()) return false;
  const std::vector<Origin*> before = origins_of(statement);
  const std::vector<Origin*> after = origins_of(*renamed);
  if (before.size() != after.size()) return false;
  for (std::size_t i = 0; i < before.size(); ++i) *after[i] = *before[i];
  statement = std::move(*renamed);
  return true;
}

// All statements of a test.
std::vector<Statement*> statements_of(OracleTest& test) {
  std::vector<Statement*> statements;
  for (Statement& statement : test.setup) statements.push_back(&statement);
  if (test.fixed) {
    statements.push_back(&test.fixed->original);
    if (test.fixed->rewritten) statements.push_back(&*test.fixed->rewritten);
  } else {
    statements.push_back(&test.statement);
  }
  return statements;
}

class NamesPass final : public Pass {
 public:
  std::string_view name() const override { return "names"; }

  std::optional<OracleTest> candidate(const OracleTest& test, std::size_t number) const override {
    OracleTest smaller = test;
    const std::vector<Statement*> statements = statements_of(smaller);
    std::vector<Name> names;
    for (const Statement* statement : statements) collect_names(print(*statement), names);
    const auto is_free = [&](const std::string& letter) {
      return std::none_of(names.begin(), names.end(),
                          [&](const Name& name) { return name.text == letter; });
    };
    for (const Name& name : names) {
      if (name.text.size() == 1 || number-- > 0) continue;
      std::string letter(1, name.upper ? 'A' : 'a');
      while (letter[0] != 'Z' && letter[0] != 'z' && !is_free(letter)) ++letter[0];
      bool renamed = is_free(letter);
      for (Statement* statement : statements) {
        renamed = renamed && rename(*statement, name.text, letter);
      }
      // What cannot be renamed is offered unchanged, which the reducer knows already.
      return renamed ? smaller : test;
    }
    return std::nullopt;
  }
};

}  // namespace

std::unique_ptr<Pass> make_names_pass() {
  return std::make_unique<NamesPass>();
}

}  // namespace dinkel

// Short names: each name that is longer than a letter becomes the first letter that is free, upper
// case for labels and types. Renaming works on the text, where a name is a name whatever it stands
// for; the nodes keep their numbers.
#include <map>
#include <set>

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
  forget_sources(statement);
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

// The first letter that nobody uses; none when all are taken.
std::string free_letter(const std::vector<Name>& names, bool upper) {
  for (char c = upper ? 'A' : 'a'; c <= (upper ? 'Z' : 'z'); ++c) {
    const bool is_used = std::any_of(names.begin(), names.end(), [&](const Name& name) {
      return name.text.size() == 1 && name.text[0] == c;
    });
    if (!is_used) return {c};
  }
  return {};
}

// All long names at once, then each by itself.
class NamesPass final : public Pass {
 public:
  std::string_view name() const override { return "names"; }

  std::optional<OracleTest> candidate(const OracleTest& test, std::size_t number) const override {
    OracleTest smaller = test;
    const std::vector<Statement*> statements = statements_of(smaller);
    std::vector<Name> names;
    for (const Statement* statement : statements) collect_names(print(*statement), names);
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].text.size() > 1) wanted.push_back(i);
    }
    if (wanted.empty() || number > wanted.size()) return std::nullopt;
    if (number > 0) wanted = {wanted[number - 1]};
    for (const std::size_t i : wanted) {
      const std::string letter = free_letter(names, names[i].upper);
      bool renamed = !letter.empty();
      for (Statement* statement : statements) {
        renamed = renamed && rename(*statement, names[i].text, letter);
      }
      // What cannot be renamed is offered unchanged, which the reducer knows already.
      if (!renamed) return test;
      names[i].text = letter;
    }
    return smaller;
  }
};

// What a name stands for, as far as the tokens around it tell.
enum class NameRole { Variable, Label, Type, Key };

NameRole role_of(const std::vector<Token>& tokens, std::size_t i) {
  TokenKind around = TokenKind::End;  // the bracket that the name stands in
  int depth = 0;
  for (std::size_t k = i; k-- > 0 && around == TokenKind::End;) {
    const TokenKind kind = tokens[k].kind;
    if (kind == TokenKind::RightParen || kind == TokenKind::RightBracket ||
        kind == TokenKind::RightBrace) {
      ++depth;
    } else if (kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket ||
               kind == TokenKind::LeftBrace) {
      if (depth-- == 0) around = kind;
    }
  }
  const TokenKind previous = i == 0 ? TokenKind::End : tokens[i - 1].kind;
  const TokenKind next = tokens[i + 1].kind;
  if (previous == TokenKind::Dot) return NameRole::Key;
  if (around == TokenKind::LeftBrace) {
    return next == TokenKind::Colon ? NameRole::Key : NameRole::Variable;
  }
  if (previous != TokenKind::Colon && previous != TokenKind::Bar) return NameRole::Variable;
  return around == TokenKind::LeftBracket ? NameRole::Type : NameRole::Label;
}

}  // namespace

void forget_sources(Statement& statement) {
  for_each_clause(statement, [](Clause& clause) {
    Projection* projection = nullptr;
    if (auto* with = std::get_if<With>(&clause.node)) projection = &with->projection;
    if (auto* result = std::get_if<Return>(&clause.node)) projection = &result->projection;
    if (projection == nullptr) return;
    for (ProjectionItem& item : projection->items) item.source.clear();
  });
}

std::optional<OracleTest> with_readable_names(const OracleTest& test) {
  static const std::map<NameRole, std::vector<std::string>> words = {
      {NameRole::Label, {"Person", "City", "Movie"}},
      {NameRole::Type, {"KNOWS", "LIKES", "OWNS"}},
      {NameRole::Key, {"name", "age", "size"}},
  };
  OracleTest readable = test;
  const std::vector<Statement*> statements = statements_of(readable);
  std::map<std::string, std::set<NameRole>> roles;
  for (const Statement* statement : statements) {
    const std::string text = print(*statement);
    const std::vector<Token> tokens = tokenize(text);
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (!is_name(tokens, i)) continue;
      roles[text.substr(tokens[i].offset, tokens[i].length)].insert(role_of(tokens, i));
    }
  }
  std::map<NameRole, std::size_t> used;
  bool changed = false;
  for (const auto& [name, its_roles] : roles) {
    // Renaming knows names, not roles: a name that stands for two things stays.
    if (its_roles.size() != 1 || *its_roles.begin() == NameRole::Variable) continue;
    const auto& choices = words.at(*its_roles.begin());
    std::size_t& next = used[*its_roles.begin()];
    if (next == choices.size() || roles.contains(choices[next])) continue;
    for (Statement* statement : statements) {
      if (!rename(*statement, name, choices[next])) return std::nullopt;
    }
    ++next;
    changed = true;
  }
  if (!changed) return std::nullopt;
  return readable;
}

std::unique_ptr<Pass> make_names_pass() {
  return std::make_unique<NamesPass>();
}

}  // namespace dinkel

// The parser's chapter on queries, prefixes and statements.
#include "cypher/parser.h"

namespace dinkel {

Statement Parser::parse_statement() {
  Statement statement;
  parse_prefixes(statement);
  statement.body = parse_body();
  accept(TokenKind::Semicolon);
  return statement;
}

// CYPHER 5 runtime=slotted, EXPLAIN, PROFILE.
void Parser::parse_prefixes(Statement& statement) {
  for (;;) {
    if (accept(Keyword::Explain)) {
      statement.mode = StatementMode::Explain;
    } else if (accept(Keyword::Profile)) {
      statement.mode = StatementMode::Profile;
    } else if (accept(Keyword::Cypher)) {
      statement.has_cypher_prefix = true;
      if (at(TokenKind::Integer) || at(TokenKind::Float)) {
        statement.options.push_back({"", std::string(text_of(peek()))});
        next();
      }
      while (is_any_name(peek()) && at(TokenKind::Equal, 1)) {
        CypherOption option;
        option.name = parse_any_name("an option");
        next();
        const TokenKind kind = peek().kind;
        const bool value = kind == TokenKind::Word || kind == TokenKind::Integer ||
                           kind == TokenKind::Float || kind == TokenKind::String;
        if (!value) fail_expected("the value of the option");
        option.value = text_of(peek());
        next();
        statement.options.push_back(std::move(option));
      }
    } else {
      return;
    }
  }
}

Query Parser::parse_query() {
  const Nesting nesting(*this);
  Query query;
  query.parts.push_back(parse_single_query());
  while (accept(Keyword::Union)) {
    const bool all = accept(Keyword::All);
    if (!all) accept(Keyword::Distinct);
    query.union_all.push_back(all);
    query.parts.push_back(parse_single_query());
  }
  return query;
}

SingleQuery Parser::parse_single_query() {
  SingleQuery query;
  do {
    query.clauses.push_back(parse_clause());
  } while (at_clause());
  return query;
}

Query Parser::parse_braced_query() {
  expect(TokenKind::LeftBrace, "`{`");
  const bool outer = std::exchange(bar_ends_labels_, false);
  Query query = parse_query();
  bar_ends_labels_ = outer;
  expect(TokenKind::RightBrace, "a clause or `}`");
  return query;
}

}  // namespace dinkel

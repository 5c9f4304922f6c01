// The parser's chapter on indexes, constraints and type names. Several engines' forms come to the
// same tree: `legacy` tells CREATE INDEX ON :L(a) from the newer CREATE INDEX FOR (n:L) ON (n.a).
#include <algorithm>
#include <array>

#include "cypher/parser.h"

namespace dinkel {
namespace {

// The types that a query can name, apart from LIST<...>. Several words are joined by one space.
constexpr std::array<std::string_view, 38> type_names = {"ANY",
                                                         "ANY VALUE",
                                                         "ARRAY",
                                                         "BOOL",
                                                         "BOOLEAN",
                                                         "DATE",
                                                         "DATETIME",
                                                         "DURATION",
                                                         "EDGE",
                                                         "FLOAT",
                                                         "INT",
                                                         "INTEGER",
                                                         "LIST",
                                                         "LOCAL DATETIME",
                                                         "LOCAL TIME",
                                                         "MAP",
                                                         "NODE",
                                                         "NOTHING",
                                                         "NULL",
                                                         "PATH",
                                                         "PATHS",
                                                         "POINT",
                                                         "PROPERTY VALUE",
                                                         "RELATIONSHIP",
                                                         "SIGNED INTEGER",
                                                         "STRING",
                                                         "TIME",
                                                         "TIME WITH TIMEZONE",
                                                         "TIME WITH TIME ZONE",
                                                         "TIME WITHOUT TIMEZONE",
                                                         "TIME WITHOUT TIME ZONE",
                                                         "TIMESTAMP WITH TIME ZONE",
                                                         "TIMESTAMP WITH TIMEZONE",
                                                         "TIMESTAMP WITHOUT TIME ZONE",
                                                         "TIMESTAMP WITHOUT TIMEZONE",
                                                         "VARCHAR",
                                                         "VERTEX",
                                                         "ZONED DATETIME"};

bool is_type_name(std::string_view name) {
  return name == "ZONED TIME" || std::ranges::find(type_names, name) != type_names.end();
}

std::optional<IndexKind> index_kind(Keyword keyword) {
  switch (keyword) {
    case Keyword::Range:
      return IndexKind::Range;
    case Keyword::Text:
      return IndexKind::Text;
    case Keyword::Point:
      return IndexKind::Point;
    case Keyword::Lookup:
      return IndexKind::Lookup;
    case Keyword::Fulltext:
      return IndexKind::Fulltext;
    default:
      return std::nullopt;
  }
}

}  // namespace

TypeName Parser::parse_type_name() {
  const Nesting nesting(*this);
  TypeName type;
  const auto take_word = [&] {
    if (!type.name.empty()) type.name.push_back(' ');
    for (const char c : text_of(peek())) {
      type.name.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c);
    }
    next();
  };
  if (!at(TokenKind::Word)) fail_expected("a type");
  const std::size_t first = position_;
  const Keyword keyword = peek().keyword;
  take_word();
  const bool two_words = keyword == Keyword::Local || keyword == Keyword::Zoned ||
                         keyword == Keyword::Property || keyword == Keyword::Signed ||
                         (keyword == Keyword::Any && at(Keyword::Value));
  if (two_words && at(TokenKind::Word)) take_word();
  const bool timed = keyword == Keyword::Time || keyword == Keyword::Timestamp;
  if (timed && (at(Keyword::With) || at(Keyword::Without))) {
    take_word();
    const bool time = at(Keyword::Time);
    if (at(TokenKind::Word)) take_word();
    if (time && at(TokenKind::Word)) take_word();
  }
  if (!failed() && !is_type_name(type.name)) {
    position_ = first;
    fail_expected("a type such as INTEGER or LIST<STRING>");
  }
  if ((keyword == Keyword::List || keyword == Keyword::Array) && accept(TokenKind::Less)) {
    type.element.push_back(parse_type_name());
    expect(TokenKind::Greater, "`>`");
  }
  type.not_null = accept(TokenKind::Exclamation) || accept(Keyword::Not, Keyword::Null);
  return type;
}

// What a statement is, apart from its prefixes: a query unless CREATE or DROP of a schema object.
Statement::Body Parser::parse_body() {
  if (at(Keyword::Create)) {
    const bool edge = at(Keyword::Edge, 1) && at(Keyword::Index, 2);
    const bool kind = index_kind(peek(1).keyword).has_value() && at(Keyword::Index, 2);
    const bool index = at(Keyword::Index, 1) && !at(TokenKind::Equal, 2);
    if (edge || kind || index) return parse_create_index();
    if (at(Keyword::Constraint, 1) && !at(TokenKind::Equal, 2)) return parse_create_constraint();
  }
  if (accept(Keyword::Drop, Keyword::Index)) return parse_drop_index();
  if (accept(Keyword::Drop, Keyword::Constraint)) return parse_drop_constraint();
  return parse_query();
}

CreateIndex Parser::parse_create_index() {
  CreateIndex index;
  next();
  if (accept(Keyword::Edge)) index.entity = SchemaEntity::Relationship;
  if (const auto kind = index_kind(peek().keyword)) {
    index.kind = *kind;
    next();
  }
  expect(Keyword::Index, "INDEX");
  if (at(Keyword::On) && at(TokenKind::Colon, 1)) {
    next();
    index.legacy = true;
    parse_legacy_label(index.labels.emplace_back(), index.properties);
    return index;
  }
  if (index.entity == SchemaEntity::Relationship) fail_expected("ON and `:`");
  const bool named =
      is_any_name(peek()) && !at(Keyword::For) && !(at(Keyword::If) && at(Keyword::Not, 1));
  if (named) index.name = parse_any_name("an index name");
  if (accept(Keyword::If)) {
    index.if_not_exists = accept(Keyword::Not, Keyword::Exists);
    if (!index.if_not_exists) fail_expected("NOT EXISTS");
  }
  expect(Keyword::For, "FOR");
  std::string variable;
  parse_schema_entity(index.entity, variable, index.labels);
  expect(Keyword::On, "ON");
  accept(Keyword::Each);
  if (index.kind == IndexKind::Lookup) {
    if (!accept(Keyword::Labels)) expect(Keyword::Type, "labels or type");
    expect(TokenKind::LeftParen, "`(`");
    if (parse_variable() != variable) fail_expected("the variable of the pattern");
    expect(TokenKind::RightParen, "`)`");
    return index;
  }
  if (index.labels.empty()) fail_expected("a label in the pattern before ON");
  parse_schema_properties(variable, index.properties);
  return index;
}

// (n:L), (n:L|M), ()-[r:T]-(), or without labels for a lookup index.
void Parser::parse_schema_entity(SchemaEntity& entity, std::string& variable,
                                 std::vector<std::string>& labels) {
  expect(TokenKind::LeftParen, "`(`");
  const bool relationship = accept(TokenKind::RightParen);
  if (relationship) {
    entity = SchemaEntity::Relationship;
    accept(TokenKind::Less);
    expect(TokenKind::Minus, "`-`");
    expect(TokenKind::LeftBracket, "`[`");
  }
  variable = parse_variable();
  if (accept(TokenKind::Colon)) {
    do {
      labels.push_back(parse_any_name("a label or a relationship type"));
    } while (accept(TokenKind::Bar));
  }
  if (relationship) {
    expect(TokenKind::RightBracket, "`]`");
    expect(TokenKind::Minus, "`-`");
    accept(TokenKind::Greater);
    expect(TokenKind::LeftParen, "`(`");
  }
  expect(TokenKind::RightParen, "`)`");
}

void Parser::parse_schema_property(const std::string& variable,
                                   std::vector<std::string>& properties) {
  if (!is_name(peek()) || decode_name(peek()) != variable) {
    fail_expected("`" + variable + "` and a property key");
  }
  next();
  expect(TokenKind::Dot, "`.`");
  properties.push_back(parse_any_name("a property key"));
}

// n.a, (n.a, n.b) or [n.a, n.b]
void Parser::parse_schema_properties(const std::string& variable,
                                     std::vector<std::string>& properties) {
  const bool parens = accept(TokenKind::LeftParen);
  const bool brackets = !parens && accept(TokenKind::LeftBracket);
  do {
    parse_schema_property(variable, properties);
  } while (accept(TokenKind::Comma));
  if (parens) expect(TokenKind::RightParen, "`)`");
  if (brackets) expect(TokenKind::RightBracket, "`]`");
}

// :L(a, b), or :L alone.
void Parser::parse_legacy_label(std::string& label, std::vector<std::string>& properties) {
  expect(TokenKind::Colon, "`:`");
  label = parse_any_name("a label");
  if (!accept(TokenKind::LeftParen)) return;
  do {
    properties.push_back(parse_any_name("a property key"));
  } while (accept(TokenKind::Comma));
  expect(TokenKind::RightParen, "`)`");
}

CreateConstraint Parser::parse_create_constraint() {
  CreateConstraint constraint;
  next();
  next();
  const bool named = is_any_name(peek()) && !at(Keyword::For) && !at(Keyword::On) &&
                     !(at(Keyword::If) && at(Keyword::Not, 1));
  if (named) constraint.name = parse_any_name("a constraint name");
  if (accept(Keyword::If)) {
    constraint.if_not_exists = accept(Keyword::Not, Keyword::Exists);
    if (!constraint.if_not_exists) fail_expected("NOT EXISTS");
  }
  constraint.legacy = accept(Keyword::On);
  if (!constraint.legacy) expect(Keyword::For, "FOR or ON");
  std::string variable;
  std::vector<std::string> labels;
  parse_schema_entity(constraint.entity, variable, labels);
  if (labels.size() != 1) fail_expected("exactly one label in the pattern before this");
  if (!labels.empty()) constraint.label = std::move(labels.front());
  if (constraint.legacy) {
    expect(Keyword::Assert, "ASSERT");
  } else {
    expect(Keyword::Require, "REQUIRE");
  }
  if (constraint.legacy && accept(Keyword::Exists)) {
    constraint.kind = ConstraintKind::NotNull;
    parse_schema_properties(variable, constraint.properties);
    return constraint;
  }
  parse_schema_properties(variable, constraint.properties);
  parse_constraint_kind(constraint);
  return constraint;
}

void Parser::parse_constraint_kind(CreateConstraint& constraint) {
  expect(Keyword::Is, "IS");
  if (accept(Keyword::Not, Keyword::Null)) {
    constraint.kind = ConstraintKind::NotNull;
    return;
  }
  if (accept(TokenKind::DoubleColon) || accept(Keyword::Typed)) {
    constraint.kind = ConstraintKind::Type;
    constraint.type = parse_type_name();
    return;
  }
  if (!accept(Keyword::Node) && !accept(Keyword::Relationship)) accept(Keyword::Rel);
  if (accept(Keyword::Key)) {
    constraint.kind = ConstraintKind::Key;
  } else {
    expect(Keyword::Unique, "UNIQUE, NOT NULL, KEY or `::` and a type");
  }
}

DropIndex Parser::parse_drop_index() {
  DropIndex index;
  if (at(Keyword::On) && at(TokenKind::Colon, 1)) {
    next();
    index.legacy = true;
    parse_legacy_label(index.label, index.properties);
    return index;
  }
  index.name = parse_any_name("an index name");
  if (accept(Keyword::If)) {
    expect(Keyword::Exists, "EXISTS");
    index.if_exists = true;
  }
  return index;
}

DropConstraint Parser::parse_drop_constraint() {
  DropConstraint constraint;
  constraint.name = parse_any_name("a constraint name");
  if (accept(Keyword::If)) {
    expect(Keyword::Exists, "EXISTS");
    constraint.if_exists = true;
  }
  return constraint;
}

}  // namespace dinkel

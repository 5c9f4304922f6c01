// The parser's chapter on patterns and label expressions.
#include "cypher/parser.h"

namespace dinkel {

// ---- Label expressions --------------------------------------------------------------------------

// :A|B and the older :A|:B. Where a comprehension's `|` may follow, an OR needs parentheses.
LabelExpr Parser::parse_label_or() {
  LabelExpr first = parse_label_and();
  if (bar_ends_labels_ || !at(TokenKind::Bar)) return first;
  LabelOr either;
  either.operands.push_back(std::move(first));
  while (accept(TokenKind::Bar)) {
    accept(TokenKind::Colon);
    either.operands.push_back(parse_label_and());
  }
  return {std::move(either)};
}

LabelExpr Parser::parse_label_and() {
  LabelExpr first = parse_label_atom();
  if (!at(TokenKind::Ampersand) && !at(TokenKind::Colon)) return first;
  LabelAnd both;
  both.operands.push_back(std::move(first));
  while (accept(TokenKind::Ampersand) || accept(TokenKind::Colon)) {
    both.operands.push_back(parse_label_atom());
  }
  return {std::move(both)};
}

LabelExpr Parser::parse_label_atom() {
  const Nesting nesting(*this);
  if (accept(TokenKind::Percent)) return {LabelWildcard{}};
  if (accept(TokenKind::Exclamation)) return {LabelNot{parse_label_atom()}};
  if (at(TokenKind::Dollar) || at(TokenKind::LeftParen)) {
    const bool dynamic = accept(TokenKind::Dollar);
    expect(TokenKind::LeftParen, "`(`");
    const bool outer = std::exchange(bar_ends_labels_, false);
    LabelExpr result;
    if (dynamic) {
      result.node = LabelDynamic{parse_expr()};
    } else {
      result = parse_label_or();
    }
    bar_ends_labels_ = outer;
    expect(TokenKind::RightParen, "`)`");
    return result;
  }
  return {LabelName{parse_any_name("a label or a relationship type")}};
}

std::optional<LabelExpr> Parser::parse_optional_labels() {
  if (!accept(TokenKind::Colon) && !accept(Keyword::Is)) return std::nullopt;
  return parse_label_or();
}

// ---- Parts and elements -------------------------------------------------------------------------

Pattern Parser::parse_pattern() {
  Pattern pattern;
  do {
    pattern.push_back(parse_pattern_part());
  } while (accept(TokenKind::Comma));
  return pattern;
}

PatternPart Parser::parse_pattern_part() {
  const std::uint32_t offset = here();
  std::string path_variable;
  if (is_name(peek()) && at(TokenKind::Equal, 1)) {
    path_variable = parse_variable();
    next();
  }
  PatternPart part;
  if (at(Keyword::ShortestPath) && at(TokenKind::LeftParen, 1)) {
    part = parse_shortest_path(PathKind::ShortestPath);
  } else if (at(Keyword::AllShortestPaths) && at(TokenKind::LeftParen, 1)) {
    part = parse_shortest_path(PathKind::AllShortestPaths);
  } else {
    part.selector = parse_selector();
    parse_elements(part.elements, false);
  }
  part.path_variable = std::move(path_variable);
  part.origin.offset = offset;
  return part;
}

// The cursor stands on the name shortestPath or allShortestPaths.
PatternPart Parser::parse_shortest_path(PathKind kind) {
  PatternPart part;
  part.origin.offset = here();
  part.kind = kind;
  next();
  expect(TokenKind::LeftParen, "`(`");
  parse_elements(part.elements, false);
  expect(TokenKind::RightParen, "`)`");
  return part;
}

std::optional<PathSelector> Parser::parse_selector() {
  const auto skip_path_word = [&] { return accept(Keyword::Path) || accept(Keyword::Paths); };
  PathSelector selector;
  if (accept(Keyword::All)) {
    const bool shortest = accept(Keyword::Shortest);
    skip_path_word();
    if (!shortest) return std::nullopt;
    selector.kind = SelectorKind::AllShortest;
  } else if (accept(Keyword::Any)) {
    if (accept(Keyword::Shortest)) {
      selector.kind = SelectorKind::ShortestPaths;
    } else if (at(TokenKind::Integer)) {
      selector.count = parse_count("a number of paths");
    }
    skip_path_word();
  } else if (accept(Keyword::Shortest)) {
    selector.kind = SelectorKind::ShortestPaths;
    if (at(TokenKind::Integer)) selector.count = parse_count("a number of paths");
    skip_path_word();
    if (accept(Keyword::Group) || accept(Keyword::Groups)) {
      selector.kind = SelectorKind::ShortestGroups;
    }
  } else {
    return std::nullopt;
  }
  return selector;
}

// Nodes with relationships between them; groups may stand side by side with nodes and each other.
void Parser::parse_elements(std::vector<PatternElement>& elements, bool in_expression) {
  const Nesting nesting(*this);
  const bool outer = std::exchange(bar_ends_labels_, false);
  for (;;) {
    if (!at(TokenKind::LeftParen)) {
      fail_expected("`(` and a node pattern");
      break;
    }
    const bool group = !in_expression && (at(TokenKind::LeftParen, 1) ||
                                          (is_name(peek(1)) && at(TokenKind::Equal, 2)));
    if (group) {
      elements.push_back({parse_group()});
    } else {
      elements.push_back({parse_node()});
    }
    if (in_expression ? at_relationship(position_) : at(TokenKind::Minus) || at(TokenKind::Less)) {
      elements.push_back({parse_relationship()});
    } else if (in_expression || !at(TokenKind::LeftParen)) {
      break;
    }
  }
  bar_ends_labels_ = outer;
}

NodePattern Parser::parse_node() {
  NodePattern node;
  node.origin.offset = here();
  next();
  if (is_name(peek())) node.variable = parse_variable();
  node.labels = parse_optional_labels();
  node.properties = parse_properties();
  node.where = parse_where();
  expect(TokenKind::RightParen, "`)`");
  return node;
}

OptionalExpr Parser::parse_properties() {
  const std::uint32_t offset = here();
  if (at(TokenKind::LeftBrace)) return Expr{{0, offset}, parse_map()};
  if (at(TokenKind::Parameter)) return Expr{{0, offset}, parse_parameter()};
  return std::nullopt;
}

RelationshipPattern Parser::parse_relationship() {
  RelationshipPattern relationship;
  relationship.origin.offset = here();
  const bool left = accept(TokenKind::Less);
  expect(TokenKind::Minus, "`-`");
  if (at(TokenKind::LeftBracket)) parse_relationship_detail(relationship);
  expect(TokenKind::Minus, "`-`");
  const bool right = accept(TokenKind::Greater);
  relationship.direction = left == right ? Direction::Either
                           : left        ? Direction::Left
                                         : Direction::Right;
  relationship.quantifier = parse_quantifier();
  return relationship;
}

void Parser::parse_relationship_detail(RelationshipPattern& relationship) {
  next();
  if (is_name(peek())) relationship.variable = parse_variable();
  relationship.types = parse_optional_labels();
  if (accept(TokenKind::Star)) relationship.length = parse_length();
  if (at(TokenKind::DotDot) || at(TokenKind::Minus)) {
    fail(ErrorDetail::InvalidRelationshipPattern,
         "the length of a relationship is written *, *2, *1..3, *1.. or *..3");
  }
  relationship.properties = parse_properties();
  relationship.where = parse_where();
  expect(TokenKind::RightBracket, "`]`");
}

// What follows the `*` of -[*1..3]->.
Repetition Parser::parse_length() {
  Repetition length;
  if (at(TokenKind::Integer)) length.min = parse_count("a length");
  if (accept(TokenKind::DotDot)) {
    if (at(TokenKind::Integer)) length.max = parse_count("a length");
  } else {
    length.max = length.min;
  }
  return length;
}

// +, *, {2}, {1,3}, {1,}, {,3} after a relationship or a group.
std::optional<Repetition> Parser::parse_quantifier() {
  if (accept(TokenKind::Plus)) return Repetition{1, std::nullopt};
  if (accept(TokenKind::Star)) return Repetition{};
  if (!accept(TokenKind::LeftBrace)) return std::nullopt;
  Repetition repetition;
  if (at(TokenKind::Integer)) repetition.min = parse_count("a number of repetitions");
  if (accept(TokenKind::Comma)) {
    if (at(TokenKind::Integer)) repetition.max = parse_count("a number of repetitions");
  } else if (repetition.min) {
    repetition.max = repetition.min;
  } else {
    fail_expected("a number of repetitions");
  }
  expect(TokenKind::RightBrace, "`}`");
  return repetition;
}

PathGroup Parser::parse_group() {
  const Nesting nesting(*this);
  PathGroup group;
  group.origin.offset = here();
  next();
  if (is_name(peek())) {
    group.path_variable = parse_variable();
    expect(TokenKind::Equal, "`=`");
  }
  parse_elements(group.elements, false);
  group.where = parse_where();
  expect(TokenKind::RightParen, "`)`");
  group.quantifier = parse_quantifier();
  return group;
}

// ---- Looking ahead: is this a pattern or an expression? -----------------------------------------

bool Parser::at_relationship(std::size_t index) const {
  if (token(index).kind == TokenKind::Less) ++index;
  if (token(index).kind != TokenKind::Minus) return false;
  const TokenKind after = token(index + 1).kind;
  return after == TokenKind::Minus || after == TokenKind::LeftBracket;
}

// (), (n), (:A), (n:A ...), (n {...}), (n $p), (n WHERE ...)
bool Parser::looks_like_node(std::size_t index) const {
  const std::size_t end = token(index).partner;
  if (token(index).kind != TokenKind::LeftParen || end == 0) return false;
  ++index;
  const bool named = is_name(token(index));
  if (named) ++index;
  if (index == end) return true;
  const Token& found = token(index);
  return found.kind == TokenKind::Colon || found.kind == TokenKind::LeftBrace ||
         found.keyword == Keyword::Where || found.keyword == Keyword::Is ||
         (named && found.kind == TokenKind::Parameter);
}

// [], [r], [:T], [*], [r:T ...], [r {...}], [r WHERE ...]
bool Parser::looks_like_detail(std::size_t index) const {
  const std::size_t end = token(index).partner;
  if (end == 0) return false;
  ++index;
  if (is_name(token(index))) ++index;
  if (index == end) return true;
  const Token& found = token(index);
  return found.kind == TokenKind::Colon || found.kind == TokenKind::Star ||
         found.kind == TokenKind::LeftBrace || found.kind == TokenKind::Parameter ||
         found.keyword == Keyword::Where || found.keyword == Keyword::Is;
}

// The index after the relationship there, with its quantifier; 0 if there is none.
std::size_t Parser::skip_relationship(std::size_t index) const {
  if (!at_relationship(index)) return 0;
  if (token(index).kind == TokenKind::Less) ++index;
  ++index;
  if (token(index).kind == TokenKind::LeftBracket) {
    if (!looks_like_detail(index)) return 0;
    index = token(index).partner + 1U;
  }
  if (token(index).kind != TokenKind::Minus) return 0;
  ++index;
  if (token(index).kind == TokenKind::Greater) ++index;
  const TokenKind after = token(index).kind;
  if (after == TokenKind::Plus || after == TokenKind::Star) return index + 1;
  if (after == TokenKind::LeftBrace && token(index).partner != 0) return token(index).partner + 1U;
  return index;
}

std::size_t Parser::skip_pattern(std::size_t index) const {
  if (!looks_like_node(index)) return 0;
  std::size_t end = token(index).partner + 1U;
  bool has_relationship = false;
  for (;;) {
    const std::size_t node = skip_relationship(end);
    if (node == 0 || !looks_like_node(node)) break;
    end = token(node).partner + 1U;
    has_relationship = true;
  }
  return has_relationship ? end : 0;
}

}  // namespace dinkel

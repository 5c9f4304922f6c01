// The parser's chapter on operands: literals, calls, comprehensions, CASE, subqueries.
#include <array>
#include <limits>

#include "cypher/parser.h"

namespace dinkel {

Expr Parser::parse_primary() {
  const std::uint32_t offset = here();
  const Token& found = peek();
  switch (found.kind) {
    case TokenKind::Integer:
    case TokenKind::Float:
      return parse_number(offset, false);
    case TokenKind::BadNumber:
      fail(ErrorDetail::InvalidNumberLiteral,
           "`" + std::string(text_of(found).substr(0, 60)) + "` is not a number");
      return {};
    case TokenKind::String:
      next();
      return {{0, offset}, StringLiteral{decode_string(found)}};
    case TokenKind::Parameter:
      return {{0, offset}, parse_parameter()};
    case TokenKind::LeftBracket:
      return parse_left_bracket();
    case TokenKind::LeftBrace:
      return {{0, offset}, parse_map()};
    case TokenKind::LeftParen: {
      if (skip_pattern(position_) != 0) return parse_pattern_expr();
      next();
      const bool outer = std::exchange(bar_ends_labels_, false);
      Expr expr = parse_expr();
      bar_ends_labels_ = outer;
      expect(TokenKind::RightParen, "`)`");
      return expr;
    }
    case TokenKind::Word:
    case TokenKind::QuotedName:
      return parse_word();
    default:
      fail_expected("an expression");
      return {};
  }
}

// A word where an operand stands: a literal, a construct that starts with a keyword, a function
// call, or else a variable.
Expr Parser::parse_word() {
  const std::uint32_t offset = here();
  const bool call = at(TokenKind::LeftParen, 1);
  const bool braces = at(TokenKind::LeftBrace, 1);
  const auto literal = [&](Expr::Node node) -> Expr {
    next();
    return {{0, offset}, std::move(node)};
  };
  const auto at_binding = [&] { return call && is_name(peek(2)) && at(Keyword::In, 3); };
  switch (peek().keyword) {
    case Keyword::Null:
      return literal(NullLiteral{});
    case Keyword::True:
      return literal(BooleanLiteral{true});
    case Keyword::False:
      return literal(BooleanLiteral{false});
    case Keyword::NaN:
      if (call || braces) break;
      return literal(FloatLiteral{std::numeric_limits<double>::quiet_NaN()});
    case Keyword::Inf:
    case Keyword::Infinity:
      if (call || braces) break;
      return literal(FloatLiteral{std::numeric_limits<double>::infinity()});
    case Keyword::Case:
      return parse_case();
    case Keyword::Exists:
      if (braces) return parse_subquery_expr(SubqueryKind::Exists);
      break;
    case Keyword::Count:
      if (braces) return parse_subquery_expr(SubqueryKind::Count);
      if (call && at(TokenKind::Star, 2) && at(TokenKind::RightParen, 3)) {
        next();
        next();
        next();
        return literal(CountStar{});
      }
      break;
    case Keyword::Collect:
      if (braces) return parse_subquery_expr(SubqueryKind::Collect);
      break;
    case Keyword::All:
      if (at_binding()) return parse_quantifier(QuantifierKind::All);
      break;
    case Keyword::Any:
      if (at_binding()) return parse_quantifier(QuantifierKind::Any);
      break;
    case Keyword::None:
      if (at_binding()) return parse_quantifier(QuantifierKind::None);
      break;
    case Keyword::Single:
      if (at_binding()) return parse_quantifier(QuantifierKind::Single);
      break;
    case Keyword::Reduce:
      if (call && is_name(peek(2)) && at(TokenKind::Equal, 3)) return parse_reduce();
      break;
    case Keyword::ShortestPath:
    case Keyword::AllShortestPaths:
      if (call && at(TokenKind::LeftParen, 2)) return parse_pattern_expr();
      break;
    default:
      break;
  }
  if (at_function_call()) return parse_function_call();
  if (!is_name(peek())) {
    fail_expected("an expression");
    return {};
  }
  return {{0, offset}, Variable{parse_variable()}};
}

// name(, or a.b.c(; a reserved word is no function.
bool Parser::at_function_call() const {
  if (at(TokenKind::LeftParen, 1)) return is_name(peek());
  if (!is_name(peek())) return false;
  std::size_t ahead = 1;
  while (at(TokenKind::Dot, ahead) && is_any_name(peek(ahead + 1))) ahead += 2;
  return ahead > 1 && at(TokenKind::LeftParen, ahead);
}

Expr Parser::parse_function_call() {
  const std::uint32_t offset = here();
  FunctionCall call;
  call.name = parse_dotted_name("a function name");
  expect(TokenKind::LeftParen, "`(`");
  call.distinct = accept(Keyword::Distinct);
  call.arguments = parse_arguments();
  return {{0, offset}, std::move(call)};
}

// The rest of an argument list: the opening parenthesis has been read.
std::vector<Expr> Parser::parse_arguments() {
  const bool outer = std::exchange(bar_ends_labels_, false);
  std::vector<Expr> arguments;
  if (!at(TokenKind::RightParen)) {
    do {
      arguments.push_back(parse_expr());
    } while (accept(TokenKind::Comma));
  }
  bar_ends_labels_ = outer;
  expect(TokenKind::RightParen, "`,` or `)`");
  return arguments;
}

Expr Parser::parse_case() {
  const std::uint32_t offset = here();
  next();
  const bool outer = std::exchange(bar_ends_labels_, false);
  Case result;
  if (!at(Keyword::When)) result.subject = parse_expr();
  do {
    expect(Keyword::When, "WHEN");
    CaseBranch branch;
    branch.when = parse_expr();
    expect(Keyword::Then, "THEN");
    branch.then = parse_expr();
    result.branches.push_back(std::move(branch));
  } while (at(Keyword::When));
  if (accept(Keyword::Else)) result.otherwise = parse_expr();
  bar_ends_labels_ = outer;
  expect(Keyword::End, "WHEN, ELSE or END");
  return {{0, offset}, std::move(result)};
}

// [x IN list] is a comprehension; [x IN list, y] is a list of two.
bool Parser::at_list_comprehension() const {
  if (!is_name(peek(1)) || !at(Keyword::In, 2)) return false;
  const std::size_t end = peek().partner;
  std::size_t index = position_ + 3;
  while (index < end && token(index).kind != TokenKind::Comma) {
    index = token(index).partner > index ? token(index).partner + 1U : index + 1;
  }
  return index >= end;
}

bool Parser::at_pattern_comprehension() const {
  std::size_t start = position_ + 1;
  if (is_name(token(start)) && token(start + 1).kind == TokenKind::Equal) start += 2;
  const std::size_t end = skip_pattern(start);
  return end != 0 && (token(end).kind == TokenKind::Bar || token(end).keyword == Keyword::Where);
}

Expr Parser::parse_left_bracket() {
  const std::uint32_t offset = here();
  const bool outer = std::exchange(bar_ends_labels_, false);
  Expr result;
  if (at_list_comprehension()) {
    result = parse_list_comprehension();
  } else if (at_pattern_comprehension()) {
    result = parse_pattern_comprehension();
  } else {
    next();
    ListLiteral list;
    if (!at(TokenKind::RightBracket)) {
      do {
        list.items.push_back(parse_expr());
      } while (accept(TokenKind::Comma));
    }
    expect(TokenKind::RightBracket, "`,` or `]`");
    result = {{0, offset}, std::move(list)};
  }
  bar_ends_labels_ = outer;
  return result;
}

Expr Parser::parse_list_comprehension() {
  const std::uint32_t offset = here();
  next();
  ListComprehension result;
  result.variable = parse_variable();
  expect(Keyword::In, "IN");
  result.list = parse_before_bar();
  if (accept(Keyword::Where)) result.where = parse_before_bar();
  if (accept(TokenKind::Bar)) result.projection = parse_expr();
  expect(TokenKind::RightBracket, "`]`");
  return {{0, offset}, std::move(result)};
}

Expr Parser::parse_pattern_comprehension() {
  const std::uint32_t offset = here();
  next();
  PatternComprehension result;
  result.pattern->origin.offset = here();
  if (at(TokenKind::Equal, 1)) {
    result.pattern->path_variable = parse_variable();
    next();
  }
  parse_elements(result.pattern->elements, true);
  if (accept(Keyword::Where)) result.where = parse_before_bar();
  expect(TokenKind::Bar, "`|`");
  result.projection = parse_expr();
  expect(TokenKind::RightBracket, "`]`");
  return {{0, offset}, std::move(result)};
}

Expr Parser::parse_quantifier(QuantifierKind kind) {
  const std::uint32_t offset = here();
  next();
  next();
  const bool outer = std::exchange(bar_ends_labels_, false);
  Quantifier result;
  result.kind = kind;
  result.variable = parse_variable();
  expect(Keyword::In, "IN");
  result.list = parse_expr();
  result.where = parse_where();
  bar_ends_labels_ = outer;
  expect(TokenKind::RightParen, "WHERE or `)`");
  return {{0, offset}, std::move(result)};
}

Expr Parser::parse_reduce() {
  const std::uint32_t offset = here();
  next();
  next();
  const bool outer = std::exchange(bar_ends_labels_, false);
  Reduce result;
  result.accumulator = parse_variable();
  expect(TokenKind::Equal, "`=`");
  result.initial = parse_expr();
  expect(TokenKind::Comma, "`,`");
  result.variable = parse_variable();
  expect(Keyword::In, "IN");
  result.list = parse_before_bar();
  expect(TokenKind::Bar, "`|`");
  result.body = parse_expr();
  bar_ends_labels_ = outer;
  expect(TokenKind::RightParen, "`)`");
  return {{0, offset}, std::move(result)};
}

MapLiteral Parser::parse_map() {
  expect(TokenKind::LeftBrace, "`{`");
  const bool outer = std::exchange(bar_ends_labels_, false);
  MapLiteral map;
  if (!at(TokenKind::RightBrace)) {
    do {
      MapEntry entry;
      entry.key = parse_map_key();
      expect(TokenKind::Colon, "`:`");
      entry.value = parse_expr();
      map.entries.push_back(std::move(entry));
    } while (accept(TokenKind::Comma));
  }
  bar_ends_labels_ = outer;
  expect(TokenKind::RightBrace, "`,` or `}`");
  return map;
}

Expr Parser::parse_map_projection(Expr object, std::uint32_t offset) {
  next();
  const bool outer = std::exchange(bar_ends_labels_, false);
  MapProjection result;
  result.object = std::move(object);
  if (!at(TokenKind::RightBrace)) {
    do {
      MapProjectionItem item;
      if (accept(TokenKind::Dot)) {
        if (accept(TokenKind::Star)) {
          item.kind = MapProjectionKind::AllProperties;
        } else {
          item.name = parse_any_name("a property key or `*`");
        }
      } else if (at(TokenKind::Colon, 1)) {
        item.kind = MapProjectionKind::Entry;
        item.name = parse_any_name("a key");
        next();
        item.value = parse_expr();
      } else {
        item.kind = MapProjectionKind::Variable;
        item.name = parse_variable("`.key`, `.*`, a variable or `key: value`");
      }
      result.items.push_back(std::move(item));
    } while (accept(TokenKind::Comma));
  }
  bar_ends_labels_ = outer;
  expect(TokenKind::RightBrace, "`,` or `}`");
  return {{0, offset}, std::move(result)};
}

// EXISTS { (a)-->(b) WHERE ... } holds a pattern, EXISTS { MATCH ... } a query.
Expr Parser::parse_subquery_expr(SubqueryKind kind) {
  const std::uint32_t offset = here();
  next();
  const bool outer = std::exchange(bar_ends_labels_, false);
  SubqueryExpr result;
  result.kind = kind;
  if (at_clause(1)) {
    *result.query = parse_braced_query();
  } else {
    next();
    result.pattern_only = true;
    Clause clause;
    clause.origin.offset = here();
    Match match;
    match.pattern = parse_pattern();
    match.where = parse_where();
    clause.node = std::move(match);
    result.query->parts.emplace_back().clauses.push_back(std::move(clause));
    expect(TokenKind::RightBrace, "WHERE or `}`");
  }
  bar_ends_labels_ = outer;
  return {{0, offset}, std::move(result)};
}

Expr Parser::parse_pattern_expr() {
  const std::uint32_t offset = here();
  PatternExpr result;
  if (at(Keyword::ShortestPath)) {
    *result.pattern = parse_shortest_path(PathKind::ShortestPath);
  } else if (at(Keyword::AllShortestPaths)) {
    *result.pattern = parse_shortest_path(PathKind::AllShortestPaths);
  } else {
    result.pattern->origin.offset = offset;
    parse_elements(result.pattern->elements, true);
  }
  return {{0, offset}, std::move(result)};
}

}  // namespace dinkel

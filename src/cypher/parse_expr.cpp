// The parser's chapter on operators. The levels are those of the openCypher grammar:
//   0 OR   1 XOR   2 AND   3 NOT   4 comparison   5 IN, STARTS WITH, IS NULL, ...   6 + - ||
//   7 * / %   8 ^   then the signs, then what follows an operand: .key [index] :Label
// Each binary operator is left-associative, ^ too.
#include <algorithm>
#include <limits>

#include "cypher/parser.h"

namespace dinkel {
namespace {

constexpr int not_level = 3;
constexpr int comparison_level = 4;
constexpr int predicate_level = 5;
constexpr int no_level = -1;

std::optional<ComparisonOp> comparison_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::Equal:
      return ComparisonOp::Equal;
    case TokenKind::NotEqual:
      return ComparisonOp::NotEqual;
    case TokenKind::Less:
      return ComparisonOp::Less;
    case TokenKind::LessOrEqual:
      return ComparisonOp::LessOrEqual;
    case TokenKind::Greater:
      return ComparisonOp::Greater;
    case TokenKind::GreaterOrEqual:
      return ComparisonOp::GreaterOrEqual;
    default:
      return std::nullopt;
  }
}

}  // namespace

struct Parser::Operator {
  int level = no_level;
  BinaryOp op = BinaryOp::Or;
  std::size_t words = 1;
  bool is = false;  // IS ... or ::, without a right operand
};

Parser::Operator Parser::operator_here() const {
  const Token& found = peek();
  switch (found.kind) {
    case TokenKind::Equal:
    case TokenKind::NotEqual:
    case TokenKind::Less:
    case TokenKind::LessOrEqual:
    case TokenKind::Greater:
    case TokenKind::GreaterOrEqual:
      return {.level = comparison_level};
    case TokenKind::Plus:
      return {.level = 6, .op = BinaryOp::Add};
    case TokenKind::Minus:
      return {.level = 6, .op = BinaryOp::Subtract};
    case TokenKind::DoubleBar:
      return {.level = 6, .op = BinaryOp::Concat};
    case TokenKind::Star:
      return {.level = 7, .op = BinaryOp::Multiply};
    case TokenKind::Slash:
      return {.level = 7, .op = BinaryOp::Divide};
    case TokenKind::Percent:
      return {.level = 7, .op = BinaryOp::Modulo};
    case TokenKind::Caret:
      return {.level = 8, .op = BinaryOp::Power};
    case TokenKind::RegexMatch:
      return {.level = predicate_level, .op = BinaryOp::RegexMatch};
    case TokenKind::DoubleColon:
      return {.level = predicate_level, .is = true};
    default:
      break;
  }
  switch (found.keyword) {
    case Keyword::Or:
      return {.level = 0, .op = BinaryOp::Or};
    case Keyword::Xor:
      return {.level = 1, .op = BinaryOp::Xor};
    case Keyword::And:
      return {.level = 2, .op = BinaryOp::And};
    case Keyword::In:
      // CALL { ... } IN TRANSACTIONS comes after a brace, so this IN can only be the operator.
      return {.level = predicate_level, .op = BinaryOp::In};
    case Keyword::Contains:
      return {.level = predicate_level, .op = BinaryOp::Contains};
    case Keyword::Starts:
      if (at(Keyword::With, 1)) {
        return {.level = predicate_level, .op = BinaryOp::StartsWith, .words = 2};
      }
      return {};
    case Keyword::Ends:
      if (at(Keyword::With, 1)) {
        return {.level = predicate_level, .op = BinaryOp::EndsWith, .words = 2};
      }
      return {};
    case Keyword::Is:
      return {.level = predicate_level, .is = true};
    default:
      return {};
  }
}

Expr Parser::parse_operators(int min_level) {
  const Nesting nesting(*this);
  const int outer_height = std::exchange(height_, 0);
  const std::uint32_t offset = here();
  Expr left = at(Keyword::Not) ? parse_leading_not(min_level) : parse_unary();
  int height = height_ + 1;
  for (;;) {
    const Operator found = operator_here();
    if (found.level < min_level || found.level == no_level) break;
    height_ = 0;
    if (found.level == comparison_level) {
      left = parse_comparison(std::move(left), offset);
    } else if (found.is) {
      left = parse_is(std::move(left), offset);
    } else {
      for (std::size_t i = 0; i < found.words; ++i) next();
      Expr right = parse_operators(found.level + 1);
      left = {{0, offset}, Binary{found.op, std::move(left), std::move(right)}};
    }
    height = std::max(height, height_) + 1;
    grow(height);
  }
  height_ = std::max(outer_height, height);
  return left;
}

Expr Parser::parse_leading_not(int min_level) {
  const std::uint32_t offset = here();
  if (min_level > not_level) {
    fail_expected("an expression (NOT needs parentheses here)");
    return {};
  }
  next();
  Expr operand = parse_operators(not_level);
  grow(height_ + 1);
  return {{0, offset}, Unary{UnaryOp::Not, std::move(operand)}};
}

Expr Parser::parse_comparison(Expr first, std::uint32_t offset) {
  Comparison comparison;
  comparison.operands.reserve(2);
  comparison.operands.push_back(std::move(first));
  while (const auto op = comparison_of(peek().kind)) {
    next();
    comparison.ops.push_back(*op);
    comparison.operands.push_back(parse_operators(comparison_level + 1));
  }
  return {{0, offset}, std::move(comparison)};
}

// x IS NULL, x IS NOT NULL, x IS :: T, x IS TYPED T, x :: T, n IS Label.
Expr Parser::parse_is(Expr operand, std::uint32_t offset) {
  if (accept(TokenKind::DoubleColon)) return parse_type_check(std::move(operand), offset, false);
  next();
  const bool negated = accept(Keyword::Not);
  if (accept(Keyword::Null)) return {{0, offset}, NullCheck{std::move(operand), negated}};
  const bool typed = at(Keyword::Typed) && is_any_name(peek(1));
  if (at(TokenKind::DoubleColon) || typed) {
    next();
    return parse_type_check(std::move(operand), offset, negated);
  }
  const bool label = is_name(peek()) || at(TokenKind::Exclamation) || at(TokenKind::LeftParen) ||
                     at(TokenKind::Percent) || at(TokenKind::Dollar);
  if (negated || !label) {
    fail_expected("NULL or `::` and a type");
    return operand;
  }
  return {{0, offset}, LabelCheck{std::move(operand), parse_label_or()}};
}

Expr Parser::parse_type_check(Expr operand, std::uint32_t offset, bool negated) {
  return {{0, offset}, TypeCheck{std::move(operand), parse_type_name(), negated}};
}

// A sign directly before a number belongs to the number, unless something binds tighter: -1 is a
// literal, -1.x is the negation of 1.x.
Expr Parser::parse_unary() {
  const std::uint32_t offset = here();
  if (!at(TokenKind::Minus) && !at(TokenKind::Plus)) return parse_postfix(true);
  const Nesting nesting(*this);
  const bool minus = at(TokenKind::Minus);
  next();
  const bool number = at(TokenKind::Integer) || at(TokenKind::Float);
  const bool infinity = at(Keyword::Inf) || at(Keyword::Infinity);
  const TokenKind after = peek(1).kind;
  const bool bound = after == TokenKind::LeftBracket || after == TokenKind::Dot ||
                     after == TokenKind::Colon ||
                     (infinity && (after == TokenKind::LeftParen || after == TokenKind::LeftBrace));
  if (minus && number && !bound) return parse_number(offset, true);
  if (minus && infinity && !bound) {
    next();
    return {{0, offset}, FloatLiteral{-std::numeric_limits<double>::infinity()}};
  }
  Expr operand = parse_unary();
  grow(height_ + 1);
  return {{0, offset}, Unary{minus ? UnaryOp::Minus : UnaryOp::Plus, std::move(operand)}};
}

Expr Parser::parse_postfix(bool with_labels) {
  const std::uint32_t offset = here();
  Expr expr = parse_primary();
  for (;;) {
    if (at(TokenKind::Dot)) {
      next();
      expr = {{0, offset}, Property{std::move(expr), parse_any_name("a property key")}};
    } else if (at(TokenKind::LeftBracket)) {
      expr = parse_brackets_after(std::move(expr), offset);
    } else if (at(TokenKind::LeftBrace) && std::holds_alternative<Variable>(expr.node)) {
      expr = parse_map_projection(std::move(expr), offset);
    } else {
      break;
    }
    grow(height_ + 1);
  }
  if (with_labels && at(TokenKind::Colon)) {
    next();
    expr = {{0, offset}, LabelCheck{std::move(expr), parse_label_or()}};
  }
  return expr;
}

// [index] or [from..to] after an operand.
Expr Parser::parse_brackets_after(Expr object, std::uint32_t offset) {
  next();
  const bool outer = std::exchange(bar_ends_labels_, false);
  OptionalExpr from;
  Expr result;
  if (!at(TokenKind::DotDot)) from = parse_expr();
  if (accept(TokenKind::DotDot)) {
    OptionalExpr to;
    if (!at(TokenKind::RightBracket)) to = parse_expr();
    result = {{0, offset}, Slice{std::move(object), std::move(from), std::move(to)}};
  } else {
    result = {{0, offset}, Subscript{std::move(object), std::move(*from)}};
  }
  bar_ends_labels_ = outer;
  expect(TokenKind::RightBracket, "`]`");
  return result;
}

OptionalExpr Parser::parse_where() {
  if (!accept(Keyword::Where)) return std::nullopt;
  return parse_expr();
}

Expr Parser::parse_before_bar() {
  const bool outer = std::exchange(bar_ends_labels_, true);
  Expr expr = parse_expr();
  bar_ends_labels_ = outer;
  return expr;
}

}  // namespace dinkel

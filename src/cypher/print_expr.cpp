// The printer's chapter on expressions.
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/match.h"
#include "cypher/keywords.h"
#include "cypher/printer.h"

namespace dinkel {
namespace {

struct BinaryForm {
  Level level;
  std::string_view text;
};

BinaryForm form_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::Or:
      return {Level::Or, " OR "};
    case BinaryOp::Xor:
      return {Level::Xor, " XOR "};
    case BinaryOp::And:
      return {Level::And, " AND "};
    case BinaryOp::Add:
      return {Level::Add, " + "};
    case BinaryOp::Subtract:
      return {Level::Add, " - "};
    case BinaryOp::Concat:
      return {Level::Add, " || "};
    case BinaryOp::Multiply:
      return {Level::Multiply, " * "};
    case BinaryOp::Divide:
      return {Level::Multiply, " / "};
    case BinaryOp::Modulo:
      return {Level::Multiply, " % "};
    case BinaryOp::Power:
      return {Level::Power, " ^ "};
    case BinaryOp::In:
      return {Level::Predicate, " IN "};
    case BinaryOp::StartsWith:
      return {Level::Predicate, " STARTS WITH "};
    case BinaryOp::EndsWith:
      return {Level::Predicate, " ENDS WITH "};
    case BinaryOp::Contains:
      return {Level::Predicate, " CONTAINS "};
    case BinaryOp::RegexMatch:
      return {Level::Predicate, " =~ "};
  }
  CHECK(false, "an operator outside of its enumeration");
}

std::string_view text_of(ComparisonOp op) {
  switch (op) {
    case ComparisonOp::Equal:
      return " = ";
    case ComparisonOp::NotEqual:
      return " <> ";
    case ComparisonOp::Less:
      return " < ";
    case ComparisonOp::LessOrEqual:
      return " <= ";
    case ComparisonOp::Greater:
      return " > ";
    case ComparisonOp::GreaterOrEqual:
      return " >= ";
  }
  CHECK(false, "an operator outside of its enumeration");
}

Level above(Level level) {
  return static_cast<Level>(static_cast<int>(level) + 1);
}

// How tightly the expression holds together when printed.
Level level_of(const Expr& expr) {
  if (const auto* binary = std::get_if<Binary>(&expr.node)) return form_of(binary->op).level;
  if (const auto* unary = std::get_if<Unary>(&expr.node)) {
    return unary->op == UnaryOp::Not ? Level::Not : Level::Sign;
  }
  if (std::holds_alternative<Comparison>(expr.node)) return Level::Comparison;
  if (std::holds_alternative<NullCheck>(expr.node)) return Level::Predicate;
  if (std::holds_alternative<TypeCheck>(expr.node)) return Level::Predicate;
  if (std::holds_alternative<LabelCheck>(expr.node)) return Level::Label;
  if (const auto* integer = std::get_if<IntegerLiteral>(&expr.node)) {
    return integer->value < 0 ? Level::Sign : Level::Postfix;
  }
  if (const auto* number = std::get_if<FloatLiteral>(&expr.node)) {
    return std::signbit(number->value) ? Level::Sign : Level::Postfix;
  }
  // A minus or a bracket after (a)-->(b) would belong to the pattern.
  if (const auto* pattern = std::get_if<PatternExpr>(&expr.node)) {
    return pattern->pattern->kind == PathKind::Plain ? Level::Not : Level::Postfix;
  }
  return Level::Postfix;
}

// openCypher 9 has IN, STARTS WITH, IS NULL, ... bind tighter than arithmetic, Neo4j and later
// texts looser, and Neo4j refuses x IS NULL IS NULL: parentheses say what is meant to all.
constexpr Level predicate_operand = Level::Label;

// Whether the text starts with `x IN`, which inside of [ ] would be taken for a comprehension.
bool starts_with_binding(const Expr& expr) {
  if (const auto* binary = std::get_if<Binary>(&expr.node)) {
    if (binary->op == BinaryOp::In && std::holds_alternative<Variable>(binary->left->node)) {
      return true;
    }
    return starts_with_binding(*binary->left);
  }
  if (const auto* comparison = std::get_if<Comparison>(&expr.node)) {
    return starts_with_binding(comparison->operands.front());
  }
  if (const auto* check = std::get_if<NullCheck>(&expr.node)) {
    return starts_with_binding(*check->operand);
  }
  if (const auto* check = std::get_if<TypeCheck>(&expr.node)) {
    return starts_with_binding(*check->operand);
  }
  return false;
}

// Words that start something else when they stand before `{`.
bool starts_subquery(std::string_view word) {
  const Keyword keyword = find_keyword(word);
  return keyword == Keyword::Count || keyword == Keyword::Collect || keyword == Keyword::Exists;
}

// Functions that look like another construct for some arguments: all(x IN xs), reduce(a = 1, ...).
bool is_construct(std::string_view word) {
  switch (find_keyword(word)) {
    case Keyword::All:
    case Keyword::Any:
    case Keyword::None:
    case Keyword::Single:
    case Keyword::Reduce:
    case Keyword::ShortestPath:
    case Keyword::AllShortestPaths:
      return true;
    default:
      return is_reserved(find_keyword(word));
  }
}

}  // namespace

void Printer::print(const Expr& expr, Level level) {
  if (level != Level::Or && level_of(expr) < level) {
    const bool outer = std::exchange(bar_ends_labels_, false);
    out_.push_back('(');
    print_node(expr);
    out_.push_back(')');
    bar_ends_labels_ = outer;
  } else {
    print_node(expr);
  }
}

void Printer::print_node(const Expr& expr) {
  match(
      expr.node, [&](const NullLiteral&) { text("null"); },
      [&](const BooleanLiteral& literal) { text(literal.value ? "true" : "false"); },
      [&](const IntegerLiteral& literal) { integer(literal.value); },
      [&](const FloatLiteral& literal) { floating(literal.value); },
      [&](const StringLiteral& literal) { string(literal.value); },
      [&](const ListLiteral& items) { list_literal(items); },
      [&](const MapLiteral& entries) { map(entries); },
      [&](const Variable& variable) { name(variable.name); },
      [&](const Parameter& value) { parameter(value.name); },
      [&](const Property& property) {
        postfix_object(*property.object);
        out_.push_back('.');
        name(property.key);
      },
      [&](const Subscript& subscript) {
        print(*subscript.object, Level::Postfix);
        out_.push_back('[');
        const bool outer = std::exchange(bar_ends_labels_, false);
        print(*subscript.index);
        bar_ends_labels_ = outer;
        out_.push_back(']');
      },
      [&](const Slice& slice) {
        print(*slice.object, Level::Postfix);
        out_.push_back('[');
        const bool outer = std::exchange(bar_ends_labels_, false);
        if (slice.from) print(**slice.from);
        text("..");
        if (slice.to) print(**slice.to);
        bar_ends_labels_ = outer;
        out_.push_back(']');
      },
      [&](const Unary& operation) { unary(operation); },
      [&](const Binary& operation) { binary(operation); },
      [&](const Comparison& comparison) {
        for (std::size_t i = 0; i < comparison.operands.size(); ++i) {
          if (i > 0) text(text_of(comparison.ops[i - 1]));
          print(comparison.operands[i], above(Level::Comparison));
        }
      },
      [&](const NullCheck& check) {
        print(*check.operand, predicate_operand);
        text(check.negated ? " IS NOT NULL" : " IS NULL");
      },
      [&](const TypeCheck& check) {
        print(*check.operand, predicate_operand);
        text(check.negated ? " IS NOT :: " : " IS :: ");
        type_name(check.type);
      },
      [&](const LabelCheck& check) {
        print(*check.operand, Level::Postfix);
        const bool either = std::holds_alternative<LabelOr>(check.labels.node);
        text(bar_ends_labels_ && either ? ":(" : ":");
        print_labels(check.labels);
        if (bar_ends_labels_ && either) out_.push_back(')');
      },
      [&](const FunctionCall& call) { function_call(call); },
      [&](const CountStar&) { text("count(*)"); }, [&](const Case& choice) { print_case(choice); },
      [&](const ListComprehension& list) { list_comprehension(list); },
      [&](const PatternComprehension& list) { pattern_comprehension(list); },
      [&](const Quantifier& construct) { quantifier(construct); },
      [&](const Reduce& construct) { reduce(construct); },
      [&](const MapProjection& projection) { map_projection(projection); },
      [&](const SubqueryExpr& expression) { subquery(expression); },
      [&](const PatternExpr& pattern) { print(*pattern.pattern); });
}

void Printer::binary(const Binary& operation) {
  const BinaryForm form = form_of(operation.op);
  if (form.level == Level::Predicate) {
    print(*operation.left, predicate_operand);
    text(form.text);
    return print(*operation.right, predicate_operand);
  }
  // 2 ^ 3 ^ 2 is 64.0 in Neo4j and 512.0 in FalkorDB, and no text says who is right.
  const bool is_power = operation.op == BinaryOp::Power;
  print(*operation.left, is_power ? above(form.level) : form.level);
  text(form.text);
  print(*operation.right, above(form.level));
}

// -(1) is not the literal -1; and -- starts a comment in some engines.
void Printer::unary(const Unary& operation) {
  if (operation.op == UnaryOp::Not) {
    text("NOT ");
    return print(*operation.operand, Level::Not);
  }
  out_.push_back(operation.op == UnaryOp::Minus ? '-' : '+');
  const Expr& operand = *operation.operand;
  const bool number = std::holds_alternative<IntegerLiteral>(operand.node) ||
                      std::holds_alternative<FloatLiteral>(operand.node);
  if (!number) return print(operand, Level::Label);
  out_.push_back('(');
  print_node(operand);
  out_.push_back(')');
}

// 1.x would be read as a number by many.
void Printer::postfix_object(const Expr& object) {
  const bool number = std::holds_alternative<IntegerLiteral>(object.node) ||
                      std::holds_alternative<FloatLiteral>(object.node);
  // a.b.c without parentheses around a.b is the same tree, but a.b.c(x) is a function of that name.
  if (!number) return print(object, Level::Postfix);
  out_.push_back('(');
  print_node(object);
  out_.push_back(')');
}

void Printer::list_literal(const ListLiteral& items) {
  const bool outer = std::exchange(bar_ends_labels_, false);
  const bool ambiguous = items.items.size() == 1 && starts_with_binding(items.items.front());
  text(ambiguous ? "[(" : "[");
  list(items.items, [&](const Expr& item) { print(item); });
  text(ambiguous ? ")]" : "]");
  bar_ends_labels_ = outer;
}

void Printer::map(const MapLiteral& entries) {
  const bool outer = std::exchange(bar_ends_labels_, false);
  out_.push_back('{');
  list(entries.entries, [&](const MapEntry& entry) {
    name(entry.key);
    text(": ");
    print(entry.value);
  });
  out_.push_back('}');
  bar_ends_labels_ = outer;
}

void Printer::function_call(const FunctionCall& call) {
  const bool outer = std::exchange(bar_ends_labels_, false);
  const bool quoted = is_construct(call.name);
  if (quoted) out_.push_back('`');
  if (quoted) {
    text(call.name);
  } else {
    dotted_name(call.name, true);
  }
  if (quoted) out_.push_back('`');
  text(call.distinct ? "(DISTINCT " : "(");
  list(call.arguments, [&](const Expr& argument) { print(argument); });
  out_.push_back(')');
  bar_ends_labels_ = outer;
}

void Printer::print_case(const Case& choice) {
  const bool outer = std::exchange(bar_ends_labels_, false);
  text("CASE");
  if (choice.subject) {
    out_.push_back(' ');
    print(**choice.subject);
  }
  for (const CaseBranch& branch : choice.branches) {
    text(" WHEN ");
    print(branch.when);
    text(" THEN ");
    print(branch.then);
  }
  if (choice.otherwise) {
    text(" ELSE ");
    print(**choice.otherwise);
  }
  text(" END");
  bar_ends_labels_ = outer;
}

void Printer::before_bar(const Expr& expr) {
  const bool outer = std::exchange(bar_ends_labels_, true);
  print(expr);
  bar_ends_labels_ = outer;
}

void Printer::where(const OptionalExpr& condition) {
  if (!condition) return;
  text(" WHERE ");
  print(**condition);
}

void Printer::list_comprehension(const ListComprehension& comprehension) {
  out_.push_back('[');
  name(comprehension.variable);
  text(" IN ");
  before_bar(*comprehension.list);
  if (comprehension.where) {
    text(" WHERE ");
    before_bar(**comprehension.where);
  }
  if (comprehension.projection) {
    text(" | ");
    const bool outer = std::exchange(bar_ends_labels_, false);
    print(**comprehension.projection);
    bar_ends_labels_ = outer;
  }
  out_.push_back(']');
}

void Printer::pattern_comprehension(const PatternComprehension& comprehension) {
  out_.push_back('[');
  print(*comprehension.pattern);
  if (comprehension.where) {
    text(" WHERE ");
    before_bar(**comprehension.where);
  }
  text(" | ");
  const bool outer = std::exchange(bar_ends_labels_, false);
  print(*comprehension.projection);
  bar_ends_labels_ = outer;
  out_.push_back(']');
}

void Printer::quantifier(const Quantifier& construct) {
  constexpr std::string_view names[] = {"all(", "any(", "none(", "single("};
  const bool outer = std::exchange(bar_ends_labels_, false);
  text(names[static_cast<std::size_t>(construct.kind)]);
  name(construct.variable);
  text(" IN ");
  print(*construct.list);
  where(construct.where);
  out_.push_back(')');
  bar_ends_labels_ = outer;
}

void Printer::reduce(const Reduce& construct) {
  const bool outer = std::exchange(bar_ends_labels_, false);
  text("reduce(");
  name(construct.accumulator);
  text(" = ");
  print(*construct.initial);
  text(", ");
  name(construct.variable);
  text(" IN ");
  before_bar(*construct.list);
  text(" | ");
  print(*construct.body);
  out_.push_back(')');
  bar_ends_labels_ = outer;
}

void Printer::map_projection(const MapProjection& projection) {
  const bool outer = std::exchange(bar_ends_labels_, false);
  const auto* variable = std::get_if<Variable>(&projection.object->node);
  if (variable != nullptr && starts_subquery(variable->name)) {
    out_.push_back('`');
    text(variable->name);
    out_.push_back('`');
  } else {
    print(*projection.object, Level::Postfix);
  }
  text(" {");
  list(projection.items, [&](const MapProjectionItem& item) {
    switch (item.kind) {
      case MapProjectionKind::Property:
        out_.push_back('.');
        return name(item.name);
      case MapProjectionKind::AllProperties:
        return text(".*");
      case MapProjectionKind::Variable:
        return name(item.name);
      case MapProjectionKind::Entry:
        name(item.name);
        text(": ");
        if (item.value) print(**item.value);
    }
  });
  out_.push_back('}');
  bar_ends_labels_ = outer;
}

void Printer::subquery(const SubqueryExpr& expression) {
  constexpr std::string_view names[] = {"EXISTS ", "COUNT ", "COLLECT "};
  const bool outer = std::exchange(bar_ends_labels_, false);
  text(names[static_cast<std::size_t>(expression.kind)]);
  const Match* only = nullptr;
  if (expression.pattern_only && expression.query->parts.size() == 1 &&
      expression.query->parts.front().clauses.size() == 1) {
    only = std::get_if<Match>(&expression.query->parts.front().clauses.front().node);
  }
  if (only != nullptr) {
    text("{ ");
    pattern(only->pattern);
    where(only->where);
    text(" }");
  } else {
    braced(*expression.query);
  }
  bar_ends_labels_ = outer;
}

void Printer::type_name(const TypeName& type) {
  text(type.name);
  if (!type.element.empty()) {
    out_.push_back('<');
    type_name(type.element.front());
    out_.push_back('>');
  }
  if (type.not_null) text(" NOT NULL");
}

}  // namespace dinkel

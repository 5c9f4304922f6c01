// Lists: literals of expressions, concatenations, slices, comprehensions; and reduce.
#include <array>

#include "base/match.h"
#include "generate/build.h"
#include "generate/expressions.h"

namespace dinkel {

namespace {

Type item_type(Type wanted) {
  return Type::of(wanted.elements.empty() ? Kinds(Kind::Integer) : wanted.elements);
}

std::optional<Expr> make_list_literal(Generator& g, Type wanted) {
  ListLiteral list;
  const Type item = item_type(wanted);
  for (std::uint64_t i = g.rng.below(4); i > 0; --i) list.items.push_back(make_expr(g, item));
  return expr_of(std::move(list));
}

std::optional<Expr> make_list_concatenation(Generator& g, Type wanted) {
  const std::uint64_t draw = g.rng.below(100);
  if (draw < 15 && g.has(Feature::ConcatOperator)) {
    Expr left = make_expr(g, wanted);
    return binary_expr(BinaryOp::Concat, std::move(left), make_expr(g, wanted));
  }
  if (!g.has(Feature::ListConcatenation)) return std::nullopt;
  Expr left = make_expr(g, wanted);
  // list + element; a list as the element would add its own elements instead.
  const bool append = draw < 35 && !wanted.elements.has(Kind::List);
  Expr right = append ? make_expr(g, item_type(wanted)) : make_expr(g, wanted);
  return binary_expr(BinaryOp::Add, std::move(left), std::move(right));
}

std::optional<Expr> make_slice(Generator& g, Type wanted) {
  if (!g.has(Feature::ListSlice)) return std::nullopt;
  Slice slice;
  slice.object = make_expr(g, wanted);
  if (g.rng.coin()) slice.from = integer_expr(g.rng.between(-2, 2));
  if (!slice.from.has_value() || g.rng.coin()) slice.to = integer_expr(g.rng.between(-1, 3));
  return expr_of(std::move(slice));
}

std::optional<Expr> make_list_comprehension(Generator& g, Type wanted) {
  if (!g.has(Feature::ListComprehension)) return std::nullopt;
  ListComprehension comprehension;
  comprehension.variable = g.fresh(Kind::Integer);
  const Type item = item_type(wanted);
  comprehension.list = make_expr(g, Type::list_of(item.kinds));
  with_local(g, comprehension.variable, item, [&] {
    if (g.rng.chance(percent(60))) comprehension.where = make_predicate(g);
    if (!comprehension.where.has_value() || g.rng.coin()) {
      comprehension.projection = make_expr(g, item);
    }
  });
  return expr_of(std::move(comprehension));
}

std::optional<Expr> make_list_call(Generator& g, Type wanted) {
  return make_function_call(g, wanted);
}

constexpr Production productions[] = {
    {6, make_list_literal},       {3, make_list_concatenation},    {3, make_slice},
    {4, make_list_comprehension}, {3, make_pattern_comprehension}, {2, make_collect_subquery},
    {3, make_list_call},
};

}  // namespace

std::span<const Production> list_productions() {
  return productions;
}

std::optional<Expr> make_reduce(Generator& g, Type wanted) {
  if (!g.has(Feature::Reduce) || !wanted.nullable() || !g.may.fail) return std::nullopt;
  Reduce reduce;
  reduce.accumulator = g.fresh(Kind::Integer);
  reduce.variable = g.fresh(Kind::Integer);
  reduce.initial = integer_expr(g.rng.between(0, 3));
  reduce.list = make_expr(g, Type::list_of(Kinds(Kind::Integer)));
  // The body stays small: its effect is repeated for every element.
  constexpr std::array<BinaryOp, 3> ops = {BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply};
  reduce.body = binary_expr(ops[g.rng.below(ops.size())], variable_expr(reduce.accumulator),
                            variable_expr(reduce.variable));
  return expr_of(std::move(reduce));
}

std::optional<Value> literal_value(const Expr& expr) {
  if (const auto* integer = std::get_if<IntegerLiteral>(&expr.node)) return Value(integer->value);
  if (const auto* text = std::get_if<StringLiteral>(&expr.node)) return Value(text->value);
  if (const auto* boolean = std::get_if<BooleanLiteral>(&expr.node)) return Value(boolean->value);
  if (const auto* real = std::get_if<FloatLiteral>(&expr.node)) return Value(real->value);
  if (std::holds_alternative<NullLiteral>(expr.node)) return Value();
  if (const auto* list = std::get_if<ListLiteral>(&expr.node)) {
    Values values;
    for (const Expr& item : list->items) {
      std::optional<Value> value = literal_value(item);
      if (!value.has_value()) return std::nullopt;
      values.push_back(*std::move(value));
    }
    return Value(std::move(values));
  }
  return std::nullopt;
}

}  // namespace dinkel

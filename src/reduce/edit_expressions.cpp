// Expressions: put null, a plain literal or a child in their place; drop items of lists, maps,
// arguments and branches; and make literals smaller.
#include "cypher/walk.h"
#include "reduce/edit.h"

namespace dinkel {

namespace {

bool is_literal(const Expr& expr) {
  return std::holds_alternative<NullLiteral>(expr.node) ||
         std::holds_alternative<BooleanLiteral>(expr.node) ||
         std::holds_alternative<IntegerLiteral>(expr.node) ||
         std::holds_alternative<FloatLiteral>(expr.node) ||
         std::holds_alternative<StringLiteral>(expr.node);
}

bool is_empty_list(const Expr& expr) {
  const auto* list = std::get_if<ListLiteral>(&expr.node);
  return list != nullptr && list->items.empty();
}

// The children that are expressions, seen through patterns but not into subqueries.
void collect_children(const Expr& expr, std::vector<Expr>& children) {
  for_each_child(expr, [&](const auto& child) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(child)>, Expr>) {
      children.push_back(child);
    }
  });
}

class ExprEdits {
 public:
  explicit ExprEdits(EditPoint& point) : point_(point) {}

  void simplify(Expr& expr) {
    const std::uint32_t id = expr.origin.id;
    if (is_literal(expr)) return;
    if (replace(expr, NullLiteral())) return;
    std::vector<Expr> children;
    collect_children(expr, children);
    for (Expr& child : children) {
      if (!point_.here(id)) continue;
      const Expr chosen = std::move(child);
      expr = chosen;
      return;
    }
    if (drop_parts(expr) || is_empty_list(expr)) return;
    if (replace(expr, BooleanLiteral{true}) || replace(expr, BooleanLiteral{false}) ||
        replace(expr, IntegerLiteral{0}) || replace(expr, IntegerLiteral{1}) ||
        replace(expr, StringLiteral{}) || replace(expr, ListLiteral{})) {
      return;
    }
  }

  void shrink(Expr& expr) {
    if (auto* integer = std::get_if<IntegerLiteral>(&expr.node)) {
      for (const std::int64_t smaller :
           {std::int64_t{0}, std::int64_t{1}, integer->value / 2, integer->value / 10}) {
        const bool is_smaller =
            smaller == 0 ? integer->value != 0 : integer->value > smaller || integer->value < 0;
        if (is_smaller && replace(expr, IntegerLiteral{smaller})) return;
      }
    } else if (auto* number = std::get_if<FloatLiteral>(&expr.node)) {
      if (number->value == 0.0) return;
      if (replace(expr, FloatLiteral{0.0}) || number->value == 1.0) return;
      if (replace(expr, FloatLiteral{1.0}) || number->value == 1.5) return;
      replace(expr, FloatLiteral{1.5});
    } else if (auto* text = std::get_if<StringLiteral>(&expr.node)) {
      const std::string value = text->value;
      if (value.empty() || replace(expr, StringLiteral{}) || value == "a") return;
      if (replace(expr, StringLiteral{"a"}) || value.size() < 2) return;
      // The printed statement is parsed again: half a character is refused there.
      if (replace(expr, StringLiteral{value.substr(0, value.size() / 2)})) return;
      replace(expr, StringLiteral{value.substr(value.size() / 2)});
    } else if (auto* boolean = std::get_if<BooleanLiteral>(&expr.node)) {
      if (!boolean->value) replace(expr, BooleanLiteral{true});
    } else if (auto* quantifier = std::get_if<Quantifier>(&expr.node)) {
      if (quantifier->kind != QuantifierKind::Any && point_.here(expr.origin.id)) {
        quantifier->kind = QuantifierKind::Any;
      }
    }
  }

 private:
  bool replace(Expr& expr, Expr::Node node) {
    if (!point_.here(expr.origin.id)) return false;
    expr.node = std::move(node);
    return true;
  }

  template <typename List>
  bool drop_one(List& list, std::size_t least, std::uint32_t id) {
    for (std::size_t i = 0; list.size() > least && i < list.size(); ++i) {
      if (!point_.here(id)) continue;
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    return false;
  }
  bool drop(OptionalExpr& expr, std::uint32_t id) {
    if (!expr || !point_.here(id)) return false;
    expr.reset();
    return true;
  }

  bool drop_parts(Expr& expr) {
    const std::uint32_t id = expr.origin.id;
    if (auto* list = std::get_if<ListLiteral>(&expr.node)) return drop_one(list->items, 0, id);
    if (auto* map = std::get_if<MapLiteral>(&expr.node)) return drop_one(map->entries, 0, id);
    if (auto* branches = std::get_if<Case>(&expr.node)) {
      return drop(branches->otherwise, id) || drop_one(branches->branches, 1, id) ||
             drop(branches->subject, id);
    }
    if (auto* comprehension = std::get_if<ListComprehension>(&expr.node)) {
      return drop(comprehension->where, id) || drop(comprehension->projection, id);
    }
    if (auto* comprehension = std::get_if<PatternComprehension>(&expr.node)) {
      return drop(comprehension->where, id);
    }
    if (auto* projection = std::get_if<MapProjection>(&expr.node)) {
      return drop_one(projection->items, 0, id);
    }
    if (auto* slice = std::get_if<Slice>(&expr.node)) {
      return drop(slice->from, id) || drop(slice->to, id);
    }
    if (auto* call = std::get_if<FunctionCall>(&expr.node)) {
      if (call->distinct && point_.here(id)) {
        call->distinct = false;
        return true;
      }
      return drop_one(call->arguments, 0, id);
    }
    if (auto* comparison = std::get_if<Comparison>(&expr.node)) {
      if (comparison->ops.size() > 1 && point_.here(id)) {
        comparison->ops.pop_back();
        comparison->operands.pop_back();
        return true;
      }
    }
    return false;
  }

  EditPoint& point_;
};

}  // namespace

void edit_expressions(Statement& statement, EditPoint& point) {
  ExprEdits edits(point);
  for_each_expr(statement, [&](Expr& expr) { edits.simplify(expr); });
}

void edit_literals(Statement& statement, EditPoint& point) {
  ExprEdits edits(point);
  for_each_expr(statement, [&](Expr& expr) { edits.shrink(expr); });
}

}  // namespace dinkel

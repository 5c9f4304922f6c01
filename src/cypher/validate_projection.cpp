// WITH and RETURN: their columns, and what ORDER BY, SKIP, LIMIT and WHERE see.
#include <algorithm>

#include "base/match.h"
#include "cypher/validator.h"
#include "cypher/walk_impl.h"

namespace dinkel {

namespace {

void check_columns(const Projection& projection, const std::vector<ScopedVariable>& columns,
                   Origin origin) {
  const std::size_t from_star = columns.size() - projection.items.size();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto same = [&](const ScopedVariable& other) { return other.name == columns[i].name; };
    const auto end = columns.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::none_of(columns.begin(), end, same)) continue;
    const Origin place = i < from_star ? origin : projection.items[i - from_star].value.origin;
    refuse(ErrorDetail::ColumnNameConflict, place,
           "there are two columns with the name " + ticked(columns[i].name));
  }
}

// A column may have the name of a variable from outside of the subquery only if it is that one.
void check_pinned(const Projection& projection, const QueryContext& context) {
  for (const ProjectionItem& item : projection.items) {
    const std::string name = column_name(item);
    const ScopedVariable* outer = context.find(name);
    if (outer == nullptr || !outer->pinned) continue;
    const auto* variable = std::get_if<Variable>(&item.value.node);
    if (variable != nullptr && variable->name == name) continue;
    refuse(ErrorDetail::VariableAlreadyBound, item.value.origin,
           "variable " + ticked(name) + " is already defined outside of the subquery");
  }
}

void check_aliases(const Projection& projection) {
  for (const ProjectionItem& item : projection.items) {
    if (!item.alias.empty() || std::holds_alternative<Variable>(item.value.node)) continue;
    refuse(ErrorDetail::NoExpressionAlias, item.value.origin,
           "an expression in WITH needs a name: add AS and an alias");
  }
}

bool aggregates(const Projection& projection) {
  return std::any_of(projection.items.begin(), projection.items.end(),
                     [](const ProjectionItem& item) { return contains_aggregate(item.value); });
}

void add_element_locals(const std::vector<PatternElement>& elements,
                        std::vector<std::string_view>& locals) {
  for (const PatternElement& element : elements) {
    match(
        element.node, [&](const NodePattern& node) { locals.push_back(node.variable); },
        [&](const RelationshipPattern& hop) { locals.push_back(hop.variable); },
        [&](const PathGroup& group) {
          locals.push_back(group.path_variable);
          add_element_locals(group.elements, locals);
        });
  }
}

// What is gone cannot be meant by a pattern, so that each name in it is known afterwards.
void add_pattern_locals(const PatternPart& part, std::vector<std::string_view>& locals) {
  locals.push_back(part.path_variable);
  add_element_locals(part.elements, locals);
}

// A sort item, or the predicate of WITH, after aggregation or DISTINCT. The rows before are gone:
// it is made of columns and of expressions that were projected.
class RemainderCheck {
 public:
  RemainderCheck(const Expr& item, const Projection& projection, const QueryContext& visible)
      : projection_(projection), visible_(visible), aggregates_(contains_aggregate(item)) {}

  void expr(const Expr& expr) {
    if (is_projected(expr)) {
      const bool simple = contains_aggregate(expr) || std::holds_alternative<Variable>(expr.node) ||
                          std::holds_alternative<Property>(expr.node);
      if (simple || !aggregates_ || !names_variable(expr)) return;
      refuse(ErrorDetail::AmbiguousAggregationExpression, expr.origin,
             "beside an aggregation only columns and their properties can be used");
    }
    if (const auto* variable = std::get_if<Variable>(&expr.node)) name(variable->name, expr.origin);
    const std::size_t outside = locals_.size();
    add_locals(expr, locals_);
    if (const auto* comprehension = std::get_if<PatternComprehension>(&expr.node)) {
      add_pattern_locals(*comprehension->pattern, locals_);
    }
    children(expr);
    locals_.resize(outside);
    if (is_aggregate_call(expr)) {
      refuse(ErrorDetail::InvalidAggregation, expr.origin,
             "an aggregation in ORDER BY must be projected as well");
    }
  }

 private:
  template <typename Node>
  void children(const Node& node) {
    for_each_child(node, Overloaded{[&](const Expr& child) { expr(child); },
                                    [](const Query&) {},  // the context at hand was checked before
                                    [](const PatternPart&) {}, [](const auto&) {}});
  }

  bool is_projected(const Expr& expr) const {
    return std::any_of(projection_.items.begin(), projection_.items.end(),
                       [&](const ProjectionItem& item) { return item.value == expr; });
  }

  static bool names_variable(const Expr& expr) {
    bool found = std::holds_alternative<Variable>(expr.node);
    for_each_child(expr,
                   Overloaded{[&](const Expr& child) { found = found || names_variable(child); },
                              [](const auto&) {}});
    return found;
  }

  void name(const std::string& name, Origin origin) const {
    const bool known = visible_.find(name) != nullptr ||
                       std::find(locals_.begin(), locals_.end(), name) != locals_.end();
    if (known) return;
    refuse(ErrorDetail::UndefinedVariable, origin,
           "variable " + ticked(name) + " is gone after aggregation or DISTINCT");
  }

  const Projection& projection_;
  const QueryContext& visible_;
  std::vector<std::string_view> locals_;
  bool aggregates_;
};

}  // namespace

void Validator::projection(const Projection& projection, const OptionalExpr* where, Origin origin,
                           const QueryContext& context, bool is_with) {
  for (const ProjectionItem& item : projection.items) {
    expr(item.value, {context, Aggregates::Allowed});
  }
  const std::vector<ScopedVariable> columns = projected_columns(context, projection);
  if (!is_with && columns.empty()) {
    refuse(ErrorDetail::NoVariablesInScope, origin, "RETURN * needs a variable in scope");
  }
  const bool aggregating = aggregates(projection);
  if (aggregating) grouping(projection, context);
  check_columns(projection, columns, origin);
  check_pinned(projection, context);

  QueryContext all = context;  // the variables before and the columns, which hide them
  QueryContext after;          // only what is left
  for (const ScopedVariable& variable : context.variables()) {
    if (variable.pinned) after.declare(variable.name, variable.type);
  }
  for (const ScopedVariable& column : columns) {
    all.declare(column.name, column.type);
    after.declare(column.name, column.type);
  }
  const bool forgets = aggregating || projection.distinct;
  for (const SortItem& item : projection.order_by) {
    sort_item(item.value, projection, aggregating, all, forgets ? after : all);
  }
  row_count(projection.skip, "SKIP");
  row_count(projection.limit, "LIMIT");
  if (where != nullptr && *where) {
    predicate(*where, all);
    if (forgets) RemainderCheck(***where, projection, after).expr(***where);
  }
  if (is_with) check_aliases(projection);
}

void Validator::sort_item(const Expr& value, const Projection& projection, bool aggregates,
                          const QueryContext& context, const QueryContext& visible) {
  expr(value, {context, aggregates ? Aggregates::Allowed : Aggregates::Forbidden});
  if (&context != &visible) RemainderCheck(value, projection, visible).expr(value);
}

void Validator::row_count(const OptionalExpr& count, std::string_view word) {
  if (!count) return;
  const Expr& value = **count;
  bool names_variable = std::holds_alternative<Variable>(value.node);
  const auto look = [&](const auto& self, const Expr& part) -> void {
    names_variable |= std::holds_alternative<Variable>(part.node);
    for_each_child(part, Overloaded{[&](const Expr& child) { self(self, child); },
                                    [&](const auto&) { names_variable = true; }});
  };
  look(look, value);
  if (names_variable) {
    refuse(ErrorDetail::NonConstantExpression, value.origin,
           std::string(word) + " cannot depend on variables or on the graph");
  }
  const QueryContext nothing;
  expr(value, {nothing});
  const auto* number = std::get_if<IntegerLiteral>(&value.node);
  if (number != nullptr && number->value < 0) {
    refuse(ErrorDetail::NegativeIntegerArgument, value.origin,
           std::string(word) + " cannot be negative");
  }
  const Type type = type_of(value, nothing);
  if (!type.kinds.has(Kind::Integer)) {
    refuse(ErrorDetail::InvalidArgumentType, value.origin,
           std::string(word) + " needs an Integer, this is " + to_text(type));
  }
}

}  // namespace dinkel

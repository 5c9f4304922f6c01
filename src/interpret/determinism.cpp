#include "interpret/determinism.h"

#include <algorithm>

#include "base/match.h"
#include "cypher/functions.h"
#include "cypher/walk.h"
#include "cypher/walk_impl.h"
#include "interpret/aggregate.h"

namespace dinkel {
namespace {

// The traits of a call: of the overloads that take so many arguments.
FunctionTraits traits_of(const FunctionCall& call) {
  FunctionTraits traits;
  traits.may_fail = true;
  bool found = false;
  for (const Function& function : all_functions()) {
    if (!same_function_name(function.name, call.name)) continue;
    const std::size_t count = call.arguments.size();
    if (count < function.required || (count > function.parameters.size() && !function.variadic)) {
      continue;
    }
    if (!found) traits = function.traits;
    found = true;
    traits.volatile_result = traits.volatile_result || function.traits.volatile_result;
    traits.observes_id = traits.observes_id || function.traits.observes_id;
    traits.unordered_list = traits.unordered_list || function.traits.unordered_list;
    traits.may_fail = traits.may_fail || function.traits.may_fail;
  }
  return traits;
}

bool is_size(std::string_view name) {
  return same_function_name(name, "size") || same_function_name(name, "isEmpty");
}

// Any use that looks at a list as a whole: its order matters.
Taint looked_at(Taint taint) {
  return taint == Taint::Clean ? Taint::Clean : Taint::Open;
}

// Uses that do not care for the order of the list itself.
Taint without_order(Taint list) {
  return list == Taint::Bag ? Taint::Clean : looked_at(list);
}

// What an element of the list is.
Taint element_taint(Taint list) {
  return list == Taint::Bag ? Taint::Clean : list;
}

// A list or map that holds the value.
Taint held(Taint taint) {
  return taint == Taint::Bag ? Taint::Deep : taint;
}

// Whether this very node can raise an error; its children are not asked.
bool fails_by_itself(const Expr& expr) {
  if (const auto* binary = std::get_if<Binary>(&expr.node)) {
    return (binary->op >= BinaryOp::Add && binary->op <= BinaryOp::In) ||
           binary->op == BinaryOp::RegexMatch;
  }
  if (const auto* unary = std::get_if<Unary>(&expr.node)) return unary->op == UnaryOp::Minus;
  if (const auto* call = std::get_if<FunctionCall>(&expr.node)) return traits_of(*call).may_fail;
  if (const auto* property = std::get_if<Property>(&expr.node)) {
    return !std::holds_alternative<Variable>(property->object->node);
  }
  return std::holds_alternative<Subscript>(expr.node) || std::holds_alternative<Slice>(expr.node);
}

// Whether a failure depends on values that are not determined: an operation that can fail works on
// an open value, or runs over a list that is not determined.
bool fails_openly(const Expr& expr, const TaintScope& scope, const AggregateTaints* aggregates) {
  bool runs_over_open = false;
  if (const auto* reduce = std::get_if<Reduce>(&expr.node)) {
    runs_over_open = taint_of(*reduce->list, scope, aggregates) != Taint::Clean;
  } else if (const auto* list = std::get_if<ListComprehension>(&expr.node)) {
    runs_over_open = taint_of(*list->list, scope, aggregates) == Taint::Open;
  } else if (const auto* quantifier = std::get_if<Quantifier>(&expr.node)) {
    runs_over_open = taint_of(*quantifier->list, scope, aggregates) == Taint::Open;
  }
  if (runs_over_open && may_fail(expr)) return true;
  bool found = false;
  const bool fails = fails_by_itself(expr);
  for_each_child(expr, Overloaded{[&](const Expr& child) {
                                    found = found || fails_openly(child, scope, aggregates);
                                    if (!fails || found) return;
                                    found = taint_of(child, scope, aggregates) == Taint::Open;
                                  },
                                  [](const auto&) {}});
  return found;
}

struct TaintFinder {
  const TaintScope& scope;
  const AggregateTaints* aggregates;
  const Expr& expr;

  Taint of(const Expr& child) const { return taint_of(child, scope, aggregates); }
  Taint of(const OptionalExpr& child) const { return child ? of(**child) : Taint::Clean; }
  Taint of_all(const std::vector<Expr>& children) const {
    Taint taint = Taint::Clean;
    for (const Expr& child : children) taint = std::max(taint, of(child));
    return taint;
  }
  Taint inside(const std::string& variable, Taint element, const OptionalExpr& child) const {
    if (!child) return Taint::Clean;
    const TaintScope frame{{&variable, 1}, {&element, 1}, &scope};
    return taint_of(**child, frame, aggregates);
  }
  std::optional<Taint> of_aggregate() const {
    if (aggregates == nullptr) return std::nullopt;
    for (const auto& [aggregate, taint] : *aggregates) {
      if (aggregate == &expr) return taint;
    }
    return std::nullopt;
  }
  // Patterns and queries inside of expressions. What they do is judged while they run; here it
  // only counts what they see from outside, and whether they hold lists in any order.
  Taint of_nested() const {
    if (scope.has_open()) return Taint::Open;
    Taint taint = Taint::Clean;
    for_each_expr(expr, [&](const Expr& inner) {
      if (const auto* variable = std::get_if<Variable>(&inner.node)) {
        taint = std::max(taint, held(scope.find(variable->name)));
      } else if (const auto* call = std::get_if<FunctionCall>(&inner.node)) {
        const FunctionTraits traits = traits_of(*call);
        if (traits.volatile_result || traits.observes_id) taint = Taint::Open;
        if (traits.unordered_list || same_function_name(call->name, "collect")) {
          taint = std::max(taint, Taint::Deep);
        }
      } else if (&inner != &expr && (std::holds_alternative<PatternComprehension>(inner.node) ||
                                     std::holds_alternative<SubqueryExpr>(inner.node))) {
        taint = std::max(taint, Taint::Deep);
      }
    });
    return taint;
  }

  Taint operator()(const NullLiteral&) const { return Taint::Clean; }
  Taint operator()(const BooleanLiteral&) const { return Taint::Clean; }
  Taint operator()(const IntegerLiteral&) const { return Taint::Clean; }
  Taint operator()(const FloatLiteral&) const { return Taint::Clean; }
  Taint operator()(const StringLiteral&) const { return Taint::Clean; }
  Taint operator()(const Parameter&) const { return Taint::Clean; }
  Taint operator()(const Variable& variable) const { return scope.find(variable.name); }
  Taint operator()(const ListLiteral& literal) const { return held(of_all(literal.items)); }
  Taint operator()(const MapLiteral& literal) const {
    Taint taint = Taint::Clean;
    for (const MapEntry& entry : literal.entries) taint = std::max(taint, held(of(entry.value)));
    return taint;
  }
  Taint operator()(const Property& property) const {
    const Taint object = of(*property.object);
    return object == Taint::Bag ? Taint::Open : object;
  }
  Taint operator()(const Subscript& subscript) const {
    const Taint object = of(*subscript.object);
    const Taint index = looked_at(of(*subscript.index));
    // An element of a map that holds bags may be one; of a list in any order it is any one.
    return std::max(looked_at(object), index);
  }
  Taint operator()(const Slice& slice) const {
    return looked_at(std::max({of(*slice.object), of(slice.from), of(slice.to)}));
  }
  Taint operator()(const Unary& unary) const { return looked_at(of(*unary.operand)); }
  Taint operator()(const Binary& binary) const {
    const Taint left = of(*binary.left);
    const Taint right = of(*binary.right);
    if (binary.op == BinaryOp::In) return std::max(looked_at(left), without_order(right));
    // Lists put together: what is in them is known, their order as little as before.
    if (binary.op == BinaryOp::Add || binary.op == BinaryOp::Concat) return std::max(left, right);
    return looked_at(std::max(left, right));
  }
  Taint operator()(const Comparison& comparison) const {
    return looked_at(of_all(comparison.operands));
  }
  Taint operator()(const NullCheck& check) const {
    return of(*check.operand) == Taint::Open ? Taint::Open : Taint::Clean;
  }
  Taint operator()(const TypeCheck& check) const {
    return of(*check.operand) == Taint::Open ? Taint::Open : Taint::Clean;
  }
  Taint operator()(const LabelCheck& check) const { return looked_at(of(*check.operand)); }
  Taint operator()(const CountStar&) const { return of_aggregate().value_or(Taint::Clean); }
  Taint operator()(const FunctionCall& call) const {
    const Taint arguments = of_all(call.arguments);
    if (const std::optional<AggregateKind> kind = aggregate_kind(call.name)) {
      const Taint own = of_aggregate().value_or(Taint::Clean);
      if (*kind == AggregateKind::Count && !call.distinct) {
        return std::max(own, arguments == Taint::Open ? Taint::Open : Taint::Clean);
      }
      if (*kind == AggregateKind::Collect && !call.distinct) return std::max(own, held(arguments));
      return std::max(own, looked_at(arguments));
    }
    const FunctionTraits traits = traits_of(call);
    if (traits.volatile_result || traits.observes_id) return Taint::Open;
    if (is_size(call.name)) return arguments == Taint::Open ? Taint::Open : Taint::Clean;
    if (same_function_name(call.name, "coalesce")) return arguments;
    return std::max(looked_at(arguments), traits.unordered_list ? Taint::Bag : Taint::Clean);
  }
  Taint operator()(const Case& case_expr) const {
    Taint condition = of(case_expr.subject);
    Taint result = of(case_expr.otherwise);
    for (const CaseBranch& branch : case_expr.branches) {
      condition = std::max(condition, of(branch.when));
      result = std::max(result, of(branch.then));
    }
    return std::max(looked_at(condition), result);
  }
  Taint operator()(const ListComprehension& comprehension) const {
    const Taint list = of(*comprehension.list);
    const Taint element = element_taint(list);
    const Taint where = inside(comprehension.variable, element, comprehension.where);
    const Taint projected = comprehension.projection
                                ? inside(comprehension.variable, element, comprehension.projection)
                                : element;
    return std::max({list, looked_at(where), held(projected)});
  }
  Taint operator()(const Quantifier& quantifier) const {
    const Taint list = of(*quantifier.list);
    const Taint where = inside(quantifier.variable, element_taint(list), quantifier.where);
    return std::max(list == Taint::Open ? Taint::Open : Taint::Clean, looked_at(where));
  }
  Taint operator()(const Reduce& reduce) const {
    const Taint list = looked_at(of(*reduce.list));
    const Taint initial = looked_at(of(*reduce.initial));
    // What the body makes of its variables: they are clean, or everything is open already.
    const std::string names[] = {reduce.accumulator, reduce.variable};
    const TaintScope frame{names, {}, &scope};
    return std::max({list, initial, looked_at(taint_of(*reduce.body, frame, aggregates))});
  }
  Taint operator()(const MapProjection& projection) const {
    Taint taint = of(*projection.object);
    for (const MapProjectionItem& item : projection.items) {
      if (item.kind == MapProjectionKind::Variable) {
        taint = std::max(taint, held(scope.find(item.name)));
      }
      taint = std::max(taint, held(of(item.value)));
    }
    return taint;
  }
  Taint operator()(const PatternComprehension&) const { return std::max(Taint::Bag, of_nested()); }
  Taint operator()(const SubqueryExpr& subquery) const {
    const Taint nested = of_nested();
    if (nested == Taint::Open) return Taint::Open;
    return subquery.kind == SubqueryKind::Collect ? std::max(Taint::Bag, nested) : Taint::Clean;
  }
  Taint operator()(const PatternExpr& pattern) const {
    // Of several shortest paths an engine may choose any.
    if (pattern.pattern->kind == PathKind::ShortestPath) return Taint::Open;
    const Taint nested = looked_at(of_nested());
    if (pattern.pattern->kind == PathKind::Plain) return nested;
    return std::max(Taint::Bag, nested);
  }
};

}  // namespace

Taint TaintScope::find(std::string_view name) const {
  for (const TaintScope* frame = this; frame != nullptr; frame = frame->outer) {
    for (std::size_t i = 0; i < frame->names.size(); ++i) {
      if (frame->names[i] != name) continue;
      return i < frame->taints.size() ? frame->taints[i] : Taint::Clean;
    }
  }
  return Taint::Clean;
}

bool TaintScope::has_open() const {
  for (const TaintScope* frame = this; frame != nullptr; frame = frame->outer) {
    if (std::ranges::find(frame->taints, Taint::Open) != frame->taints.end()) return true;
  }
  return false;
}

TaintScope scope_of(const Runtime& runtime, const Table& table) {
  return {table.columns, table.taints, runtime.outer_taints};
}

Taint taint_of(const Expr& expr, const TaintScope& scope, const AggregateTaints* aggregates) {
  return std::visit(TaintFinder{scope, aggregates, expr}, expr.node);
}

Taint judge(Runtime& runtime, const Expr& expr, const TaintScope& scope,
            const AggregateTaints* aggregates) {
  const Taint taint = taint_of(expr, scope, aggregates);
  if (taint == Taint::Open && runtime.determinism.error && fails_openly(expr, scope, aggregates)) {
    runtime.open_error("an expression on values that are not determined could fail");
  }
  return taint;
}

bool is_ordered_freely(const Value& value) {
  if (const auto* list = value.get_if<Values>()) {
    return std::ranges::any_of(*list, is_ordered_freely);
  }
  return value.is<NodeRef>() || value.is<RelationshipRef>() || value.is<Path>() ||
         value.is<Map>() || value.is<Duration>() || value.is<Point>();
}

bool may_fail(const Expr& expr) {
  bool found = false;
  for_each_expr(expr, [&](const Expr& inner) { found = found || fails_by_itself(inner); });
  return found;
}

void note_filter(Runtime& runtime, Taint taint, std::string_view what) {
  if (taint == Taint::Clean) return;
  runtime.open_rows(std::string(what) + " depends on values that are not determined");
}

void note_grouping(Runtime& runtime, Taint taint) {
  note_filter(runtime, taint, "grouping or DISTINCT");
}

void note_mixed_group(Runtime& runtime) {
  runtime.open_rows("of values that are equivalent but differ, any may stand for the group");
}

namespace {

bool has_no_agreed_order(const Value& value) {
  if (const auto* list = value.get_if<Values>()) {
    return std::ranges::any_of(*list, has_no_agreed_order);
  }
  return value.is<NodeRef>() || value.is<RelationshipRef>() || value.is<Path>() ||
         value.is<Map>() || value.is<Duration>() || value.is<Point>();
}

}  // namespace

void note_order_of(Runtime& runtime, const Value& left, const Value& right) {
  if (!has_no_agreed_order(left) || !has_no_agreed_order(right)) return;
  constexpr std::string_view reason = "whether these values have an order, engines do not agree";
  runtime.open_rows(reason);
  runtime.open_graph(reason);
}

void note_skipped(Runtime& runtime, const Expr& expr) {
  if (runtime.determinism.error && may_fail(expr)) {
    runtime.open_error("an expression that was not needed could fail");
  }
}

}  // namespace dinkel

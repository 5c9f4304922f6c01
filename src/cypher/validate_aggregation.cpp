// Grouping: in a projection that aggregates, the items without aggregation are the grouping keys,
// and what stands beside an aggregation must be the same for a whole group.
#include <algorithm>
#include <vector>

#include "cypher/functions.h"
#include "cypher/type_of_parts.h"
#include "cypher/validator.h"
#include "cypher/walk_impl.h"

namespace dinkel {

namespace {

// Whether `holds` is true of the expression or one below it, nested subqueries left out.
template <typename Holds>
const Expr* find_expr(const Expr& expr, const Holds& holds) {
  if (holds(expr)) return &expr;
  const Expr* found = nullptr;
  for_each_child(expr, Overloaded{[&](const Expr& child) {
                                    if (found == nullptr) found = find_expr(child, holds);
                                  },
                                  [](const auto&) {}});
  return found;
}

// Looks for variables that differ within a group, outside of aggregations.
class GroupingCheck {
 public:
  GroupingCheck(const Projection& projection, const QueryContext& context) : context_(context) {
    for (const ProjectionItem& item : projection.items) {
      if (!contains_aggregate(item.value)) keys_.push_back(&item.value);
    }
    star_ = projection.star;
  }

  void expr(const Expr& expr) {
    if (is_aggregate_call(expr)) return;
    if (const auto* variable = std::get_if<Variable>(&expr.node)) {
      name(variable->name, expr.origin);
      return;
    }
    if (std::holds_alternative<Property>(expr.node) && is_key(expr)) return;
    const std::size_t outside = locals_.size();
    add_locals(expr, locals_);
    children(expr);
    locals_.resize(outside);
  }

 private:
  template <typename Node>
  void children(const Node& node) {
    for_each_child(node, Overloaded{[&](const Expr& child) { expr(child); },
                                    [&](const NodePattern& child) {
                                      name(child.variable, child.origin);
                                      children(child);
                                    },
                                    [&](const RelationshipPattern& child) {
                                      name(child.variable, child.origin);
                                      children(child);
                                    },
                                    [&](const auto& child) { children(child); }});
  }

  bool is_key(const Expr& expr) const {
    return std::any_of(keys_.begin(), keys_.end(), [&](const Expr* key) { return *key == expr; });
  }

  void name(const std::string& name, Origin origin) const {
    if (std::find(locals_.begin(), locals_.end(), name) != locals_.end()) return;
    const ScopedVariable* variable = context_.find(name);
    // What comes from outside of the subquery is the same for all groups.
    if (variable == nullptr || variable->pinned || star_) return;
    const bool grouped = std::any_of(keys_.begin(), keys_.end(), [&](const Expr* key) {
      const auto* named = std::get_if<Variable>(&key->node);
      return named != nullptr && named->name == name;
    });
    if (grouped) return;
    refuse(ErrorDetail::AmbiguousAggregationExpression, origin,
           "variable " + ticked(name) +
               " stands beside an aggregation, so it must be projected on its own as well");
  }

  const QueryContext& context_;
  std::vector<const Expr*> keys_;
  std::vector<std::string_view> locals_;
  bool star_ = false;
};

}  // namespace

bool is_aggregate_call(const Expr& expr) {
  if (std::holds_alternative<CountStar>(expr.node)) return true;
  const auto* call = std::get_if<FunctionCall>(&expr.node);
  if (call == nullptr) return false;
  const std::span<const Function* const> rows = overloads_of(call->name);
  return !rows.empty() && rows.front()->traits.aggregate;
}

bool contains_aggregate(const Expr& expr) {
  return find_expr(expr, is_aggregate_call) != nullptr;
}

void add_locals(const Expr& expr, std::vector<std::string_view>& locals) {
  if (const auto* list = std::get_if<ListComprehension>(&expr.node)) {
    locals.push_back(list->variable);
  } else if (const auto* quantifier = std::get_if<Quantifier>(&expr.node)) {
    locals.push_back(quantifier->variable);
  } else if (const auto* reduce = std::get_if<Reduce>(&expr.node)) {
    locals.push_back(reduce->variable);
    locals.push_back(reduce->accumulator);
  }
}

const Expr* find_random(const Expr& expr) {
  return find_expr(expr, [](const Expr& part) {
    const auto* call = std::get_if<FunctionCall>(&part.node);
    return call != nullptr &&
           (same_function_name(call->name, "rand") || same_function_name(call->name, "randomUUID"));
  });
}

void Validator::grouping(const Projection& projection, const QueryContext& context) {
  GroupingCheck check(projection, context);
  for (const ProjectionItem& item : projection.items) {
    if (contains_aggregate(item.value)) check.expr(item.value);
  }
}

}  // namespace dinkel

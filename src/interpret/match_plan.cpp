#include "interpret/match_plan.h"

#include <algorithm>

#include "base/match.h"
#include "cypher/walk.h"
#include "interpret/match.h"

namespace dinkel {
namespace {

void add_name(std::vector<std::string>& names, const std::string& name, const Bindings& bindings) {
  if (name.empty() || std::ranges::find(names, name) != names.end()) return;
  if (bindings.find(name) == nullptr) names.push_back(name);
}

// The names in the order of the text, each once; the variable of a path comes after its elements.
void collect_names(const std::vector<PatternElement>& elements, const std::string& path_variable,
                   const Bindings& bindings, std::vector<std::string>& names) {
  for (const PatternElement& element : elements) {
    match(
        element.node, [&](const NodePattern& node) { add_name(names, node.variable, bindings); },
        [&](const RelationshipPattern& relationship) {
          add_name(names, relationship.variable, bindings);
        },
        [&](const PathGroup& group) {
          collect_names(group.elements, group.path_variable, bindings, names);
        });
  }
  add_name(names, path_variable, bindings);
}

bool is_literal(const Expr& expr) {
  return std::holds_alternative<IntegerLiteral>(expr.node) ||
         std::holds_alternative<StringLiteral>(expr.node) ||
         std::holds_alternative<BooleanLiteral>(expr.node) ||
         std::holds_alternative<FloatLiteral>(expr.node) ||
         std::holds_alternative<NullLiteral>(expr.node) ||
         std::holds_alternative<Parameter>(expr.node);
}

bool is_constant(const Expr& expr) {
  if (is_literal(expr)) return true;
  const auto* map = std::get_if<MapLiteral>(&expr.node);
  return map != nullptr && std::ranges::all_of(map->entries, [](const MapEntry& entry) {
           return is_literal(entry.value);
         });
}

// Turns the elements of one scope into steps. `names` are the slots of that scope.
class Planner {
 public:
  Planner(std::vector<std::string>& names, const Bindings& bindings)
      : names_(names), bindings_(bindings) {}

  std::vector<MatchStep> plan(const std::vector<PatternElement>& elements) {
    std::vector<MatchStep> steps;
    steps.reserve(elements.size());
    for (const PatternElement& element : elements) {
      steps.push_back(match(
          element.node, [&](const NodePattern& node) { return plan_node(node); },
          [&](const RelationshipPattern& relationship) { return plan_relationship(relationship); },
          [&](const PathGroup& group) { return plan_group(group); }));
    }
    return steps;
  }

  std::optional<std::size_t> slot_of(const std::string& name) {
    if (name.empty()) return std::nullopt;
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return std::nullopt;
    const auto slot = static_cast<std::size_t>(found - names_.begin());
    declared_ = std::max(declared_, slot + 1);
    return slot;
  }

 private:
  Site site_of(const std::string& name) {
    Site site;
    site.slot = slot_of(name);
    if (!site.slot && !name.empty()) site.bound = bindings_.find(name);
    return site;
  }

  // A check that looks ahead waits for the end of the scope, and needs a slot to be found then.
  void defer_if_needed(MatchStep& step) {
    const auto later = std::span<const std::string>(names_).subspan(declared_);
    if (later.empty()) return;
    step.deferred = (step.properties != nullptr && may_mention(*step.properties, later)) ||
                    (step.where != nullptr && may_mention(*step.where, later));
    if (step.deferred && !step.site.slot && step.site.bound == nullptr) {
      step.site.slot = names_.size();
      names_.emplace_back();
    }
  }

  MatchStep plan_node(const NodePattern& node) {
    MatchStep step;
    step.kind = MatchStepKind::Node;
    step.site = site_of(node.variable);
    if (node.labels) step.labels = &*node.labels;
    if (node.properties) step.properties = &**node.properties;
    if (node.where) step.where = &**node.where;
    defer_if_needed(step);
    return step;
  }

  MatchStep plan_single(const RelationshipPattern& relationship) {
    MatchStep step;
    step.kind = MatchStepKind::Relationship;
    step.site = site_of(relationship.variable);
    step.direction = relationship.direction;
    if (relationship.types) step.labels = &*relationship.types;
    if (relationship.properties) step.properties = &**relationship.properties;
    if (relationship.where) step.where = &**relationship.where;
    return step;
  }

  MatchStep plan_relationship(const RelationshipPattern& relationship) {
    if (!relationship.length && !relationship.quantifier) {
      MatchStep step = plan_single(relationship);
      defer_if_needed(step);
      return step;
    }
    // A missing minimum is 1 in [*..3], and 0 in {,3}.
    const Repetition& repetition =
        relationship.length ? *relationship.length : *relationship.quantifier;
    const std::int64_t min = repetition.min.value_or(relationship.length ? 1 : 0);
    const std::int64_t max = repetition.max.value_or(no_maximum);
    if (const Site site = site_of(relationship.variable); site.bound != nullptr) {
      MatchStep step = plan_single(relationship);
      step.kind = MatchStepKind::FollowList;
      step.min = min;
      step.max = max;
      return step;
    }
    MatchStep step;
    step.kind = MatchStepKind::Repeat;
    step.min = min;
    step.max = max;
    if (!relationship.variable.empty()) step.names.push_back(relationship.variable);
    find_lists(step);
    Planner inner(step.names, bindings_);
    step.steps.push_back(inner.plan_single(relationship));
    return step;
  }

  MatchStep plan_group(const PathGroup& group) {
    MatchStep step;
    if (group.where) step.where = &**group.where;
    if (!group.quantifier) {
      step.kind = MatchStepKind::Group;
      step.steps = plan(group.elements);
      step.path_slot = slot_of(group.path_variable);
      return step;
    }
    step.kind = MatchStepKind::Repeat;
    step.min = group.quantifier->min.value_or(0);
    step.max = group.quantifier->max.value_or(no_maximum);
    collect_names(group.elements, group.path_variable, bindings_, step.names);
    find_lists(step);
    Planner inner(step.names, bindings_);
    step.steps = inner.plan(group.elements);
    step.path_slot = inner.slot_of(group.path_variable);
    return step;
  }

  void find_lists(MatchStep& step) {
    for (const std::string& name : step.names) step.lists.push_back(*slot_of(name));
  }

  std::vector<std::string>& names_;
  const Bindings& bindings_;
  std::size_t declared_ = 0;  // slots below are those of elements seen so far
};

}  // namespace

bool may_mention(const Expr& expr, std::span<const std::string> names) {
  if (names.empty() || is_constant(expr)) return false;
  bool found = false;
  const auto look = [&](const Expr& part) {
    if (const auto* variable = std::get_if<Variable>(&part.node)) {
      found = found || std::ranges::find(names, variable->name) != names.end();
    }
    // Patterns mention variables by their nodes and relationships: to be safe, they need them all.
    found = found || std::holds_alternative<SubqueryExpr>(part.node) ||
            std::holds_alternative<PatternExpr>(part.node) ||
            std::holds_alternative<PatternComprehension>(part.node);
  };
  look(expr);
  for_each_expr(expr, look);
  return found;
}

std::vector<std::string> new_variables(const Pattern& pattern, const Bindings& bindings) {
  return new_variables(std::span(pattern), bindings);
}

std::vector<std::string> new_variables(std::span<const PatternPart> parts,
                                       const Bindings& bindings) {
  std::vector<std::string> names;
  for (const PatternPart& part : parts) {
    collect_names(part.elements, part.path_variable, bindings, names);
  }
  return names;
}

MatchPlan plan_match(std::span<const PatternPart> pattern, const Bindings& bindings) {
  MatchPlan plan;
  plan.names = new_variables(pattern, bindings);
  plan.visible = plan.names.size();
  Planner planner(plan.names, bindings);
  plan.parts.reserve(pattern.size());
  for (const PatternPart& part : pattern) {
    PartPlan part_plan;
    part_plan.part = &part;
    part_plan.steps = planner.plan(part.elements);
    part_plan.path_slot = planner.slot_of(part.path_variable);
    plan.parts.push_back(std::move(part_plan));
  }
  return plan;
}

}  // namespace dinkel

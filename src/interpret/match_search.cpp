#include "interpret/match_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace dinkel {
namespace {

// Longer paths would exhaust the stack, since each of their steps is a call within the last.
constexpr std::size_t max_path_length = 2'000;

const Map& properties_of(const Graph& graph, const Value& entity) {
  if (const auto* node = entity.get_if<NodeRef>()) return graph.node(*node).properties;
  return graph.relationship(entity.as<RelationshipRef>()).properties;
}

bool equals_property(const Map& properties, std::string_view key, const Value& wanted) {
  const Value* value = properties.find(key);
  return value != nullptr && equals(*value, wanted) == Ternary(true);
}

bool has_properties(Runtime& runtime, const Bindings& bindings, const Expr& wanted,
                    const Value& entity) {
  const Map& properties = properties_of(runtime.graph, entity);
  if (const auto* literal = std::get_if<MapLiteral>(&wanted.node)) {
    return std::ranges::all_of(literal->entries, [&](const MapEntry& entry) {
      return equals_property(properties, entry.key, evaluate(runtime, bindings, entry.value));
    });
  }
  const Value value = evaluate(runtime, bindings, wanted);
  const Map* map = value.get_if<Map>();
  if (map == nullptr) {
    fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
         "the properties of a pattern must be a map");
  }
  return std::ranges::all_of(*map, [&](const Map::Entry& entry) {
    return equals_property(properties, entry.first, entry.second);
  });
}

template <typename Ref>
const Ref& expect(const Value& value, const char* what) {
  if (const auto* ref = value.get_if<Ref>()) return *ref;
  fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
       fmt::format("a pattern needs {} here, and not a value of type {}", what, type_name(value)));
}

bool is_anonymous_leftward(const MatchStep& step) {
  return step.kind == MatchStepKind::Relationship && step.direction == Direction::Left &&
         step.site.bound == nullptr && !step.site.slot;
}

bool starts_leftwards(const PartPlan& part) {
  return part.steps.size() > 1 && part.steps[1].kind == MatchStepKind::Relationship &&
         part.steps[1].direction == Direction::Left;
}

}  // namespace

bool satisfies(Runtime& runtime, const Bindings& bindings, const MatchStep& step,
               const Value& entity) {
  if (step.properties != nullptr && !has_properties(runtime, bindings, *step.properties, entity)) {
    return false;
  }
  return step.where == nullptr ||
         evaluate_predicate(runtime, bindings, *step.where) == Ternary(true);
}

Matcher::Matcher(Runtime& runtime, const Bindings& bindings, const MatchPlan& plan,
                 const Expr* where, const MatchFound& found)
    : runtime_(runtime), plan_(plan), where_(where), found_(found) {
  scope_.values.resize(plan.names.size());
  scope_.bindings = {plan.names, scope_.values, &bindings};
}

bool Matcher::match_part(std::size_t index) {
  if (index == plan_.parts.size()) {
    for (const PartPlan& part : plan_.parts) {
      if (!passes_deferred(part.steps, scope_)) return true;
    }
    if (!is_new_between_its_ends()) return true;
    return found_(std::span<const Value>(scope_.values).first(plan_.visible));
  }
  const PartPlan& part = plan_.parts[index];
  const std::size_t first_node = path_.nodes.size();
  const std::size_t outer_first_node = std::exchange(part_first_node_, first_node);
  first_nodes_.push_back(first_node);
  const std::size_t outer_unique_from = unique_from_;
  if (runtime_.has(Bug::UniquenessAcrossParts) && starts_leftwards(part)) {
    unique_from_ = used_.size();
  }
  const auto next = [&] {
    return with_path(part.path_slot, scope_, first_node, [&] { return match_part(index + 1); });
  };
  const bool go_on = part.part->kind != PathKind::Plain || part.part->selector
                         ? match_selected(part, next)
                         : run(part.steps, scope_, next);
  first_nodes_.pop_back();
  part_first_node_ = outer_first_node;
  unique_from_ = outer_unique_from;
  return go_on;
}

bool Matcher::run(Steps steps, Scope& scope, Continuation done) {
  if (steps.empty()) return done();
  const MatchStep& step = steps.front();
  runtime_.step();
  switch (step.kind) {
    case MatchStepKind::Node:
      return run_node(steps, scope, done);
    case MatchStepKind::Relationship:
      return run_relationship(steps, scope, done);
    case MatchStepKind::FollowList:
      return follow_list(steps, scope, done);
    case MatchStepKind::Group:
      return run_group(steps, scope, done);
    case MatchStepKind::Repeat:
      break;
  }
  // A path that begins with a repetition can begin at any node.
  if (!has_started()) return start_anywhere([&] { return run(steps, scope, done); });
  for (const std::size_t slot : step.lists) scope.values[slot] = Values();
  const bool is_endless = step.max == no_maximum;
  const auto outer =
      std::exchange(endless_from_, is_endless ? std::optional(used_.size()) : std::nullopt);
  const bool go_on = repeat(step, scope, 0, [&] {
    const auto inner = std::exchange(endless_from_, outer);
    const bool more = run(steps.subspan(1), scope, done);
    endless_from_ = inner;
    return more;
  });
  endless_from_ = outer;
  for (const std::size_t slot : step.lists) scope.values[slot] = Value();
  return go_on;
}

bool Matcher::run_node(Steps steps, Scope& scope, Continuation done) {
  const MatchStep& step = steps.front();
  const auto here = [&] {
    return with_entity(step, scope, path_.nodes.back(),
                       [&] { return run(steps.subspan(1), scope, done); });
  };
  if (has_started()) return here();
  const Value* value = known(step, scope);
  if (value == nullptr) return start_anywhere(here);
  if (value->is_null()) return true;
  const NodeRef node = expect<NodeRef>(*value, "a node");
  return !runtime_.graph.has_node(node) || start_at(node, here);
}

bool Matcher::run_relationship(Steps steps, Scope& scope, Continuation done) {
  const MatchStep& step = steps.front();
  const NodeRef here = path_.nodes.back();
  const auto take = [&](RelationshipRef relationship, NodeRef to) {
    runtime_.step();
    if (is_used(relationship)) return true;
    return with_entity(step, scope, relationship, [&] {
      return walk(relationship, to, [&] { return run(steps.subspan(1), scope, done); });
    });
  };
  const Graph& graph = runtime_.graph;
  const bool right = step.direction != Direction::Left;
  const bool left = step.direction != Direction::Right;
  if (const Value* value = known(step, scope)) {
    if (value->is_null()) return true;
    const auto relationship = expect<RelationshipRef>(*value, "a relationship");
    if (!graph.has_relationship(relationship)) return true;
    const RelationshipData& data = graph.relationship(relationship);
    const NodeRef start{data.start};
    const NodeRef end{data.end};
    if (right && start == here && !take(relationship, end)) return false;
    const bool walked = right && start == end;
    return !left || walked || end != here || take(relationship, start);
  }
  if (right) {
    for (const RelationshipRef relationship : graph.outgoing(here)) {
      if (!take(relationship, NodeRef{graph.relationship(relationship).end})) return false;
    }
  }
  if (left) {
    for (const RelationshipRef relationship : graph.incoming(here)) {
      const NodeRef start{graph.relationship(relationship).start};
      // From a node to itself there is one way only, even if it can be read in both directions.
      if (right && start == here) continue;
      if (!take(relationship, start)) return false;
    }
  }
  return true;
}

bool Matcher::run_group(Steps steps, Scope& scope, Continuation done) {
  if (!has_started() && !steps.front().steps.empty() &&
      steps.front().steps.front().kind != MatchStepKind::Node) {
    return start_anywhere([&] { return run_group(steps, scope, done); });
  }
  const MatchStep& group = steps.front();
  const std::size_t first_node = has_started() ? path_.nodes.size() - 1 : path_.nodes.size();
  return run(group.steps, scope, [&] {
    return with_path(group.path_slot, scope, first_node, [&] {
      return !passes(group.where, scope) || run(steps.subspan(1), scope, done);
    });
  });
}

// -[rs*]-> where rs is bound already: the path goes along that list, or there is none.
bool Matcher::follow_list(Steps steps, Scope& scope, Continuation done) {
  const MatchStep& step = steps.front();
  const Value& value = *step.site.bound;
  if (value.is_null()) return true;
  const auto& list = expect<Values>(value, "a list of relationships");
  const auto length = static_cast<std::int64_t>(list.size());
  if (length < step.min || length > step.max) return true;
  const auto along = [&](const auto& self, std::size_t position) -> bool {
    if (position == list.size()) return run(steps.subspan(1), scope, done);
    if (list[position].is_null()) return true;
    const auto relationship = expect<RelationshipRef>(list[position], "a relationship");
    if (!runtime_.graph.has_relationship(relationship) || is_used(relationship)) return true;
    if (step.labels != nullptr &&
        !has_labels(runtime_, scope.bindings, relationship, *step.labels)) {
      return true;
    }
    if (!satisfies(runtime_, scope.bindings, step, relationship)) return true;
    const RelationshipData& data = runtime_.graph.relationship(relationship);
    const NodeRef here = path_.nodes.back();
    const auto next = [&] { return self(self, position + 1); };
    if (step.direction != Direction::Left && data.start == here.id) {
      return walk(relationship, NodeRef{data.end}, next);
    }
    if (step.direction != Direction::Right && data.end == here.id) {
      return walk(relationship, NodeRef{data.start}, next);
    }
    return true;
  };
  return along(along, 0);
}

bool Matcher::repeat(const MatchStep& step, Scope& scope, std::int64_t count, Continuation done) {
  if (count >= step.min && !done()) return false;
  if (count >= step.max) return true;
  const std::size_t first_node = path_.nodes.size() - 1;
  return run_round(step, scope, [&](Scope& inner) {
    for (std::size_t i = 0; i < step.lists.size(); ++i) {
      scope.values[step.lists[i]].get_if<Values>()->push_back(inner.values[i]);
    }
    // A round that walks nothing could be repeated for ever, and would bring nothing new.
    const bool walked = path_.nodes.size() - 1 > first_node;
    const bool go_on =
        walked || count + 1 < step.min ? repeat(step, scope, count + 1, done) : done();
    for (const std::size_t slot : step.lists) scope.values[slot].get_if<Values>()->pop_back();
    return go_on;
  });
}

// One round of a repetition, from the current node, in a scope of its own.
bool Matcher::run_round(const MatchStep& step, Scope& scope, CallableView<bool, Scope&> done) {
  Scope inner;
  inner.values.resize(step.names.size());
  inner.bindings = {step.names, inner.values, &scope.bindings};
  const std::size_t first_node = path_.nodes.size() - 1;
  return run(step.steps, inner, [&] {
    return with_path(step.path_slot, inner, first_node, [&] {
      if (!passes_deferred(step.steps, inner) || !passes(step.where, inner)) return true;
      return done(inner);
    });
  });
}

bool Matcher::start_anywhere(Continuation next) {
  for (const NodeRef node : runtime_.graph.nodes()) {
    runtime_.step();
    if (!start_at(node, next)) return false;
  }
  return true;
}

bool Matcher::start_at(NodeRef node, Continuation next) {
  path_.nodes.push_back(node);
  const bool go_on = next();
  path_.nodes.pop_back();
  return go_on;
}

// Goes on with the entity in the place of the step's variable, if it fits there.
bool Matcher::with_entity(const MatchStep& step, Scope& scope, const Value& entity,
                          Continuation next) {
  const Value* value = known(step, scope);
  if (value != nullptr && !(*value == entity)) return true;
  if (step.labels != nullptr && !has_labels(runtime_, scope.bindings, entity, *step.labels) &&
      !(runtime_.has(Bug::MirroredTypeIgnored) && is_anonymous_leftward(step))) {
    return true;
  }
  const bool binds = value == nullptr && step.site.slot;
  if (binds) scope.values[*step.site.slot] = entity;
  const bool fits = step.deferred || satisfies(runtime_, scope.bindings, step, entity);
  const bool go_on = !fits || next();
  if (binds) scope.values[*step.site.slot] = Value();
  return go_on;
}

bool Matcher::walk(RelationshipRef relationship, NodeRef to, Continuation next) {
  if (length_limit_ && part_length() >= *length_limit_) {
    length_limit_hit_ = true;
    return true;
  }
  if (path_.relationships.size() >= max_path_length) {
    fail(ErrorType::LimitExceeded, ErrorDetail::StepLimit, "a path is too long to be searched");
  }
  path_.relationships.push_back(relationship);
  path_.nodes.push_back(to);
  used_.push_back(relationship);
  const bool go_on = next();
  used_.pop_back();
  path_.nodes.pop_back();
  path_.relationships.pop_back();
  return go_on;
}

bool Matcher::with_path(std::optional<std::size_t> slot, Scope& scope, std::size_t first_node,
                        Continuation next) {
  if (!slot) return next();
  scope.values[*slot] = path_from(first_node);
  const bool go_on = next();
  scope.values[*slot] = Value();
  return go_on;
}

// The value that the step's variable has already, from outside or from an earlier element.
const Value* Matcher::known(const MatchStep& step, const Scope& scope) const {
  if (step.site.bound != nullptr) return step.site.bound;
  if (!step.site.slot) return nullptr;
  const Value& value = scope.values[*step.site.slot];
  return value.is_null() ? nullptr : &value;
}

bool Matcher::passes_deferred(Steps steps, Scope& scope) {
  return std::ranges::all_of(steps, [&](const MatchStep& step) {
    if (step.kind == MatchStepKind::Group) return passes_deferred(step.steps, scope);
    if (!step.deferred) return true;
    return satisfies(runtime_, scope.bindings, step, *known(step, scope));
  });
}

bool Matcher::passes(const Expr* where, const Scope& scope) {
  return where == nullptr || evaluate_predicate(runtime_, scope.bindings, *where) == Ternary(true);
}

bool Matcher::is_used(RelationshipRef relationship) const {
  std::size_t first = unique_from_;
  if (runtime_.options.reading != PatternReading::Trails) {
    first = endless_from_.value_or(used_.size());
  }
  const auto from = used_.begin() + static_cast<std::ptrdiff_t>(first);
  return std::find(from, used_.end(), relationship) != used_.end();
}

// Whether no match before had the same ends and the same values of what is referred to; true where
// patterns are read as Cypher does.
bool Matcher::is_new_between_its_ends() {
  const InterpretOptions& options = runtime_.options;
  if (options.reading != PatternReading::Ends) return true;
  Row key;
  for (std::size_t i = 0; i < plan_.visible; ++i) {
    if (!options.unseen.contains(plan_.names[i])) key.push_back(scope_.values[i]);
  }
  const auto add_end = [&](const PatternElement& element, std::size_t place) {
    const auto* node = std::get_if<NodePattern>(&element.node);
    if (node == nullptr || !options.unseen.contains(node->variable)) {
      key.emplace_back(path_.nodes[place]);
    }
  };
  for (std::size_t i = 0; i < plan_.parts.size(); ++i) {
    const std::vector<PatternElement>& elements = plan_.parts[i].part->elements;
    const bool is_last = i + 1 == plan_.parts.size();
    add_end(elements.front(), first_nodes_[i]);
    add_end(elements.back(), (is_last ? path_.nodes.size() : first_nodes_[i + 1]) - 1);
  }
  return between_ends_.add(key).fresh;
}

// A part has one node more than relationships, and so have all the parts before it.
Path Matcher::path_from(std::size_t first_node) const {
  const std::size_t length = path_.nodes.size() - 1 - first_node;
  Path path;
  path.nodes.assign(path_.nodes.end() - static_cast<std::ptrdiff_t>(length) - 1, path_.nodes.end());
  path.relationships.assign(path_.relationships.end() - static_cast<std::ptrdiff_t>(length),
                            path_.relationships.end());
  return path;
}

}  // namespace dinkel

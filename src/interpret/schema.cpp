// Indexes and constraints: the statements that declare them, and the check after each statement
// that the graph keeps them. An index changes no answer, so it is only remembered.
#include <algorithm>

#include "base/match.h"
#include "interpret/aggregate.h"
#include "interpret/evaluate.h"
#include "interpret/execute.h"

namespace dinkel {
namespace {

bool same_subject(const SchemaRule& a, const SchemaRule& b) {
  return a.entity == b.entity && a.labels == b.labels && a.properties == b.properties &&
         a.constraint == b.constraint && a.type == b.type;
}

// False when the rule is there already and that is no mistake.
bool add_rule(Graph& graph, SchemaRule rule, bool if_not_exists) {
  for (const SchemaRule& other : graph.schema_rules()) {
    if (!same_subject(other, rule) && (rule.name.empty() || other.name != rule.name)) continue;
    if (if_not_exists) return false;
    fail(ErrorType::ConstraintVerificationFailed, ErrorDetail::None,
         "there is such an index or constraint already");
  }
  graph.add_schema_rule(std::move(rule));
  return true;
}

template <typename Wanted>
bool remove_rule(Graph& graph, bool if_exists, Wanted&& wanted) {
  const std::vector<SchemaRule>& rules = graph.schema_rules();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (!wanted(rules[i])) continue;
    graph.remove_schema_rule(i);
    return true;
  }
  if (if_exists) return false;
  fail(ErrorType::ConstraintVerificationFailed, ErrorDetail::None,
       "there is no such index or constraint");
}

bool falls_under(const SchemaRule& rule, const NodeData& node) {
  return rule.entity == SchemaEntity::Node &&
         std::ranges::any_of(rule.labels, [&](const std::string& label) {
           return std::ranges::binary_search(node.labels, label);
         });
}

bool falls_under(const SchemaRule& rule, const RelationshipData& relationship) {
  return rule.entity == SchemaEntity::Relationship &&
         std::ranges::find(rule.labels, relationship.type) != rule.labels.end();
}

// One rule over all entities of the graph.
class RuleCheck {
 public:
  explicit RuleCheck(const SchemaRule& rule) : rule_(rule) {}

  template <typename Data>
  void check(const Data& entity) {
    if (!falls_under(rule_, entity)) return;
    Row key;
    for (const std::string& property : rule_.properties) {
      const Value* value = entity.properties.find(property);
      key.push_back(value == nullptr ? Value() : *value);
    }
    const bool complete =
        std::ranges::none_of(key, [](const Value& value) { return value.is_null(); });
    const ConstraintKind kind = *rule_.constraint;
    if (!complete && (kind == ConstraintKind::NotNull || kind == ConstraintKind::Key)) {
      refuse("a property must exist");
    }
    if (complete && (kind == ConstraintKind::Unique || kind == ConstraintKind::Key) &&
        !seen_.add(key).fresh) {
      refuse("two entities have the same values");
    }
    if (kind == ConstraintKind::Type && rule_.type && complete && !has_type(key[0], *rule_.type)) {
      refuse("a property is of another type");
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    fail(ErrorType::ConstraintVerificationFailed, ErrorDetail::None,
         "constraint `" + rule_.name + "` is broken: " + what);
  }

  const SchemaRule& rule_;
  EquivalenceIndex seen_;
};

}  // namespace

void execute_schema(Runtime& runtime, const Statement::Body& body) {
  Graph& graph = runtime.graph;
  SideEffects& effects = runtime.effects;
  match(
      body, [](const Query&) {},
      [&](const CreateIndex& create) {
        const SchemaRule rule{create.name,       create.entity, create.labels,
                              create.properties, std::nullopt,  std::nullopt};
        if (add_rule(graph, rule, create.if_not_exists)) ++effects.indexes_added;
      },
      [&](const DropIndex& drop) {
        const bool removed = remove_rule(graph, drop.if_exists, [&](const SchemaRule& rule) {
          if (rule.constraint) return false;
          if (!drop.legacy) return rule.name == drop.name;
          return rule.labels == std::vector{drop.label} && rule.properties == drop.properties;
        });
        if (removed) ++effects.indexes_removed;
      },
      [&](const CreateConstraint& create) {
        const SchemaRule rule{create.name,       create.entity, {create.label},
                              create.properties, create.kind,   create.type};
        if (add_rule(graph, rule, create.if_not_exists)) ++effects.constraints_added;
      },
      [&](const DropConstraint& drop) {
        const bool removed = remove_rule(graph, drop.if_exists, [&](const SchemaRule& rule) {
          return rule.constraint.has_value() && rule.name == drop.name;
        });
        if (removed) ++effects.constraints_removed;
      });
}

void check_constraints(Runtime& runtime) {
  const Graph& graph = runtime.graph;
  for (const SchemaRule& rule : graph.schema_rules()) {
    if (!rule.constraint) continue;
    RuleCheck check(rule);
    for (const NodeRef node : graph.nodes()) check.check(graph.node(node));
    for (const RelationshipRef link : graph.relationships()) check.check(graph.relationship(link));
  }
}

}  // namespace dinkel

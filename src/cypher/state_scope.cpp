// Which variables a scope begins with, and which ones patterns and projections declare.
#include <algorithm>
#include <utility>

#include "base/match.h"
#include "cypher/print.h"
#include "cypher/state.h"
#include "cypher/state_parts.h"
#include "cypher/walk.h"

namespace dinkel {

namespace {

struct Binding {
  bool nullable = false;  // by OPTIONAL MATCH
  bool group = false;     // inside of what is repeated, which makes a list of each variable
};

// A variable that a pattern mentions. If it is bound, matching proves that it is of that type.
void bind(QueryContext& context, const std::string& name, Type type, Binding binding) {
  if (name.empty()) return;
  if (binding.group) type = Type::list_of(type.kinds);
  ScopedVariable* known = context.find(name);
  if (known == nullptr) {
    context.declare(name, binding.nullable ? type.or_null() : type);
  } else if (!binding.nullable && known->type.kinds.meets(type.kinds)) {
    known->type.kinds = known->type.kinds & type.kinds;
    known->type.elements = known->type.elements & type.elements;
  }
}

void bind_elements(QueryContext& context, std::span<const PatternElement> elements,
                   Binding binding) {
  for (const PatternElement& element : elements) {
    match(
        element.node,
        [&](const NodePattern& node) {
          bind(context, node.variable, Type::of(Kind::Node), binding);
        },
        [&](const RelationshipPattern& relationship) {
          const bool repeated = relationship.length || relationship.quantifier;
          const Type type =
              repeated ? Type::list_of(Kind::Relationship) : Type::of(Kind::Relationship);
          bind(context, relationship.variable, type, binding);
        },
        [&](const PathGroup& group) {
          const Binding inside{binding.nullable, binding.group || group.quantifier.has_value()};
          bind_elements(context, group.elements, inside);
          bind(context, group.path_variable, Type::of(Kind::Path), inside);
        });
  }
}

std::vector<ScopedVariable> columns_of(const QueryContext& context, const Projection& projection,
                                       const GraphSchema* schema) {
  std::vector<ScopedVariable> columns;
  columns.reserve(projection.items.size() + (projection.star ? context.variables().size() : 0));
  if (projection.star) {
    for (const ScopedVariable& variable : context.variables()) {
      if (!variable.pinned) columns.push_back(variable);
    }
    // The TCK expects the columns of RETURN * by name, which is what Neo4j does.
    std::sort(columns.begin(), columns.end(),
              [](const ScopedVariable& a, const ScopedVariable& b) { return a.name < b.name; });
  }
  for (const ProjectionItem& item : projection.items) {
    ScopedVariable column;
    const auto* variable = std::get_if<Variable>(&item.value.node);
    const ScopedVariable* source = variable == nullptr ? nullptr : context.find(variable->name);
    if (source != nullptr) {
      column = *source;
      column.pinned = false;
    } else {
      column.type =
          schema == nullptr ? type_of(item.value, context) : type_of(item.value, context, *schema);
      column.deleted = may_be_deleted(context, item.value, column.type);
    }
    column.name = column_name(item);
    columns.push_back(std::move(column));
  }
  return columns;
}

}  // namespace

bool may_hold(Type type, Kinds entities) {
  if (type.kinds.has(Kind::Map)) return true;
  const Kinds wanted = entities | Kind::Path;
  if (type.kinds.meets(wanted)) return true;
  return type.kinds.has(Kind::List) && type.elements.meets(wanted | Kind::List | Kind::Map);
}

bool may_be_deleted(const QueryContext& context, const Expr& value, Type type) {
  if (!may_hold(type, kinds::entity)) return false;
  const std::vector<ScopedVariable>& variables = context.variables();
  if (std::none_of(variables.begin(), variables.end(),
                   [](const ScopedVariable& v) { return v.deleted; })) {
    return false;
  }
  bool mentions = false;
  for_each_expr(value, [&](const Expr& part) {
    if (const auto* variable = std::get_if<Variable>(&part.node)) {
      const ScopedVariable* source = context.find(variable->name);
      mentions |= source != nullptr && source->deleted;
    } else if (const auto* projection = std::get_if<MapProjection>(&part.node)) {
      // Its items name variables without being expressions.
      mentions |= !projection->items.empty();
    }
  });
  return mentions;
}

QueryContext subquery_context(const QueryContext& outer, const CallSubquery& call,
                              std::size_t branch) {
  QueryContext context;
  std::vector<ScopedVariable>& variables = context.variables();
  if (call.scope) {
    for (const ScopedVariable& variable : outer.variables()) {
      const auto& listed = call.scope->variables;
      if (call.scope->star ||
          std::find(listed.begin(), listed.end(), variable.name) != listed.end()) {
        variables.push_back(variable);
        variables.back().pinned = true;
      }
    }
    return context;
  }
  if (branch >= call.query->parts.size()) return context;
  const std::vector<Clause>& clauses = call.query->parts[branch].clauses;
  if (clauses.empty() || !is_importing_with(clauses.front())) return context;
  context = outer;
  for (ScopedVariable& variable : variables) variable.pinned = false;
  return context;
}

QueryContext subquery_context(const QueryContext& outer) {
  QueryContext context = outer;
  for (ScopedVariable& variable : context.variables()) variable.pinned = true;
  return context;
}

QueryContext foreach_context(const QueryContext& outer, const Foreach& foreach_clause) {
  QueryContext context = outer;
  const Type type = element_type(type_of(foreach_clause.list, outer));
  context.declare(foreach_clause.variable, type);
  context.find(foreach_clause.variable)->deleted = may_be_deleted(outer, foreach_clause.list, type);
  return context;
}

void declare_pattern(QueryContext& context, const PatternPart& part, bool nullable) {
  const Binding binding{.nullable = nullable};
  bind_elements(context, part.elements, binding);
  bind(context, part.path_variable, Type::of(Kind::Path), binding);
}

void declare_elements(QueryContext& context, std::span<const PatternElement> elements) {
  bind_elements(context, elements, {});
}

std::vector<ScopedVariable> projected_columns(const QueryContext& context,
                                              const Projection& projection) {
  return columns_of(context, projection, nullptr);
}

std::vector<ScopedVariable> projected_columns(const QueryContext& context,
                                              const Projection& projection,
                                              const GraphSchema& schema) {
  return columns_of(context, projection, &schema);
}

std::string column_name(const ProjectionItem& item) {
  if (!item.alias.empty()) return item.alias;
  if (const auto* variable = std::get_if<Variable>(&item.value.node)) return variable->name;
  return item.source.empty() ? print(item.value) : item.source;
}

bool is_importing_with(const Clause& clause) {
  const auto* with = std::get_if<With>(&clause.node);
  if (with == nullptr || with->where) return false;
  const Projection& projection = with->projection;
  if (projection.distinct || !projection.order_by.empty() || projection.skip || projection.limit) {
    return false;
  }
  return std::all_of(projection.items.begin(), projection.items.end(), [](const auto& item) {
    return item.alias.empty() && std::holds_alternative<Variable>(item.value.node);
  });
}

bool returns_rows(const Query& query) {
  return !query.parts.empty() &&
         std::all_of(query.parts.begin(), query.parts.end(), [](const SingleQuery& part) {
           return !part.clauses.empty() && std::holds_alternative<Return>(part.clauses.back().node);
         });
}

}  // namespace dinkel

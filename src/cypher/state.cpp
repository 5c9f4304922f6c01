#include "cypher/state.h"

#include <algorithm>
#include <utility>

#include "base/match.h"
#include "cypher/state_parts.h"

namespace dinkel {

const ScopedVariable* QueryContext::find(std::string_view name) const {
  for (const ScopedVariable& variable : variables_) {
    if (variable.name == name) return &variable;
  }
  return nullptr;
}

ScopedVariable* QueryContext::find(std::string_view name) {
  return const_cast<ScopedVariable*>(std::as_const(*this).find(name));
}

void QueryContext::declare(std::string name, Type type) {
  if (ScopedVariable* known = find(name)) {
    known->type = type;
    known->deleted = known->surely_deleted = false;
    return;
  }
  variables_.push_back({.name = std::move(name), .type = type});
}

void QueryContext::forget(std::string_view name) {
  std::erase_if(variables_, [name](const ScopedVariable& v) { return v.name == name; });
}

namespace {

void mark_deleted(QueryContext& context, Kinds entities) {
  if (entities.empty()) return;
  for (ScopedVariable& variable : context.variables()) {
    variable.deleted |= may_hold(variable.type, entities);
  }
}

// Advances a context and a schema side by side, so that the scopes of subqueries and FOREACH copy
// the small context and share the schema.
class Advancer {
 public:
  explicit Advancer(GraphSchema& schema) : Advancer(schema, &schema) {}
  explicit Advancer(const GraphSchema& schema) : Advancer(schema, nullptr) {}

  void clause(QueryContext& context, const Clause& clause) {
    match(
        clause.node, [&](const Match& match_clause) { read(context, match_clause); },
        [&](const Create& create) {
          for (const PatternPart& part : create.pattern) declare_pattern(context, part, false);
          for (const PatternPart& part : create.pattern) grow(context, part);
        },
        [&](const Merge& merge) {
          declare_pattern(context, merge.pattern, false);
          grow(context, merge.pattern);
          for (const MergeAction& action : merge.actions) grow(context, action.items);
        },
        [&](const Set& set) { grow(context, set.items); }, [](const Remove&) {},
        [&](const Delete& remove) { erase(context, remove); },
        [&](const Unwind& unwind) {
          const Type type = element_type(type_of(unwind.list, context, schema_));
          const bool deleted = may_be_deleted(context, unwind.list, type);
          context.declare(unwind.variable, type);
          context.find(unwind.variable)->deleted = deleted;
        },
        [&](const With& with) { project(context, with.projection); },
        [&](const Return& end) {
          context.variables() = projected_columns(context, end.projection, schema_);
        },
        [&](const Foreach& loop) { repeat(context, loop); },
        [&](const CallSubquery& call) { subquery(context, call); },
        [&](const CallProcedure& call) {
          for (const YieldItem& item : call.yield) {
            context.declare(item.alias.empty() ? item.field : item.alias, Type::any());
          }
        });
  }

  void query(QueryContext& context, const Query& query) {
    const QueryContext start = context;
    branches(context, query, [&](std::size_t) { return start; });
  }

  Kinds deleted() const { return deleted_; }

 private:
  Advancer(const GraphSchema& schema, GraphSchema* growing) : schema_(schema), growing_(growing) {}
  Advancer for_body() const { return {schema_, growing_}; }

  void grow(const QueryContext& context, const PatternPart& part) {
    if (growing_ != nullptr) grow_by_pattern(*growing_, context, part);
  }
  void grow(const QueryContext& context, const std::vector<SetItem>& items) {
    if (growing_ != nullptr) grow_by_items(*growing_, context, items);
  }

  static void read(QueryContext& context, const Match& match_clause) {
    for (const PatternPart& part : match_clause.pattern) {
      declare_pattern(context, part, match_clause.optional);
    }
  }

  void erase(QueryContext& context, const Delete& remove) {
    Kinds entities;
    for (const Expr& target : remove.targets) {
      const Type type = type_of(target, context, schema_);
      const Kinds direct = type.kinds & kinds::entity;
      const bool anything = !type.kinds.only(kinds::entity | Kind::Null);
      entities = entities | (anything ? kinds::entity : direct);
      // Relationships go with their nodes.
      if (remove.detach && entities.has(Kind::Node)) entities = kinds::entity;
    }
    deleted_ = deleted_ | entities;
    mark_deleted(context, entities);
    for (const Expr& target : remove.targets) {
      const auto* variable = std::get_if<Variable>(&target.node);
      ScopedVariable* named = variable == nullptr ? nullptr : context.find(variable->name);
      if (named != nullptr) named->deleted = named->surely_deleted = true;
    }
  }

  void project(QueryContext& context, const Projection& projection) {
    std::vector<ScopedVariable> columns = projected_columns(context, projection, schema_);
    std::vector<ScopedVariable>& variables = context.variables();
    std::erase_if(variables, [](const ScopedVariable& v) { return !v.pinned; });
    if (variables.empty()) {
      variables = std::move(columns);
      return;
    }
    for (ScopedVariable& column : columns) {
      if (context.find(column.name) == nullptr) variables.push_back(std::move(column));
    }
  }

  void repeat(QueryContext& context, const Foreach& loop) {
    QueryContext inner = foreach_context(context, loop);
    Advancer body = for_body();
    for (const Clause& item : loop.body) body.clause(inner, item);
    adopt_deletions(context, body);
  }

  void adopt_deletions(QueryContext& context, const Advancer& inner) {
    deleted_ = deleted_ | inner.deleted_;
    mark_deleted(context, inner.deleted_);
  }

  void subquery(QueryContext& context, const CallSubquery& call) {
    QueryContext columns;
    Advancer body = for_body();
    body.branches(columns, *call.query,
                  [&](std::size_t branch) { return subquery_context(context, call, branch); });
    adopt_deletions(context, body);
    const bool may_fail = call.in_transactions &&
                          call.in_transactions->on_error != OnTransactionError::Unspecified &&
                          call.in_transactions->on_error != OnTransactionError::Fail;
    for (ScopedVariable& column : columns.variables()) {
      const Type type = call.optional || may_fail ? column.type.or_null() : column.type;
      context.declare(column.name, type);
      ScopedVariable* declared = context.find(column.name);
      declared->deleted = column.deleted;
      declared->surely_deleted = column.surely_deleted && !type.nullable();
    }
    if (call.in_transactions && !call.in_transactions->report_as.empty()) {
      context.declare(call.in_transactions->report_as, Type::of(Kind::Map));
    }
  }

  // Runs all branches of a UNION, each from its own start, and leaves the columns they return.
  template <typename Start>
  void branches(QueryContext& result, const Query& query, const Start& start) {
    result.clear();
    bool first = true;
    for (std::size_t branch = 0; branch < query.parts.size(); ++branch) {
      const std::vector<Clause>& clauses = query.parts[branch].clauses;
      QueryContext context = start(branch);
      for (const Clause& item : clauses) clause(context, item);
      if (clauses.empty() || !std::holds_alternative<Return>(clauses.back().node)) continue;
      if (std::exchange(first, false)) {
        result = std::move(context);
        continue;
      }
      for (ScopedVariable& column : result.variables()) {
        const ScopedVariable* other = context.find(column.name);
        if (other == nullptr) continue;
        column.type = join(column.type, other->type);
        column.deleted |= other->deleted;
        column.surely_deleted &= other->surely_deleted;
      }
    }
  }

  const GraphSchema& schema_;
  GraphSchema* growing_;  // the same, where it is to grow
  Kinds deleted_;         // the kinds of entities that were deleted so far
};

}  // namespace

void advance(GraphState& state, const Clause& clause) {
  Advancer(state.schema).clause(state.context, clause);
}

void advance(QueryContext& context, const Clause& clause, const GraphSchema& schema) {
  Advancer(schema).clause(context, clause);
}

void advance(GraphState& state, const Query& query) {
  Advancer(state.schema).query(state.context, query);
}

void advance(GraphState& state, const Statement& statement) {
  state.context.clear();
  match(
      statement.body, [&](const Query& query) { advance(state, query); },
      [&](const CreateIndex& create) { create_index(state.schema, create); },
      [&](const DropIndex& drop) { drop_index(state.schema, drop); },
      [&](const CreateConstraint& create) { create_constraint(state.schema, create); },
      [&](const DropConstraint& drop) { drop_constraint(state.schema, drop); });
}

}  // namespace dinkel

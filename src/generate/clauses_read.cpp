// MATCH, OPTIONAL MATCH, UNWIND and CALL subqueries.
#include <algorithm>

#include "generate/clauses.h"
#include "generate/expressions.h"

namespace dinkel {

namespace {

// The body of a CALL: clauses, then RETURN if it returns. A unit subquery must end in a write.
std::vector<Clause> subquery_body(Generator& g, bool returning, bool may_project,
                                  const std::vector<ScopedVariable>* columns) {
  Position first;
  first.may_project = may_project || g.has(Feature::CallLeadingWith);
  std::vector<Clause> body = make_clauses_from(g, 3, first);
  if (returning) {
    if (auto result = settle(g, build_return(g, columns, false), true)) {
      body.push_back(*std::move(result));
      return body;
    }
    return {};
  }
  if (body.empty() || position_after(body.back()).may_read) {
    for (Clause& update : make_update_clauses(g, 1)) body.push_back(std::move(update));
  }
  if (body.empty() || position_after(body.back()).may_read) return {};
  return body;
}

// Which variables the subquery imports, and how it says so.
struct Imports {
  std::vector<std::string> variables;
  bool by_scope = false;  // CALL (x) { }
  bool star = false;      // CALL (*) { }, CALL { WITH * ... }
};

Imports draw_imports(Generator& g) {
  Imports imports;
  imports.by_scope =
      g.has(Feature::CallScope) && (!g.has(Feature::CallImportWith) || g.rng.chance(percent(50)));
  const bool by_with = g.has(Feature::CallImportWith) && g.has(Feature::With);
  if (!imports.by_scope && !by_with) return imports;
  if (!g.use_context) return imports;
  const auto& variables = g.state.context.variables();
  const bool may_star = !variables.empty() && (imports.by_scope || g.has(Feature::CallImportStar));
  imports.star = may_star && g.rng.chance(percent(10)) &&
                 std::none_of(variables.begin(), variables.end(),
                              [](const ScopedVariable& variable) { return variable.deleted; });
  for (const ScopedVariable& variable : variables) {
    if (imports.star || (!variable.deleted && g.rng.chance(percent(50)))) {
      imports.variables.push_back(variable.name);
    }
  }
  return imports;
}

// WITH x, y or WITH *, at the head of the subquery.
Clause importing_with(const Imports& imports) {
  With import;
  import.projection.star = imports.star;
  for (const std::string& name : imports.variables) {
    if (!imports.star) import.projection.items.push_back({variable_expr(name), "", name});
  }
  return clause_of(std::move(import));
}

// One part of the subquery: the import, then the body. Empty if nothing could be written.
std::vector<Clause> subquery_part(Generator& g, const CallSubquery& call, const Imports& imports,
                                  bool returning, const std::vector<ScopedVariable>* columns) {
  std::vector<Clause> clauses;
  const bool by_with = !imports.by_scope && !imports.variables.empty();
  if (by_with) {
    clauses.push_back(importing_with(imports));
    advance(g.state, clauses.front());
  }
  std::vector<Clause> body =
      subquery_body(g, returning, by_with || call.scope.has_value(), columns);
  if (body.empty()) return {};
  for (Clause& clause : body) clauses.push_back(std::move(clause));
  return clauses;
}

std::vector<SingleQuery> subquery_parts(Generator& g, const CallSubquery& call,
                                        const Imports& imports, bool returning) {
  const QueryContext start = subquery_context(g.state.context, call);
  const bool has_union = returning && g.has(Feature::Union) && g.rng.chance(percent(6));
  std::vector<SingleQuery> parts;
  g.state.context = start;
  parts.push_back({subquery_part(g, call, imports, returning, nullptr)});
  if (has_union && !parts.front().clauses.empty()) {
    const std::vector<ScopedVariable> columns = g.state.context.variables();
    g.state.context = start;
    if (g.live != nullptr) g.live->restart();
    parts.push_back({subquery_part(g, call, imports, true, &columns)});
  }
  return parts;
}

void add_transactions(Generator& g, CallSubquery& call) {
  if (!g.has(Feature::CallInTransactions) || !g.rng.chance(percent(5))) return;
  InTransactions transactions;
  if (g.rng.coin()) transactions.rows = integer_expr(g.rng.between(1, 3));
  transactions.on_error = static_cast<OnTransactionError>(g.rng.below(4));
  const bool reports = transactions.on_error == OnTransactionError::Continue ||
                       transactions.on_error == OnTransactionError::Break;
  if (reports && g.rng.coin()) transactions.report_as = g.fresh(Kind::Map);
  call.in_transactions = std::move(transactions);
}

}  // namespace

std::optional<Clause> build_match(Generator& g, bool optional) {
  Match clause;
  clause.optional = optional;
  clause.pattern = make_match_pattern(g);
  if (g.rng.chance(g.profile.where_chance)) {
    const QueryContext saved = g.state.context;
    for (const PatternPart& part : clause.pattern) {
      declare_pattern(g.state.context, part, false);
    }
    clause.where = make_predicate(g);
    g.state.context = saved;
  }
  return clause_of(std::move(clause));
}

std::optional<Clause> build_unwind(Generator& g) {
  Unwind clause;
  Type list = Type::list_of(Kind::Integer | Kind::Null);
  const std::uint64_t draw = g.rng.below(100);
  if (draw < 30) list = Type::list_of(Kinds(Kind::String) | Kind::Null);
  if (draw >= 30 && draw < 38) list = Type::list_of(Kinds(Kind::Node) | Kind::Null);
  if (draw >= 38 && draw < 41 && count_variables(g, Kind::Path) > 0) {
    list = Type::list_of(Kinds(Kind::Relationship) | Kind::Null);
  }
  clause.list = make_expr(g, list);
  clause.variable = g.fresh(list.elements);
  return clause_of(std::move(clause));
}

std::optional<Clause> build_call(Generator& g, bool returning, bool may_commit) {
  if (g.clauses_left < 2) return std::nullopt;
  const Imports imports = draw_imports(g);
  CallSubquery call;
  call.optional = returning && g.has(Feature::OptionalCall) && g.rng.chance(percent(6));
  if (may_commit) add_transactions(g, call);
  if (imports.by_scope) {
    call.scope = ScopeClause{imports.star, {}};
    if (!imports.star) call.scope->variables = imports.variables;
  } else if (!imports.variables.empty()) {
    call.query->parts.push_back({{importing_with(imports)}});  // subquery_context() looks at it
  }
  if (call.query->parts.empty()) call.query->parts.emplace_back();

  const QueryContext outer = g.state.context;
  ++g.nesting;
  std::vector<SingleQuery> parts;
  if (g.live != nullptr) {
    LiveRows* live = g.live;
    LiveRows inner = live->enter(imports.variables);
    g.live = &inner;
    parts = subquery_parts(g, call, imports, returning);
    g.live = live;
  } else {
    parts = subquery_parts(g, call, imports, returning);
  }
  --g.nesting;
  g.state.context = outer;
  for (const SingleQuery& part : parts) {
    if (part.clauses.empty()) return std::nullopt;
  }
  const bool all = parts.size() > 1 && g.has(Feature::UnionAll) && g.rng.coin();
  call.query->union_all.assign(parts.size() - 1, all);
  call.query->parts = std::move(parts);
  return clause_of(std::move(call));
}

}  // namespace dinkel

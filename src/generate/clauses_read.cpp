// MATCH, OPTIONAL MATCH, UNWIND and CALL subqueries.
#include "generate/clauses.h"

namespace dinkel {

namespace {

// The body of a CALL: clauses, then RETURN if it returns. A unit subquery must end in a write.
std::vector<Clause> subquery_body(Generator& g, bool returning, bool imports) {
  Position first;
  first.may_project = imports || g.has(Feature::CallLeadingWith);
  std::vector<Clause> body = make_clauses_from(g, 3, first);
  if (returning) {
    body.push_back(build_return(g, nullptr, false));
    return body;
  }
  if (body.empty() || position_after(body.back()).may_read) {
    const std::vector<Clause> update = make_update_clauses(g, 1);
    if (update.empty()) return {};
    body.insert(body.end(), update.begin(), update.end());
  }
  return body;
}

// Which variables the subquery imports, and how it says so.
struct Imports {
  std::vector<std::string> variables;
  bool by_scope = false;  // CALL (x) { }
};

Imports draw_imports(Generator& g) {
  Imports imports;
  imports.by_scope =
      g.has(Feature::CallScope) && (!g.has(Feature::CallImportWith) || g.rng.chance(percent(50)));
  if (!imports.by_scope && !g.has(Feature::CallImportWith)) return imports;
  if (!g.use_context) return imports;
  for (const ScopedVariable& variable : g.state.context.variables()) {
    if (!variable.deleted && g.rng.chance(percent(50))) imports.variables.push_back(variable.name);
  }
  return imports;
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
  if (g.rng.chance(percent(35))) list = Type::list_of(Kinds(Kind::String) | Kind::Null);
  clause.list = make_expr(g, list);
  clause.variable = g.fresh(list.elements);
  return clause_of(std::move(clause));
}

std::optional<Clause> build_call(Generator& g, bool returning) {
  if (g.clauses_left < 2) return std::nullopt;
  const Imports imports = draw_imports(g);
  CallSubquery call;
  std::vector<Clause> body;
  if (imports.by_scope) {
    call.scope = ScopeClause{false, imports.variables};
  } else if (!imports.variables.empty()) {
    With import;
    for (const std::string& name : imports.variables) {
      import.projection.items.push_back({variable_expr(name), "", name});
    }
    body.push_back(clause_of(std::move(import)));
  }
  Query query;
  query.parts.push_back({body});
  call.query = query;

  const GraphState saved = g.state;
  g.state.context = subquery_context(saved.context, call);
  if (!imports.by_scope && !body.empty()) advance(g.state, body.front());
  ++g.nesting;
  std::vector<Clause> rest;
  const bool imported = imports.by_scope || !body.empty();
  if (g.live != nullptr) {
    LiveRows* outer = g.live;
    LiveRows inner = outer->enter(imports.variables);
    g.live = &inner;
    rest = subquery_body(g, returning, imported);
    g.live = outer;
  } else {
    rest = subquery_body(g, returning, imported);
  }
  --g.nesting;
  g.state = saved;
  if (rest.empty()) return std::nullopt;
  for (Clause& clause : rest) call.query->parts.front().clauses.push_back(std::move(clause));
  return clause_of(std::move(call));
}

}  // namespace dinkel

#include "cypher/validate.h"

#include <algorithm>
#include <utility>

#include "base/match.h"
#include "cypher/validator.h"

namespace dinkel {

void refuse(ErrorType type, ErrorDetail detail, Origin origin, std::string message) {
  throw Refusal{{.type = type,
                 .phase = ErrorPhase::CompileTime,
                 .detail = detail,
                 .message = std::move(message),
                 .offset = origin.offset}};
}

void refuse(ErrorDetail detail, Origin origin, std::string message) {
  refuse(ErrorType::SyntaxError, detail, origin, std::move(message));
}

std::string ticked(std::string_view name) {
  return "`" + std::string(name) + "`";
}

namespace {

// Nothing is known of the graph that a statement will meet.
GraphState unknown_graph(QueryContext context) {
  GraphState state;
  state.context = std::move(context);
  state.schema.open_labels = state.schema.open_types = state.schema.open_properties = true;
  return state;
}

std::vector<std::string> names_of(const QueryContext& context) {
  std::vector<std::string> names;
  for (const ScopedVariable& column : context.variables()) names.push_back(column.name);
  return names;
}

bool ends_in_return(const SingleQuery& part) {
  return !part.clauses.empty() && std::holds_alternative<Return>(part.clauses.back().node);
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

}  // namespace

void Validator::statement(const Statement& statement) {
  match(
      statement.body,
      [&](const Query& body) { query(body, QueryKind::TopLevel, QueryContext(), nullptr); },
      [](const CreateIndex&) {}, [](const DropIndex&) {}, [](const CreateConstraint&) {},
      [](const DropConstraint&) {});
}

std::vector<std::string> Validator::query(const Query& query, QueryKind kind,
                                          const QueryContext& outer, const CallSubquery* call) {
  union_kinds(query);
  std::vector<std::string> columns;
  for (std::size_t branch = 0; branch < query.parts.size(); ++branch) {
    const SingleQuery& part = query.parts[branch];
    QueryContext start;
    if (call != nullptr) {
      start = subquery_context(outer, *call, branch);
    } else if (kind != QueryKind::TopLevel) {
      start = subquery_context(outer);
    }
    GraphState state = unknown_graph(std::move(start));
    if (kind == QueryKind::TopLevel) {
      in_union_ = query.parts.size() > 1;
      wrote_ = false;
    }
    standalone_ =
        kind == QueryKind::TopLevel && query.parts.size() == 1 && part.clauses.size() == 1;
    single_query(part, kind, state);
    std::vector<std::string> names;
    if (ends_in_return(part)) names = names_of(state.context);
    const Origin origin = part.clauses.empty() ? Origin() : part.clauses.back().origin;
    if (branch > 0 && ends_in_return(part) != ends_in_return(query.parts.front())) {
      refuse(ErrorDetail::InvalidClauseComposition, origin,
             "either all branches of a UNION end in RETURN or none does");
    }
    if (branch == 0) {
      columns = std::move(names);
    } else if (!std::is_permutation(names.begin(), names.end(), columns.begin(), columns.end())) {
      refuse(ErrorDetail::DifferentColumnsInUnion, origin,
             "the branches of a UNION must return the same columns, but the first returns " +
                 joined(columns) + " and this one " + joined(names));
    }
  }
  return columns;
}

void Validator::single_query(const SingleQuery& part, QueryKind kind, GraphState& state) {
  const Clause* before = nullptr;
  for (const Clause& item : part.clauses) {
    follows(before, item, kind);
    clause(item, state.context);
    advance(state, item);
    if (kind == QueryKind::TopLevel) wrote_ |= is_update(item);
    before = &item;
  }
  concludes(part, kind);
}

void Validator::subquery_expr(const SubqueryExpr& subquery, Origin origin,
                              const QueryContext& context) {
  const QueryKind kind = subquery.kind == SubqueryKind::Exists  ? QueryKind::Exists
                         : subquery.kind == SubqueryKind::Count ? QueryKind::Count
                                                                : QueryKind::Collect;
  const bool was_standalone = std::exchange(standalone_, false);
  ++read_only_;
  const std::vector<std::string> columns = query(*subquery.query, kind, context, nullptr);
  --read_only_;
  standalone_ = was_standalone;
  if (kind == QueryKind::Collect && columns.size() != 1) {
    refuse(
        ErrorDetail::InvalidClauseComposition, origin,
        "COLLECT must return exactly one column, but it returns " + std::to_string(columns.size()));
  }
}

std::optional<QueryError> validate(const Statement& statement, const ValidateOptions& options) {
  try {
    Validator(options).statement(statement);
  } catch (const Refusal& refusal) {
    return refusal.error;
  }
  return std::nullopt;
}

}  // namespace dinkel

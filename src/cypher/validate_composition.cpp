// Which clause may stand where.
#include <algorithm>

#include "base/match.h"
#include "cypher/validator.h"

namespace dinkel {

std::string_view clause_name(const Clause& clause) {
  using Name = std::string_view;
  return match(
      clause.node, [](const Match& m) -> Name { return m.optional ? "OPTIONAL MATCH" : "MATCH"; },
      [](const Create&) -> Name { return "CREATE"; }, [](const Merge&) -> Name { return "MERGE"; },
      [](const Set&) -> Name { return "SET"; }, [](const Remove&) -> Name { return "REMOVE"; },
      [](const Delete& d) -> Name { return d.detach ? "DETACH DELETE" : "DELETE"; },
      [](const Unwind&) -> Name { return "UNWIND"; }, [](const With&) -> Name { return "WITH"; },
      [](const Return&) -> Name { return "RETURN"; },
      [](const Foreach&) -> Name { return "FOREACH"; },
      [](const CallSubquery&) -> Name { return "CALL"; },
      [](const CallProcedure&) -> Name { return "CALL"; });
}

bool is_update(const Clause& clause) {
  return match(
      clause.node, [](const Match&) { return false; }, [](const Create&) { return true; },
      [](const Merge&) { return true; }, [](const Set&) { return true; },
      [](const Remove&) { return true; }, [](const Delete&) { return true; },
      [](const Unwind&) { return false; }, [](const With&) { return false; },
      [](const Return&) { return false; }, [](const Foreach&) { return true; },
      [](const CallSubquery&) { return false; }, [](const CallProcedure&) { return false; });
}

void Validator::follows(const Clause* before, const Clause& clause, QueryKind) const {
  const std::string name(clause_name(clause));
  if (read_only_ > 0 && is_update(clause)) {
    refuse(ErrorDetail::InvalidClauseComposition, clause.origin,
           name + " cannot stand in EXISTS, COUNT or COLLECT, which only read");
  }
  if (before == nullptr) return;
  if (std::holds_alternative<Return>(before->node)) {
    refuse(ErrorDetail::InvalidClauseComposition, clause.origin,
           "RETURN must be the last clause, but " + name + " follows it");
  }
  const bool may_follow_update = is_update(clause) || std::holds_alternative<With>(clause.node) ||
                                 std::holds_alternative<Return>(clause.node);
  if (is_update(*before) && !may_follow_update) {
    refuse(ErrorDetail::InvalidClauseComposition, clause.origin,
           "WITH is required between " + std::string(clause_name(*before)) + " and " + name);
  }
}

void Validator::concludes(const SingleQuery& part, QueryKind kind) const {
  if (part.clauses.empty()) {
    refuse(ErrorDetail::UnexpectedSyntax, Origin(), "a query needs at least one clause");
  }
  const Clause& last = part.clauses.back();
  const bool returns = std::holds_alternative<Return>(last.node);
  if (returns) return;
  if (kind == QueryKind::Collect) {
    refuse(ErrorDetail::InvalidClauseComposition, last.origin, "COLLECT needs a RETURN at its end");
  }
  const bool tests_rows = kind == QueryKind::Exists || kind == QueryKind::Count;
  const auto* call = std::get_if<CallSubquery>(&last.node);
  const bool is_unit = call != nullptr && !returns_rows(*call->query);
  const auto* procedure = std::get_if<CallProcedure>(&last.node);
  const bool is_void = procedure != nullptr && (standalone_ || !procedure->has_yield);
  if (is_update(last) || is_unit || is_void || tests_rows) return;
  refuse(ErrorDetail::InvalidClauseComposition, last.origin,
         "a query cannot end in " + std::string(clause_name(last)) +
             "; it ends in RETURN or in a clause that writes");
}

void Validator::union_kinds(const Query& query) const {
  for (std::size_t i = 1; i < query.union_all.size(); ++i) {
    if (query.union_all[i] == query.union_all[0]) continue;
    const std::vector<Clause>& clauses = query.parts[i + 1].clauses;
    refuse(ErrorDetail::InvalidClauseComposition,
           clauses.empty() ? Origin() : clauses.front().origin,
           "UNION and UNION ALL cannot be mixed in one query");
  }
}

}  // namespace dinkel

// Clauses: drop them, one or a whole run; put the body of a subquery in its place; drop a branch of
// UNION; make the kind simpler.
#include <algorithm>

#include "cypher/walk.h"
#include "reduce/edit.h"

namespace dinkel {

namespace {

using Position = std::ptrdiff_t;

class ClauseEdits {
 public:
  explicit ClauseEdits(EditPoint& point) : point_(point) {}

  void in_query(Query& query) {
    if (query.parts.size() > 1) {
      for (std::size_t i = 0; i < query.parts.size(); ++i) {
        if (!point_.here(first_id(query.parts[i].clauses))) continue;
        query.parts.erase(query.parts.begin() + static_cast<Position>(i));
        query.union_all.erase(query.union_all.begin() +
                              static_cast<Position>(std::min(i, query.union_all.size() - 1)));
        return;
      }
      for (std::size_t i = 0; i < query.union_all.size(); ++i) {
        if (query.union_all[i] || !point_.here(first_id(query.parts[i].clauses))) continue;
        query.union_all[i] = true;
        return;
      }
    }
    for (SingleQuery& part : query.parts) in_clauses(part.clauses);
  }

 private:
  static std::uint32_t first_id(const std::vector<Clause>& clauses) {
    return clauses.empty() ? 0 : clauses.front().origin.id;
  }

  void in_clauses(std::vector<Clause>& clauses) {
    // Halves first: most of a long query has nothing to do with the bug.
    for (std::size_t size = clauses.size() / 2; size >= 1; size /= 2) {
      for (std::size_t i = 0; i + size <= clauses.size(); i += size) {
        if (clauses.size() == size || !point_.here(clauses[i].origin.id)) continue;
        clauses.erase(clauses.begin() + static_cast<Position>(i),
                      clauses.begin() + static_cast<Position>(i + size));
        return;
      }
    }
    for (std::size_t i = 0; i < clauses.size(); ++i) {
      if (unwrap(clauses, i) || point_.done()) return;
      simplify(clauses[i]);
      if (point_.done()) return;
    }
    for (Clause& clause : clauses) {
      if (auto* call = std::get_if<CallSubquery>(&clause.node)) in_query(*call->query);
      if (auto* loop = std::get_if<Foreach>(&clause.node)) in_clauses(loop->body);
      in_expressions_of(clause);
      if (point_.done()) return;
    }
  }

  void in_expressions_of(Clause& clause) {
    for_each_child(clause, [this](auto& child) { descend(child); });
  }
  // Subqueries in expressions; clauses and the queries of CALL have been there.
  void descend(Clause& /*clause*/) {}
  void descend(Query& /*query*/) {}
  template <typename Node>
  void descend(Node& node) {
    if constexpr (std::is_same_v<Node, Expr>) {
      if (auto* subquery = std::get_if<SubqueryExpr>(&node.node)) {
        in_query(*subquery->query);
        return;
      }
    }
    for_each_child(node, [this](auto& child) { descend(child); });
  }

  // A subquery or FOREACH by its body.
  bool unwrap(std::vector<Clause>& clauses, std::size_t i) {
    std::vector<Clause> body;
    if (const auto* call = std::get_if<CallSubquery>(&clauses[i].node)) {
      if (!point_.here(clauses[i].origin.id)) return false;
      body = call->query->parts.front().clauses;
      if (!body.empty() && std::holds_alternative<Return>(body.back().node) &&
          i + 1 < clauses.size()) {
        Projection projection = std::get<Return>(body.back().node).projection;
        body.back().node = With{std::move(projection), std::nullopt};
      }
    } else if (const auto* loop = std::get_if<Foreach>(&clauses[i].node)) {
      if (!point_.here(clauses[i].origin.id)) return false;
      body = loop->body;
    } else {
      return false;
    }
    clauses.erase(clauses.begin() + static_cast<Position>(i));
    clauses.insert(clauses.begin() + static_cast<Position>(i),
                   std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
    return true;
  }

  void simplify(Clause& clause) {
    const std::uint32_t id = clause.origin.id;
    if (auto* matching = std::get_if<Match>(&clause.node)) {
      if (matching->optional && point_.here(id)) matching->optional = false;
    } else if (auto* merge = std::get_if<Merge>(&clause.node)) {
      if (!merge->actions.empty() && point_.here(id)) {
        merge->actions.clear();
      } else if (point_.here(id)) {
        clause.node = Create{{merge->pattern}};
      }
    } else if (auto* deletion = std::get_if<Delete>(&clause.node)) {
      if (deletion->detach && point_.here(id)) deletion->detach = false;
    } else if (auto* call = std::get_if<CallSubquery>(&clause.node)) {
      if (call->optional && point_.here(id)) call->optional = false;
      if (call->in_transactions && point_.here(id)) call->in_transactions.reset();
    }
  }

  EditPoint& point_;
};

}  // namespace

void edit_clauses(Statement& statement, EditPoint& point) {
  if (auto* query = std::get_if<Query>(&statement.body)) ClauseEdits(point).in_query(*query);
}

}  // namespace dinkel

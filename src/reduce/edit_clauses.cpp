// Clauses: drop them, one or a whole run; put the body of a subquery in its place; drop a branch of
// UNION; make the kind simpler.
#include <algorithm>

#include "cypher/validate.h"
#include "cypher/walk.h"
#include "reduce/edit.h"
#include "reduce/substitute.h"

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
    if (drop_column(query)) return;
    for (SingleQuery& part : query.parts) in_clauses(part.clauses);
  }

 private:
  // Branches of a UNION have the same columns, so that they lose one together.
  bool drop_column(Query& query) {
    if (query.parts.size() < 2) return false;
    std::vector<std::vector<ProjectionItem>*> branches;
    for (SingleQuery& part : query.parts) {
      auto* result =
          part.clauses.empty() ? nullptr : std::get_if<Return>(&part.clauses.back().node);
      if (result == nullptr || result->projection.star) return false;
      branches.push_back(&result->projection.items);
      if (branches.back()->size() != branches.front()->size()) return false;
    }
    for (std::size_t i = 0; branches.front()->size() > 1 && i < branches.front()->size(); ++i) {
      if (!point_.here(first_id(query.parts.front().clauses))) continue;
      for (auto* items : branches) items->erase(items->begin() + static_cast<Position>(i));
      return true;
    }
    return false;
  }

  static std::uint32_t first_id(const std::vector<Clause>& clauses) {
    return clauses.empty() ? 0 : clauses.front().origin.id;
  }

  void in_clauses(std::vector<Clause>& clauses) {
    if (return_predicate(clauses)) return;
    // Halves first: most of a long query has nothing to do with the bug.
    for (std::size_t size = clauses.size() / 2; size >= 1; size /= 2) {
      for (std::size_t i = 0; i + size <= clauses.size(); i += size) {
        if (clauses.size() > size && drop(clauses, i, size)) return;
      }
    }
    for (std::size_t i = 0; i < clauses.size(); ++i) {
      if (unwrap(clauses, i) || drop_declared(clauses, i)) return;
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

  // Nothing but a predicate of the query, as its answer.
  bool return_predicate(std::vector<Clause>& clauses) {
    if (clauses.empty() || !std::holds_alternative<Return>(clauses.back().node)) return false;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
      const OptionalExpr* where = nullptr;
      if (const auto* matching = std::get_if<Match>(&clauses[i].node)) where = &matching->where;
      if (const auto* with = std::get_if<With>(&clauses[i].node)) where = &with->where;
      if (where == nullptr || !*where || !point_.here(clauses[i].origin.id)) continue;
      Clause answer{clauses.back().origin, Return()};
      std::get<Return>(answer.node).projection.items.push_back({***where, {}, {}});
      const StandIns stand_ins = stand_ins_of(clauses, 0, i + 1);
      clauses = {std::move(answer)};
      substitute(clauses, 0, stand_ins, KeepNumber::OfVariable);
      return true;
    }
    return false;
  }

  // With something in the place of the variables that go, or just so.
  bool drop(std::vector<Clause>& clauses, std::size_t begin, std::size_t size) {
    const std::uint32_t id = clauses[begin].origin.id;
    const StandIns stand_ins = stand_ins_of(clauses, begin, begin + size);
    const auto erase = [&] {
      clauses.erase(clauses.begin() + static_cast<Position>(begin),
                    clauses.begin() + static_cast<Position>(begin + size));
    };
    for (const KeepNumber keep : {KeepNumber::OfVariable, KeepNumber::OfValue}) {
      if (stand_ins.empty() || !point_.here(id)) continue;
      erase();
      substitute(clauses, begin, stand_ins, keep);
      return true;
    }
    if (!point_.here(id)) return false;
    erase();
    return true;
  }

  // Parts of a pattern and items of WITH go in the same way.
  bool drop_declared(std::vector<Clause>& clauses, std::size_t i) {
    const std::uint32_t id = clauses[i].origin.id;
    Pattern* pattern = nullptr;
    if (auto* matching = std::get_if<Match>(&clauses[i].node)) pattern = &matching->pattern;
    if (auto* create = std::get_if<Create>(&clauses[i].node)) pattern = &create->pattern;
    for (std::size_t part = 0; pattern != nullptr && pattern->size() > 1 && part < pattern->size();
         ++part) {
      if (!point_.here(id)) continue;
      StandIns stand_ins = stand_ins_of((*pattern)[part]);
      pattern->erase(pattern->begin() + static_cast<Position>(part));
      for (const PatternPart& other : *pattern) {
        for (const auto& [name, value] : stand_ins_of(other)) stand_ins.erase(name);
      }
      substitute(clauses, i, stand_ins, KeepNumber::OfVariable);
      return true;
    }
    auto* with = std::get_if<With>(&clauses[i].node);
    if (with == nullptr) return false;
    auto& items = with->projection.items;
    for (std::size_t item = 0; items.size() > 1 && item < items.size(); ++item) {
      if (items[item].alias.empty() || contains_aggregate(items[item].value)) continue;
      for (const KeepNumber keep : {KeepNumber::OfVariable, KeepNumber::OfValue}) {
        if (!point_.here(id)) continue;
        const StandIns stand_ins{{items[item].alias, items[item].value}};
        items.erase(items.begin() + static_cast<Position>(item));
        substitute(clauses, i + 1, stand_ins, keep);
        return true;
      }
    }
    return false;
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
    for_each_child(node, [this](auto& child) { this->descend(child); });
  }

  // A subquery or FOREACH by its body. What a subquery returns becomes a WITH, or goes.
  bool unwrap(std::vector<Clause>& clauses, std::size_t i) {
    std::vector<Clause> body;
    if (const auto* call = std::get_if<CallSubquery>(&clauses[i].node)) {
      body = call->query->parts.front().clauses;
      const bool returns = !body.empty() && i + 1 < clauses.size() &&
                           std::holds_alternative<Return>(body.back().node);
      if (point_.here(clauses[i].origin.id)) {
        if (returns) {
          Projection projection = std::get<Return>(body.back().node).projection;
          body.back().node = With{std::move(projection), std::nullopt};
        }
      } else if (returns && body.size() > 1 && point_.here(clauses[i].origin.id)) {
        body.pop_back();
      } else {
        return false;
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
        Pattern pattern{merge->pattern};
        clause.node = Create{std::move(pattern)};
      }
    } else if (auto* unwind = std::get_if<Unwind>(&clause.node)) {
      if (point_.here(id)) {
        const auto* list = std::get_if<ListLiteral>(&unwind->list.node);
        With with;
        with.projection.star = true;
        with.projection.items.push_back(
            {list != nullptr && !list->items.empty() ? list->items.front() : unwind->list,
             unwind->variable,
             {}});
        clause.node = std::move(with);
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

// What clauses list: items of WITH, RETURN, SET, REMOVE and DELETE, ORDER BY, SKIP, LIMIT, DISTINCT
// and WHERE.
#include "cypher/walk.h"
#include "reduce/edit.h"

namespace dinkel {

namespace {

class ListEdits {
 public:
  ListEdits(EditPoint& point, std::uint32_t id) : point_(point), id_(id) {}

  void in(Match& clause) { drop(clause.where); }
  void in(Create&) {}
  void in(Merge& clause) {
    drop_one(clause.actions, 0);
    for (MergeAction& action : clause.actions) drop_one(action.items, 1);
  }
  void in(Set& clause) { drop_one(clause.items, 1); }
  void in(Remove& clause) { drop_one(clause.items, 1); }
  void in(Delete& clause) { drop_one(clause.targets, 1); }
  void in(Unwind&) {}
  void in(With& clause) {
    drop(clause.where);
    in(clause.projection, true);
  }
  void in(Return& clause) { in(clause.projection, false); }
  void in(Foreach&) {}
  void in(CallSubquery& clause) {
    if (clause.scope) drop_one(clause.scope->variables, 0);
  }
  void in(CallProcedure& clause) { drop(clause.where); }

 private:
  void in(Projection& projection, bool keeps_alias) {
    drop(projection.limit);
    drop(projection.skip);
    drop_one(projection.order_by, 0);
    if (projection.distinct && point_.here(id_)) projection.distinct = false;
    if (projection.star && !projection.items.empty() && point_.here(id_)) projection.star = false;
    drop_one(projection.items, projection.star ? 0 : 1);
    for (ProjectionItem& item : projection.items) {
      const bool variable = std::holds_alternative<Variable>(item.value.node);
      if (item.alias.empty() || (keeps_alias && !variable) || !point_.here(id_)) continue;
      item.alias.clear();
      item.source.clear();
      return;
    }
    for (SortItem& item : projection.order_by) {
      if (item.descending && point_.here(id_)) item.descending = false;
    }
  }

  void drop(OptionalExpr& expr) {
    if (expr && point_.here(id_)) expr.reset();
  }
  template <typename List>
  void drop_one(List& list, std::size_t least) {
    for (std::size_t i = 0; list.size() > least && i < list.size(); ++i) {
      if (!point_.here(id_)) continue;
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }

  EditPoint& point_;
  std::uint32_t id_;
};

}  // namespace

void edit_projections(Statement& statement, EditPoint& point) {
  for_each_clause(statement, [&](Clause& clause) {
    std::visit(
        [&](auto& node) { ListEdits(point, clause.origin.id).in(node); },
        static_cast<std::variant<Match, Create, Merge, Set, Remove, Delete, Unwind, With, Return,
                                 Foreach, CallSubquery, CallProcedure>&>(clause.node));
  });
}

}  // namespace dinkel

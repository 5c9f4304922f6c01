#include "reduce/substitute.h"

#include "cypher/validate.h"
#include "cypher/walk.h"

namespace dinkel {

namespace {

class Collector {
 public:
  void declare(const std::string& name, Expr value = Expr{{}, NullLiteral()}) {
    if (!name.empty()) found.insert_or_assign(name, std::move(value));
  }

  void operator()(const PatternPart& part) { declare(part.path_variable); }
  void operator()(const NodePattern& node) { declare(node.variable); }
  void operator()(const RelationshipPattern& relationship) { declare(relationship.variable); }
  void operator()(const PathGroup& group) { declare(group.path_variable); }
  void operator()(const Expr& /*expr*/) {}
  void operator()(const Clause& /*clause*/) {}
  void operator()(const Query& /*query*/) {}

  void in_part(const PatternPart& part) {
    (*this)(part);
    for_each_child(part, [this](const auto& child) {
      (*this)(child);
      using Child = std::remove_cvref_t<decltype(child)>;
      if constexpr (std::is_same_v<Child, PathGroup>) {
        for_each_child(child, [this](const auto& inner) { (*this)(inner); });
      }
    });
  }

  void in(const Match& clause) {
    for (const PatternPart& part : clause.pattern) in_part(part);
  }
  void in(const Create& clause) {
    for (const PatternPart& part : clause.pattern) in_part(part);
  }
  void in(const Merge& clause) { in_part(clause.pattern); }
  void in(const Set&) {}
  void in(const Remove&) {}
  void in(const Delete&) {}
  void in(const Unwind& clause) {
    const auto* list = std::get_if<ListLiteral>(&clause.list.node);
    if (list != nullptr && !list->items.empty()) {
      declare(clause.variable, list->items.front());
    } else {
      declare(clause.variable);
    }
  }
  void in(const With& clause) {
    for (const ProjectionItem& item : clause.projection.items) {
      if (item.alias.empty()) continue;  // a variable that was there before
      if (contains_aggregate(item.value)) {
        declare(item.alias);
      } else {
        declare(item.alias, item.value);
      }
    }
  }
  void in(const Return&) {}
  void in(const Foreach&) {}
  void in(const CallSubquery& clause) {
    const std::vector<Clause>& body = clause.query->parts.front().clauses;
    const auto* result = body.empty() ? nullptr : std::get_if<Return>(&body.back().node);
    if (result == nullptr) return;
    for (const ProjectionItem& item : result->projection.items) {
      const auto* variable = std::get_if<Variable>(&item.value.node);
      declare(item.alias.empty() && variable != nullptr ? variable->name : item.alias);
    }
  }
  void in(const CallProcedure& clause) {
    for (const YieldItem& item : clause.yield) {
      declare(item.alias.empty() ? item.field : item.alias);
    }
  }

  StandIns found;
};

using ClauseVariant = std::variant<Match, Create, Merge, Set, Remove, Delete, Unwind, With, Return,
                                   Foreach, CallSubquery, CallProcedure>;

}  // namespace

StandIns stand_ins_of(const Clause& clause) {
  Collector collector;
  std::visit([&](const auto& node) { collector.in(node); },
             static_cast<const ClauseVariant&>(clause.node));
  return std::move(collector.found);
}

StandIns stand_ins_of(const PatternPart& part) {
  Collector collector;
  collector.in_part(part);
  return std::move(collector.found);
}

StandIns stand_ins_of(const std::vector<Clause>& clauses, std::size_t begin, std::size_t end) {
  StandIns all;
  for (std::size_t i = begin; i < end; ++i) {
    StandIns here = stand_ins_of(clauses[i]);
    // What stands for a variable may speak of another one that goes too.
    for (auto& [name, value] : here) {
      std::vector<Clause> holder(1);
      holder.front().node = Unwind{value, ""};
      substitute(holder, 0, all, KeepNumber::OfValue);
      value = std::get<Unwind>(holder.front().node).list;
    }
    for (auto& [name, value] : here) all.insert_or_assign(name, std::move(value));
  }
  for (std::size_t i = 0; i < begin; ++i) {
    for (const auto& [name, value] : stand_ins_of(clauses[i])) {
      const auto found = all.find(name);
      // A projection gives an old name a new value; a pattern only meets it again.
      if (found != all.end() && std::holds_alternative<NullLiteral>(found->second.node)) {
        all.erase(found);
      }
    }
  }
  return all;
}

void substitute(std::vector<Clause>& clauses, std::size_t begin, const StandIns& stand_ins,
                KeepNumber keep) {
  if (stand_ins.empty()) return;
  for (std::size_t i = begin; i < clauses.size(); ++i) {
    // A variable that WITH hands on keeps its name when it becomes a value.
    if (auto* with = std::get_if<With>(&clauses[i].node)) {
      for (ProjectionItem& item : with->projection.items) {
        const auto* variable = std::get_if<Variable>(&item.value.node);
        if (item.alias.empty() && variable != nullptr && stand_ins.contains(variable->name)) {
          item.alias = variable->name;
        }
      }
    }
    std::vector<Expr*> places;
    for_each_descendant(clauses[i], [&](auto& node) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(node)>, Expr>) {
        const auto* variable = std::get_if<Variable>(&node.node);
        if (variable != nullptr && stand_ins.contains(variable->name)) places.push_back(&node);
      }
    });
    for (Expr* place : places) {
      const Expr& value = stand_ins.at(std::get<Variable>(place->node).name);
      const Origin origin = place->origin;
      *place = value;
      if (keep == KeepNumber::OfVariable) place->origin = origin;
    }
  }
}

}  // namespace dinkel

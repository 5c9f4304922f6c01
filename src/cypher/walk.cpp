#include "cypher/walk.h"

#include <algorithm>
#include <type_traits>

namespace dinkel {
namespace {

// Calls `visit` with the nodes of one type below `root`.
template <typename Wanted, typename Root, typename Visit>
void for_each_of(Root& root, const Visit& visit) {
  for_each_descendant(root, [&visit](auto& child) {
    if constexpr (walk::Is<std::remove_reference_t<decltype(child)>, Wanted>) visit(child);
  });
}

// Gives the nodes below `root` their numbers, and tells the next free one.
template <typename Root>
void number_below(Root& root, std::uint32_t& next) {
  for_each_descendant(root, [&next](auto& child) {
    if constexpr (requires { child.origin; }) child.origin.id = next++;
  });
}

class NameCollector {
 public:
  void add(const std::string& name) {
    if (!name.empty()) names_.push_back(name);
  }
  std::vector<std::string> take() {
    std::ranges::sort(names_);
    const auto repeated = std::ranges::unique(names_);
    return {names_.begin(), repeated.begin()};
  }

  void operator()(const Query&) {}
  void operator()(const NodePattern& node) { add(node.variable); }
  void operator()(const RelationshipPattern& relationship) { add(relationship.variable); }
  void operator()(const PathGroup& group) { add(group.path_variable); }
  void operator()(const PatternPart& part) { add(part.path_variable); }
  void operator()(const Expr& expr) {
    if (const auto* variable = std::get_if<Variable>(&expr.node)) add(variable->name);
    if (const auto* list = std::get_if<ListComprehension>(&expr.node)) add(list->variable);
    if (const auto* quantifier = std::get_if<Quantifier>(&expr.node)) add(quantifier->variable);
    if (const auto* reduce = std::get_if<Reduce>(&expr.node)) {
      add(reduce->accumulator);
      add(reduce->variable);
    }
    if (const auto* projection = std::get_if<MapProjection>(&expr.node)) {
      for (const MapProjectionItem& item : projection->items) {
        if (item.kind == MapProjectionKind::Variable) add(item.name);
      }
    }
  }
  void operator()(const Clause& clause);

 private:
  void add_columns(const Projection& projection) {
    for (const ProjectionItem& item : projection.items) add(item.alias);
  }

  std::vector<std::string_view> names_;  // of the statement, which outlives this
};

void NameCollector::operator()(const Clause& clause) {
  match(
      clause.node, [](const Match&) {}, [](const Create&) {}, [](const Merge&) {},
      [](const Set&) {}, [](const Remove&) {}, [](const Delete&) {},
      [&](const Unwind& unwind) { add(unwind.variable); },
      [&](const With& with) { add_columns(with.projection); },
      [&](const Return& result) { add_columns(result.projection); },
      [&](const Foreach& loop) { add(loop.variable); },
      [&](const CallSubquery& call) {
        if (call.in_transactions) add(call.in_transactions->report_as);
        if (!call.scope) return;
        for (const std::string& variable : call.scope->variables) add(variable);
      },
      [&](const CallProcedure& call) {
        for (const YieldItem& item : call.yield) add(item.alias.empty() ? item.field : item.alias);
      });
}

// What the clause itself does, whatever is nested in it.
bool writes_itself(const Clause& clause) {
  return match(
      clause.node, [](const Match&) { return false; }, [](const Create&) { return true; },
      [](const Merge&) { return true; }, [](const Set&) { return true; },
      [](const Remove&) { return true; }, [](const Delete&) { return true; },
      [](const Unwind&) { return false; }, [](const With&) { return false; },
      [](const Return&) { return false; }, [](const Foreach&) { return true; },
      [](const CallSubquery&) { return false; }, [](const CallProcedure&) { return false; });
}

}  // namespace

void for_each_expr(const Statement& statement, const std::function<void(const Expr&)>& visit) {
  for_each_of<Expr>(statement, visit);
}
void for_each_expr(const Query& query, const std::function<void(const Expr&)>& visit) {
  for_each_of<Expr>(query, visit);
}
void for_each_expr(const Clause& clause, const std::function<void(const Expr&)>& visit) {
  for_each_of<Expr>(clause, visit);
}
void for_each_expr(const Expr& expr, const std::function<void(const Expr&)>& visit) {
  visit(expr);
  for_each_of<Expr>(expr, visit);
}
void for_each_expr(Statement& statement, const std::function<void(Expr&)>& visit) {
  for_each_of<Expr>(statement, visit);
}

void for_each_clause(const Statement& statement, const std::function<void(const Clause&)>& visit) {
  for_each_of<Clause>(statement, visit);
}
void for_each_clause(Statement& statement, const std::function<void(Clause&)>& visit) {
  for_each_of<Clause>(statement, visit);
}

void number_nodes(Statement& statement) {
  std::uint32_t next = 1;
  number_below(statement, next);
}
void number_nodes(Clause& clause) {
  std::uint32_t next = 1;
  clause.origin.id = next++;
  number_below(clause, next);
}
void number_nodes(Expr& expr) {
  std::uint32_t next = 1;
  expr.origin.id = next++;
  number_below(expr, next);
}

void number_missing(Statement& statement) {
  std::uint32_t next = 1;
  for_each_descendant(statement, [&next](auto& child) {
    if constexpr (requires { child.origin; }) {
      if (child.origin.id < first_made_number && child.origin.id >= next)
        next = child.origin.id + 1;
    }
  });
  for_each_descendant(statement, [&next](auto& child) {
    if constexpr (requires { child.origin; }) {
      if (child.origin.id == 0) child.origin.id = next++;
    }
  });
}

std::size_t count_nodes(const Statement& statement) {
  std::size_t count = 0;
  for_each_descendant(statement, [&count](auto& child) {
    if constexpr (requires { child.origin; }) ++count;
  });
  return count;
}

std::vector<std::string> names_in(const Statement& statement) {
  NameCollector names;
  for_each_descendant(statement, names);
  return names.take();
}

bool writes(const Clause& clause) {
  bool found = writes_itself(clause);
  for_each_of<Clause>(clause, [&found](const Clause& nested) { found |= writes_itself(nested); });
  return found;
}
bool writes(const Query& query) {
  for (const SingleQuery& part : query.parts) {
    for (const Clause& clause : part.clauses) {
      if (writes(clause)) return true;
    }
  }
  return false;
}

bool are_plain_types(const std::optional<LabelExpr>& types) {
  const auto is_name = [](const LabelExpr& label) {
    return std::holds_alternative<LabelName>(label.node);
  };
  if (!types.has_value() || is_name(*types)) return true;
  const auto* any = std::get_if<LabelOr>(&types->node);
  return any != nullptr && std::ranges::all_of(any->operands, is_name);
}

}  // namespace dinkel

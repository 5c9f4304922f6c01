// Which clauses let the order of their rows, or values that are not determined, reach the graph.
#include <algorithm>
#include <map>

#include "base/match.h"
#include "cypher/walk.h"
#include "interpret/determinism.h"
#include "interpret/match.h"

namespace dinkel {
namespace {

using Exprs = std::vector<const Expr*>;

void add(Exprs& exprs, const OptionalExpr& expr) {
  if (expr) exprs.push_back(&**expr);
}

void add_labels(Exprs& exprs, const LabelExpr& labels) {
  const auto all = [&](const std::vector<LabelExpr>& operands) {
    for (const LabelExpr& operand : operands) add_labels(exprs, operand);
  };
  match(
      labels.node, [](const LabelName&) {}, [](const LabelWildcard&) {},
      [&](const LabelDynamic& dynamic) { exprs.push_back(&*dynamic.name); },
      [&](const LabelNot& negation) { add_labels(exprs, *negation.operand); },
      [&](const LabelAnd& conjunction) { all(conjunction.operands); },
      [&](const LabelOr& disjunction) { all(disjunction.operands); });
}

// The expressions directly inside of patterns, and the names that they bind or use.
struct PatternContent {
  Exprs exprs;
  std::vector<std::string_view> names;

  void add_pattern(const Pattern& pattern) {
    for (const PatternPart& part : pattern) add_part(part);
  }
  void add_part(const PatternPart& part) { add_elements(part.elements); }
  void add_elements(const std::vector<PatternElement>& elements) {
    for (const PatternElement& element : elements) {
      match(
          element.node,
          [&](const NodePattern& node) {
            names.push_back(node.variable);
            if (node.labels) add_labels(exprs, *node.labels);
            add(exprs, node.properties);
            add(exprs, node.where);
          },
          [&](const RelationshipPattern& relationship) {
            names.push_back(relationship.variable);
            if (relationship.types) add_labels(exprs, *relationship.types);
            add(exprs, relationship.properties);
            add(exprs, relationship.where);
          },
          [&](const PathGroup& group) {
            add_elements(group.elements);
            add(exprs, group.where);
          });
    }
  }
  // The worst of all that the pattern uses.
  Taint judge_all(Runtime& runtime, const TaintScope& scope) const {
    Taint taint = Taint::Clean;
    for (const std::string_view name : names) taint = std::max(taint, scope.find(name));
    for (const Expr* expr : exprs) taint = std::max(taint, judge(runtime, *expr, scope));
    return taint;
  }
};

void add_items(Exprs& exprs, const std::vector<SetItem>& items) {
  for (const SetItem& item : items) {
    match(
        item,
        [&](const SetProperty& set) {
          exprs.push_back(&set.target);
          exprs.push_back(&set.value);
        },
        [&](const SetProperties& set) {
          exprs.push_back(&set.target);
          exprs.push_back(&set.value);
        },
        [&](const SetLabels& set) {
          exprs.push_back(&set.target);
          for (const LabelExpr& labels : set.labels) add_labels(exprs, labels);
        });
  }
}

// Whether an expression reads the graph, so that writes of other rows could show in it.
bool reads_graph(const Expr& expr) {
  bool reads = false;
  for_each_expr(expr, [&](const Expr& inner) {
    reads = reads || std::holds_alternative<Property>(inner.node) ||
            std::holds_alternative<Subscript>(inner.node) ||
            std::holds_alternative<LabelCheck>(inner.node) ||
            std::holds_alternative<MapProjection>(inner.node) ||
            std::holds_alternative<PatternComprehension>(inner.node) ||
            std::holds_alternative<SubqueryExpr>(inner.node) ||
            std::holds_alternative<PatternExpr>(inner.node) ||
            std::holds_alternative<FunctionCall>(inner.node);
  });
  return reads;
}

bool mentions_variable(const Expr& expr) {
  bool mentions = false;
  for_each_expr(expr, [&](const Expr& inner) {
    mentions = mentions || std::holds_alternative<Variable>(inner.node);
  });
  return mentions;
}

// Reads of the graph that go beyond the entities of the row itself.
bool searches_graph(const Expr& expr) {
  bool searches = false;
  for_each_expr(expr, [&](const Expr& inner) {
    searches = searches || std::holds_alternative<PatternComprehension>(inner.node) ||
               std::holds_alternative<SubqueryExpr>(inner.node) ||
               std::holds_alternative<PatternExpr>(inner.node);
  });
  return searches;
}

// The object whose property, properties or labels an item changes.
const Expr& changed_object(const SetItem& item) {
  const auto object_of = [](const Expr& target) -> const Expr& {
    if (const auto* property = std::get_if<Property>(&target.node)) return *property->object;
    if (const auto* subscript = std::get_if<Subscript>(&target.node)) return *subscript->object;
    return target;
  };
  return match(
      item, [&](const SetProperty& set) -> const Expr& { return object_of(set.target); },
      [&](const SetProperties& set) -> const Expr& { return object_of(set.target); },
      [&](const SetLabels& set) -> const Expr& { return object_of(set.target); });
}

const Expr* set_value(const SetItem& item) {
  return match(
      item, [](const SetProperty& set) -> const Expr* { return &set.value; },
      [](const SetProperties& set) -> const Expr* { return &set.value; },
      [](const SetLabels&) -> const Expr* { return nullptr; });
}

// What SET does to each entity, row by row, evaluated before any of it is done. The order of the
// rows does not matter if every row does the same to an entity, or only one row touches it, and if
// no value is read from an entity that another row changes.
class SetConflicts {
 public:
  SetConflicts(Runtime& runtime, const Table& input) : runtime_(runtime), input_(input) {}

  bool found(const std::vector<SetItem>& items) {
    for (const SetItem& item : items) {
      if (const Expr* value = set_value(item)) {
        if (searches_graph(*value)) return true;
        // SET a = b reads all properties of b.
        const bool copies =
            std::holds_alternative<SetProperties>(item) && mentions_variable(*value);
        reading_ = reading_ || copies || reads_graph(*value);
      }
    }
    for (std::size_t r = 0; r < input_.rows.size(); ++r) {
      if (!add_row(r, items)) return true;
    }
    for (const auto& [entity, actions] : actions_) {
      const bool several = actions.back().row != actions.front().row;
      if (several && (reading_ || !all_rows_agree(actions))) return true;
      if (reading_ && seen_elsewhere(entity, actions.front().row)) return true;
    }
    return false;
  }

 private:
  struct Action {
    std::size_t row;
    std::size_t item;
    Value value;
  };
  using Entity = std::pair<bool, std::int64_t>;  // is it a node, and its id

  static std::optional<Entity> entity_of(const Value& value) {
    if (const auto* node = value.get_if<NodeRef>()) return Entity{true, node->id};
    if (const auto* link = value.get_if<RelationshipRef>()) return Entity{false, link->id};
    return std::nullopt;
  }

  bool add_row(std::size_t r, const std::vector<SetItem>& items) {
    const Bindings bindings = runtime_.bind(input_.columns, input_.rows[r]);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::optional<Entity> entity =
          entity_of(evaluate(runtime_, bindings, changed_object(items[i])));
      if (!entity) continue;
      const Expr* value = set_value(items[i]);
      actions_[*entity].push_back(
          {r, i, value == nullptr ? Value() : evaluate(runtime_, bindings, *value)});
    }
    for (const Value& value : input_.rows[r]) {
      if (value.is<Values>() || value.is<Map>() || value.is<Path>()) nested_ = true;
      if (const std::optional<Entity> entity = entity_of(value)) rows_with_[*entity].push_back(r);
    }
    return !(nested_ && reading_);
  }

  static bool all_rows_agree(const std::vector<Action>& actions) {
    std::vector<std::pair<std::size_t, const Value*>> first;
    std::vector<std::pair<std::size_t, const Value*>> current;
    const auto same = [&] {
      return std::equal(first.begin(), first.end(), current.begin(), current.end(),
                        [](const auto& a, const auto& b) {
                          return a.first == b.first && *a.second == *b.second;
                        });
    };
    for (std::size_t i = 0; i < actions.size(); ++i) {
      auto& sequence = actions[i].row == actions.front().row ? first : current;
      sequence.emplace_back(actions[i].item, &actions[i].value);
      const bool ends = i + 1 == actions.size() || actions[i + 1].row != actions[i].row;
      if (!ends || actions[i].row == actions.front().row) continue;
      if (!same()) return false;
      current.clear();
    }
    return true;
  }

  bool seen_elsewhere(const Entity& entity, std::size_t row) const {
    const auto rows = rows_with_.find(entity);
    if (rows == rows_with_.end()) return false;
    return std::ranges::any_of(rows->second, [row](std::size_t other) { return other != row; });
  }

  Runtime& runtime_;
  const Table& input_;
  bool reading_ = false;
  bool nested_ = false;
  std::map<Entity, std::vector<Action>> actions_;
  std::map<Entity, std::vector<std::size_t>> rows_with_;
};

void note_set(Runtime& runtime, const Table& input, const std::vector<SetItem>& items) {
  if (input.rows.size() <= 1 || input.ordered || !runtime.determinism.graph) return;
  bool conflict = false;
  try {
    conflict = SetConflicts(runtime, input).found(items);
  } catch (const QueryFailure&) {
    conflict = true;  // SET itself will say so, unless the order of the rows saves it
  }
  if (conflict) runtime.open_graph("SET changes the same or reads it in rows of any order");
}

bool is_harmless_in_loop(const Clause& clause);

// Whether a clause in a loop of unknown order does the same in every order.
bool all_harmless(const std::vector<Clause>& clauses) {
  return std::ranges::all_of(clauses, is_harmless_in_loop);
}

bool is_constant(const SetItem& item) {
  const Expr* value = set_value(item);
  return value == nullptr || (!reads_graph(*value) && !mentions_variable(*value));
}

bool is_harmless_in_loop(const Clause& clause) {
  bool searches = false;
  for_each_expr(clause, [&](const Expr& expr) { searches = searches || searches_graph(expr); });
  if (searches) return false;
  return match(
      clause.node, [](const Match&) { return false; }, [](const Create&) { return true; },
      [](const Merge&) { return false; },
      [](const Set& set) { return std::ranges::all_of(set.items, is_constant); },
      [](const Remove&) { return true; }, [](const Delete&) { return true; },
      [](const Unwind&) { return true; }, [](const With&) { return true; },
      [](const Return&) { return true; },
      [](const Foreach& loop) { return all_harmless(loop.body); },
      [](const CallSubquery&) { return false; }, [](const CallProcedure&) { return false; });
}

bool creates_one_node(const Create& create) {
  return create.pattern.size() == 1 && create.pattern.front().elements.size() == 1;
}

Exprs written_exprs(const Clause& clause, PatternContent& content) {
  Exprs exprs;
  match(
      clause.node, [&](const Create& create) { content.add_pattern(create.pattern); },
      [&](const Merge& merge) {
        content.add_part(merge.pattern);
        for (const MergeAction& action : merge.actions) add_items(exprs, action.items);
      },
      [&](const Set& set) { add_items(exprs, set.items); },
      [&](const Remove& remove) {
        for (const RemoveItem& item : remove.items) {
          match(
              item, [&](const RemoveProperty& property) { exprs.push_back(&property.target); },
              [&](const RemoveLabels& labels) { exprs.push_back(&labels.target); });
        }
      },
      [&](const Delete& deletion) {
        for (const Expr& target : deletion.targets) exprs.push_back(&target);
      },
      [](const Match&) {}, [](const Unwind&) {}, [](const With&) {}, [](const Return&) {},
      [](const Foreach&) {}, [](const CallSubquery&) {}, [](const CallProcedure&) {});
  return exprs;
}

void judge_writes(Runtime& runtime, const TaintScope& scope, const Clause& clause) {
  if (const auto* loop = std::get_if<Foreach>(&clause.node)) {
    const Taint list = judge(runtime, loop->list, scope);
    if (list == Taint::Open) runtime.open_graph("FOREACH runs over a list that is not determined");
    const Taint element = list == Taint::Bag ? Taint::Clean : list;
    const TaintScope frame{{&loop->variable, 1}, {&element, 1}, &scope};
    for (const Clause& inner : loop->body) judge_writes(runtime, frame, inner);
    return;
  }
  PatternContent content;
  const Exprs exprs = written_exprs(clause, content);
  Taint taint = content.judge_all(runtime, scope);
  for (const Expr* expr : exprs) taint = std::max(taint, judge(runtime, *expr, scope));
  if (taint != Taint::Clean) runtime.open_graph("a value that is written is not determined");
}

}  // namespace

void note_match(Runtime& runtime, const Table& input, const Match& match_clause) {
  const TaintScope scope = scope_of(runtime, input);
  PatternContent content;
  content.add_pattern(match_clause.pattern);
  add(content.exprs, match_clause.where);
  note_filter(runtime, content.judge_all(runtime, scope), "MATCH");
}

void taint_match(const Match& match_clause, Table& output) {
  for (const PatternPart& part : match_clause.pattern) {
    const bool any_path = part.kind == PathKind::ShortestPath ||
                          (part.selector && (part.selector->kind == SelectorKind::AnyPath ||
                                             part.selector->kind == SelectorKind::ShortestPaths));
    if (!any_path) continue;
    output.taints.resize(output.columns.size());
    PatternContent content;
    content.add_part(part);
    content.names.push_back(part.path_variable);
    for (std::size_t i = 0; i < output.columns.size(); ++i) {
      if (std::ranges::find(content.names, output.columns[i]) != content.names.end() &&
          !is_end_of(part, output.columns[i])) {
        output.taints[i] = Taint::Open;
      }
    }
  }
}

void note_write(Runtime& runtime, const Table& input, const Clause& clause) {
  if (!runtime.determinism.graph) return;
  if (!runtime.determinism.rows) {
    runtime.open_graph(runtime.determinism.reason);
    return;
  }
  judge_writes(runtime, scope_of(runtime, input), clause);
  if (const auto* set = std::get_if<Set>(&clause.node)) note_set(runtime, input, set->items);
  if (const auto* loop = std::get_if<Foreach>(&clause.node)) {
    if (!all_harmless(loop->body)) {
      runtime.open_graph("FOREACH writes what a later turn of it could read or overwrite");
    }
  }
  const auto* create = std::get_if<Create>(&clause.node);
  // Whether a later part of the pattern sees the earlier ones, engines do not agree about.
  if (create != nullptr && (input.rows.size() > 1 || !creates_one_node(*create)) &&
      !is_harmless_in_loop(clause)) {
    runtime.open_graph("CREATE reads the graph that it changes itself");
  }
}

void note_merged(Runtime& runtime, const Table& input, const Merge& merge, std::int64_t created) {
  const auto rows = static_cast<std::int64_t>(input.rows.size());
  if (rows <= 1) return;
  if (!merge.actions.empty()) {
    runtime.open_graph("MERGE sets properties for several rows in any order");
    return;
  }
  const bool single_node = merge.pattern.elements.size() == 1;
  if (created == 0 || single_node) return;
  // Every row either creates all of the pattern that is not bound, or nothing.
  std::int64_t whole = 0;
  for (const PatternElement& element : merge.pattern.elements) {
    const auto* node = std::get_if<NodePattern>(&element.node);
    const bool bound = node != nullptr && !node->variable.empty() &&
                       std::ranges::find(input.columns, node->variable) != input.columns.end();
    if (!bound) ++whole;
  }
  if (created != whole * rows) {
    runtime.open_graph("MERGE creates for some rows what it finds for others");
  }
}

// A subquery that writes runs once a row; a later row sees what an earlier one wrote.
void note_call(Runtime& runtime, const Table& input, const Query& query) {
  if (input.rows.size() <= 1 || input.ordered || !writes(query)) return;
  for (const SingleQuery& part : query.parts) {
    if (!all_harmless(part.clauses)) {
      runtime.open_graph("a subquery could read what it wrote for another row");
    }
  }
}

void conclude(Runtime& runtime, const Table& result) {
  Determinism& determinism = runtime.determinism;
  determinism.bag_columns.assign(result.columns.size(), false);
  for (std::size_t i = 0; i < result.taints.size() && i < result.columns.size(); ++i) {
    if (result.taints[i] == Taint::Open) {
      runtime.open_rows("column `" + result.columns[i] + "` is not determined");
    }
    determinism.bag_columns[i] = result.taints[i] == Taint::Bag || result.taints[i] == Taint::Deep;
  }
  determinism.row_order = determinism.rows && (result.ordered || result.rows.size() <= 1);
}

}  // namespace dinkel

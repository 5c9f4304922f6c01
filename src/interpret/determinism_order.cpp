// Which writes depend on the order of the rows, or of the turns of a loop: what an earlier one
// wrote, a later one may read, overwrite or find deleted.
#include <algorithm>
#include <map>
#include <set>

#include "base/match.h"
#include "cypher/walk.h"
#include "interpret/determinism.h"
#include "interpret/evaluate.h"

namespace dinkel {
namespace {

template <typename Root, typename Question>
bool has_expr(const Root& root, Question question) {
  bool found = false;
  for_each_expr(root, [&](const Expr& expr) { found = found || question(expr); });
  return found;
}

template <typename... Nodes>
bool has_node(const Expr& expr) {
  return has_expr(
      expr, [](const Expr& inner) { return (std::holds_alternative<Nodes>(inner.node) || ...); });
}

// Reads of the graph that go beyond the entities of the row itself.
bool searches_graph(const Expr& expr) {
  return has_node<PatternComprehension, SubqueryExpr, PatternExpr>(expr);
}

// Whether an expression reads the graph, so that writes of other rows could show in it.
bool reads_graph(const Expr& expr) {
  return searches_graph(expr) ||
         has_node<Property, Subscript, LabelCheck, MapProjection, FunctionCall>(expr);
}

bool mentions_variable(const Expr& expr) {
  return has_node<Variable>(expr);
}

bool reads_variable(const Expr& expr) {
  return reads_graph(expr) && mentions_variable(expr);
}

// The object whose property is written.
const Expr& object_of(const Expr& target) {
  if (const auto* property = std::get_if<Property>(&target.node)) return *property->object;
  if (const auto* subscript = std::get_if<Subscript>(&target.node)) return *subscript->object;
  return target;
}

// The object whose property, properties or labels an item changes.
const Expr& changed_object(const SetItem& item) {
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
      reading_ = reading_ || reads_graph(changed_object(item));
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

// What the turns of a loop do: the body of a FOREACH, or a subquery that runs once a row.
class LoopEffects {
 public:
  void add(const std::vector<Clause>& body) {
    for (const Clause& clause : body) add(clause);
  }
  // What a turn reads before its body runs: the list of a FOREACH.
  void add_read(const Expr& expr) {
    searches_ = searches_ || searches_graph(expr);
    reads_ = reads_ || reads_variable(expr);
  }

  bool depend_on_order() const {
    const bool changes = deletes_ || adds_labels_ || removes_labels_ || !keys_.empty();
    return opaque_ || overwrites_ || searches_ || (changes && reads_) ||
           (adds_labels_ && removes_labels_) || may_fail();
  }
  // A later turn may touch what an earlier one deleted.
  bool may_fail() const { return deletes_ && touches_; }

 private:
  void add(const Clause& clause) {
    match(
        clause.node, [&](const Match&) { opaque_ = true; },
        [&](const Create&) {
          touches_ = true;
          add_reads(clause);
        },
        [&](const Merge&) { opaque_ = true; },
        [&](const Set& set) {
          for (const SetItem& item : set.items) add_item(item);
        },
        [&](const Remove& remove) {
          for (const RemoveItem& item : remove.items) add_item(item);
        },
        [&](const Delete& deletion) {
          deletes_ = true;
          for (const Expr& target : deletion.targets) add_read(target);
        },
        [&](const Unwind&) { add_reads(clause); }, [&](const With&) { add_reads(clause); },
        [&](const Return&) { add_reads(clause); },
        [&](const Foreach& loop) {
          add_read(loop.list);
          add(loop.body);
        },
        [&](const CallSubquery&) { opaque_ = true; },
        [&](const CallProcedure&) { opaque_ = true; });
  }

  void add_reads(const Clause& clause) {
    for_each_expr(clause, [&](const Expr& expr) { add_read(expr); });
  }

  void add_item(const SetItem& item) {
    touches_ = true;
    add_read(changed_object(item));
    if (const Expr* value = set_value(item)) {
      if (reads_graph(*value) || mentions_variable(*value)) opaque_ = true;
    }
    match(
        item, [&](const SetProperty& set) { add_key(set.target); },
        [&](const SetProperties& set) { add_key(set.target); },
        [&](const SetLabels&) { adds_labels_ = true; });
  }

  void add_item(const RemoveItem& item) {
    touches_ = true;
    match(
        item,
        [&](const RemoveProperty& remove) {
          add_read(object_of(remove.target));
          add_key(remove.target);
        },
        [&](const RemoveLabels& remove) {
          add_read(remove.target);
          removes_labels_ = true;
        });
  }

  // Two variables may hold one entity, so all that counts is the key. No key: any of them.
  void add_key(const Expr& target) {
    const auto* property = std::get_if<Property>(&target.node);
    const std::string key = property == nullptr ? std::string() : property->key;
    overwrites_ = overwrites_ || keys_.contains(key) || keys_.contains(std::string()) ||
                  (key.empty() && !keys_.empty());
    keys_.insert(key);
  }

  bool opaque_ = false;      // a clause that reads and writes at once
  bool searches_ = false;    // a pattern inside of an expression
  bool reads_ = false;       // a property, the labels, ... of what a variable holds
  bool overwrites_ = false;  // two items write the same key
  bool deletes_ = false;
  bool touches_ = false;  // writes to, or links, what a variable holds
  bool adds_labels_ = false;
  bool removes_labels_ = false;
  std::set<std::string> keys_;
};

void note_loop(Runtime& runtime, const LoopEffects& effects, std::string_view reason) {
  if (!effects.depend_on_order()) return;
  runtime.open_graph(reason);
  if (effects.may_fail()) runtime.open_error(reason);
}

bool searches(const Clause& clause) {
  return has_expr(clause, searches_graph);
}

bool creates_one_node(const Create& create) {
  return create.pattern.size() == 1 && create.pattern.front().elements.size() == 1;
}

// Whether a target of DELETE or REMOVE is chosen by what the clause itself may change.
bool chooses_targets(const Clause& clause) {
  if (const auto* deletion = std::get_if<Delete>(&clause.node)) {
    return std::ranges::any_of(deletion->targets, reads_variable);
  }
  const auto* remove = std::get_if<Remove>(&clause.node);
  return remove != nullptr && std::ranges::any_of(remove->items, [&](const RemoveItem& item) {
           return match(
               item,
               [&](const RemoveProperty& one) { return reads_variable(object_of(one.target)); },
               [&](const RemoveLabels& labels) { return reads_variable(labels.target); });
         });
}

}  // namespace

void note_order(Runtime& runtime, const Table& input, const Clause& clause) {
  if (const auto* set = std::get_if<Set>(&clause.node)) note_set(runtime, input, set->items);
  const bool several = input.rows.size() > 1;
  if (const auto* loop = std::get_if<Foreach>(&clause.node)) {
    LoopEffects effects;
    effects.add(loop->body);
    if (several) effects.add_read(loop->list);
    note_loop(runtime, effects, "FOREACH writes what a later turn of it could read or overwrite");
    return;
  }
  if (several && !input.ordered && chooses_targets(clause)) {
    runtime.open_graph("what is removed depends on what was removed for other rows");
  }
  // Whether a later part of the pattern sees the earlier ones, engines do not agree about.
  const auto* create = std::get_if<Create>(&clause.node);
  if (create != nullptr && (several || !creates_one_node(*create)) && searches(clause)) {
    runtime.open_graph("CREATE reads the graph that it changes itself");
  }
  if (several && std::holds_alternative<Merge>(clause.node) && searches(clause)) {
    runtime.open_graph("MERGE reads the graph that it changes itself");
  }
}

// A subquery that writes runs once a row; a later row sees what an earlier one wrote.
void note_call(Runtime& runtime, const Table& input, const Query& query) {
  if (input.rows.size() <= 1 || input.ordered || !writes(query)) return;
  LoopEffects effects;
  for (const SingleQuery& part : query.parts) effects.add(part.clauses);
  note_loop(runtime, effects, "a subquery could read what it wrote for another row");
}

}  // namespace dinkel

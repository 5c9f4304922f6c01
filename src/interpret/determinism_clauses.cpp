// Which clauses let values that are not determined reach the rows or the graph.
#include <algorithm>

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

bool shows_entity(const Value& value) {
  if (const auto* list = value.get_if<Values>()) return std::ranges::any_of(*list, shows_entity);
  if (const auto* map = value.get_if<Map>()) {
    return std::ranges::any_of(*map, [](const auto& entry) { return shows_entity(entry.second); });
  }
  return value.is<NodeRef>() || value.is<RelationshipRef>() || value.is<Path>();
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
  note_order(runtime, input, clause);
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

void note_later_part(const SingleQuery& part, Table& rows) {
  const bool changes = std::ranges::any_of(part.clauses, [](const Clause& clause) {
    return writes(clause) && !std::holds_alternative<Create>(clause.node);
  });
  if (!changes) return;
  rows.taints.resize(rows.columns.size());
  for (const Row& row : rows.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (shows_entity(row[i])) rows.taints[i] = Taint::Open;
    }
  }
}

void note_column_names(Runtime& runtime, const Query& query) {
  for (const SingleQuery& part : query.parts) {
    if (part.clauses.empty()) continue;
    const auto* result = std::get_if<Return>(&part.clauses.back().node);
    if (result == nullptr) continue;
    for (const ProjectionItem& item : result->projection.items) {
      const bool is_open =
          item.alias.empty() && std::holds_alternative<MapProjection>(item.value.node);
      if (is_open) runtime.determinism.column_names = false;
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

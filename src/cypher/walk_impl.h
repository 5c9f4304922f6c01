// The children of every node, as templates over const and non-const trees; see walk.h.
//
// for_each_child(node, visit) calls visit(child) for the direct children of a node, in the order of
// the text. A child is an Expr, Clause, Query, PatternPart, NodePattern, RelationshipPattern or
// PathGroup. What lies between (items of SET, branches of CASE, label expressions, ...) is passed
// through. It costs no more than the calls: the rewriter does this all the time.
#pragma once

#include <type_traits>
#include <variant>

#include "base/match.h"
#include "cypher/ast.h"

namespace dinkel {
namespace walk {

// `Like<T, Node>` is T, const if Node is.
template <typename T, typename Node>
using Like = std::conditional_t<std::is_const_v<Node>, const T, T>;

// Node is T or const T.
template <typename Node, typename T>
concept Is = std::is_same_v<std::remove_const_t<Node>, T>;

template <typename Optional, typename Visit>
void visit_optional(Optional& expr, Visit& visit) {
  if (expr) visit(**expr);
}

template <typename List, typename Visit>
void visit_all(List& list, Visit& visit) {
  for (auto& item : list) visit(item);
}

template <Is<LabelExpr> Node, typename Visit>
void visit_labels(Node& labels, Visit& visit) {
  match(
      labels.node, [](Like<LabelName, Node>&) {}, [](Like<LabelWildcard, Node>&) {},
      [&](Like<LabelDynamic, Node>& dynamic) { visit(*dynamic.name); },
      [&](Like<LabelNot, Node>& negation) { visit_labels(*negation.operand, visit); },
      [&](Like<LabelAnd, Node>& all) {
        for (auto& operand : all.operands) visit_labels(operand, visit);
      },
      [&](Like<LabelOr, Node>& any) {
        for (auto& operand : any.operands) visit_labels(operand, visit);
      });
}

template <typename Elements, typename Visit>
void visit_elements(Elements& elements, Visit& visit) {
  for (auto& element : elements) std::visit(visit, element.node);
}

template <typename Item, typename Visit>
void visit_set_item(Item& item, Visit& visit) {
  match(
      item,
      [&](Like<SetProperty, Item>& set) {
        visit(set.target);
        visit(set.value);
      },
      [&](Like<SetProperties, Item>& set) {
        visit(set.target);
        visit(set.value);
      },
      [&](Like<SetLabels, Item>& set) {
        visit(set.target);
        for (auto& label : set.labels) visit_labels(label, visit);
      });
}

template <Is<Projection> Node, typename Visit>
void visit_projection(Node& projection, Visit& visit) {
  for (auto& item : projection.items) visit(item.value);
  for (auto& item : projection.order_by) visit(item.value);
  visit_optional(projection.skip, visit);
  visit_optional(projection.limit, visit);
}

}  // namespace walk

// ---- Patterns -----------------------------------------------------------------------------------

template <walk::Is<NodePattern> Node, typename Visit>
void for_each_child(Node& node, Visit&& visit) {
  if (node.labels) walk::visit_labels(*node.labels, visit);
  walk::visit_optional(node.properties, visit);
  walk::visit_optional(node.where, visit);
}

template <walk::Is<RelationshipPattern> Node, typename Visit>
void for_each_child(Node& relationship, Visit&& visit) {
  if (relationship.types) walk::visit_labels(*relationship.types, visit);
  walk::visit_optional(relationship.properties, visit);
  walk::visit_optional(relationship.where, visit);
}

template <walk::Is<PathGroup> Node, typename Visit>
void for_each_child(Node& group, Visit&& visit) {
  walk::visit_elements(group.elements, visit);
  walk::visit_optional(group.where, visit);
}

template <walk::Is<PatternPart> Node, typename Visit>
void for_each_child(Node& part, Visit&& visit) {
  walk::visit_elements(part.elements, visit);
}

// ---- Expressions --------------------------------------------------------------------------------

template <walk::Is<Expr> Node, typename Visit>
void for_each_child(Node& expr, Visit&& visit) {
  using walk::Like;
  match(
      expr.node, [](Like<NullLiteral, Node>&) {}, [](Like<BooleanLiteral, Node>&) {},
      [](Like<IntegerLiteral, Node>&) {}, [](Like<FloatLiteral, Node>&) {},
      [](Like<StringLiteral, Node>&) {},
      [&](Like<ListLiteral, Node>& list) { walk::visit_all(list.items, visit); },
      [&](Like<MapLiteral, Node>& map) {
        for (auto& entry : map.entries) visit(entry.value);
      },
      [](Like<Variable, Node>&) {}, [](Like<Parameter, Node>&) {},
      [&](Like<Property, Node>& property) { visit(*property.object); },
      [&](Like<Subscript, Node>& subscript) {
        visit(*subscript.object);
        visit(*subscript.index);
      },
      [&](Like<Slice, Node>& slice) {
        visit(*slice.object);
        walk::visit_optional(slice.from, visit);
        walk::visit_optional(slice.to, visit);
      },
      [&](Like<Unary, Node>& unary) { visit(*unary.operand); },
      [&](Like<Binary, Node>& binary) {
        visit(*binary.left);
        visit(*binary.right);
      },
      [&](Like<Comparison, Node>& comparison) { walk::visit_all(comparison.operands, visit); },
      [&](Like<NullCheck, Node>& check) { visit(*check.operand); },
      [&](Like<TypeCheck, Node>& check) { visit(*check.operand); },
      [&](Like<LabelCheck, Node>& check) {
        visit(*check.operand);
        walk::visit_labels(check.labels, visit);
      },
      [&](Like<FunctionCall, Node>& call) { walk::visit_all(call.arguments, visit); },
      [](Like<CountStar, Node>&) {},
      [&](Like<Case, Node>& choice) {
        walk::visit_optional(choice.subject, visit);
        for (auto& branch : choice.branches) {
          visit(branch.when);
          visit(branch.then);
        }
        walk::visit_optional(choice.otherwise, visit);
      },
      [&](Like<ListComprehension, Node>& list) {
        visit(*list.list);
        walk::visit_optional(list.where, visit);
        walk::visit_optional(list.projection, visit);
      },
      [&](Like<PatternComprehension, Node>& list) {
        visit(*list.pattern);
        walk::visit_optional(list.where, visit);
        visit(*list.projection);
      },
      [&](Like<Quantifier, Node>& quantifier) {
        visit(*quantifier.list);
        walk::visit_optional(quantifier.where, visit);
      },
      [&](Like<Reduce, Node>& reduce) {
        visit(*reduce.initial);
        visit(*reduce.list);
        visit(*reduce.body);
      },
      [&](Like<MapProjection, Node>& projection) {
        visit(*projection.object);
        for (auto& item : projection.items) walk::visit_optional(item.value, visit);
      },
      [&](Like<SubqueryExpr, Node>& subquery) { visit(*subquery.query); },
      [&](Like<PatternExpr, Node>& pattern) { visit(*pattern.pattern); });
}

// ---- Clauses, queries, statements ---------------------------------------------------------------

template <walk::Is<Clause> Node, typename Visit>
void for_each_child(Node& clause, Visit&& visit) {
  using walk::Like;
  match(
      clause.node,
      [&](Like<Match, Node>& match_clause) {
        walk::visit_all(match_clause.pattern, visit);
        walk::visit_optional(match_clause.where, visit);
      },
      [&](Like<Create, Node>& create) { walk::visit_all(create.pattern, visit); },
      [&](Like<Merge, Node>& merge) {
        visit(merge.pattern);
        for (auto& action : merge.actions) {
          for (auto& item : action.items) walk::visit_set_item(item, visit);
        }
      },
      [&](Like<Set, Node>& set) {
        for (auto& item : set.items) walk::visit_set_item(item, visit);
      },
      [&](Like<Remove, Node>& remove) {
        for (auto& item : remove.items) {
          match(
              item, [&](Like<RemoveProperty, Node>& property) { visit(property.target); },
              [&](Like<RemoveLabels, Node>& labels) {
                visit(labels.target);
                for (auto& label : labels.labels) walk::visit_labels(label, visit);
              });
        }
      },
      [&](Like<Delete, Node>& deletion) { walk::visit_all(deletion.targets, visit); },
      [&](Like<Unwind, Node>& unwind) { visit(unwind.list); },
      [&](Like<With, Node>& with) {
        walk::visit_projection(with.projection, visit);
        walk::visit_optional(with.where, visit);
      },
      [&](Like<Return, Node>& result) { walk::visit_projection(result.projection, visit); },
      [&](Like<Foreach, Node>& loop) {
        visit(loop.list);
        walk::visit_all(loop.body, visit);
      },
      [&](Like<CallSubquery, Node>& call) {
        visit(*call.query);
        if (call.in_transactions) walk::visit_optional(call.in_transactions->rows, visit);
      },
      [&](Like<CallProcedure, Node>& call) {
        if (call.arguments) walk::visit_all(*call.arguments, visit);
        walk::visit_optional(call.where, visit);
      });
}

template <walk::Is<Query> Node, typename Visit>
void for_each_child(Node& query, Visit&& visit) {
  for (auto& part : query.parts) walk::visit_all(part.clauses, visit);
}

template <walk::Is<Statement> Node, typename Visit>
void for_each_child(Node& statement, Visit&& visit) {
  if (auto* query = std::get_if<Query>(&statement.body)) visit(*query);
}

// Visits all nodes below, each before its children. The visitor may replace a node: then the
// children of the new one are visited.
template <typename Node, typename Visit>
void for_each_descendant(Node& node, Visit&& visit) {
  for_each_child(node, [&visit](auto& child) {
    visit(child);
    for_each_descendant(child, visit);
  });
}

}  // namespace dinkel

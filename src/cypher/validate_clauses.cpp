// What each clause may contain.
#include <algorithm>
#include <utility>

#include "base/match.h"
#include "cypher/validator.h"

namespace dinkel {

namespace {

bool may_be(Type type, Kinds kinds) {
  return type.kinds.meets(kinds | Kind::Null);
}

}  // namespace

void Validator::clause(const Clause& clause, const QueryContext& context) {
  const Origin origin = clause.origin;
  match(
      clause.node,
      [&](const Match& read) {
        QueryContext inner = context;
        match_pattern(read.pattern, inner);
        predicate(read.where, inner);
      },
      [&](const Create& create) { create_pattern(create.pattern, context, false); },
      [&](const Merge& merge) {
        create_pattern({&merge.pattern, 1}, context, true);
        QueryContext inner = context;
        declare_pattern(inner, merge.pattern, false);
        for (const MergeAction& action : merge.actions) {
          for (const SetItem& item : action.items) set_item(item, inner);
        }
      },
      [&](const Set& set) {
        for (const SetItem& item : set.items) set_item(item, context);
      },
      [&](const Remove& remove) {
        for (const RemoveItem& item : remove.items) remove_item(item, context);
      },
      [&](const Delete& remove) {
        for (const Expr& target : remove.targets) delete_target(target, context);
      },
      [&](const Unwind& list) { unwind(list, origin, context); },
      [&](const With& with) { projection(with.projection, &with.where, origin, context, true); },
      [&](const Return& end) { projection(end.projection, nullptr, origin, context, false); },
      [&](const Foreach& loop) { foreach_clause(loop, origin, context); },
      [&](const CallSubquery& call) { call_subquery(call, origin, context); },
      [&](const CallProcedure& call) { call_procedure(call, origin, context); });
}

void Validator::entity_target(const Expr& target, const QueryContext& context) {
  expr(target, {context});
  const Type type = type_of(target, context);
  if (!may_be(type, kinds::entity)) {
    refuse(ErrorDetail::InvalidArgumentType, target.origin,
           "only nodes and relationships have properties and labels to change, this is " +
               to_text(type));
  }
}

void Validator::property_target(const Expr& target, const QueryContext& context) {
  if (const auto* property = std::get_if<Property>(&target.node)) {
    entity_target(*property->object, context);
  } else if (const auto* subscript = std::get_if<Subscript>(&target.node)) {
    entity_target(*subscript->object, context);
    expr(*subscript->index, {context});
  } else {
    refuse(ErrorDetail::UnexpectedSyntax, target.origin, "this is not a property");
  }
}

void Validator::set_labels(const std::vector<LabelExpr>& labels, const Expr& target,
                           const QueryContext& context) {
  entity_target(target, context);
  for (const LabelExpr& label : labels) {
    const bool plain = std::holds_alternative<LabelName>(label.node) ||
                       std::holds_alternative<LabelDynamic>(label.node);
    if (!plain) {
      refuse(ErrorDetail::UnexpectedSyntax, target.origin,
             "only labels by name can be set and removed");
    }
    label_expr(label, context);
  }
}

void Validator::set_item(const SetItem& item, const QueryContext& context) {
  match(
      item,
      [&](const SetProperty& set) {
        property_target(set.target, context);
        expr(set.value, {context});
      },
      [&](const SetProperties& set) {
        entity_target(set.target, context);
        expr(set.value, {context});
        const Type type = type_of(set.value, context);
        if (!may_be(type, kinds::entity | Kind::Map)) {
          refuse(ErrorDetail::InvalidArgumentType, set.value.origin,
                 "properties come from a map, a node or a relationship, this is " + to_text(type));
        }
      },
      [&](const SetLabels& set) { set_labels(set.labels, set.target, context); });
}

void Validator::remove_item(const RemoveItem& item, const QueryContext& context) {
  match(
      item, [&](const RemoveProperty& remove) { property_target(remove.target, context); },
      [&](const RemoveLabels& remove) { set_labels(remove.labels, remove.target, context); });
}

void Validator::delete_target(const Expr& target, const QueryContext& context) {
  if (std::holds_alternative<LabelCheck>(target.node)) {
    refuse(ErrorDetail::InvalidDelete, target.origin,
           "DELETE takes nodes, relationships and paths; labels go with REMOVE");
  }
  expr(target, {context});
  const Type type = type_of(target, context);
  if (!may_be(type, kinds::entity | Kind::Path)) {
    refuse(ErrorDetail::InvalidArgumentType, target.origin,
           "DELETE takes nodes, relationships and paths, this is " + to_text(type));
  }
}

void Validator::unwind(const Unwind& unwind, Origin origin, const QueryContext& context) {
  expr(unwind.list, {context});
  if (context.find(unwind.variable) != nullptr) {
    refuse(ErrorDetail::VariableAlreadyBound, origin,
           "variable " + ticked(unwind.variable) + " is already defined");
  }
}

void Validator::foreach_clause(const Foreach& loop, Origin origin, const QueryContext& context) {
  list_operand(loop.list, {context});
  if (context.find(loop.variable) != nullptr) {
    refuse(ErrorDetail::VariableAlreadyBound, origin,
           "variable " + ticked(loop.variable) + " is already defined");
  }
  GraphState state;
  state.context = foreach_context(context, loop);
  for (const Clause& item : loop.body) {
    if (!is_update(item)) {
      refuse(ErrorDetail::InvalidClauseComposition, item.origin,
             std::string(clause_name(item)) + " cannot stand in FOREACH, which only writes");
    }
    clause(item, state.context);
    advance(state, item);
  }
}

void Validator::call_subquery(const CallSubquery& call, Origin origin,
                              const QueryContext& context) {
  if (call.scope) {
    std::vector<std::string_view> seen;
    for (const std::string& name : call.scope->variables) {
      variable(name, origin, context);
      if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
        refuse(ErrorDetail::VariableAlreadyBound, origin,
               "variable " + ticked(name) + " is imported twice");
      }
      seen.push_back(name);
    }
  }
  if (call.in_transactions) in_transactions(call, origin, context);
  const bool was_standalone = std::exchange(standalone_, false);
  ++calls_;
  const std::vector<std::string> columns = query(*call.query, QueryKind::Call, context, &call);
  --calls_;
  standalone_ = was_standalone;
  for (const std::string& column : columns) {
    if (context.find(column) == nullptr) continue;
    refuse(ErrorDetail::VariableAlreadyBound, origin,
           "the subquery returns " + ticked(column) + ", which is already defined outside of it");
  }
}

void Validator::in_transactions(const CallSubquery& call, Origin origin,
                                const QueryContext& context) {
  const InTransactions& options = *call.in_transactions;
  if (calls_ > 0 || read_only_ > 0) {
    refuse(ErrorDetail::InvalidClauseComposition, origin,
           "CALL IN TRANSACTIONS cannot stand within another subquery");
  }
  if (in_union_ || wrote_) {
    refuse(ErrorDetail::InvalidClauseComposition, origin,
           wrote_ ? "CALL IN TRANSACTIONS cannot follow a clause that writes"
                  : "CALL IN TRANSACTIONS cannot stand in a UNION");
  }
  if (options.rows) {
    const Expr& rows = **options.rows;
    row_count(options.rows, "IN TRANSACTIONS OF");
    const auto* number = std::get_if<IntegerLiteral>(&rows.node);
    if (number != nullptr && number->value == 0) {
      refuse(ErrorDetail::InvalidArgumentType, rows.origin,
             "IN TRANSACTIONS OF needs a positive number of rows");
    }
  }
  if (options.report_as.empty()) return;
  if (options.on_error != OnTransactionError::Continue &&
      options.on_error != OnTransactionError::Break) {
    refuse(ErrorDetail::InvalidClauseComposition, origin,
           "REPORT STATUS needs ON ERROR CONTINUE or ON ERROR BREAK");
  }
  if (context.find(options.report_as) != nullptr) {
    refuse(ErrorDetail::VariableAlreadyBound, origin,
           "variable " + ticked(options.report_as) + " is already defined");
  }
}

}  // namespace dinkel

// The printer's chapter on clauses, queries and statements.
#include <utility>

#include "base/match.h"
#include "cypher/printer.h"

namespace dinkel {

void Printer::separate() {
  if (layout_ == Layout::Compact) return out_.push_back(' ');
  out_.push_back('\n');
  out_.append(static_cast<std::size_t>(indentation_) * 2, ' ');
}

void Printer::print(const Statement& statement) {
  if (statement.has_cypher_prefix) {
    text("CYPHER ");
    for (const CypherOption& option : statement.options) {
      if (!option.name.empty()) {
        name(option.name);
        out_.push_back('=');
      }
      text(option.value);
      out_.push_back(' ');
    }
  }
  if (statement.mode == StatementMode::Explain) text("EXPLAIN ");
  if (statement.mode == StatementMode::Profile) text("PROFILE ");
  match(
      statement.body, [&](const Query& query) { print(query); },
      [&](const CreateIndex& index) { create_index(index); },
      [&](const DropIndex& index) { drop_index(index); },
      [&](const CreateConstraint& constraint) { create_constraint(constraint); },
      [&](const DropConstraint& constraint) { drop_constraint(constraint); });
}

void Printer::print(const Query& query) {
  for (std::size_t i = 0; i < query.parts.size(); ++i) {
    if (i > 0) {
      separate();
      text(query.union_all[i - 1] ? "UNION ALL" : "UNION");
      separate();
    }
    bool first = true;
    for (const Clause& clause : query.parts[i].clauses) {
      if (!first) separate();
      first = false;
      print(clause);
    }
  }
}

void Printer::print(const Clause& clause) {
  match(
      clause.node,
      [&](const Match& part) {
        text(part.optional ? "OPTIONAL MATCH " : "MATCH ");
        pattern(part.pattern);
        where(part.where);
      },
      [&](const Create& part) {
        text("CREATE ");
        pattern(part.pattern);
      },
      [&](const Merge& part) { merge(part); },
      [&](const Set& part) {
        text("SET ");
        set_items(part.items);
      },
      [&](const Remove& part) { remove(part); },
      [&](const Delete& part) {
        text(part.detach ? "DETACH DELETE " : "DELETE ");
        list(part.targets, [&](const Expr& target) { print(target); });
      },
      [&](const Unwind& part) {
        text("UNWIND ");
        print(part.list);
        text(" AS ");
        name(part.variable);
      },
      [&](const With& part) {
        text("WITH ");
        projection(part.projection);
        where(part.where);
      },
      [&](const Return& part) {
        text("RETURN ");
        projection(part.projection);
      },
      [&](const Foreach& part) { foreach (part); },
      [&](const CallSubquery& part) { call_subquery(part); },
      [&](const CallProcedure& part) { call_procedure(part); });
}

// ---- Writing ------------------------------------------------------------------------------------

void Printer::merge(const Merge& part) {
  text("MERGE ");
  print(part.pattern);
  ++indentation_;
  for (const MergeAction& action : part.actions) {
    separate();
    text(action.event == MergeEvent::OnCreate ? "ON CREATE SET " : "ON MATCH SET ");
    set_items(action.items);
  }
  --indentation_;
}

void Printer::set_items(const std::vector<SetItem>& items) {
  list(items, [&](const SetItem& item) {
    match(
        item,
        [&](const SetProperty& set) {
          print(set.target, Level::Postfix);
          text(" = ");
          print(set.value);
        },
        [&](const SetProperties& set) {
          // The tree of SET (n.a) = 1 is SetProperty: a target here is never a bare property.
          print(set.target, Level::Postfix);
          text(set.add ? " += " : " = ");
          print(set.value);
        },
        [&](const SetLabels& set) {
          print(set.target, Level::Postfix);
          label_list(set.labels);
        });
  });
}

void Printer::label_list(const std::vector<LabelExpr>& labels) {
  for (const LabelExpr& label : labels) {
    out_.push_back(':');
    print_labels(label);
  }
}

void Printer::remove(const Remove& part) {
  text("REMOVE ");
  list(part.items, [&](const RemoveItem& item) {
    match(
        item, [&](const RemoveProperty& property) { print(property.target, Level::Postfix); },
        [&](const RemoveLabels& labels) {
          print(labels.target, Level::Postfix);
          label_list(labels.labels);
        });
  });
}

void Printer::foreach (const Foreach& loop) {
  text("FOREACH (");
  name(loop.variable);
  text(" IN ");
  before_bar(loop.list);
  text(" |");
  ++indentation_;
  for (const Clause& clause : loop.body) {
    separate();
    print(clause);
  }
  --indentation_;
  if (layout_ == Layout::Pretty) separate();
  out_.push_back(')');
}

// ---- Reading ------------------------------------------------------------------------------------

void Printer::projection(const Projection& part) {
  if (part.distinct) text("DISTINCT ");
  if (part.star) text(part.items.empty() ? "*" : "*, ");
  list(part.items, [&](const ProjectionItem& item) {
    print(item.value);
    if (item.alias.empty()) return;
    text(" AS ");
    name(item.alias);
  });
  if (!part.order_by.empty()) {
    text(" ORDER BY ");
    list(part.order_by, [&](const SortItem& item) {
      print(item.value);
      if (item.descending) text(" DESC");
    });
  }
  if (part.skip) {
    text(" SKIP ");
    print(**part.skip);
  }
  if (part.limit) {
    text(" LIMIT ");
    print(**part.limit);
  }
}

void Printer::braced(const Query& query) {
  out_.push_back('{');
  ++indentation_;
  separate();
  print(query);
  --indentation_;
  separate();
  out_.push_back('}');
}

void Printer::call_subquery(const CallSubquery& call) {
  text(call.optional ? "OPTIONAL CALL " : "CALL ");
  if (call.scope) {
    out_.push_back('(');
    if (call.scope->star) out_.push_back('*');
    list(call.scope->variables, [&](const std::string& variable) { name(variable); });
    text(") ");
  }
  braced(*call.query);
  if (!call.in_transactions) return;
  const InTransactions& transactions = *call.in_transactions;
  text(" IN TRANSACTIONS");
  if (transactions.rows) {
    text(" OF ");
    print(**transactions.rows);
    text(" ROWS");
  }
  switch (transactions.on_error) {
    case OnTransactionError::Unspecified:
      break;
    case OnTransactionError::Continue:
      text(" ON ERROR CONTINUE");
      break;
    case OnTransactionError::Break:
      text(" ON ERROR BREAK");
      break;
    case OnTransactionError::Fail:
      text(" ON ERROR FAIL");
      break;
  }
  if (!transactions.report_as.empty()) {
    text(" REPORT STATUS AS ");
    name(transactions.report_as);
  }
}

void Printer::call_procedure(const CallProcedure& call) {
  text("CALL ");
  dotted_name(call.name, false);
  if (call.arguments) {
    out_.push_back('(');
    list(*call.arguments, [&](const Expr& argument) { print(argument); });
    out_.push_back(')');
  }
  if (!call.has_yield) return;
  text(" YIELD ");
  if (call.yield_star) {
    out_.push_back('*');
  } else if (call.yield.empty()) {
    out_.push_back('-');
  }
  list(call.yield, [&](const YieldItem& item) {
    name(item.field);
    if (item.alias.empty()) return;
    text(" AS ");
    name(item.alias);
  });
  where(call.where);
}

}  // namespace dinkel

// The parser's chapter on clauses.
#include "cypher/parser.h"

namespace dinkel {

bool Parser::at_clause(std::size_t ahead) const {
  switch (peek(ahead).keyword) {
    case Keyword::Match:
    case Keyword::Optional:
    case Keyword::Create:
    case Keyword::Merge:
    case Keyword::Set:
    case Keyword::Remove:
    case Keyword::Delete:
    case Keyword::Detach:
    case Keyword::NoDetach:
    case Keyword::Unwind:
    case Keyword::With:
    case Keyword::Return:
    case Keyword::Foreach:
    case Keyword::Call:
      return !at(TokenKind::Equal, ahead + 1);
    default:
      return false;
  }
}

Clause Parser::parse_clause() {
  Clause clause;
  clause.origin.offset = here();
  clause.node = parse_clause_node();
  return clause;
}

Clause::Node Parser::parse_clause_node() {
  if (accept(Keyword::Call)) return parse_call(false);
  if (accept(Keyword::Optional, Keyword::Call)) return parse_call(true);
  if (at(Keyword::Match) || at(Keyword::Optional)) return parse_match();
  if (accept(Keyword::Create)) return Create{parse_pattern()};
  if (accept(Keyword::Merge)) return parse_merge();
  if (accept(Keyword::Set)) return Set{parse_set_items()};
  if (accept(Keyword::Remove)) {
    Remove remove;
    do {
      remove.items.push_back(parse_remove_item());
    } while (accept(TokenKind::Comma));
    return remove;
  }
  if (at(Keyword::Delete) || at(Keyword::Detach) || at(Keyword::NoDetach)) return parse_delete();
  if (accept(Keyword::Unwind)) return parse_unwind();
  if (accept(Keyword::With)) {
    With with;
    with.projection = parse_projection();
    with.where = parse_where();
    return with;
  }
  if (accept(Keyword::Return)) return Return{parse_projection()};
  if (accept(Keyword::Foreach)) return parse_foreach();
  fail_expected("a clause such as MATCH, CREATE or RETURN");
  return Return{};
}

Match Parser::parse_match() {
  Match match;
  match.optional = accept(Keyword::Optional);
  expect(Keyword::Match, "MATCH or CALL");
  match.pattern = parse_pattern();
  match.where = parse_where();
  return match;
}

// ---- Writing ------------------------------------------------------------------------------------

Merge Parser::parse_merge() {
  Merge merge;
  merge.pattern = parse_pattern_part();
  while (accept(Keyword::On)) {
    MergeAction action;
    if (accept(Keyword::Match)) {
      action.event = MergeEvent::OnMatch;
    } else {
      expect(Keyword::Create, "CREATE or MATCH");
    }
    expect(Keyword::Set, "SET");
    action.items = parse_set_items();
    merge.actions.push_back(std::move(action));
  }
  return merge;
}

std::vector<SetItem> Parser::parse_set_items() {
  std::vector<SetItem> items;
  do {
    items.push_back(parse_set_item());
  } while (accept(TokenKind::Comma));
  return items;
}

SetItem Parser::parse_set_item() {
  Expr target = parse_postfix(false);
  if (at(TokenKind::Colon) || at(Keyword::Is)) {
    return SetLabels{std::move(target), parse_label_list()};
  }
  if (accept(TokenKind::PlusEqual)) return SetProperties{std::move(target), parse_expr(), true};
  expect(TokenKind::Equal, "`=`, `+=` or `:`");
  const bool property = std::holds_alternative<Property>(target.node) ||
                        std::holds_alternative<Subscript>(target.node);
  if (property) return SetProperty{std::move(target), parse_expr()};
  return SetProperties{std::move(target), parse_expr(), false};
}

RemoveItem Parser::parse_remove_item() {
  Expr target = parse_postfix(false);
  if (at(TokenKind::Colon) || at(Keyword::Is)) {
    return RemoveLabels{std::move(target), parse_label_list()};
  }
  const bool property = std::holds_alternative<Property>(target.node) ||
                        std::holds_alternative<Subscript>(target.node);
  if (!property) fail_expected("`.` and a property key, or `:` and a label");
  return RemoveProperty{std::move(target)};
}

// :A:B, IS A, :$(expr), each a LabelName or a LabelDynamic.
std::vector<LabelExpr> Parser::parse_label_list() {
  std::vector<LabelExpr> labels;
  while (accept(TokenKind::Colon) || accept(Keyword::Is)) {
    const bool dynamic = at(TokenKind::Dollar);
    if (!dynamic && !is_any_name(peek())) fail_expected("a label");
    labels.push_back(parse_label_atom());
  }
  return labels;
}

Delete Parser::parse_delete() {
  Delete result;
  result.detach = accept(Keyword::Detach);
  if (!result.detach) accept(Keyword::NoDetach);
  expect(Keyword::Delete, "DELETE");
  do {
    result.targets.push_back(parse_expr());
  } while (accept(TokenKind::Comma));
  return result;
}

Foreach Parser::parse_foreach() {
  const Nesting nesting(*this);
  Foreach result;
  expect(TokenKind::LeftParen, "`(`");
  result.variable = parse_variable();
  expect(Keyword::In, "IN");
  result.list = parse_before_bar();
  expect(TokenKind::Bar, "`|`");
  do {
    result.body.push_back(parse_clause());
  } while (at_clause());
  expect(TokenKind::RightParen, "an updating clause or `)`");
  return result;
}

// ---- Reading ------------------------------------------------------------------------------------

Unwind Parser::parse_unwind() {
  Unwind unwind;
  unwind.list = parse_expr();
  expect(Keyword::As, "AS");
  unwind.variable = parse_variable();
  return unwind;
}

Projection Parser::parse_projection() {
  Projection projection;
  projection.distinct = accept(Keyword::Distinct);
  projection.star = accept(TokenKind::Star);
  if (!projection.star || accept(TokenKind::Comma)) {
    do {
      projection.items.push_back(parse_projection_item());
    } while (accept(TokenKind::Comma));
  }
  if (accept(Keyword::Order)) {
    expect(Keyword::By, "BY");
    do {
      SortItem item;
      item.value = parse_expr();
      item.descending = accept(Keyword::Desc) || accept(Keyword::Descending);
      if (!item.descending && !accept(Keyword::Asc)) accept(Keyword::Ascending);
      projection.order_by.push_back(std::move(item));
    } while (accept(TokenKind::Comma));
  }
  if (accept(Keyword::Skip) || accept(Keyword::Offset)) projection.skip = parse_expr();
  if (accept(Keyword::Limit)) projection.limit = parse_expr();
  return projection;
}

ProjectionItem Parser::parse_projection_item() {
  const std::size_t first = position_;
  ProjectionItem item;
  item.value = parse_expr();
  item.source = text_since(first);
  if (accept(Keyword::As)) item.alias = parse_variable();
  return item;
}

// ---- CALL ---------------------------------------------------------------------------------------

Clause::Node Parser::parse_call(bool optional) {
  if (at(TokenKind::LeftBrace) || at(TokenKind::LeftParen)) return parse_call_subquery(optional);
  if (optional) {
    fail_expected("`{` or `(`");
    return CallSubquery{};
  }
  return parse_call_procedure();
}

CallSubquery Parser::parse_call_subquery(bool optional) {
  CallSubquery call;
  call.optional = optional;
  if (accept(TokenKind::LeftParen)) {
    ScopeClause scope;
    scope.star = accept(TokenKind::Star);
    if (!scope.star && !at(TokenKind::RightParen)) {
      do {
        scope.variables.push_back(parse_variable());
      } while (accept(TokenKind::Comma));
    }
    expect(TokenKind::RightParen, "`)`");
    call.scope = std::move(scope);
  }
  *call.query = parse_braced_query();
  if (at(Keyword::In)) call.in_transactions = parse_in_transactions();
  return call;
}

InTransactions Parser::parse_in_transactions() {
  InTransactions result;
  next();
  expect(Keyword::Transactions, "TRANSACTIONS");
  if (accept(Keyword::Of)) {
    result.rows = parse_expr();
    if (!accept(Keyword::Row)) expect(Keyword::Rows, "ROWS");
  }
  if (accept(Keyword::On)) {
    expect(Keyword::Error, "ERROR");
    if (accept(Keyword::Continue)) {
      result.on_error = OnTransactionError::Continue;
    } else if (accept(Keyword::Break)) {
      result.on_error = OnTransactionError::Break;
    } else {
      expect(Keyword::Fail, "CONTINUE, BREAK or FAIL");
      result.on_error = OnTransactionError::Fail;
    }
  }
  if (accept(Keyword::Report)) {
    expect(Keyword::Status, "STATUS");
    expect(Keyword::As, "AS");
    result.report_as = parse_variable();
  }
  return result;
}

CallProcedure Parser::parse_call_procedure() {
  CallProcedure call;
  call.name = parse_dotted_name("a procedure name");
  if (accept(TokenKind::LeftParen)) call.arguments = parse_arguments();
  if (!accept(Keyword::Yield)) return call;
  call.has_yield = true;
  if (accept(TokenKind::Star)) {
    call.yield_star = true;
  } else if (!accept(TokenKind::Minus)) {
    do {
      YieldItem item;
      item.field = parse_variable("a field of the procedure");
      if (accept(Keyword::As)) item.alias = parse_variable();
      call.yield.push_back(std::move(item));
    } while (accept(TokenKind::Comma));
  }
  call.where = parse_where();
  return call;
}

}  // namespace dinkel

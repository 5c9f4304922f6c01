// What is known of a statement before it is rewritten (rule.h).
#include <algorithm>

#include "cypher/functions.h"
#include "cypher/walk.h"
#include "rewrite/inspect.h"
#include "rewrite/sites.h"

namespace dinkel {

StatementFacts facts_of(const Statement& statement, const GraphSchema& before) {
  StatementFacts facts;
  facts.statement = &statement;
  const auto* query = std::get_if<Query>(&statement.body);
  if (query != nullptr && !writes(*query)) {
    facts.schema = before;
    return facts;
  }
  GraphState state;
  state.schema = before;
  advance(state, statement);
  facts.schema = std::move(state.schema);
  return facts;
}

const StatementFacts::Looked& StatementFacts::looked() const {
  if (looked_) return *looked_;
  Looked found;
  for_each_clause(*statement, [&](const Clause& clause) {
    found.deletes = found.deletes || std::holds_alternative<Delete>(clause.node);
    const Projection* projection = projection_of(clause);
    if (projection != nullptr && (projection->limit || projection->skip)) found.limits = true;
    const auto* call = std::get_if<CallSubquery>(&clause.node);
    if (call != nullptr && call->in_transactions) found.in_transactions = true;
  });
  for_each_expr(*statement, [&](const Expr& expr) {
    const auto* call = std::get_if<FunctionCall>(&expr.node);
    if (call == nullptr) return;
    for (const Function* function : functions_named(call->name)) {
      found.observes_ids = found.observes_ids || function->traits.observes_id;
    }
  });
  looked_ = found;
  return *looked_;
}

std::uint32_t StatementFacts::largest_number() const {
  if (largest_number_) return *largest_number_;
  std::uint32_t largest = 0;
  for (const std::string& name : names_in(*statement)) {
    std::uint32_t number = 0;
    std::uint32_t scale = 1;
    for (std::size_t i = name.size(); i > 0 && scale < 100'000'000; --i, scale *= 10) {
      const char digit = name[i - 1];
      if (digit < '0' || digit > '9') break;
      number += scale * static_cast<std::uint32_t>(digit - '0');
    }
    largest = std::max(largest, number);
  }
  largest_number_ = largest;
  return largest;
}

}  // namespace dinkel

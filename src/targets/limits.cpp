#include "targets/limits.h"

#include <array>
#include <cmath>

#include "cypher/walk.h"

namespace dinkel {

namespace {

bool any_expr(const Statement& statement, const std::function<bool(const Expr&)>& holds) {
  bool found = false;
  for_each_expr(statement, [&](const Expr& expr) { found = found || holds(expr); });
  return found;
}

bool any_query(const Statement& statement, const std::function<bool(const Query&)>& holds) {
  bool found = false;
  if (const auto* query = std::get_if<Query>(&statement.body)) found = holds(*query);
  for_each_clause(statement, [&](const Clause& clause) {
    if (const auto* call = std::get_if<CallSubquery>(&clause.node)) {
      found = found || holds(*call->query);
    }
  });
  return found;
}

bool has_star_in_union(const Statement& statement) {
  return any_query(statement, [](const Query& query) {
    if (query.parts.size() < 2) return false;
    for (const SingleQuery& part : query.parts) {
      const Return* result =
          part.clauses.empty() ? nullptr : std::get_if<Return>(&part.clauses.back().node);
      if (result != nullptr && result->projection.star) return true;
    }
    return false;
  });
}

bool has_tiny_float(const Statement& statement) {
  return any_expr(statement, [](const Expr& expr) {
    const auto* number = std::get_if<FloatLiteral>(&expr.node);
    return number != nullptr && std::fpclassify(number->value) == FP_SUBNORMAL;
  });
}

bool has_late_match(const Statement& statement) {
  return any_query(statement, [](const Query& query) {
    for (const SingleQuery& part : query.parts) {
      bool after_optional = false;
      for (const Clause& clause : part.clauses) {
        if (const auto* match = std::get_if<Match>(&clause.node)) {
          if (after_optional && !match->optional) return true;
          after_optional = after_optional || match->optional;
        }
        if (std::holds_alternative<With>(clause.node)) after_optional = false;
      }
    }
    return false;
  });
}

bool has_created_path(const Statement& statement) {
  bool found = false;
  for_each_clause(statement, [&](const Clause& clause) {
    const auto* create = std::get_if<Create>(&clause.node);
    if (create == nullptr) return;
    for (const PatternPart& part : create->pattern) {
      found = found || !part.path_variable.empty();
    }
  });
  return found;
}

void add_signs(const LabelExpr& labels, bool is_outermost, bool& colon, bool& others) {
  if (const auto* all = std::get_if<LabelAnd>(&labels.node)) {
    bool simple = is_outermost;
    for (const LabelExpr& operand : all->operands) {
      simple = simple && (std::holds_alternative<LabelName>(operand.node) ||
                          std::holds_alternative<LabelDynamic>(operand.node));
    }
    (simple ? colon : others) = true;
  } else if (!std::holds_alternative<LabelName>(labels.node) &&
             !std::holds_alternative<LabelDynamic>(labels.node)) {
    others = true;
  }
}

// As the printer writes them: :A:B where all are names, and & beside the other signs.
bool has_mixed_label_signs(const Statement& statement) {
  bool colon = false;
  bool others = false;
  for_each_descendant(statement, [&](const auto& node) {
    using Node = std::remove_cvref_t<decltype(node)>;
    if constexpr (std::is_same_v<Node, NodePattern>) {
      if (node.labels) add_signs(*node.labels, true, colon, others);
    } else if constexpr (std::is_same_v<Node, Expr>) {
      if (const auto* check = std::get_if<LabelCheck>(&node.node)) {
        add_signs(check->labels, true, colon, others);
      }
    }
  });
  return colon && others;
}

bool has_mixed_lengths(const Statement& statement) {
  bool lengths = false;
  bool quantifiers = false;
  for_each_descendant(statement, [&](const auto& node) {
    using Node = std::remove_cvref_t<decltype(node)>;
    if constexpr (std::is_same_v<Node, RelationshipPattern>) {
      lengths = lengths || node.length.has_value();
      quantifiers = quantifiers || node.quantifier.has_value();
    } else if constexpr (std::is_same_v<Node, PathGroup>) {
      quantifiers = quantifiers || node.quantifier.has_value();
    }
  });
  return lengths && quantifiers;
}

constexpr std::array<LimitRow, 6> limits{{
    {"star-in-union", "RETURN * UNION ...: the order of the columns counts", has_star_in_union},
    {"mixed-lengths", "-[*1..2]-> beside quantified paths in one statement", has_mixed_lengths},
    {"mixed-label-signs", ":A:B beside :A|B, :!A or :% in one statement", has_mixed_label_signs},
    {"tiny-float", "numbers below the normal ones, 5e-324", has_tiny_float},
    {"match-after-optional-match", "OPTIONAL MATCH ... MATCH without a WITH between them",
     has_late_match},
    {"path-in-create", "CREATE p = (): the variable is not defined", has_created_path},
}};

}  // namespace

std::span<const LimitRow> all_limits() {
  return limits;
}

const LimitRow* find_limit(std::string_view name) {
  for (const LimitRow& row : limits) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace dinkel

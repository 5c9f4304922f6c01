#include "oracles/confirm.h"

#include <map>
#include <set>

#include "cypher/state.h"
#include "cypher/walk.h"
#include "graph/isomorphism.h"
#include "interpret/compare_answers.h"

namespace dinkel {

namespace {

// ---- What an answer hangs on --------------------------------------------------------------------

void add_variables(const PatternPart& part, std::set<std::string>& names) {
  names.insert(part.path_variable);
  for_each_descendant(part, [&](const auto& node) {
    using Node = std::remove_cvref_t<decltype(node)>;
    if constexpr (std::is_same_v<Node, NodePattern> || std::is_same_v<Node, RelationshipPattern>) {
      names.insert(node.variable);
    }
  });
}

bool has_star(const Clause& clause) {
  const auto* with = std::get_if<With>(&clause.node);
  const auto* result = std::get_if<Return>(&clause.node);
  const auto* call = std::get_if<CallSubquery>(&clause.node);
  return (with != nullptr && with->projection.star) ||
         (result != nullptr && result->projection.star) ||
         (call != nullptr && call->scope && call->scope->star);
}

// What each `*` shows, which is what is in scope where it stands.
void add_starred(const Query& query, std::size_t branch, QueryContext context,
                 std::set<std::string>& names) {
  for (const Clause& clause : query.parts[branch].clauses) {
    if (has_star(clause)) {
      for (const ScopedVariable& variable : context.variables()) names.insert(variable.name);
    }
    if (const auto* call = std::get_if<CallSubquery>(&clause.node)) {
      for (std::size_t i = 0; i < call->query->parts.size(); ++i) {
        add_starred(*call->query, i, subquery_context(context, *call, i), names);
      }
    }
    advance(context, clause, GraphSchema());
  }
}

// The variables that are used somewhere else than in the pattern of a MATCH.
std::set<std::string> referred_to(const Statement& statement) {
  std::set<std::string> names;
  if (const auto* query = std::get_if<Query>(&statement.body)) {
    for (std::size_t i = 0; i < query->parts.size(); ++i) {
      add_starred(*query, i, QueryContext(), names);
    }
  }
  for_each_expr(statement, [&](const Expr& expr) {
    if (const auto* variable = std::get_if<Variable>(&expr.node)) names.insert(variable->name);
    if (const auto* pattern = std::get_if<PatternExpr>(&expr.node)) {
      add_variables(*pattern->pattern, names);
    }
    if (const auto* pattern = std::get_if<PatternComprehension>(&expr.node)) {
      add_variables(*pattern->pattern, names);
    }
  });
  for_each_clause(statement, [&](const Clause& clause) {
    if (const auto* create = std::get_if<Create>(&clause.node)) {
      for (const PatternPart& part : create->pattern) add_variables(part, names);
    }
    if (const auto* merge = std::get_if<Merge>(&clause.node)) add_variables(merge->pattern, names);
    if (const auto* call = std::get_if<CallSubquery>(&clause.node); call && call->scope) {
      names.insert(call->scope->variables.begin(), call->scope->variables.end());
    }
  });
  return names;
}

// Of one MATCH: relationships and paths, and nodes inside of a path or where two of them meet.
void add_inner_variables(const Pattern& pattern, std::set<std::string>& names) {
  std::map<std::string, int> met;
  for (const PatternPart& part : pattern) {
    names.insert(part.path_variable);
    for (const PatternElement& element : part.elements) {
      const bool is_end = &element == &part.elements.front() || &element == &part.elements.back();
      if (const auto* node = std::get_if<NodePattern>(&element.node)) {
        if (++met[node->variable] > 1 || !is_end) names.insert(node->variable);
      } else if (const auto* hop = std::get_if<RelationshipPattern>(&element.node)) {
        names.insert(hop->variable);
      }
    }
  }
}

std::set<std::string> unseen_in(const Statement& statement) {
  std::set<std::string> unseen;
  const std::set<std::string> seen = referred_to(statement);
  for_each_clause(statement, [&](const Clause& clause) {
    if (const auto* match = std::get_if<Match>(&clause.node)) {
      add_inner_variables(match->pattern, unseen);
    }
  });
  std::erase_if(unseen,
                [&](const std::string& name) { return name.empty() || seen.contains(name); });
  return unseen;
}

// ---- Other readings -----------------------------------------------------------------------------

void add_to(Match& first, Match& second) {
  first.pattern.insert(first.pattern.end(), std::make_move_iterator(second.pattern.begin()),
                       std::make_move_iterator(second.pattern.end()));
  if (!second.where) return;
  if (first.where) {
    second.where = Box<Expr>(Expr{{}, Binary{BinaryOp::And, *first.where, *second.where}});
  }
  first.where = std::move(second.where);
}

// One MATCH of several that follow each other: where a relationship may be walked again, they say
// the same.
void join_matches(std::vector<Clause>& clauses) {
  std::vector<Clause> joined;
  for (Clause& clause : clauses) {
    auto* match = std::get_if<Match>(&clause.node);
    auto* before = joined.empty() ? nullptr : std::get_if<Match>(&joined.back().node);
    if (match != nullptr && before != nullptr && !match->optional && !before->optional) {
      add_to(*before, *match);
    } else {
      joined.push_back(std::move(clause));
    }
  }
  clauses = std::move(joined);
}

Statement with_joined_matches(Statement statement) {
  for_each_descendant(statement, [](auto& node) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(node)>, Query>) {
      for (SingleQuery& part : node.parts) join_matches(part.clauses);
    }
  });
  return statement;
}

struct Interpreted {
  Result<Answer, QueryError> answer;
  Graph graph;
};

Interpreted interpreted(const Statement& statement, Graph graph, const InterpretOptions& options) {
  auto answer = interpret(statement, graph, options);
  return {std::move(answer), std::move(graph)};
}

// As far as the answer to the original is determined: what a rule added may leave more open.
bool agree(const Interpreted& one, const Interpreted& other, const Determinism& determinism) {
  if (!one.answer.ok() || !other.answer.ok()) return false;
  return !rows_difference(one.answer->rows, other.answer->rows, determinism) &&
         (!determinism.graph || isomorphic(one.graph.entities(), other.graph.entities()));
}

bool is_read_one_way(const Statement& statement, const Interpreted& usual, const Graph& graph,
                     InterpretOptions options, const Determinism& determinism) {
  options.reading = PatternReading::Walks;
  if (!agree(usual, interpreted(statement, graph, options), determinism)) return false;
  options.reading = PatternReading::Ends;
  const Statement joined = with_joined_matches(statement);
  options.unseen = unseen_in(joined);
  return agree(usual, interpreted(joined, graph, options), determinism);
}

}  // namespace

Confirmation confirm(const StatementPair& pair, const Graph& graph, const Map& parameters,
                     const Dialect& dialect) {
  if (!pair.rewritten) return Confirmation::Holds;
  const InterpretOptions options = reference_options(parameters);
  const InterpretOptions other_options = reference_options(with_more(parameters, pair.parameters));
  const Interpreted original = interpreted(pair.original, graph, options);
  const Interpreted rewritten = interpreted(*pair.rewritten, graph, other_options);
  if (!original.answer.ok()) return Confirmation::ToldApart;
  const Determinism& determinism = original.answer->determinism;
  if (!agree(original, rewritten, determinism)) return Confirmation::ToldApart;
  if (!dialect.deviates(Deviation::UnreferencedRelationshipExists)) return Confirmation::Holds;
  return is_read_one_way(pair.original, original, graph, options, determinism) &&
                 is_read_one_way(*pair.rewritten, rewritten, graph, other_options, determinism)
             ? Confirmation::Holds
             : Confirmation::LeftOpen;
}

}  // namespace dinkel

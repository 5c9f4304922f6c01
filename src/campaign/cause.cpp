#include "campaign/cause.h"

#include "cypher/walk.h"
#include "interpret/compare_answers.h"
#include "reduce/reduce.h"

namespace dinkel {

namespace {

constexpr int max_runs = 400;
constexpr int plain_rounds = 4;

// What a statement may turn into while it shrinks: what fails may merely answer wrongly, and wrong
// rows may be a wrong graph. Nothing turns into a failure: most statements can be made to fail.
bool is_still_wrong(const Discrepancy& now, const Discrepancy& before) {
  const bool fails = now.kind == FindingKind::OnlyOneFails;
  return !fails || (now.kind == before.kind && now.normalised == before.normalised);
}

Clause return_of(const Expr& expr) {
  Clause clause{{}, Return()};
  std::get<Return>(clause.node).projection.items.push_back({expr, {}, {}});
  return clause;
}

Statement statement_of(std::vector<Clause> clauses) {
  Statement statement;
  Query query;
  query.parts.push_back({std::move(clauses)});
  statement.body = std::move(query);
  return statement;
}

// The expressions of a clause that are more than a value, from the largest to the smallest, seen
// into neither subqueries nor the bodies of FOREACH and CALL.
void collect_expressions(const Clause& clause, std::vector<Expr>& found) {
  const auto look = [&](const auto& self, const auto& node) -> void {
    using Node = std::remove_cvref_t<decltype(node)>;
    if constexpr (std::is_same_v<Node, Clause> || std::is_same_v<Node, Query>) {
      return;
    } else {
      if constexpr (std::is_same_v<Node, Expr>) {
        if (!is_plain_value(node)) found.push_back(node);
      }
      for_each_child(node, [&](const auto& child) { self(self, child); });
    }
  };
  for_each_child(clause, [&](const auto& child) { look(look, child); });
}

bool has_star(const Statement& statement) {
  bool found = false;
  for_each_clause(statement, [&](const Clause& clause) {
    const auto* result = std::get_if<Return>(&clause.node);
    found = found || (result != nullptr && result->projection.star);
  });
  return found;
}

Clause without_predicate(Clause clause) {
  if (auto* matching = std::get_if<Match>(&clause.node)) matching->where.reset();
  if (auto* with = std::get_if<With>(&clause.node)) with->where.reset();
  return clause;
}

// The forms that say less about where a bug shows, the plainest first: one expression by itself; a
// subquery by itself; the beginning of the query and one expression; its beginning.
std::vector<Statement> plainer_forms(const Statement& statement) {
  std::vector<Statement> forms;
  const auto* query = std::get_if<Query>(&statement.body);
  if (query == nullptr) return forms;
  std::vector<std::vector<Expr>> expressions;
  for (const SingleQuery& part : query->parts) {
    for (const Clause& clause : part.clauses) {
      collect_expressions(clause, expressions.emplace_back());
    }
  }
  for (const auto& some : expressions) {
    for (auto expr = some.rbegin(); expr != some.rend(); ++expr) {
      forms.push_back(statement_of({return_of(*expr)}));
    }
  }
  const Expr nothing{{}, NullLiteral()};
  for_each_expr(statement, [&](const Expr& expr) {
    const auto* subquery = std::get_if<SubqueryExpr>(&expr.node);
    if (subquery == nullptr || subquery->query->parts.size() != 1) return;
    std::vector<Clause> clauses = subquery->query->parts.front().clauses;
    if (!clauses.empty() && std::holds_alternative<Return>(clauses.back().node)) clauses.pop_back();
    clauses.push_back(return_of(nothing));
    forms.push_back(statement_of(std::move(clauses)));
  });
  if (query->parts.size() != 1) {
    for (const SingleQuery& part : query->parts) forms.push_back(statement_of(part.clauses));
    return forms;
  }
  const std::vector<Clause>& clauses = query->parts.front().clauses;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    std::vector<Clause> beginning(clauses.begin(),
                                  clauses.begin() + static_cast<std::ptrdiff_t>(i));
    const bool has_rows = std::holds_alternative<Match>(clauses[i].node) ||
                          std::holds_alternative<With>(clauses[i].node);
    if (has_rows) beginning.push_back(without_predicate(clauses[i]));
    for (auto expr = expressions[i].rbegin(); expr != expressions[i].rend(); ++expr) {
      beginning.push_back(return_of(*expr));
      forms.push_back(statement_of(beginning));
      beginning.pop_back();
    }
  }
  for (std::size_t i = 1; i < clauses.size(); ++i) {
    std::vector<Clause> beginning(clauses.begin(),
                                  clauses.begin() + static_cast<std::ptrdiff_t>(i));
    beginning.push_back(return_of(nothing));
    forms.push_back(statement_of(std::move(beginning)));
  }
  return forms;
}

std::string kind_of(const Outcome& outcome) {
  const Rows* rows = std::get_if<Rows>(&outcome);
  if (rows == nullptr || rows->rows.size() != 1 || rows->rows.front().size() != 1) return "";
  const Value& value = rows->rows.front().front();
  const bool is_boolean = type_name(value) == "Boolean";
  return is_boolean ? to_text(value) : std::string(type_name(value));
}

// "NULL, true" where null was right and true is what the database says: NOT NOT null is false on
// some, and NOT (null AND true) is true on others, which are two bugs.
std::string single_values(const Run& run) {
  const std::string right = kind_of(run.original.outcome);
  const std::string wrong = run.rewritten ? kind_of(run.rewritten->outcome) : "";
  return right.empty() || wrong.empty() ? "" : right + ", " + wrong;
}

class CauseFinder {
 public:
  CauseFinder(Session& session, const CaseOptions& options, const std::function<bool()>& stop)
      : session_(session), options_(options) {
    reducing_.max_runs = max_runs;
    reducing_.stop = stop;
  }

  std::optional<std::string> find(const OracleTest& test, const Judged& judged) {
    if (!judged.pair.rewritten) {  // the oracle that compares with the reference
      discrepancy_ = judged.discrepancy;
      return concluded({test.setup, test.parameters, judged.pair.original, {}, std::nullopt});
    }
    for (const bool swapped : {false, true}) {
      OracleTest both{test.setup, test.parameters, {}, {}, judged.pair};
      if (swapped) std::swap(both.fixed->original, *both.fixed->rewritten);
      both.statement = both.fixed->original;
      discrepancy_ = {};
      values_.clear();
      if (!is_wrong_beside(both)) continue;
      // While the other statement of the pair stays right, this one can hardly become wrong for
      // another reason.
      both =
          reduced(std::move(both), [this](const OracleTest& one) { return is_wrong_beside(one); });
      return concluded({both.setup, both.parameters, *both.fixed->rewritten, {}, std::nullopt});
    }
    return std::nullopt;
  }

 private:
  OracleTest reduced(OracleTest test, const Predicate& predicate) const {
    ReduceCounts ignored;
    return reduce(std::move(test), predicate, reducing_, ignored);
  }

  bool note(std::optional<Discrepancy> now) {
    if (!now || (discrepancy_ && !is_still_wrong(*now, *discrepancy_))) return false;
    discrepancy_ = std::move(now);
    return true;
  }

  bool is_wrong_beside(const OracleTest& test) {
    Judged judged =
        judge(test, *equivalence_, session_, options_.dialect.dialect, options_.confirm);
    if (!judged.run.reference_agrees) return false;
    const std::string values = single_values(judged.run);
    if (!values_.empty() && !values.empty() && values != values_) return false;
    if (!note(std::move(judged.discrepancy))) return false;
    values_ = values;
    return true;
  }

  bool is_wrong(const OracleTest& test) {
    return note(judge(test, *reference_, session_, options_.dialect.dialect, false).discrepancy);
  }

  std::optional<std::string> concluded(OracleTest wrong) {
    for (int round = 0; round < plain_rounds && make_plainer(wrong); ++round) {
    }
    if (discrepancy_->kind == FindingKind::OnlyOneFails)
      return std::nullopt;  // its error says more
    if (discrepancy_->difference.starts_with(columns_differ)) {
      return has_star(wrong.statement) ? "columns of *" : "columns";
    }
    return shape_of(wrong.statement);
  }

  bool make_plainer(OracleTest& wrong) {
    for (Statement& form : plainer_forms(wrong.statement)) {
      if (reducing_.stop && reducing_.stop()) return false;
      OracleTest plain = wrong;
      plain.statement = std::move(form);
      number_nodes(plain.statement);
      if (plain.statement == wrong.statement || !is_well_formed(plain) || !is_wrong(plain)) {
        continue;
      }
      wrong = std::move(plain);
      return true;
    }
    return false;
  }

  Session& session_;
  const CaseOptions& options_;
  ReduceOptions reducing_;
  std::unique_ptr<Oracle> reference_ = make_oracle("reference");
  std::unique_ptr<Oracle> equivalence_ = make_oracle("equivalence");
  std::optional<Discrepancy> discrepancy_;  // of the last test that was wrong
  std::string values_;                      // likewise, if each statement has a single value
};

}  // namespace

std::optional<std::string> find_cause(const OracleTest& test, const Judged& judged,
                                      Session& session, const CaseOptions& options,
                                      const std::function<bool()>& stop) {
  return CauseFinder(session, options, stop).find(test, judged);
}

}  // namespace dinkel

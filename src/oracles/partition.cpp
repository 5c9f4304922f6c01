// Partition: the rows of p, of NOT p and of p IS NULL together are all rows. Ternary logic
// partitioning (Rigger and Su, OOPSLA 2020), here as a pair of statements: the query without its
// predicate, and the UNION ALL of the query with each of the three.
//
// It needs no rule, and looks at a place that rules hardly touch: the evaluation of a predicate
// during a match. It applies to reading queries in one part whose clauses behind the predicate
// treat each row by itself.
#include <algorithm>

#include "cypher/validate.h"
#include "cypher/walk.h"
#include "oracles/oracle.h"

namespace dinkel {

namespace {

bool by_row(const Projection& projection) {
  if (projection.distinct || projection.skip || projection.limit || !projection.order_by.empty()) {
    return false;
  }
  for (const ProjectionItem& item : projection.items) {
    if (contains_aggregate(item.value)) return false;
  }
  return true;
}

// Whether each row that goes in makes its own rows, whatever the others are.
bool by_row(const Clause& clause) {
  if (const auto* with = std::get_if<With>(&clause.node)) return by_row(with->projection);
  if (const auto* result = std::get_if<Return>(&clause.node)) return by_row(result->projection);
  return std::holds_alternative<Match>(clause.node) || std::holds_alternative<Unwind>(clause.node);
}

// A pattern as a predicate may not stand before IS NULL.
bool can_be_asked(const OptionalExpr& where) {
  return where && !std::holds_alternative<PatternExpr>((*where)->node);
}

OptionalExpr* predicate_of(Clause& clause) {
  if (auto* matching = std::get_if<Match>(&clause.node)) {
    return matching->optional || !can_be_asked(matching->where) ? nullptr : &matching->where;
  }
  if (auto* with = std::get_if<With>(&clause.node)) {
    return by_row(with->projection) && can_be_asked(with->where) ? &with->where : nullptr;
  }
  return nullptr;
}

// The last clause that has a predicate and only clauses by row behind it.
std::optional<std::size_t> find_predicate(std::vector<Clause>& clauses) {
  if (clauses.empty() || !std::holds_alternative<Return>(clauses.back().node)) return std::nullopt;
  for (std::size_t i = clauses.size(); i-- > 0;) {
    if (predicate_of(clauses[i]) != nullptr) return i;
    if (!by_row(clauses[i])) return std::nullopt;
  }
  return std::nullopt;
}

// Three branches after each other are in no order, even if the rows of each are in one.
bool sorts(const Clause& clause) {
  const auto* with = std::get_if<With>(&clause.node);
  return with != nullptr && !with->projection.order_by.empty();
}

class PartitionOracle final : public Oracle {
 public:
  std::string_view name() const override { return "partition"; }

  std::optional<StatementPair> derive(const Statement& statement, const RewriteTrace& /*trace*/,
                                      const RewriteOptions& options) const override {
    const auto* query = std::get_if<Query>(&statement.body);
    if (query == nullptr || query->parts.size() != 1 || writes(*query)) return std::nullopt;
    if (!options.dialect->has(Feature::UnionAll)) return std::nullopt;
    // The three of them must ask the same question: not of rand(), nor of a row that LIMIT chose.
    if (!never_depends_on_order(statement)) return std::nullopt;
    SingleQuery all = query->parts.front();
    const auto place = find_predicate(all.clauses);
    if (!place || std::ranges::any_of(all.clauses, sorts)) return std::nullopt;
    // Columns without alias are named by their text, which must be the same in all branches.
    OptionalExpr& where = *predicate_of(all.clauses[*place]);
    const Expr predicate = **where;
    const auto with_predicate = [&](Expr::Node node) {
      SingleQuery branch = query->parts.front();
      *predicate_of(branch.clauses[*place]) = Box<Expr>(Expr{{}, std::move(node)});
      return branch;
    };
    Query parts;
    parts.parts.push_back(query->parts.front());
    parts.parts.push_back(with_predicate(Unary{UnaryOp::Not, predicate}));
    parts.parts.push_back(with_predicate(NullCheck{predicate, false}));
    parts.union_all = {true, true};
    where.reset();
    StatementPair pair{statement, statement};
    pair.original.body = Query{{std::move(all)}, {}};
    pair.rewritten->body = std::move(parts);
    return pair;
  }

  std::optional<Discrepancy> judge(const Run& run, const StatementPair& pair) const override {
    auto found = equivalence_->judge(run, pair);
    // The predicate may fail on rows that its query never meets: that proves nothing.
    if (found && found->kind != FindingKind::WrongRows) return std::nullopt;
    return found;
  }

 private:
  std::unique_ptr<Oracle> equivalence_ = make_equivalence_oracle();
};

}  // namespace

std::unique_ptr<Oracle> make_partition_oracle() {
  return std::make_unique<PartitionOracle>();
}

}  // namespace dinkel

// Equivalence: a statement and its rewritten form answer alike, and leave the same graph. The
// relation of the paper (section 3.4). It sees no bug that strikes both forms alike, and nothing
// where the answer is not determined.
//
// How far an answer is determined, the reference says after it ran the original. That holds for
// the target only where the target agrees with the reference on the original: where it does not,
// LIMIT may cut through other rows, and only statements whose answer never depends on an order are
// compared at all.
#include <algorithm>
#include <cmath>

#include "base/match.h"
#include "base/text.h"
#include "cypher/functions.h"
#include "cypher/walk.h"
#include "graph/isomorphism.h"
#include "interpret/compare_answers.h"
#include "oracles/oracle.h"
#include "oracles/value_forms.h"
#include "rewrite/inspect.h"

namespace dinkel {

namespace {

bool depends_on_chance(const Function* function) {
  const FunctionTraits& traits = function->traits;
  return traits.aggregate || traits.volatile_result || traits.observes_id || traits.unordered_list;
}

bool cuts(const Projection& projection) {
  return projection.skip.has_value() || projection.limit.has_value();
}

// Whether the statement holds an expression that could fail, if only it was evaluated. Which rows
// an expression meets is up to the plan: WHERE a.k = 1 AND b.k = date({year: 1, day: 3}) fails or
// does not.
bool may_fail(const Statement& statement) {
  bool may = false;
  for_each_expr(statement, [&](const Expr& expr) { may = may || !cannot_fail(expr); });
  return may;
}

// ceil(0) is 0 on FalkorDB, and 0.0 elsewhere. Rules know which numbers are floats; where the
// target has others, they prove nothing.
bool has_other_number_types(const Run& run) {
  if (run.reference_agrees) return false;
  const auto whole = [](const Value& value) {
    constexpr double exact = 9007199254740992.0;  // up to here a float holds every integer
    const auto* number = value.get_if<double>();
    const bool is_whole =
        number != nullptr && std::abs(*number) <= exact && *number == std::trunc(*number);
    return is_whole ? Value(static_cast<std::int64_t>(*number)) : value;
  };
  const Effect expected{run.expected->rows, run.expected_graph};
  return !difference_between(with_values_as(expected, whole), with_values_as(run.original, whole),
                             run.expected->determinism);
}

class EquivalenceOracle final : public Oracle {
 public:
  std::string_view name() const override { return "equivalence"; }
  bool uses_rules() const override { return true; }

  std::optional<Discrepancy> judge(const Run& run, const StatementPair& pair) const override {
    if (!run.rewritten || !run.expected) return std::nullopt;
    if (!run.reference_agrees && !never_depends_on_order(pair.original)) return std::nullopt;
    auto found = difference_between(run.original, *run.rewritten, run.expected->determinism);
    if (found && found->kind == FindingKind::OnlyOneFails &&
        run.rewritten->error_class == ErrorClass::Expected && may_fail(pair.original)) {
      return std::nullopt;
    }
    if (found && has_other_number_types(run)) return std::nullopt;
    return found;
  }
};

}  // namespace

bool never_depends_on_order(const Statement& statement) {
  const auto* query = std::get_if<Query>(&statement.body);
  if (query == nullptr || writes(*query)) return false;
  bool free = true;
  for_each_clause(statement, [&](const Clause& clause) {
    if (const auto* with = std::get_if<With>(&clause.node)) free = free && !cuts(with->projection);
    if (const auto* result = std::get_if<Return>(&clause.node)) {
      free = free && !cuts(result->projection);
    }
  });
  for_each_expr(statement, [&](const Expr& expr) {
    if (const auto* call = std::get_if<FunctionCall>(&expr.node)) {
      free = free && (same_function_name(call->name, "count") ||
                      std::ranges::none_of(functions_named(call->name), depends_on_chance));
    }
    if (const auto* subquery = std::get_if<SubqueryExpr>(&expr.node)) {
      free = free && subquery->kind != SubqueryKind::Collect;
    }
    free = free && !std::holds_alternative<PatternComprehension>(expr.node) &&
           !std::holds_alternative<PatternExpr>(expr.node);
  });
  return free;
}

std::optional<Discrepancy> difference_between(const Effect& original, const Effect& rewritten,
                                              const Determinism& determinism) {
  const Rows* expected = std::get_if<Rows>(&original.outcome);
  if (expected == nullptr) return std::nullopt;  // an invalid statement shows nothing
  if (const auto* error = std::get_if<DatabaseError>(&rewritten.outcome)) {
    if (!determinism.error || is_resource_error(*error)) return std::nullopt;
    // What the database does not have shows nothing, and internal errors have their own oracle.
    if (rewritten.error_class == ErrorClass::Unsupported ||
        rewritten.error_class == ErrorClass::Internal) {
      return std::nullopt;
    }
    return Discrepancy{FindingKind::OnlyOneFails,
                       "the rewritten statement fails: " + error->message,
                       normalise_error(error->code + " " + error->message)};
  }
  const Rows* actual = std::get_if<Rows>(&rewritten.outcome);
  if (actual == nullptr) return std::nullopt;  // crashes and hangs have their own oracles
  if (auto rows = rows_difference(*expected, *actual, determinism)) {
    return Discrepancy{FindingKind::WrongRows, *std::move(rows), {}};
  }
  if (!determinism.graph || !original.graph || !rewritten.graph) return std::nullopt;
  if (auto graph = difference(*original.graph, *rewritten.graph)) {
    return Discrepancy{FindingKind::WrongGraph, *std::move(graph), {}};
  }
  return std::nullopt;
}

std::unique_ptr<Oracle> make_equivalence_oracle() {
  return std::make_unique<EquivalenceOracle>();
}

}  // namespace dinkel

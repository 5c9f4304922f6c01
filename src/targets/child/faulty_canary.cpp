#include "targets/child/faulty_canary.h"

#include <unistd.h>

#include <cstdlib>

#include "cypher/parse.h"
#include "cypher/walk.h"

namespace dinkel {

namespace {

constexpr std::size_t leaked_bytes = 1 << 20;

struct Features {
  bool merge = false;
  bool deletion = false;
  bool unwind = false;
  bool optional_match = false;
  bool subquery = false;
};

Features features_of(const Statement& statement) {
  Features features;
  for_each_clause(statement, [&](const Clause& clause) {
    features.merge = features.merge || std::holds_alternative<Merge>(clause.node);
    features.deletion = features.deletion || std::holds_alternative<Delete>(clause.node);
    features.unwind = features.unwind || std::holds_alternative<Unwind>(clause.node);
    const auto* matching = std::get_if<Match>(&clause.node);
    features.optional_match =
        features.optional_match || (matching != nullptr && matching->optional);
  });
  for_each_expr(statement, [&](const Expr& expr) {
    features.subquery = features.subquery || std::holds_alternative<SubqueryExpr>(expr.node);
  });
  return features;
}

}  // namespace

Outcome FaultyCanary::run(std::string_view statement, const Map& parameters,
                          std::chrono::milliseconds deadline) {
  const auto parsed = parse_statement(statement);
  const Features features = parsed.ok() ? features_of(*parsed) : Features();
  if (bugs().has(Bug::CrashMergeDelete) && features.merge && features.deletion) std::abort();
  if (bugs().has(Bug::HangUnwindOptional) && features.unwind && features.optional_match) {
    for (;;) pause();
  }
  if (bugs().has(Bug::LeakSubquery) && features.subquery) kept_.emplace_back(leaked_bytes, 'x');
  return EmbeddedTarget::run(statement, parameters, deadline);
}

}  // namespace dinkel

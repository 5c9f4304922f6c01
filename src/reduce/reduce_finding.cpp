// Reduction of what an oracle found: the predicate is that the same oracle says the same again.
#include "cypher/print.h"
#include "reduce/pass.h"
#include "reduce/reduce.h"

namespace dinkel {

namespace {

constexpr std::uint64_t seeds_tried = 24;
constexpr std::size_t readable_bytes = 60;

// Kinds that one statement shows by itself: there is no other side.
bool is_about_one(FindingKind kind) {
  return kind == FindingKind::Crash || kind == FindingKind::Hang ||
         kind == FindingKind::InternalError || kind == FindingKind::Leak;
}

// How many rows the rewritten statement has more than the original; 0 where they are not counted.
std::int64_t surplus_of(const Run& run) {
  const auto* original = std::get_if<Rows>(&run.original.outcome);
  const auto* rewritten = run.rewritten ? std::get_if<Rows>(&run.rewritten->outcome) : nullptr;
  if (original == nullptr || rewritten == nullptr) return 0;
  return static_cast<std::int64_t>(rewritten->rows.size()) -
         static_cast<std::int64_t>(original->rows.size());
}

// Rows that are too many and rows that are missing come from different bugs. A wrong value may come
// to decide about rows, or the other way round.
bool are_opposed(const Run& run, const Run& wanted) {
  const std::int64_t now = surplus_of(run);
  const std::int64_t before = surplus_of(wanted);
  return (now < 0 && before > 0) || (now > 0 && before < 0);
}

bool loses_server(const Run& run) {
  const auto is_lost = [](const Outcome& outcome) {
    return std::holds_alternative<Crash>(outcome) || std::holds_alternative<Timeout>(outcome);
  };
  return is_lost(run.original.outcome) || (run.rewritten && is_lost(run.rewritten->outcome));
}

// One statement is enough to end or to block a server: the original, or what was made of it. So it
// is where the oracle looks at one statement, and another one merely came with it.
OracleTest single_statement(const OracleTest& test, const Judged& judged,
                            const Predicate& predicate, ReduceCounts& counts) {
  if (!judged.pair.rewritten) return test;
  if (!is_about_one(judged.discrepancy->kind) && !test.fixed) return test;
  for (const Statement& statement : {judged.pair.original, *judged.pair.rewritten}) {
    OracleTest single = test;
    single.fixed = StatementPair{statement, std::nullopt};
    single.statement = statement;
    single.trace.clear();
    ++counts.runs;
    if (is_well_formed(single, false) && predicate(single)) return single;
  }
  return test;
}

// A seed of the one rule that makes the rewritten statement shorter, if there is one.
void shorten_rewriting(ReducedTest& result, const Oracle& oracle, const Dialect& dialect,
                       const Predicate& predicate, const ReduceOptions& options) {
  if (result.test.trace.size() != 1 || result.test.fixed || !result.judged.pair.rewritten) return;
  std::size_t shortest = print(*result.judged.pair.rewritten).size();
  const RewriteOptions rewriting = rewrite_options_after(result.test.setup, dialect);
  for (std::uint64_t seed = 0; seed < seeds_tried; ++seed) {
    if (options.stop && options.stop()) break;
    OracleTest other = result.test;
    other.trace.front().seed = seed;
    const auto pair = oracle.derive(other.statement, other.trace, rewriting);
    if (!pair || !pair->rewritten || *pair->rewritten == pair->original) continue;
    const std::size_t size = print(*pair->rewritten).size();
    if (size >= shortest) continue;
    ++result.counts.runs;
    if (!predicate(other)) continue;
    shortest = size;
    result.test = std::move(other);
  }
}

}  // namespace

bool is_same(const Judged& judged, const Judged& wanted) {
  return judged.discrepancy && wanted.discrepancy &&
         judged.discrepancy->kind == wanted.discrepancy->kind &&
         judged.discrepancy->normalised == wanted.discrepancy->normalised &&
         (is_about_one(wanted.discrepancy->kind) ||
          (judged.run.reference_agrees == wanted.run.reference_agrees &&
           !are_opposed(judged.run, wanted.run)));
}

Predicate oracle_predicate(const Oracle& oracle, Session& session, const Dialect& dialect,
                           bool confirm, const Judged& wanted, int times,
                           const ReduceOptions& options) {
  return [&oracle, &session, &dialect, confirm, &wanted, times, restarts = options.restarts,
          also = options.also](const OracleTest& test) {
    for (int i = 0; i < times; ++i) {
      const Judged judged = judge(test, oracle, session, dialect, confirm);
      if (restarts != nullptr && loses_server(judged.run)) ++*restarts;
      if (!is_same(judged, wanted)) return false;
      if (i + 1 == times && also && !also(test, judged)) return false;
    }
    return true;
  };
}

ReducedTest reduce_with_oracle(const OracleTest& test, const Judged& judged,
                               std::span<const ReduceWorker> workers, const Dialect& dialect,
                               bool confirm, int times, const ReduceOptions& options) {
  ReducedTest result;
  Judged wanted = judged;
  std::vector<Predicate> predicates;
  for (const ReduceWorker& worker : workers) {
    predicates.push_back(oracle_predicate(*worker.oracle, *worker.session, dialect, confirm, wanted,
                                          times, options));
  }
  const ReduceWorker& first = workers.front();
  const auto judge_result = [&] {
    result.judged = judge(result.test, *first.oracle, *first.session, dialect, confirm);
  };
  OracleTest single = single_statement(test, judged, predicates.front(), result.counts);
  if (auto one = with_one_rule(single, judged, *first.oracle, *first.session, dialect, confirm,
                               result.counts)) {
    std::swap(wanted, one->judged);
    if (predicates.front()(one->test)) {
      single = std::move(one->test);
    } else {  // it was there once, but not each time
      std::swap(wanted, one->judged);
    }
  }
  result.test = reduce(std::move(single), predicates, options, result.counts);
  judge_result();
  shorten_rewriting(result, *first.oracle, dialect, predicates.front(), options);
  // A short case can afford names that a person reads with ease.
  auto readable = with_readable_names(result.test);
  if (readable && !options.only_trace && test_bytes(*readable) <= readable_bytes &&
      is_well_formed(*readable, options.validate)) {
    ++result.counts.runs;
    if (predicates.front()(*readable)) result.test = std::move(*readable);
  }
  judge_result();
  return result;
}

ReducedTest reduce_with_oracle(const OracleTest& test, const Judged& judged, const Oracle& oracle,
                               Session& session, const Dialect& dialect, bool confirm, int times,
                               const ReduceOptions& options) {
  const ReduceWorker worker{&session, &oracle};
  return reduce_with_oracle(test, judged, std::span(&worker, 1), dialect, confirm, times, options);
}

}  // namespace dinkel

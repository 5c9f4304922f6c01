// Reduction of what an oracle found: the predicate is that the same oracle says the same again.
#include <algorithm>
#include <set>

#include "cypher/print.h"
#include "cypher/walk.h"
#include "oracles/agreement.h"
#include "reduce/pass.h"
#include "reduce/reduce.h"

namespace dinkel {

namespace {

constexpr std::uint64_t seeds_tried = 24;
constexpr std::size_t readable_bytes = 60;
constexpr std::size_t long_bytes = 120;
constexpr int last_tries = 3;

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

void drop_unused_parameters(OracleTest& test) {
  std::set<std::string> used;
  const auto note = [&](const Statement& statement) {
    for_each_expr(statement, [&](const Expr& expr) {
      if (const auto* parameter = std::get_if<Parameter>(&expr.node)) used.insert(parameter->name);
    });
  };
  for (const Statement& statement : test.setup) note(statement);
  note(test.statement);
  if (test.fixed) {
    note(test.fixed->original);
    if (test.fixed->rewritten) note(*test.fixed->rewritten);
  }
  const Map all = std::exchange(test.parameters, {});
  for (const auto& [name, value] : all) {
    if (used.contains(name)) test.parameters.set(name, value);
  }
}

bool is_made_by_rule(const Clause& clause) {
  return clause.origin.id >= first_made_number;
}

void drop_new_clauses(Clause& clause) {
  if (auto* foreach_clause = std::get_if<Foreach>(&clause.node)) {
    std::erase_if(foreach_clause->body, is_made_by_rule);
  }
}
void drop_new_clauses(Query& query) {
  for (SingleQuery& part : query.parts) std::erase_if(part.clauses, is_made_by_rule);
}

// The clauses that no rule made, wherever they stand now, without those that a rule put into them.
std::vector<Clause> old_clauses(const Statement& statement) {
  std::vector<Clause> found;
  for_each_clause(statement, [&](const Clause& clause) {
    if (is_made_by_rule(clause)) return;
    Clause old = clause;
    drop_new_clauses(old);
    for_each_descendant(old, [](auto& node) {
      if constexpr (requires { drop_new_clauses(node); }) drop_new_clauses(node);
    });
    found.push_back(std::move(old));
  });
  return found;
}

std::set<std::uint32_t> made_numbers(const Statement& statement) {
  std::set<std::uint32_t> numbers;
  for_each_descendant(statement, [&](const auto& node) {
    if constexpr (requires { node.origin; }) {
      if (node.origin.id >= first_made_number) numbers.insert(node.origin.id);
    }
  });
  return numbers;
}

// The applications of whose work something is left in `rewritten`. Those within what another one
// brought in are part of that.
RewriteTrace still_seen(const OracleTest& test, const RewriteOptions& options,
                        const Statement& rewritten) {
  const std::set<std::uint32_t> left = made_numbers(rewritten);
  std::set<std::uint32_t> before = made_numbers(test.statement);
  RewriteTrace beginning;
  RewriteTrace seen;
  for (const Application& step : test.trace) {
    beginning.push_back(step);
    std::set<std::uint32_t> after =
        made_numbers(apply_numbered(test.statement, beginning, options));
    const bool is_left = std::ranges::any_of(after, [&](std::uint32_t number) {
      return !before.contains(number) && left.contains(number);
    });
    if (is_left) seen.push_back(step);
    before = std::move(after);
  }
  const auto is_within = [](const Application& step) { return step.site >= first_made_number; };
  if (!std::ranges::all_of(seen, is_within)) std::erase_if(seen, is_within);
  return seen.empty() ? test.trace : seen;
}

// What a rule brought in at random is no part of the statement that shrank, and can be long. It
// shrinks by itself, while all that was there before stays, and the reference still sees no
// difference. That one of them fails proves nothing then: what is left may be nothing that a rule
// says, as a subquery that imports nothing any more.
void shrink_new_parts(ReducedTest& result, std::span<const Predicate> predicates,
                      const RewriteOptions& rewriting, const ReduceOptions& options) {
  if (options.only_trace || result.test.fixed || result.test.trace.empty() ||
      !result.judged.discrepancy || !result.judged.pair.rewritten ||
      result.judged.discrepancy->kind == FindingKind::OnlyOneFails) {
    return;
  }
  OracleTest pair = result.test;
  pair.fixed = result.judged.pair;
  const std::vector<Clause> kept = old_clauses(*pair.fixed->rewritten);
  ReduceOptions only_new = options;
  only_new.allows = [&](const OracleTest& candidate) {
    return candidate.setup == pair.setup && candidate.fixed->original == pair.fixed->original &&
           old_clauses(*candidate.fixed->rewritten) == kept;
  };
  if (!only_new.allows(pair) || !is_well_formed(pair, options.validate)) return;
  OracleTest smaller = reduce(pair, predicates, only_new, result.counts);
  if (smaller.fixed == pair.fixed) return;
  smaller.trace = still_seen(pair, rewriting, *smaller.fixed->rewritten);
  result.test = std::move(smaller);
}

// The place of a crash is where memory was found to be corrupt, which need not be where that was
// done: a smaller statement crashes somewhere else, and nothing smaller crashes at the same place.
// So where the place keeps a test long, any crash will do. What comes out is a finding by itself,
// named by the crash that it shows.
OracleTest reduce_crash(OracleTest test, Judged& wanted, std::span<const Predicate> predicates,
                        const ReduceOptions& options, ReduceCounts& counts) {
  ReduceOptions first = options;
  first.max_runs = options.max_runs * 2 / 3;
  test = reduce(std::move(test), predicates, first, counts);
  if (options.only_trace || test_bytes(test) <= long_bytes) return test;
  wanted.discrepancy->normalised.clear();
  return reduce(std::move(test), predicates, options, counts);
}

// Both statements are answered otherwise than by the reference: there are two bugs in one test, and
// that of the original may go.
bool shows_two_bugs(const Run& run) {
  if (run.reference_agrees || !run.expected || !run.rewritten) return false;
  const Effect expected{run.expected->rows, run.expected_graph};
  const Agreement found = agreement(expected, *run.rewritten, run.expected->determinism);
  return !found.rows || !found.graph;
}

bool is_same_side(const Run& run, const Run& wanted) {
  return run.reference_agrees == wanted.reference_agrees ||
         (run.reference_agrees && shows_two_bugs(wanted));
}

}  // namespace

bool is_same(const Judged& judged, const Judged& wanted) {
  return judged.discrepancy && wanted.discrepancy &&
         judged.discrepancy->kind == wanted.discrepancy->kind &&
         (wanted.discrepancy->normalised.empty() ||
          judged.discrepancy->normalised == wanted.discrepancy->normalised) &&
         (is_about_one(wanted.discrepancy->kind) ||
          (is_same_side(judged.run, wanted.run) && !are_opposed(judged.run, wanted.run)));
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
  // What does not come each time (an index that is still being filled) may be there the next time.
  const auto judge_result = [&] {
    for (int i = 0; i < last_tries; ++i) {
      result.judged = judge(result.test, *first.oracle, *first.session, dialect, confirm);
      if (result.judged.discrepancy) return;
    }
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
  drop_unused_parameters(single);
  result.test = wanted.discrepancy->kind == FindingKind::Crash
                    ? reduce_crash(std::move(single), wanted, predicates, options, result.counts)
                    : reduce(std::move(single), predicates, options, result.counts);
  drop_unused_parameters(result.test);
  judge_result();
  shorten_rewriting(result, *first.oracle, dialect, predicates.front(), options);
  if (confirm) {
    judge_result();
    shrink_new_parts(result, predicates, rewrite_options_after(result.test.setup, dialect),
                     options);
  }
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

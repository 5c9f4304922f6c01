#include "reduce/reduce.h"

#include <set>

#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/validate.h"
#include "reduce/pass.h"

namespace dinkel {

namespace {

constexpr std::uint64_t seeds_tried = 24;

// What a test is, as text: two tests of equal keys behave alike.
std::string key_of(const OracleTest& test) {
  std::string key;
  for (const Statement& statement : test.setup) key += print(statement) + ";\n";
  for (const auto& [name, value] : test.parameters) key += name + "=" + to_text(value) + "\n";
  if (test.fixed) {
    key += print(test.fixed->original) + "\n";
    if (test.fixed->rewritten) key += print(*test.fixed->rewritten);
    return key;
  }
  key += print(test.statement);
  for (const Application& step : test.trace) {
    key += "\n" + std::to_string(step.rule) + " " + std::to_string(step.site) + " " +
           std::to_string(step.seed);
  }
  return key;
}

bool is_well_formed(const Statement& statement, const ValidateOptions& options) {
  const auto parsed = parse_statement(print(statement));
  return parsed.ok() && *parsed == statement && !validate(*parsed, options);
}

class Reducer {
 public:
  Reducer(const Predicate& predicate, const ReduceOptions& options, ReduceCounts& counts)
      : predicate_(predicate), options_(options), counts_(counts) {}

  OracleTest run(OracleTest test) {
    auto passes = all_passes();
    if (options_.only_trace) {
      passes.clear();
      passes.push_back(make_trace_pass());
    }
    tried_.insert(key_of(test));
    for (bool progress = true; progress && !is_over();) {
      progress = false;
      for (const auto& pass : passes) progress = run_pass(*pass, test) || progress;
    }
    return test;
  }

 private:
  bool is_over() const {
    return counts_.runs >= options_.max_runs || (options_.stop && options_.stop());
  }

  bool run_pass(const Pass& pass, OracleTest& test) {
    bool progress = false;
    for (std::size_t number = 0; !is_over();) {
      auto candidate = pass.candidate(test, number);
      if (!candidate) break;
      if (accept(*candidate)) {
        test = std::move(*candidate);
        progress = true;
      } else {
        ++number;
      }
    }
    return progress;
  }

  bool accept(const OracleTest& candidate) {
    ++counts_.candidates;
    if (!tried_.insert(key_of(candidate)).second || !is_well_formed(candidate)) {
      ++counts_.refused;
      return false;
    }
    ++counts_.runs;
    return predicate_(candidate);
  }

  const Predicate& predicate_;
  const ReduceOptions& options_;
  ReduceCounts& counts_;
  std::set<std::string> tried_;
};

bool is_same(const Judged& judged, const Judged& wanted) {
  return judged.discrepancy && wanted.discrepancy &&
         judged.discrepancy->kind == wanted.discrepancy->kind &&
         judged.discrepancy->normalised == wanted.discrepancy->normalised &&
         judged.run.reference_agrees == wanted.run.reference_agrees;
}

}  // namespace

bool is_well_formed(const OracleTest& test) {
  ValidateOptions options;
  options.parameters.emplace();
  for (const auto& [name, value] : test.parameters) options.parameters->push_back(name);
  for (const Statement& statement : test.setup) {
    if (!is_well_formed(statement, options)) return false;
  }
  if (!test.fixed) return is_well_formed(test.statement, options);
  return is_well_formed(test.fixed->original, options) &&
         (!test.fixed->rewritten || is_well_formed(*test.fixed->rewritten, options));
}

OracleTest reduce(OracleTest test, const Predicate& is_interesting, const ReduceOptions& options,
                  ReduceCounts& counts) {
  return Reducer(is_interesting, options, counts).run(std::move(test));
}

Predicate oracle_predicate(const Oracle& oracle, Session& session, const Dialect& dialect,
                           bool confirm, const Judged& wanted, int times) {
  return [&oracle, &session, &dialect, confirm, &wanted, times](const OracleTest& test) {
    for (int i = 0; i < times; ++i) {
      if (!is_same(judge(test, oracle, session, dialect, confirm), wanted)) return false;
    }
    return true;
  };
}

ReducedTest reduce_with_oracle(const OracleTest& test, const Judged& judged, const Oracle& oracle,
                               Session& session, const Dialect& dialect, bool confirm, int times,
                               const ReduceOptions& options) {
  ReducedTest result;
  const Predicate predicate = oracle_predicate(oracle, session, dialect, confirm, judged, times);
  result.test = reduce(test, predicate, options, result.counts);
  result.judged = judge(result.test, oracle, session, dialect, confirm);
  if (result.test.trace.size() != 1 || result.test.fixed || !result.judged.pair.rewritten) {
    return result;
  }
  std::size_t shortest = print(*result.judged.pair.rewritten).size();
  const RewriteOptions rewriting = rewrite_options_after(result.test.setup, dialect);
  for (std::uint64_t seed = 0; seed < seeds_tried; ++seed) {
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
  result.judged = judge(result.test, oracle, session, dialect, confirm);
  return result;
}

}  // namespace dinkel

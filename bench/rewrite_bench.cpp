// Rewriting must cost less than generating: at least 20,000 statements a second.
//   generate   a case, counted in its test statements
//   rewrite    the test statements of cases that are made before
#include <benchmark/benchmark.h>

#include "generate/case.h"
#include "rewrite/rewrite.h"

namespace dinkel {
namespace {

void generate(benchmark::State& state) {
  std::uint64_t index = 0;
  std::int64_t statements = 0;
  for (auto _ : state) {
    const TestCase made = generate_case(1, index++, {});
    statements += static_cast<std::int64_t>(made.tests.size());
  }
  state.SetItemsProcessed(statements);
}
BENCHMARK(generate);

void rewrite(benchmark::State& state) {
  struct Prepared {
    Statement statement;
    RewriteOptions options;
  };
  std::vector<Prepared> prepared;
  for (std::uint64_t index = 0; index < 100; ++index) {
    const TestCase made = generate_case(1, index, {});
    GraphState graph_state;
    for (const Statement& statement : made.setup) advance(graph_state, statement);
    for (const Statement& statement : made.tests) {
      RewriteOptions options;
      options.schema = graph_state.schema;
      prepared.push_back({statement, options});
      advance(graph_state, statement);
    }
  }
  std::size_t next = 0;
  for (auto _ : state) {
    const Prepared& one = prepared[next++ % prepared.size()];
    benchmark::DoNotOptimize(dinkel::rewrite(one.statement, Rng(next), one.options));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(rewrite);

}  // namespace
}  // namespace dinkel

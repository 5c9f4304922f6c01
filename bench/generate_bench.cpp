// How fast statements are written, on one core; items are test statements of the default profile.
//   blind        20,000 statements a second and more
//   live rows     4,000 statements a second and more
// CPU time counts: items_per_second is worked out from it.
#include <benchmark/benchmark.h>

#include "generate/case.h"

namespace dinkel {
namespace {

void generate_cases(benchmark::State& state, CaseSize size, bool live) {
  GenerateOptions options;
  options.size = size;
  options.use_live_rows = live;
  std::uint64_t index = 0;
  std::int64_t statements = 0;
  for (auto _ : state) {
    const TestCase made = generate_case(1, index++, options);
    statements += static_cast<std::int64_t>(made.tests.size());
    benchmark::DoNotOptimize(made);
  }
  state.SetItemsProcessed(statements);
}

// A fixed number of cases, so that every run writes the same statements.
BENCHMARK_CAPTURE(generate_cases, blind, CaseSize::Default, false)->Iterations(4000);
BENCHMARK_CAPTURE(generate_cases, live_rows, CaseSize::Default, true)->Iterations(2000);
BENCHMARK_CAPTURE(generate_cases, paper_live_rows, CaseSize::Paper, true)->Iterations(200);

}  // namespace
}  // namespace dinkel

// How many small statements the reference runs in a second, text to rows: at least 30,000 on one
// core, of the kind "create 3 nodes, match, filter, return".

#include <benchmark/benchmark.h>

#include "base/check.h"
#include "cypher/parse.h"
#include "interpret/interpret.h"

namespace dinkel {
namespace {

constexpr std::string_view create = "CREATE (:P {k: 1}), (:P {k: 2}), (:P {k: 3})";
constexpr std::string_view read = "MATCH (n:P) WHERE n.k > 1 RETURN n.k AS k, n.k * 2 AS twice";
constexpr std::string_view all_in_one =
    "CREATE (a:P {k: 1}), (b:P {k: 2}), (c:P {k: 3}) WITH a MATCH (n:P) WHERE n.k > a.k "
    "RETURN n.k AS k ORDER BY k";

void run(std::string_view text, Graph& graph) {
  const auto statement = parse_statement(text);
  CHECK(statement.ok(), "the text of the benchmark is Cypher");
  auto answer = interpret(*statement, graph);
  CHECK(answer.ok(), "the statement of the benchmark runs");
  benchmark::DoNotOptimize(answer);
  graph.commit();
}

// Two statements a turn, on a graph of its own.
void create_and_read(benchmark::State& state) {
  for (auto _ : state) {
    Graph graph;
    run(create, graph);
    run(read, graph);
  }
  state.SetItemsProcessed(state.iterations() * 2);
}
BENCHMARK(create_and_read);

void create_match_filter_return(benchmark::State& state) {
  for (auto _ : state) {
    Graph graph;
    run(all_in_one, graph);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(create_match_filter_return);

// The same without parsing and checking, as the generator does it.
void interpret_only(benchmark::State& state) {
  const auto statement = parse_statement(all_in_one);
  InterpretOptions options;
  options.validate = false;
  for (auto _ : state) {
    Graph graph;
    auto answer = interpret(*statement, graph, options);
    benchmark::DoNotOptimize(answer);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(interpret_only);

void aggregate_thousand_rows(benchmark::State& state) {
  const auto statement =
      parse_statement("UNWIND range(1, 1000) AS x RETURN x % 7 AS k, count(*) AS c, sum(x) AS s");
  for (auto _ : state) {
    Graph graph;
    auto answer = interpret(*statement, graph);
    benchmark::DoNotOptimize(answer);
  }
  state.SetItemsProcessed(state.iterations() * 1000);
}
BENCHMARK(aggregate_thousand_rows);

}  // namespace
}  // namespace dinkel

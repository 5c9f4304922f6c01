// Text to tree and back: at least 20 MB/s each, so that neither is ever what a campaign waits for.
//   parse, print    a typical statement of a test case, about 600 bytes
//   tokenize        the lexer alone
//   copy, count     what the rewriter and the reducer do with a tree
#include <benchmark/benchmark.h>

#include <string>

#include "base/check.h"
#include "cypher/lexer.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"

namespace dinkel {
namespace {

const std::string text =
    "MATCH (n0:Person {name: 'Ada', age: 36})-[r0:KNOWS|LIKES*1..3]->(n1:City:Town), (n2) "
    "WHERE n0.age >= 18 AND (n1.population / 1000 < 2500.75 OR NOT n1.capital = true) AND "
    "n2.name STARTS WITH 'A' AND all(x IN r0 WHERE x.since > 1990) "
    "OPTIONAL MATCH p = (n2)<-[:LIKES {weight: $weight}]-(n3) WHERE n3.id IN [1, 2, 3, 5, 8, 13] "
    "WITH DISTINCT n0, n1.name AS city, collect(n3 {.name, .age, total: n3.a + n3.b * 2}) AS "
    "people "
    "ORDER BY n0.age DESC, city SKIP 2 LIMIT 10 WHERE size(people) > 1 "
    "CALL (n0) { MATCH (n0)-->(m) RETURN count(*) AS degree UNION ALL RETURN 0 AS degree } "
    "UNWIND [y IN people WHERE y.age IS NOT NULL | y.age ^ 2] AS square "
    "RETURN n0.name, city, CASE WHEN square > 100 THEN 'large' ELSE 'small' END AS category, "
    "reduce(total = 0, q IN people | total + q.total) AS total, EXISTS { (n0)-[:KNOWS]->() }";

Statement statement() {
  auto parsed = parse_statement(text);
  CHECK(parsed.ok(), "the text of the benchmark has a mistake");
  return *std::move(parsed);
}

void count_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

void tokenize(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(dinkel::tokenize(text));
  count_bytes(state, text.size());
}
BENCHMARK(tokenize);

void parse(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(parse_statement(text));
  count_bytes(state, text.size());
}
BENCHMARK(parse);

void print_compact(benchmark::State& state) {
  const Statement tree = statement();
  for (auto _ : state) benchmark::DoNotOptimize(print(tree));
  count_bytes(state, print(tree).size());
}
BENCHMARK(print_compact);

void print_pretty(benchmark::State& state) {
  const Statement tree = statement();
  for (auto _ : state) benchmark::DoNotOptimize(print(tree, Layout::Pretty));
  count_bytes(state, print(tree, Layout::Pretty).size());
}
BENCHMARK(print_pretty);

void copy(benchmark::State& state) {
  const Statement tree = statement();
  for (auto _ : state) {
    Statement other = tree;
    benchmark::DoNotOptimize(other);
  }
}
BENCHMARK(copy);

void count(benchmark::State& state) {
  const Statement tree = statement();
  for (auto _ : state) benchmark::DoNotOptimize(count_nodes(tree));
}
BENCHMARK(count);

}  // namespace
}  // namespace dinkel

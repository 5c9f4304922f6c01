// Every limit ends a statement quickly, with its own error, and leaves the graph as it was.
#include <gtest/gtest.h>

#include "cypher/parse.h"
#include "interpret/interpret.h"

namespace dinkel {
namespace {

ErrorDetail limit_hit(std::string_view text, const Limits& limits, Graph& graph) {
  InterpretOptions options;
  options.limits = limits;
  const auto statement = parse_statement(text);
  EXPECT_TRUE(statement.ok()) << text;
  const auto answer = interpret(*statement, graph, options);
  if (answer.ok()) return ErrorDetail::None;
  EXPECT_EQ(answer.error().type, ErrorType::LimitExceeded) << answer.error().message;
  return answer.error().detail;
}

ErrorDetail limit_hit(std::string_view text, const Limits& limits = {}) {
  Graph graph;
  return limit_hit(text, limits, graph);
}

TEST(Limits, ACartesianProductEndsAtTheRows) {
  Graph graph;
  ASSERT_TRUE(interpret(*parse_statement("UNWIND range(1, 1000) AS x CREATE ()"), graph).ok());
  graph.commit();
  EXPECT_EQ(limit_hit("MATCH (a), (b), (c) RETURN count(*)", {}, graph), ErrorDetail::RowLimit);
  EXPECT_EQ(limit_hit("UNWIND range(1, 1000) AS x UNWIND range(1, 1000) AS y "
                      "UNWIND range(1, 1000) AS z RETURN count(*)"),
            ErrorDetail::RowLimit);
}

TEST(Limits, LongListsEndAtTheMemory) {
  EXPECT_EQ(limit_hit("RETURN range(0, 1000000000000)"), ErrorDetail::MemoryLimit);
  Limits limits;
  limits.memory_bytes = 5'000'000;
  EXPECT_EQ(limit_hit("RETURN reduce(s = 'a', x IN range(1, 100) | s + s)", limits),
            ErrorDetail::MemoryLimit);
  EXPECT_EQ(limit_hit("RETURN reduce(s = [1], x IN range(1, 100) | s + s)", limits),
            ErrorDetail::MemoryLimit);
}

TEST(Limits, StepsAreCounted) {
  Limits limits;
  limits.steps = 1000;
  EXPECT_EQ(limit_hit("RETURN [x IN range(1, 2000) | x]", limits), ErrorDetail::StepLimit);
  EXPECT_EQ(limit_hit("RETURN [x IN range(1, 20) | x]", limits), ErrorDetail::None);
}

TEST(Limits, TimeIsMeasured) {
  Limits limits;
  limits.steps = 0;
  limits.time = std::chrono::milliseconds(20);
  EXPECT_EQ(limit_hit("WITH range(1, 3000) AS l RETURN size([x IN l WHERE any(y IN l WHERE "
                      "any(z IN l WHERE x + y + z < 0)) | x])",
                      limits),
            ErrorDetail::TimeLimit);
}

TEST(Limits, AStatementThatFailsLeavesNoTrace) {
  Graph graph;
  Limits limits;
  limits.rows = 10;
  EXPECT_EQ(limit_hit("CREATE (:A) WITH 1 AS x UNWIND range(1, 100) AS y RETURN y", limits, graph),
            ErrorDetail::RowLimit);
  EXPECT_EQ(graph.node_count(), 0U);
}

}  // namespace
}  // namespace dinkel

// Values that go into a database and come back: as parameters, and as nodes, relationships and
// paths.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "show.h"
#include "targets/random_value_test.h"

namespace dinkel {

using Draw = Value (*)(Rng& rng);
using DrawnTypes = std::vector<std::pair<std::string, Draw>>;

// 2,000 values of each type, 40 in each of 50 statements. `expected` is what the database makes of
// a value: the value itself, or what its dialect says.
inline void expect_values_return(Target& target, const DrawnTypes& types,
                                 Value (*expected)(const Value& value)) {
  for (const auto& [name, draw] : types) {
    Rng rng(11);
    int wrong = 0;
    for (int i = 0; i < 50; ++i) {
      Map parameters;
      std::vector<Value> values;
      std::string statement = "RETURN ";
      for (int j = 0; j < 40; ++j) {
        values.push_back(draw(rng));
        parameters.set(fmt::format("p{}", j), values.back());
        statement += fmt::format("{}$p{} AS c{}", j > 0 ? ", " : "", j, j);
      }
      const Outcome outcome = target.run(statement, parameters, std::chrono::seconds(60));
      const Rows* rows = std::get_if<Rows>(&outcome);
      ASSERT_NE(rows, nullptr) << name << ": " << show(outcome);
      ASSERT_EQ(rows->rows.size(), 1U);
      for (std::size_t j = 0; j < values.size(); ++j) {
        if (rows->rows[0][j] == expected(values[j])) continue;
        if (++wrong <= 3) {
          ADD_FAILURE() << name << ": " << to_text(values[j]) << " came back as "
                        << to_text(rows->rows[0][j]);
        }
      }
    }
    EXPECT_EQ(wrong, 0) << name;
  }
}

// 2,000 paths, each with two nodes and a relationship, and the properties of all.
inline void expect_paths_return(Target& target) {
  constexpr int count = 2'000;
  ASSERT_EQ(show(target.reset()), "");
  ASSERT_EQ(show(target.run(fmt::format("UNWIND range(1, {}) AS x CREATE (:A {{k: x}})"
                                        "-[:R {{k: x}}]->(:B {{k: x}})",
                                        count),
                            {}, std::chrono::seconds(60))),
            "");
  const Outcome outcome = target.run("MATCH p = (a:A)-[r:R]->(b:B) RETURN a.k AS k, p, a, r, b", {},
                                     std::chrono::seconds(60));
  const Rows* rows = std::get_if<Rows>(&outcome);
  ASSERT_NE(rows, nullptr) << show(outcome);
  ASSERT_EQ(rows->rows.size(), static_cast<std::size_t>(count));
  for (const auto& row : rows->rows) {
    const std::string k = to_text(row[0]);
    ASSERT_EQ(to_text(row[1], rows->entities),
              fmt::format("<(:A {{k: {0}}})-[:R {{k: {0}}}]->(:B {{k: {0}}})>", k));
    ASSERT_TRUE(row[2].is<NodeRef>() && row[3].is<RelationshipRef>() && row[4].is<NodeRef>());
    const RelationshipData& data = rows->entities.relationships.at(row[3].as<RelationshipRef>().id);
    ASSERT_EQ(data.start, row[2].as<NodeRef>().id);
    ASSERT_EQ(data.end, row[4].as<NodeRef>().id);
  }
  const auto graph = target.graph();
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->nodes.size(), 2U * count);
  EXPECT_EQ(graph->relationships.size(), std::size_t{count});
}

}  // namespace dinkel

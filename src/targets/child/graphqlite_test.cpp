#include "targets/child/graphqlite.h"

#include <gtest/gtest.h>

namespace dinkel {
namespace {

std::string read(std::string_view text, std::string_view statement) {
  const Outcome outcome = read_graphqlite(text, statement);
  const auto* rows = std::get_if<Rows>(&outcome);
  if (rows == nullptr) return "no rows: " + std::get<Crash>(outcome).message;
  std::string result;
  for (const auto& row : rows->rows) {
    for (const Value& value : row) result += to_text(value, rows->entities) + ";";
  }
  return result;
}

TEST(ReadGraphQLite, ReadsEveryKindOfValue) {
  EXPECT_EQ(read(R"([{"a":1,"b":1.0,"c":null,"d":[true,"x"],"e":{"k":{}}}])",
                 "RETURN 1 AS a, 1.0 AS b, null AS c, [true, 'x'] AS d, {k: {}} AS e"),
            "1;1.0;null;[true, 'x'];{k: {}};");
  EXPECT_EQ(read(R"([{"x":[NaN,-Infinity,Infinity,"NaN \" NaN"]}])", "RETURN 1 AS x"),
            "[NaN, -Infinity, Infinity, 'NaN \" NaN'];");
  EXPECT_EQ(read(R"([{"d":{"_iso8601":"P1D","months":0,"days":1,"seconds":0,)"
                 R"("nanosecondsOfSecond":0},"p":{"srid":7203,"x":1,"y":2,"z":null}}])",
                 "RETURN 1 AS d, 2 AS p"),
            "duration('P1D');point({srid: 7203, x: 1.0, y: 2.0});");
}

TEST(ReadGraphQLite, ReadsEntities) {
  const std::string a = R"({"id":1,"labels":["B","A"],"properties":{"k":1}})";
  const std::string b = R"({"id":2,"labels":[],"properties":{}})";
  const std::string r = R"({"id":7,"type":"R","startNode":1,"endNode":2,"properties":{"w":1.5}})";
  EXPECT_EQ(read("[{\"a\":" + a + ",\"r\":" + r + "}]", "MATCH (a)-[r]->() RETURN a, r"),
            "(:A:B {k: 1});[:R {w: 1.5}];");
  EXPECT_EQ(read("[{\"p\":{\"nodes\":[" + a + "," + b + "],\"rels\":[" + r + "]}}]",
                 "MATCH p = ()-[]->() RETURN p"),
            "<(:A:B {k: 1})-[:R {w: 1.5}]->()>;");
}

TEST(ReadGraphQLite, FindsColumnsByNameAndByPosition) {
  EXPECT_EQ(read(R"([{"b":2,"a":1}])", "RETURN 1 AS a, 2 AS b"), "1;2;");
  EXPECT_EQ(read(R"([{"1+1":2,"a":1}])", "RETURN 1 + 1, 1 AS a"), "2;1;");
  EXPECT_EQ(read(R"({"nodes_created":1})", "CREATE ()"), "");
  EXPECT_EQ(read("what", "RETURN 1 AS a"), "no rows: graphqlite sent what is no result");
}

}  // namespace
}  // namespace dinkel

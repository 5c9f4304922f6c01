#include "cli/show.h"

#include <gtest/gtest.h>

namespace dinkel {
namespace {

Rows some_rows() {
  Rows rows;
  rows.columns = {"n", "名前", "count"};
  Map properties;
  properties.set("k", 1);
  rows.entities.nodes[7] = {{"A"}, properties};
  rows.rows = {{NodeRef{7}, "日本", 5}, {Null{}, "a", 12}};
  return rows;
}

TEST(Show, TableIsAligned) {
  EXPECT_EQ(show_table(some_rows()),
            "┌─────────────┬────────┬───────┐\n"
            "│ n           │ 名前   │ count │\n"
            "├─────────────┼────────┼───────┤\n"
            "│ (:A {k: 1}) │ '日本' │     5 │\n"
            "│ null        │ 'a'    │    12 │\n"
            "└─────────────┴────────┴───────┘\n");
}

TEST(Show, WideTablesBecomeRecords) {
  EXPECT_EQ(show_table(some_rows(), 20),
            "── row 1 ──\n"
            "n      (:A {k: 1})\n"
            "名前   '日本'\n"
            "count  5\n"
            "── row 2 ──\n"
            "n      null\n"
            "名前   'a'\n"
            "count  12\n");
}

TEST(Show, SummaryCounts) {
  SideEffects effects;
  EXPECT_EQ(show_summary({}, effects), "nothing changed");
  EXPECT_EQ(show_summary(some_rows(), effects), "2 rows");
  effects.nodes_created = 1;
  effects.relationships_created = 2;
  effects.labels_added = 1;
  EXPECT_EQ(show_summary(some_rows(), effects),
            "2 rows, created 1 node, 2 relationships, added 1 label");
}

TEST(Show, JsonSpellsOutEntities) {
  EXPECT_EQ(to_json(some_rows()).dump(),
            R"({"columns":["n","名前","count"],)"
            R"("rows":[[{"id":7,"labels":["A"],"properties":{"k":1}},"日本",5],[null,"a",12]]})");
  EXPECT_EQ(to_json(Date{0}, {}).dump(), R"("1970-01-01")");
}

}  // namespace
}  // namespace dinkel

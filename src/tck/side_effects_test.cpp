#include "tck/side_effects.h"

#include <gtest/gtest.h>

namespace dinkel {
namespace {

Map properties(const char* key, Value value) {
  Map map;
  map.set(key, std::move(value));
  return map;
}

TEST(SideEffects, CountsSetsAndNotActions) {
  Entities before;
  before.nodes[1] = {{"A"}, properties("k", 1)};
  before.nodes[2] = {{"A", "Old"}, {}};
  Entities after;
  after.nodes[1] = {{"A", "B"}, properties("k", 2)};
  after.nodes[3] = {{"B"}, {}};
  after.nodes[4] = {{"B"}, properties("k", 1.0)};
  after.relationships[1] = {"T", 3, 4, properties("w", 1)};
  EXPECT_EQ(side_effects(before, after), (SideEffectCounts{{"+nodes", 2},
                                                           {"-nodes", 1},
                                                           {"+relationships", 1},
                                                           {"+labels", 1},
                                                           {"-labels", 1},
                                                           {"+properties", 3},
                                                           {"-properties", 1}}));
  EXPECT_TRUE(side_effects(after, after).empty());
  EXPECT_EQ(to_text(side_effects(after, after)), "none");
}

TEST(SideEffects, TellsAnIntegerFromAFloat) {
  Entities before;
  before.nodes[1] = {{}, properties("k", 1)};
  Entities after;
  after.nodes[1] = {{}, properties("k", 1.0)};
  EXPECT_EQ(to_text(side_effects(before, after)), "+properties 1, -properties 1");
}

}  // namespace
}  // namespace dinkel

#include "targets/resp/literal.h"

#include <gtest/gtest.h>

#include <limits>

namespace dinkel {
namespace {

TEST(FalkordbLiteral, WritesConstants) {
  EXPECT_EQ(falkordb_literal(Values{1, -2.5, "a'\\\n", Null{}, true}),
            "[1, -2.5, 'a\\'\\\\\\n', null, true]");
  EXPECT_EQ(falkordb_literal(Map({{"a b", 1}, {"k", Map()}})), "{`a b`: 1, k: {}}");
}

TEST(FalkordbLiteral, CallsFunctionsForTheRest) {
  EXPECT_EQ(falkordb_literal(Date{0}), "date('1970-01-01')");
  EXPECT_EQ(falkordb_literal(Point{4326, 2, 1, 0}), "point({latitude: 1.0, longitude: 2.0})");
  EXPECT_EQ(falkordb_literal(std::numeric_limits<double>::infinity()), "(1.0 / 0.0)");
}

TEST(BindParameters, PutsConstantsInFront) {
  EXPECT_EQ(bind_parameters("RETURN 1", {}), "RETURN 1");
  EXPECT_EQ(bind_parameters("RETURN $a, $`b c`", Map({{"a", 1}, {"b c", "x"}})),
            "CYPHER a=1 `b c`='x' RETURN $a, $`b c`");
}

TEST(BindParameters, PutsCallsInPlace) {
  const Map parameters({{"d", Date{0}}, {"e", Values{Date{1}}}, {"k", 1}});
  EXPECT_EQ(bind_parameters("RETURN $d, '$d', $k, $`e`, $dd", parameters),
            "CYPHER k=1 RETURN date('1970-01-01'), '$d', $k, [date('1970-01-02')], $dd");
}

}  // namespace
}  // namespace dinkel

#include "targets/limits.h"

#include <gtest/gtest.h>

#include "cypher/parse.h"

namespace dinkel {
namespace {

bool breaks(std::string_view limit, std::string_view text) {
  const auto statement = parse_statement(text);
  EXPECT_TRUE(statement.ok()) << text;
  return find_limit(limit)->breaks(*statement);
}

TEST(Limits, SeeWhatTheyForbidAndNothingElse) {
  EXPECT_TRUE(breaks("star-in-union", "WITH 1 AS x RETURN * UNION RETURN 1 AS x"));
  EXPECT_FALSE(breaks("star-in-union", "WITH 1 AS x RETURN *"));
  EXPECT_TRUE(breaks("mixed-lengths", "MATCH ()(()--()){1}(), ()-[*]-() RETURN 1 AS x"));
  EXPECT_TRUE(breaks("mixed-lengths", "MATCH ()-->{1,2}(), ()-[*]-() RETURN 1 AS x"));
  EXPECT_FALSE(breaks("mixed-lengths", "MATCH ()-[*1..2]-()-->() RETURN 1 AS x"));
  EXPECT_TRUE(breaks("mixed-label-signs", "MATCH (a:A|B), (b:A:B) RETURN a"));
  EXPECT_TRUE(breaks("mixed-label-signs", "MATCH (a:A:B) RETURN a:!A AS x"));
  EXPECT_FALSE(breaks("mixed-label-signs", "MATCH (a:A:B)-[:R|S]->(b:A) RETURN a"));
  EXPECT_FALSE(breaks("mixed-label-signs", "MATCH (a:A|B), (b:!(A&B)) RETURN a"));
  EXPECT_TRUE(breaks("tiny-float", "RETURN 5e-324 AS x"));
  EXPECT_FALSE(breaks("tiny-float", "RETURN 0.0 AS x"));
  EXPECT_TRUE(breaks("match-after-optional-match",
                     "OPTIONAL MATCH (a) UNWIND [1] AS x MATCH (b) RETURN x"));
  EXPECT_FALSE(
      breaks("match-after-optional-match", "OPTIONAL MATCH (a) WITH a MATCH (b) RETURN b"));
  EXPECT_TRUE(breaks("path-in-create", "FOREACH (x IN [1] | CREATE p = ())"));
  EXPECT_FALSE(breaks("path-in-create", "MATCH p = () CREATE (a) RETURN p"));
  EXPECT_EQ(find_limit("no-such-limit"), nullptr);
}

}  // namespace
}  // namespace dinkel

#include "oracles/confirm.h"

#include <gtest/gtest.h>

#include "cypher/parsed_test.h"

namespace dinkel {
namespace {

Confirmation confirmed(std::string_view setup, std::string_view original,
                       std::string_view rewritten, bool deviates = true) {
  Dialect dialect = full_dialect();
  if (deviates) {
    dialect.deviations.set(static_cast<std::size_t>(Deviation::UnreferencedRelationshipExists));
  }
  Graph graph;
  EXPECT_TRUE(interpret(parsed(setup), graph).ok()) << setup;
  graph.commit();
  return confirm({parsed(original), parsed(rewritten)}, graph, {}, dialect);
}

// Of a pair that says the same twice: whether anything about it is open.
bool is_open(std::string_view setup, std::string_view statement) {
  return confirmed(setup, statement, statement) == Confirmation::LeftOpen;
}

constexpr std::string_view one = "CREATE (:A)-[:R]->(:B)";
constexpr std::string_view chain = "CREATE (:A)-[:R]->(:B)-[:R]->(:C)";
constexpr std::string_view parallel = "CREATE (a:A)-[:R]->(b:B), (a)-[:R]->(b)";

TEST(Confirm, SeesWhatTheReferenceTellsApart) {
  EXPECT_EQ(confirmed(one, "MATCH (a) RETURN 1", "MATCH (a:A) RETURN 1"), Confirmation::ToldApart);
  EXPECT_EQ(confirmed(one, "MATCH (a:A) RETURN 1", "MATCH (a:B) RETURN 1"), Confirmation::Holds);
}

TEST(Confirm, LeavesOpenHowOftenAWayExists) {
  EXPECT_TRUE(is_open(parallel, "MATCH (a)-[r]->(b) RETURN 1"));
  EXPECT_FALSE(is_open(parallel, "MATCH (a)-[r]->(b) RETURN r"));
  EXPECT_FALSE(is_open(parallel, "MATCH (a)-[r]->(b) RETURN *"));
  EXPECT_FALSE(is_open(parallel, "MATCH (a)-[r]->(b) WITH * RETURN 1"));
  EXPECT_FALSE(is_open(parallel, "MATCH (a)-[r]->(b) CALL { WITH * RETURN 1 AS x } RETURN x"));
  // What comes behind a `*` is not referred to by it.
  EXPECT_TRUE(is_open(parallel, "UNWIND [0] AS x WITH * MATCH (a)-[r]->(b) RETURN 1"));
  EXPECT_TRUE(
      is_open(parallel, "CALL { MATCH (n:A) WITH * RETURN 0 AS x } MATCH ()-[r]->() RETURN 1"));
  EXPECT_FALSE(is_open(parallel, "MATCH (a) RETURN 1"));
  EXPECT_FALSE(is_open(chain, "MATCH (a)-[r]->(b) RETURN 1"));
  // Two ways from one node to another: over the cycle, and without it.
  EXPECT_TRUE(is_open("CREATE (a:A)-[:R]->(b), (b)-[:R]->(a), (:B)-[:R]->(a)",
                      "MATCH (:A)<-[*]-(:B) RETURN 1"));
}

// FalkorDB: six rows with WITH * between the two, and five without.
TEST(Confirm, LeavesOpenWhatLiesBetweenTwoMatches) {
  constexpr std::string_view star = "CREATE ()-[:R]->(a), ()-[:R]->(a)";
  EXPECT_EQ(confirmed(star, "MATCH (b)--() MATCH (b)--() RETURN 1",
                      "MATCH (b)--() WITH * MATCH (b)--() RETURN 1"),
            Confirmation::LeftOpen);
  EXPECT_EQ(confirmed(star, "MATCH (b)--() MATCH (b)--() RETURN 1",
                      "MATCH (b)--() WITH * MATCH (b)--() RETURN 1", false),
            Confirmation::Holds);
  EXPECT_FALSE(is_open(chain, "MATCH (b)-->(c) MATCH (b)-->() RETURN 1"));
}

// FalkorDB: ()-[b*2]-() goes there and back unless something refers to b.
TEST(Confirm, LeavesOpenWhetherARelationshipIsWalkedTwice) {
  EXPECT_TRUE(is_open(one, "MATCH ()-[b*2]-() RETURN 1"));
  EXPECT_TRUE(is_open(one, "MATCH (a)-[r]-(b)-[s]-(c) RETURN r, s"));
  EXPECT_FALSE(is_open(one, "MATCH (a)-[r]->(b)-[s]->(c) RETURN r, s"));
  EXPECT_FALSE(is_open(one, "MATCH (a:A)-[r*]-(b:B) RETURN r"));
  EXPECT_TRUE(is_open(one, "MATCH (a)-[*2]-(b) CREATE (:New)"));
}

// What a rule added left the answer to the rewritten statement open, and so nothing was compared.
TEST(Confirm, GoesByWhatIsDeterminedOfTheOriginal) {
  EXPECT_EQ(confirmed("CREATE ({b: 1})-[:T]->({b: 2})", "MATCH f = () RETURN f",
                      "MATCH f = () CALL { MATCH ()--()--(h) REMOVE h.b } RETURN f"),
            Confirmation::LeftOpen);
}

}  // namespace
}  // namespace dinkel

#include "cypher/state.h"

#include <gtest/gtest.h>

#include "cypher/parse.h"

namespace dinkel {
namespace {

Statement parsed(std::string_view text) {
  auto statement = parse_statement(text);
  EXPECT_TRUE(statement.ok()) << text << "\n" << describe(statement.error(), text);
  return std::move(statement).value();
}

// "a: Node, b: Node? deleted": the context after the clauses.
std::string context_text(const QueryContext& context) {
  std::string text;
  for (const ScopedVariable& variable : context.variables()) {
    if (!text.empty()) text += ", ";
    text += variable.name + ": " + to_text(variable.type);
    if (variable.surely_deleted) {
      text += " gone";
    } else if (variable.deleted) {
      text += " deleted";
    }
  }
  return text;
}

GraphState state_after(std::string_view text) {
  GraphState state;
  const Statement statement = parsed(text);
  for (const Clause& clause : std::get<Query>(statement.body).parts.front().clauses) {
    advance(state, clause);
  }
  return state;
}

struct Case {
  std::string_view query;
  std::string_view context;
};

void expect_contexts(std::span<const Case> cases) {
  for (const auto& [query, context] : cases) {
    EXPECT_EQ(context_text(state_after(query).context), context) << query;
  }
}

TEST(Advance, PatternsDeclareTheirVariables) {
  constexpr Case cases[] = {
      {"MATCH (a)-[r]->(b)", "a: Node, r: Relationship, b: Node"},
      {"MATCH (a)-[r*1..2]->()", "a: Node, r: List<Relationship>"},
      {"MATCH (a)-[r:R]->+()", "a: Node, r: List<Relationship>"},
      {"MATCH p = (a)-->()", "a: Node, p: Path"},
      {"OPTIONAL MATCH (a)", "a: Node?"},
      {"OPTIONAL MATCH (a) MATCH (a)", "a: Node"},
      {"MATCH (a) OPTIONAL MATCH (a)-->(b)", "a: Node, b: Node?"},
      {"MATCH (a) ((x)-[r]->(y)){1,3} (b)",
       "a: Node, x: List<Node>, r: List<Relationship>, y: List<Node>, b: Node"},
      {"OPTIONAL MATCH () (p = (x)-[r]->()){0,3} ()",
       "x: List<Node>?, r: List<Relationship>?, p: List<Path>?"},
      {"CREATE (a)-[r:R]->()", "a: Node, r: Relationship"},
      {"MERGE (a:A)", "a: Node"},
      {"UNWIND [1, 2.5, null] AS x", "x: (Integer | Float)?"},
      {"UNWIND [] AS x", "x: Null"},
      {"UNWIND [[1]] AS x", "x: List"},
  };
  expect_contexts(cases);
}

TEST(Advance, ProjectionsChangeTheScope) {
  constexpr Case cases[] = {
      {"MATCH (a), (b) WITH a", "a: Node"},
      {"MATCH (a), (b) WITH b AS c, 1 AS d", "c: Node, d: Integer"},
      {"MATCH (a) WITH *, count(*) AS c", "a: Node, c: Integer"},
      {"MATCH (a) RETURN labels(a), collect(a) AS l", "labels(a): List<String>, l: List<Node>"},
      {"UNWIND [1] AS x WITH x, x AS y", "x: Integer, y: Integer"},
  };
  expect_contexts(cases);
}

TEST(Advance, SubqueriesAddTheirColumns) {
  constexpr Case cases[] = {
      {"MATCH (a) CALL { RETURN 1 AS x }", "a: Node, x: Integer"},
      {"MATCH (a) CALL { WITH a MATCH (a)-->(b) RETURN b }", "a: Node, b: Node"},
      {"MATCH (a), (c) CALL (a) { WITH 1 AS y RETURN a AS x, y }",
       "a: Node, c: Node, x: Node, y: Integer"},
      {"MATCH (a) CALL (*) { MATCH (a)-->(b) RETURN * }", "a: Node, b: Node"},
      {"MATCH (a) CALL { CREATE (b) }", "a: Node"},
      {"MATCH (a) OPTIONAL CALL (a) { MATCH (a)-->(b) RETURN b }", "a: Node, b: Node?"},
      {"CALL { RETURN 1 AS x UNION RETURN 'a' AS x }", "x: Integer | String"},
      {"MATCH (a) FOREACH (x IN [1] | CREATE (b {k: x}))", "a: Node"},
      {"CALL proc() YIELD x, y AS z", "x: Any, z: Any"},
  };
  expect_contexts(cases);
}

TEST(Advance, DeletionReachesWhateverMayHoldTheEntity) {
  constexpr Case cases[] = {
      {"MATCH (a)-[r]->(b) DELETE r", "a: Node, r: Relationship gone, b: Node"},
      {"MATCH (a)-[r]->(b) DETACH DELETE a",
       "a: Node gone, r: Relationship deleted, b: Node deleted"},
      {"MATCH (a) WITH a, a AS b, a.x AS v DELETE a",
       "a: Node gone, b: Node deleted, v: "
       "(Boolean | Integer)?"},
      {"MATCH (a) DELETE a WITH a AS b, 1 AS c", "b: Node gone, c: Integer"},
      {"MATCH (a) DELETE a WITH [a] AS l", "l: List<Node> deleted"},
      {"MATCH (a) DELETE a WITH a MATCH (b) WITH [b] AS l, a", "l: List<Node>, a: Node gone"},
      {"MATCH p = (a)-[r]->() DELETE p", "a: Node deleted, r: Relationship deleted, p: Path gone"},
      {"MATCH (a) FOREACH (x IN [a] | DELETE x)", "a: Node deleted"},
      {"MATCH (a) CALL (a) { DETACH DELETE a }", "a: Node deleted"},
      {"MATCH (a) WITH collect(a) AS l, 1 AS i UNWIND l AS x DELETE x",
       "l: List<Node> deleted, i: Integer, x: Node gone"},
      {"MATCH (a) DELETE a WITH [a] AS l UNWIND l AS x", "l: List<Node> deleted, x: Node deleted"},
  };
  for (const auto& [query, context] : cases) {
    GraphState state;
    state.schema.labels["A"]["x"] = Type::of(Kind::Boolean | Kind::Integer);
    const Statement statement = parsed(query);
    for (const Clause& clause : std::get<Query>(statement.body).parts.front().clauses) {
      advance(state, clause);
    }
    EXPECT_EQ(context_text(state.context), context) << query;
  }
}

std::string schema_text(const GraphSchema& schema) {
  std::string text;
  const auto add = [&](const auto& owners, char mark) {
    for (const auto& [owner, types] : owners) {
      text += (text.empty() ? "" : " ") + (mark + owner);
      for (const auto& [key, type] : types) text += "." + key + "=" + to_text(type);
    }
  };
  add(schema.labels, ':');
  add(schema.relationship_types, '-');
  if (schema.open_labels) text += " +labels";
  if (schema.open_types) text += " +types";
  if (schema.open_properties) text += " +properties";
  return text;
}

TEST(Advance, WritesGrowTheSchema) {
  constexpr Case cases[] = {
      {"CREATE (:A {x: 1})-[:R {y: 'a'}]->(:B&C)", ":A.x=Integer :B :C -R.y=String"},
      {"CREATE ({x: [1, 2]})", ":.x=List<Integer>"},
      {"CREATE (:A {x: null})", ":A"},
      {"CREATE (a:A $p)", ":A +properties"},
      {"CREATE (a:$('A'))", ": +labels"},
      {"MERGE (a:A) ON CREATE SET a.x = 1 ON MATCH SET a.x = 'a'", ":.x=Integer | String :A"},
      {"MATCH (a) SET a:B, a.x = 1.5", ":.x=Float :B"},
      {"CREATE ()-[r:R]->() SET r.x = true", ": -R.x=Boolean"},
      {"MATCH (a) SET a += {x: 1, y: date()}", ":.x=Integer.y=Date"},
      {"MATCH (a) SET a = $p", " +properties"},
      {"MATCH (a) SET a[$k] = 1", " +properties"},
      {"MATCH (a), (b) SET a = b", ""},
      {"CREATE (a:A {x: 1}) REMOVE a.x, a:A", ":A.x=Integer"},
      {"FOREACH (i IN [1] | CREATE (:A {x: i}))", ":A.x=Integer"},
      {"CALL { CREATE (:A {x: 'a'}) }", ":A.x=String"},
      {"MATCH (a:A {x: 1})-[:R]->() RETURN a", ""},
  };
  for (const auto& [query, schema] : cases) {
    EXPECT_EQ(schema_text(state_after(query).schema), schema) << query;
  }
}

TEST(Advance, ProvesAbsence) {
  const GraphSchema schema = state_after("CREATE (:A {x: 1})-[:R]->()").schema;
  EXPECT_FALSE(schema.lacks_label("A"));
  EXPECT_TRUE(schema.lacks_label("B"));
  EXPECT_FALSE(schema.lacks_type("R"));
  EXPECT_TRUE(schema.lacks_type("S"));
  EXPECT_FALSE(schema.lacks_property("x"));
  EXPECT_TRUE(schema.lacks_property("y"));
  const GraphSchema open = state_after("CREATE (a:$($l) $p)-[:$($t)]->()").schema;
  EXPECT_FALSE(open.lacks_label("B"));
  EXPECT_FALSE(open.lacks_type("S"));
  EXPECT_FALSE(open.lacks_property("y"));
}

TEST(Advance, StatementsStartAfreshAndChangeIndexes) {
  GraphState state;
  advance(state, parsed("CREATE (a:A {x: 1}) RETURN a"));
  EXPECT_EQ(context_text(state.context), "a: Node");
  advance(state, parsed("CREATE INDEX i FOR (n:A) ON (n.x)"));
  EXPECT_EQ(context_text(state.context), "");
  ASSERT_EQ(state.schema.indexes.size(), 1U);
  EXPECT_EQ(state.schema.indexes[0], (SchemaIndex{"i", "A", {"x"}, false}));
  advance(state, parsed("CREATE CONSTRAINT c FOR (n:A) REQUIRE n.y IS UNIQUE"));
  EXPECT_EQ(state.schema.indexes.size(), 2U);
  advance(state, parsed("DROP INDEX i"));
  advance(state, parsed("DROP CONSTRAINT c"));
  EXPECT_TRUE(state.schema.indexes.empty());
}

TEST(Advance, UnionJoinsItsBranches) {
  GraphState state;
  advance(state, parsed("RETURN 1 AS a, null AS b UNION RETURN 'x' AS a, 2 AS b"));
  EXPECT_EQ(context_text(state.context), "a: Integer | String, b: Integer?");
  advance(state, parsed("CREATE (a)"));
  EXPECT_TRUE(state.context.empty());
}

}  // namespace
}  // namespace dinkel

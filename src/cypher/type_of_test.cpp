#include <gtest/gtest.h>

#include "cypher/parse.h"
#include "cypher/state.h"

namespace dinkel {
namespace {

Expr parsed(std::string_view text) {
  auto expr = parse_expression(text);
  EXPECT_TRUE(expr.ok()) << text << "\n" << describe(expr.error(), text);
  return std::move(expr).value();
}

QueryContext sample_context() {
  QueryContext context;
  context.declare("n", Type::of(Kind::Node));
  context.declare("m", Type::of(Kind::Node).or_null());
  context.declare("i", Type::of(Kind::Integer));
  context.declare("s", Type::of(Kind::String).or_null());
  context.declare("l", Type::list_of(Kind::Integer));
  context.declare("map", Type::of(Kind::Map));
  return context;
}

struct Case {
  std::string_view expr;
  std::string_view type;
};

TEST(TypeOf, FollowsOperatorsAndFunctions) {
  constexpr Case cases[] = {
      {"1", "Integer"},
      {"-i", "Integer"},
      {"1 + 2", "Integer"},
      {"1 + 2.0", "Float"},
      {"1 / i", "Integer"},
      {"2 ^ 2", "Float"},
      {"i + s", "String?"},
      {"null + $p", "Any"},
      {"$p + null", "Any"},
      {"null + l", "List<Integer?>?"},
      {"null + s", "Null"},
      {"l + 'a'", "List<Integer | String>"},
      {"l + ['a', null]", "List<(Integer | String)?>"},
      {"date() + duration('P1D')", "Date"},
      {"duration('P1D') * 2", "Duration"},
      {"i = 1", "Boolean"},
      {"i < 'a'", "Boolean?"},
      {"s = 'a'", "Boolean?"},
      {"l = l", "Boolean?"},
      {"n = n", "Boolean"},
      {"1 < i < 3", "Boolean"},
      {"s IS NULL", "Boolean"},
      {"s STARTS WITH 'a'", "Boolean?"},
      {"'b' STARTS WITH 'a'", "Boolean"},
      {"i IN l", "Boolean"},
      {"i IN [1, null]", "Boolean?"},
      {"NOT (i = 1) AND s = 'a'", "Boolean?"},
      {"n:A", "Boolean"},
      {"m:A", "Boolean?"},
      {"toUpper(s)", "String?"},
      {"toUpper('a')", "String"},
      {"coalesce(s, 1)", "Integer | String"},
      {"head(l)", "Integer?"},
      {"tail(l)", "List<Integer>"},
      {"collect(s)", "List<String>"},
      {"count(*)", "Integer"},
      {"sum(i)", "Integer"},
      {"max(i)", "Integer?"},
      {"labels(n)", "List<String>"},
      {"size(s)", "Integer?"},
      {"CASE WHEN i = 1 THEN 'a' END", "String?"},
      {"CASE i WHEN 1 THEN 'a' ELSE 2 END", "Integer | String"},
  };
  const QueryContext context = sample_context();
  for (const auto& [text, type] : cases) {
    EXPECT_EQ(to_text(type_of(parsed(text), context)), type) << text;
  }
}

TEST(TypeOf, LooksIntoLiteralsAndComprehensions) {
  constexpr Case cases[] = {
      {"{a: 1, b: 'x'}.b", "String"},
      {"{a: 1}['a']", "Integer"},
      {"{a: 1}.c", "Null"},
      {"map.a", "Any"},
      {"l[0]", "Integer?"},
      {"l[0..1]", "List<Integer>"},
      {"[x IN l | x * 2.0]", "List<Float>"},
      {"[x IN l WHERE x > 1]", "List<Integer>"},
      {"[(n)-->(b) | b]", "List<Node>"},
      {"[(n)-[r*]->(b) | r]", "List<List>"},
      {"all(x IN l WHERE x > 1)", "Boolean"},
      {"all(x IN l WHERE x > s)", "Boolean?"},
      {"reduce(a = 0, x IN l | a + x)", "Integer"},
      {"reduce(a = 0, x IN l | a + 1.5)", "Integer | Float"},
      {"reduce(a = 0, x IN l | s)", "(Integer | String)?"},
      {"n {.a}", "Map"},
      {"m {.a}", "Map?"},
      {"EXISTS { (n)-->() }", "Boolean"},
      {"COUNT { (n)-->() }", "Integer"},
      {"COLLECT { MATCH (n)-->(x) RETURN x }", "List<Node>"},
      {"shortestPath((n)-[*]->(m))", "Path?"},
      {"$p", "Any"},
      {"unknown", "Any"},
  };
  const QueryContext context = sample_context();
  for (const auto& [text, type] : cases) {
    EXPECT_EQ(to_text(type_of(parsed(text), context)), type) << text;
  }
}

TEST(TypeOf, ReadsPropertiesFromTheSchema) {
  const QueryContext context = sample_context();
  GraphSchema schema;
  schema.labels["A"]["x"] = Type::of(Kind::Integer);
  schema.relationship_types["R"]["x"] = Type::of(Kind::String);
  EXPECT_EQ(to_text(type_of(parsed("n.x"), context, schema)), "(Integer | String)?");
  EXPECT_EQ(to_text(type_of(parsed("n.y"), context, schema)), "Null");
  EXPECT_EQ(to_text(type_of(parsed("n['x']"), context, schema)), "(Integer | String)?");
  schema.open_properties = true;
  EXPECT_TRUE(type_of(parsed("n.y"), context, schema).kinds.has(Kind::Date));
  EXPECT_FALSE(type_of(parsed("n.y"), context, schema).kinds.has(Kind::Node));
  EXPECT_FALSE(type_of(parsed("n.y"), context).kinds.has(Kind::Map));
}

// Nested reduce once took time exponential in its depth.
TEST(TypeOf, EndsOnDeepNests) {
  std::string text = "0";
  for (int depth = 0; depth < 60; ++depth) text = "reduce(a = 0, x IN [1] | " + text + " + 1.5)";
  EXPECT_TRUE(type_of(parsed(text), QueryContext()).kinds.has(Kind::Float));
}

TEST(Type, PrintsAndJoins) {
  EXPECT_EQ(to_text(Type::any()), "Any");
  EXPECT_EQ(to_text(Type::list_of(Kinds())), "List<Nothing>");
  EXPECT_EQ(to_text(join(Type::of(Kind::Integer), Type::list_of(Kind::Node).or_null())),
            "(Integer | List<Node>)?");
  EXPECT_TRUE(overlaps(Type::list_of(Kind::Node), Type::list_of(Kind::Integer)));
  EXPECT_FALSE(overlaps(Type::of(Kind::Null), Type::of(Kind::Null)));
  EXPECT_FALSE(overlaps(Type::of(Kind::Integer), Type::of(Kind::String).or_null()));
}

}  // namespace
}  // namespace dinkel

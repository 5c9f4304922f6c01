#include "interpret/builtins.h"

#include <set>

#include "cypher/functions.h"
#include "interpret/answers_test.h"

namespace dinkel {
namespace {

TEST(Builtins, CoverTheFunctionTable) {
  std::set<std::string_view> evaluators;
  for (const auto builtins :
       {scalar_builtins(), conversion_builtins(), math_builtins(), text_builtins(), list_builtins(),
        graph_builtins(), spatial_builtins(), temporal_builtins()}) {
    for (const Builtin& builtin : builtins) {
      EXPECT_TRUE(evaluators.insert(builtin.name).second) << builtin.name << " is there twice";
      EXPECT_FALSE(functions_named(builtin.name).empty()) << builtin.name << " has no row";
    }
  }
  for (const Function& function : all_functions()) {
    EXPECT_NE(evaluators.contains(function.name), function.traits.aggregate) << function.name;
  }
}

TEST(Builtins, AnswerNullForNull) {
  for (const Function& function : all_functions()) {
    if (function.traits.aggregate || !function.traits.null_in_null_out) continue;
    if (function.parameters.empty()) continue;
    std::string call = std::string(function.name) + "(";
    for (std::size_t i = 0; i < function.parameters.size(); ++i) call += i == 0 ? "null" : ", null";
    EXPECT_EQ(answer_to(call + ")"), "null") << call;
  }
}

TEST(Builtins, RefuseWrongCalls) {
  Graph graph;
  const InterpretOptions options;
  Runtime runtime(graph, options);
  const auto detail = [&runtime](std::string_view name, Values arguments) {
    try {
      call_function(runtime, name, arguments);
    } catch (const QueryFailure& failure) {
      return failure.error.detail;
    }
    return ErrorDetail::None;
  };
  EXPECT_EQ(detail("noSuchThing", {}), ErrorDetail::UnknownFunction);
  EXPECT_EQ(detail("size", {}), ErrorDetail::InvalidNumberOfArguments);
  EXPECT_EQ(detail("size", {1, 2}), ErrorDetail::InvalidNumberOfArguments);
  EXPECT_EQ(detail("size", {1}), ErrorDetail::InvalidArgumentValue);
  EXPECT_EQ(detail("SIZE", {"a"}), ErrorDetail::None);
}

TEST(Builtins, Strings) {
  expect_answers({
      {"size('größe')", "5"},
      {"reverse('añb')", "'bña'"},
      {"left('äöü', 2)", "'äö'"},
      {"right('äöü', 2)", "'öü'"},
      {"right('ab', 5)", "'ab'"},
      {"substring('0123456789', 1)", "'123456789'"},
      {"substring('hello', 1, 2)", "'el'"},
      {"substring('hello', 9)", "''"},
      {"substring('hello', -1)", "ArgumentError NumberOutOfRange"},
      {"toUpper('straße žluťák и ÿ')", "'STRASSE ŽLUŤÁK И Ÿ'"},
      {"toLower('ÀŽΣДŸ')", "'àžσдÿ'"},
      {"trim('  a b\\t')", "'a b'"},
      {"btrim('xxaxx', 'x')", "'a'"},
      {"ltrim('  a ')", "'a '"},
      {"rtrim('aäää', 'ä')", "'a'"},
      {"replace('aXbX', 'X', '--')", "'a--b--'"},
      {"replace('ab', '', '-')", "'-a-b-'"},
      {"split('a,b;c', [',', ';'])", "['a', 'b', 'c']"},
      {"split('abc', '')", "['a', 'b', 'c']"},
      {"split('', ',')", "['']"},
      {"split(',', ',')", "['', '']"},
  });
}

TEST(Builtins, Conversions) {
  expect_answers({
      {"toInteger('1.7')", "1"},
      {"toInteger(' 42 ')", "42"},
      {"toInteger('-9223372036854775808')", "-9223372036854775808"},
      {"toInteger('9223372036854775808')", "ArithmeticError IntegerOverflow"},
      {"toIntegerOrNull('9223372036854775808')", "null"},
      {"toInteger('foo')", "null"},
      {"toInteger('+-1')", "null"},
      {"toInteger(1e300)", "9223372036854775807"},
      {"toInteger([])", "TypeError InvalidArgumentValue"},
      {"toFloat('1e400')", "Infinity"},
      {"toFloat('1e-400')", "0.0"},
      {"toFloat('.5')", "0.5"},
      {"toFloat('inf')", "null"},
      {"toFloat(true)", "TypeError InvalidArgumentValue"},
      {"toBoolean(' TRUE ')", "true"},
      {"toBoolean('tru')", "null"},
      {"toBoolean(1.0)", "TypeError InvalidArgumentValue"},
      {"toBooleanOrNull(1.0)", "null"},
      {"toString(1e7)", "'1.0E7'"},
      {"toString(date('2020-01-01'))", "'2020-01-01'"},
      {"toString(point({x: 1, y: 2}))", "'point({x: 1.0, y: 2.0, crs: \\'cartesian\\'})'"},
      {"toString({})", "TypeError InvalidArgumentValue"},
      {"toIntegerList(['1', 'x', null, true, {}])", "[1, null, null, 1, null]"},
      {"toStringList([1, [], 2.5])", "['1', null, '2.5']"},
  });
}

TEST(Builtins, Numbers) {
  expect_answers({
      {"round(-1.5)", "-1.0"},
      {"round(0.49999999999999994)", "0.0"},
      {"round(1.005, 2)", "1.01"},
      {"round(-1.55, 1)", "-1.6"},
      {"round(1.25, 1, 'HALF_EVEN')", "1.2"},
      {"round(-1.21, 1, 'CEILING')", "-1.2"},
      {"round(0.04, 1, 'UP')", "0.1"},
      {"round(0.0004, 1, 'UP')", "0.1"},
      {"round(999.96, 1)", "1000.0"},
      {"round(1e300, 3)", "1.0E300"},
      {"round(1.5, -1)", "ArgumentError NumberOutOfRange"},
      {"round(1.5, 1, 'SIDEWAYS')", "ArgumentError InvalidArgumentValue"},
      {"sign(-2.5)", "-1"},
      {"abs(-3)", "3"},
      {"sqrt(-1)", "NaN"},
      {"isNaN(0.0 / 0.0)", "true"},
      {"log(0)", "-Infinity"},
      {"ceil(0.1)", "1.0"},
      {"0 <= rand() < 1", "true"},
      {"abs('a')", "TypeError InvalidArgumentValue"},
  });
}

TEST(Builtins, Lists) {
  expect_answers({
      {"range(0, 10, 5)", "[0, 5, 10]"},
      {"range(3, 1)", "[]"},
      {"range(3, 1, -1)", "[3, 2, 1]"},
      {"range(9223372036854775806, 9223372036854775807)",
       "[9223372036854775806, 9223372036854775807]"},
      {"range(1, 2, 0)", "ArgumentError NumberOutOfRange"},
      {"range(1.0, 2)", "ArgumentError InvalidArgumentType"},
      {"head([])", "null"},
      {"last([1, 2])", "2"},
      {"tail([1])", "[]"},
      {"tail([])", "[]"},
      {"reverse([1, null])", "[null, 1]"},
      {"keys({b: null, a: 1})", "['a', 'b']"},
      {"coalesce(null, null)", "null"},
      {"coalesce(null, 2, 3)", "2"},
      {"nullIf(1, 1.0)", "null"},
      {"nullIf(1, null)", "1"},
      {"isEmpty({})", "true"},
      {"valueType(null)", "'NULL'"},
      {"valueType([1, 'a', [null]])",
       "'LIST<STRING NOT NULL | INTEGER NOT NULL | LIST<NULL> NOT NULL> NOT NULL'"},
      {"valueType([1, null])", "'LIST<INTEGER> NOT NULL'"},
      {"size(randomUUID())", "36"},
  });
  EXPECT_EQ(answer_to("range(0, 9223372036854775807)"), "LimitExceeded MemoryLimit");
}

TEST(Builtins, Points) {
  expect_answers({
      {"point({x: 1, y: 2, z: 3})", "point({srid: 9157, x: 1.0, y: 2.0, z: 3.0})"},
      {"point({longitude: 190, latitude: 10})", "point({srid: 4326, x: -170.0, y: 10.0})"},
      {"point({x: null, y: 1})", "null"},
      {"point({x: 1})", "ArgumentError InvalidArgumentValue"},
      {"point({longitude: 0, latitude: 91})", "ArgumentError InvalidArgumentValue"},
      {"point({x: 1, y: 2, crs: 'wgs-84-3d'})", "ArgumentError InvalidArgumentValue"},
      {"point.distance(point({x: 0, y: 0}), point({x: 3, y: 4}))", "5.0"},
      {"point.distance(point({x: 0, y: 0}), point({longitude: 3, latitude: 4}))", "null"},
      {"round(point.distance(point({longitude: 0, latitude: 0}), point({longitude: 180, "
       "latitude: 0})))",
       "2.0037518E7"},
      {"point.withinBBox(point({longitude: 179, latitude: 0}), point({longitude: 170, latitude: "
       "-1}), point({longitude: -170, latitude: 1}))",
       "true"},
      {"point.withinBBox(point({x: 5, y: 5}), point({x: 0, y: 0}), point({x: 4, y: 9}))", "false"},
  });
}

TEST(Builtins, DeletedEntitiesKeepOnlyIdentityAndType) {
  Graph graph;
  const NodeRef node = graph.create_node({{"A"}, Map({{"k", 1}})});
  const RelationshipRef link = graph.create_relationship({"T", node.id, node.id, Map()});
  graph.mark();
  const InterpretOptions options;
  Runtime runtime(graph, options);
  EXPECT_EQ(call_function(runtime, "labels", Values{node}), Value(Values{"A"}));
  EXPECT_EQ(call_function(runtime, "startNode", Values{link}), Value(node));
  graph.delete_relationship(link);
  graph.delete_node(node);
  EXPECT_EQ(call_function(runtime, "type", Values{link}), Value("T"));
  EXPECT_EQ(call_function(runtime, "id", Values{node}), Value(node.id));
  for (const char* name : {"labels", "properties", "keys"}) {
    try {
      call_function(runtime, name, Values{node});
      ADD_FAILURE() << name << " accepts a deleted node";
    } catch (const QueryFailure& failure) {
      EXPECT_EQ(failure.error.detail, ErrorDetail::DeletedEntityAccess);
    }
  }
}

}  // namespace
}  // namespace dinkel

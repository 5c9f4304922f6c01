// The rows of functions on numbers, strings, lists, maps, entities and points, and the aggregates.
#include "cypher/functions_rows.h"

namespace dinkel {

namespace {

using namespace rows;  // NOLINT: the file is a table of them

// Arguments of a conversion that accepts anything and answers null where it cannot convert.
constexpr Type convertible_to_boolean = Type::of(Kind::Boolean | Kind::String | Kind::Integer);
constexpr Type convertible_to_string = Type::of(kinds::storable);

std::vector<Function> aggregate_rows() {
  return {
      row("count", {any}, integer, aggregates),
      row("collect", {any}, list, collects),
      row("sum", {integer}, integer, aggregates_or_fails),
      row("sum", {number}, number, aggregates_or_fails),
      row("sum", {duration}, duration, aggregates_or_fails),
      row("avg", {number}, floating.or_null(), aggregates),
      row("avg", {duration}, duration.or_null(), aggregates_or_fails),
      row("min", {any}, any, aggregates),
      row("max", {any}, any, aggregates),
      row("stDev", {number}, floating, aggregates),
      row("stDevP", {number}, floating, aggregates),
      row("percentileCont", {number, number}, floating.or_null(), aggregates_or_fails),
      row("percentileDisc", {number, number}, number.or_null(), aggregates_or_fails),
  };
}

std::vector<Function> scalar_rows() {
  return {
      {"coalesce", {any}, 1, true, any, sees_null},
      row("nullIf", {any, any}, any, sees_null),
      row("valueType", {any}, string, sees_null),
      row("exists", {any}, boolean, sees_null),
      row("id", {node}, integer, tells_id),
      row("id", {relationship}, integer, tells_id),
      row("elementId", {node}, string, tells_id),
      row("elementId", {relationship}, string, tells_id),
      row("type", {relationship}, string),
      row("startNode", {relationship}, node),
      row("endNode", {relationship}, node),
      row("properties", {node}, map),
      row("properties", {relationship}, map),
      row("properties", {map}, map),
      row("length", {path}, integer),
      row("size", {string}, integer),
      row("size", {list}, integer),
      row("char_length", {string}, integer),
      row("character_length", {string}, integer),
      row("isEmpty", {list}, boolean),
      row("isEmpty", {map}, boolean),
      row("isEmpty", {string}, boolean),
      row("timestamp", {}, integer, changes),
      row("randomUUID", {}, string, changes),
  };
}

std::vector<Function> conversion_rows() {
  return {
      row("toBoolean", {convertible_to_boolean}, boolean.or_null()),
      row("toBooleanOrNull", {any}, boolean.or_null()),
      row("toBooleanList", {list}, Type::list_of(Kind::Boolean | Kind::Null)),
      row("toInteger", {Type::of(kinds::number | Kinds(Kind::Boolean))}, integer.or_null()),
      row("toInteger", {string}, integer.or_null(), fails),
      row("toIntegerOrNull", {any}, integer.or_null()),
      row("toIntegerList", {list}, Type::list_of(Kind::Integer | Kind::Null)),
      row("toFloat", {Type::of(kinds::number | Kinds(Kind::String))}, floating.or_null()),
      row("toFloatOrNull", {any}, floating.or_null()),
      row("toFloatList", {list}, Type::list_of(Kind::Float | Kind::Null)),
      row("toString", {convertible_to_string}, string),
      row("toStringOrNull", {any}, string.or_null()),
      row("toStringList", {list}, Type::list_of(Kind::String | Kind::Null)),
  };
}

std::vector<Function> math_rows() {
  std::vector<Function> table = {
      row("abs", {integer}, integer, fails),
      row("abs", {floating}, floating),
      row("ceil", {number}, floating),
      row("floor", {number}, floating),
      row("round", {number}, floating),
      row("round", {number, integer}, floating, fails),
      row("round", {number, integer, string}, floating, fails),
      row("sign", {number}, integer),
      row("isNaN", {number}, boolean),
      row("atan2", {number, number}, floating),
      row("e", {}, floating),
      row("pi", {}, floating),
      row("rand", {}, floating, changes),
  };
  for (const char* name :
       {"sqrt", "exp", "log", "log10", "sin", "cos", "tan", "cot", "asin", "acos", "atan", "sinh",
        "cosh", "tanh", "coth", "degrees", "radians", "haversin"}) {
    table.push_back(row(name, {number}, floating));
  }
  return table;
}

std::vector<Function> string_rows() {
  return {
      row("toUpper", {string}, string),
      row("upper", {string}, string),
      row("toLower", {string}, string),
      row("lower", {string}, string),
      row("trim", {string}, string),
      row("ltrim", {string}, string),
      row("ltrim", {string, string}, string),
      row("rtrim", {string}, string),
      row("rtrim", {string, string}, string),
      row("btrim", {string}, string),
      row("btrim", {string, string}, string),
      row("replace", {string, string, string}, string),
      row("split", {string, string}, Type::list_of(Kind::String)),
      row("split", {string, Type::list_of(Kind::String)}, Type::list_of(Kind::String)),
      row("substring", {string, integer}, string, fails),
      row("substring", {string, integer, integer}, string, fails),
      row("left", {string, integer}, string, fails),
      row("right", {string, integer}, string, fails),
      row("reverse", {string}, string),
  };
}

std::vector<Function> list_rows() {
  return {
      row("head", {list}, any),
      row("last", {list}, any),
      row("tail", {list}, list),
      row("reverse", {list}, list),
      row("range", {integer, integer}, Type::list_of(Kind::Integer), fails),
      row("range", {integer, integer, integer}, Type::list_of(Kind::Integer), fails),
      row("keys", {node}, Type::list_of(Kind::String), unordered),
      row("keys", {relationship}, Type::list_of(Kind::String), unordered),
      row("keys", {map}, Type::list_of(Kind::String), unordered),
      row("labels", {node}, Type::list_of(Kind::String), unordered),
      row("nodes", {path}, Type::list_of(Kind::Node)),
      row("relationships", {path}, Type::list_of(Kind::Relationship)),
  };
}

std::vector<Function> spatial_rows() {
  return {
      row("point", {map}, point.or_null(), fails),
      row("distance", {point, point}, floating.or_null()),
      row("point.distance", {point, point}, floating.or_null()),
      row("point.withinBBox", {point, point, point}, boolean.or_null()),
  };
}

}  // namespace

std::vector<Function> scalar_functions() {
  std::vector<Function> table;
  for (auto* rows_of : {aggregate_rows, scalar_rows, conversion_rows, math_rows, string_rows,
                        list_rows, spatial_rows}) {
    for (Function& function : rows_of()) table.push_back(std::move(function));
  }
  return table;
}

}  // namespace dinkel

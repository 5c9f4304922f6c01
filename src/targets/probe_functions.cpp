// One probe for each row of the function table, with arguments of its types.
#include <fmt/format.h>

#include <string>

#include "base/text.h"
#include "cypher/functions.h"
#include "targets/probe.h"

namespace dinkel {
namespace {

// Where any value of the type will not do, by function and position of the argument.
struct SpecialArgument {
  std::string_view function;  // a name, or what one begins with when it ends in a dot
  std::size_t position;
  Kind kind;
  std::string_view text;
};
constexpr SpecialArgument special_arguments[] = {
    {"toBoolean", 0, Kind::Boolean, "'true'"},
    {"toBooleanOrNull", 0, Kind::Null, "'true'"},
    {"toBooleanList", 0, Kind::List, "['true', false]"},
    {"toInteger", 0, Kind::String, "'12'"},
    {"toIntegerList", 0, Kind::List, "['12', 1.5]"},
    {"toFloat", 0, Kind::Integer, "'1.5'"},
    {"toFloatList", 0, Kind::List, "['1.5', 2]"},
    {"toStringList", 0, Kind::List, "['a', 2]"},
    {"date", 0, Kind::String, "'2020-05-17'"},
    {"date", 0, Kind::Map, "{year: 2020, month: 5, day: 17}"},
    {"localtime", 0, Kind::String, "'12:30:15'"},
    {"localtime", 0, Kind::Map, "{hour: 12, minute: 30}"},
    {"time", 0, Kind::String, "'12:30:15+01:00'"},
    {"time", 0, Kind::Map, "{hour: 12, minute: 30, timezone: '+01:00'}"},
    {"localdatetime", 0, Kind::String, "'2020-05-17T12:30:15'"},
    {"localdatetime", 0, Kind::Map, "{year: 2020, month: 5, day: 17, hour: 12}"},
    {"datetime", 0, Kind::String, "'2020-05-17T12:30:15+01:00'"},
    {"datetime", 0, Kind::Map, "{year: 2020, month: 5, day: 17, hour: 12, timezone: '+01:00'}"},
    {"duration", 0, Kind::String, "'P1Y2M3DT4H5M6S'"},
    {"duration", 0, Kind::Map, "{months: 5, days: 3, hours: 2}"},
    {"point", 0, Kind::Map, "{x: 1.5, y: 2.5}"},
    {"percentileCont", 1, Kind::Integer, "0.5"},
    {"percentileDisc", 1, Kind::Integer, "0.5"},
    {"round", 2, Kind::String, "'HALF_UP'"},
    {"split", 1, Kind::List, "['b']"},
    {"split", 1, Kind::String, "'b'"},
    {"replace", 1, Kind::String, "'b'"},
    {"ltrim", 1, Kind::String, "'a'"},
    {"rtrim", 1, Kind::String, "'c'"},
    {"btrim", 1, Kind::String, "'a'"},
    {"asin", 0, Kind::Integer, "0.5"},
    {"acos", 0, Kind::Integer, "0.5"},
    {"range", 2, Kind::Integer, "2"},
    {"range", 1, Kind::Integer, "6"},
    {"coalesce", 0, Kind::Null, "null, 1"},
    {"nullIf", 1, Kind::Null, "2"},
    {"exists", 0, Kind::Null, "n.k"},
};

bool is_clock(std::string_view name) {
  return name.ends_with(".realtime") || name.ends_with(".statement") ||
         name.ends_with(".transaction");
}

std::string sample(Type type, bool for_time, bool for_datetime) {
  const Kinds kinds = type.kinds;
  if (kinds == Kinds::all()) return "1";
  if (kinds.has(Kind::Float)) return "1.5";
  if (kinds.has(Kind::Integer)) return "2";
  if (kinds.has(Kind::Boolean)) return "true";
  if (kinds.has(Kind::String)) return "'abc'";
  if (kinds.has(Kind::List)) return type.elements == Kinds(Kind::String) ? "['b']" : "[1, 2, 3]";
  if (kinds.has(Kind::Map)) return for_time ? "{minute: 3}" : "{a: 1}";
  if (kinds.has(Kind::Node)) return "n";
  if (kinds.has(Kind::Relationship)) return "r";
  if (kinds.has(Kind::Path)) return "p";
  if (for_datetime && kinds.has(Kind::Date)) return "localdatetime('2020-05-17T12:30:15')";
  if (kinds.has(Kind::Date)) return "date('2020-05-17')";
  if (kinds.has(Kind::LocalTime)) return "localtime('12:30:15')";
  if (kinds.has(Kind::Duration)) return "duration('P1DT2H')";
  if (kinds.has(Kind::Point)) return "point({x: 1.0, y: 2.0})";
  return "null";
}

std::string argument(const Function& function, std::size_t position) {
  const Type type = function.parameters[std::min(position, function.parameters.size() - 1)];
  for (const SpecialArgument& row : special_arguments) {
    if (row.position == position && same_function_name(row.function, function.name) &&
        type.kinds.has(row.kind)) {
      return std::string(row.text);
    }
  }
  if (is_clock(function.name)) return "'UTC'";
  const bool truncates = function.name.ends_with(".truncate");
  const bool for_time = function.name.find("time") != std::string_view::npos;
  if (truncates && position == 0) return for_time ? "'hour'" : "'month'";
  if (truncates && position == 2) return for_time ? "{minute: 3}" : "{day: 2}";
  return sample(type, for_time, function.name.find("datetime") != std::string_view::npos);
}

Probe probe_of(const Function& function) {
  std::string arguments;
  bool on_graph = false;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const std::string text = argument(function, i);
    on_graph |= text == "n" || text == "n.k" || text == "r" || text == "p";
    arguments += (i > 0 ? ", " : "") + text;
  }
  // An aggregate of several values says more than that of one.
  const bool numbers = function.traits.aggregate && arguments.starts_with("1");
  if (numbers) arguments.replace(0, arguments.find(','), "x");
  if (numbers && arguments.empty()) arguments = "x";
  const char* const source = on_graph  ? "MATCH p = (n:A)-[r:R]->(m:B) "
                             : numbers ? "UNWIND [1, 2, 4] AS x "
                                       : "";
  return {overload_name(function),
          fmt::format("{}RETURN {}({}) AS x", source, function.name, arguments)};
}

}  // namespace

std::string overload_name(const Function& function) {
  std::string types;
  for (const Type& parameter : function.parameters) {
    types += (types.empty() ? "" : ", ") + to_text(parameter);
  }
  return fmt::format("{}({})", function.name, types);
}

std::vector<Probe> function_probes() {
  std::vector<Probe> probes;
  for (const Function& function : all_functions()) probes.push_back(probe_of(function));
  return probes;
}

}  // namespace dinkel

#include "targets/resp/literal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/check.h"
#include "base/match.h"
#include "cypher/print.h"
#include "cypher/value_text.h"
#include "targets/parameters.h"

namespace dinkel {
namespace {

// FalkorDB knows the escapes of C but not \u0041, so everything else stands as it is.
std::string string_literal(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    switch (c) {
      case '\\':
        result += "\\\\";
        break;
      case '\'':
        result += "\\'";
        break;
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      case '\t':
        result += "\\t";
        break;
      default:
        result += c;
    }
  }
  return result + "'";
}

std::string float_literal(double number) {
  if (std::isnan(number)) return "(0.0 / 0.0)";
  if (std::isinf(number)) return number > 0 ? "(1.0 / 0.0)" : "(-1.0 / 0.0)";
  return float_text(number);
}

std::string list_literal(const Values& values) {
  std::string result = "[";
  for (const Value& value : values) {
    if (result.size() > 1) result += ", ";
    result += falkordb_literal(value);
  }
  return result + "]";
}

std::string map_literal(const Map& map) {
  std::string result = "{";
  for (const auto& [key, value] : map) {
    if (result.size() > 1) result += ", ";
    result += quote_name(key) + ": " + falkordb_literal(value);
  }
  return result + "}";
}

std::string point_literal(const Point& point) {
  if (point.srid == 4326) {
    return fmt::format("point({{latitude: {}, longitude: {}}})", float_literal(point.y),
                       float_literal(point.x));
  }
  return to_text(Value(point));
}

std::string no_entity() {
  CHECK(false, "an entity cannot be a parameter");
}

template <typename Temporal>
std::string call(std::string_view function, const Temporal& value) {
  return fmt::format("{}('{}')", function, temporal_text(value));
}

}  // namespace

std::string falkordb_literal(const Value& value) {
  return match(
      value.data(), [](const Null&) -> std::string { return "null"; },
      [](bool b) -> std::string { return b ? "true" : "false"; },
      [](std::int64_t i) { return std::to_string(i); }, [](double d) { return float_literal(d); },
      [](const std::string& text) { return string_literal(text); },
      [](const Values& list) { return list_literal(list); },
      [](const Map& map) { return map_literal(map); }, [](const NodeRef&) { return no_entity(); },
      [](const RelationshipRef&) { return no_entity(); }, [](const Path&) { return no_entity(); },
      [](const Date& date) { return call("date", date); },
      [](const LocalTime& time) { return call("localtime", time); },
      [](const Time& time) { return call("time", time); },
      [](const LocalDateTime& datetime) { return call("localdatetime", datetime); },
      [](const DateTime& datetime) { return call("datetime", datetime); },
      [](const Duration& duration) { return call("duration", duration); },
      [](const Point& point) { return point_literal(point); });
}

bool is_falkordb_constant(const Value& value) {
  if (const auto* number = value.get_if<double>()) return std::isfinite(*number);
  if (const auto* list = value.get_if<Values>()) {
    return std::all_of(list->begin(), list->end(), is_falkordb_constant);
  }
  if (const auto* map = value.get_if<Map>()) {
    return std::all_of(map->begin(), map->end(),
                       [](const Map::Entry& entry) { return is_falkordb_constant(entry.second); });
  }
  return value.is_null() || value.is<bool>() || value.is<std::int64_t>() || value.is<std::string>();
}

std::string bind_parameters(std::string_view statement, const Map& parameters) {
  std::string prefix;
  Map calls;
  for (const auto& [name, value] : parameters) {
    if (is_falkordb_constant(value)) {
      prefix += fmt::format("{}={} ", quote_name(name), falkordb_literal(value));
    } else {
      calls.set(name, value);
    }
  }
  if (!prefix.empty()) prefix.insert(0, "CYPHER ");
  if (calls.empty()) return prefix.append(statement);

  return prefix +
         replace_parameters(statement, [&](const std::string& name) -> std::optional<std::string> {
           const Value* value = calls.find(name);
           if (value == nullptr) return std::nullopt;
           return falkordb_literal(*value);
         });
}

}  // namespace dinkel

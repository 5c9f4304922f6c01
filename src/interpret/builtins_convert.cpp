// toBoolean, toInteger, toFloat and toString, with their OrNull and List variants.
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "cypher/value_text.h"
#include "interpret/builtins.h"
#include "interpret/code_points.h"
#include "interpret/temporal.h"

namespace dinkel {

namespace {

// A conversion answers a value (null where a text says nothing), or nothing for a type that it does
// not know.
using Conversion = std::optional<Value> (*)(const Value& value);

std::optional<Value> as_boolean(const Value& value) {
  if (value.is<bool>()) return value;
  if (const auto* integer = value.get_if<std::int64_t>()) return *integer != 0;
  const auto* text = value.get_if<std::string>();
  if (text == nullptr) return std::nullopt;
  const std::string word = to_lower_case(trim_space(*text));
  if (word == "true") return true;
  if (word == "false") return false;
  return Null{};
}

// Towards zero, and to the nearest integer there is.
std::int64_t truncated(double number) {
  if (std::isnan(number)) return 0;
  if (number >= 0x1p63) return std::numeric_limits<std::int64_t>::max();
  if (number < -0x1p63) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(number);
}

std::optional<Value> as_integer(const Value& value) {
  if (value.is<std::int64_t>()) return value;
  if (const auto* boolean = value.get_if<bool>()) return *boolean ? 1 : 0;
  if (const auto* number = value.get_if<double>()) return truncated(*number);
  const auto* text = value.get_if<std::string>();
  if (text == nullptr) return std::nullopt;
  const std::string_view digits = trim_space(*text);
  if (const auto integer = parse_integer(digits)) return *integer;
  const auto number = parse_float(digits);
  if (!number || !std::isfinite(*number)) return Null{};
  if (*number >= 0x1p63 || *number < -0x1p63) {
    fail(ErrorType::ArithmeticError, ErrorDetail::IntegerOverflow,
         "'" + *text + "' does not fit into a 64-bit integer");
  }
  return truncated(*number);
}

std::optional<Value> as_float(const Value& value) {
  if (value.is<double>()) return value;
  if (const auto* integer = value.get_if<std::int64_t>()) return static_cast<double>(*integer);
  const auto* text = value.get_if<std::string>();
  if (text == nullptr) return std::nullopt;
  const auto number = parse_float(trim_space(*text));
  return number ? Value(*number) : Value();
}

std::string point_text(const Point& point) {
  std::string result = "point({x: " + float_text(point.x) + ", y: " + float_text(point.y);
  if (const auto z = point_component(point, "z")) result += ", z: " + float_text(z->as<double>());
  return result + ", crs: '" + point_component(point, "crs")->as<std::string>() + "'})";
}

std::optional<Value> as_string(const Value& value) {
  if (value.is<std::string>()) return value;
  if (const auto* boolean = value.get_if<bool>()) return *boolean ? "true" : "false";
  if (const auto* integer = value.get_if<std::int64_t>()) return std::to_string(*integer);
  if (const auto* number = value.get_if<double>()) return float_text(*number);
  if (const auto* point = value.get_if<Point>()) return point_text(*point);
  if (is_temporal(value)) return temporal_text(value);
  return std::nullopt;
}

template <Conversion convert>
Value strict(Runtime&, Arguments arguments) {
  auto result = convert(arguments[0]);
  if (!result) fail_argument(arguments[0], "a value that can be converted");
  return *std::move(result);
}

Value converted_or_null(Conversion convert, const Value& value) {
  // An integer that does not fit is an error of toInteger alone.
  try {
    return convert(value).value_or(Value());
  } catch (const QueryFailure&) {
    return Null{};
  }
}

template <Conversion convert>
Value lenient(Runtime&, Arguments arguments) {
  return converted_or_null(convert, arguments[0]);
}

template <Conversion convert>
Value each(Runtime&, Arguments arguments) {
  const auto* list = arguments[0].get_if<Values>();
  if (list == nullptr) fail_argument(arguments[0], "a list");
  Values result;
  result.reserve(list->size());
  for (const Value& element : *list) result.push_back(converted_or_null(convert, element));
  return result;
}

constexpr Builtin builtins[] = {
    {"toBoolean", strict<as_boolean>},
    {"toBooleanOrNull", lenient<as_boolean>},
    {"toBooleanList", each<as_boolean>},
    {"toInteger", strict<as_integer>},
    {"toIntegerOrNull", lenient<as_integer>},
    {"toIntegerList", each<as_integer>},
    {"toFloat", strict<as_float>},
    {"toFloatOrNull", lenient<as_float>},
    {"toFloatList", each<as_float>},
    {"toString", strict<as_string>},
    {"toStringOrNull", lenient<as_string>},
    {"toStringList", each<as_string>},
};

}  // namespace

std::span<const Builtin> conversion_builtins() {
  return builtins;
}

}  // namespace dinkel

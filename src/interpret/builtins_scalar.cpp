// Functions on any value: coalesce, nullIf, valueType, size and so on.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/match.h"
#include "interpret/builtins.h"
#include "interpret/code_points.h"

namespace dinkel {

namespace {

Value coalesce(Runtime&, Arguments arguments) {
  for (const Value& argument : arguments) {
    if (!argument.is_null()) return argument;
  }
  return Null{};
}

Value null_if(Runtime&, Arguments arguments) {
  if (equals(arguments[0], arguments[1]) == Ternary(true)) return Null{};
  return arguments[0];
}

Value exists(Runtime&, Arguments arguments) {
  return !arguments[0].is_null();
}

Value size(Runtime&, Arguments arguments) {
  if (const auto* list = arguments[0].get_if<Values>()) {
    return static_cast<std::int64_t>(list->size());
  }
  if (const auto* text = arguments[0].get_if<std::string>()) return count_code_points(*text);
  fail_argument(arguments[0], "a list or a string");
}

Value char_length(Runtime&, Arguments arguments) {
  return count_code_points(string_argument(arguments[0]));
}

Value is_empty(Runtime&, Arguments arguments) {
  if (const auto* list = arguments[0].get_if<Values>()) return list->empty();
  if (const auto* map = arguments[0].get_if<Map>()) return map->empty();
  if (const auto* text = arguments[0].get_if<std::string>()) return text->empty();
  fail_argument(arguments[0], "a list, a map or a string");
}

Value timestamp(Runtime& runtime, Arguments) {
  return runtime.statement_time_seconds * 1'000 + runtime.statement_time_nanoseconds / 1'000'000;
}

Value random_uuid(Runtime& runtime, Arguments) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result;
  for (int i = 0; i < 32; ++i) {
    if (i == 8 || i == 12 || i == 16 || i == 20) result += '-';
    std::uint64_t digit = runtime.rng.below(16);
    if (i == 12) digit = 4;                // the version: random
    if (i == 16) digit = 8 + (digit & 3);  // the variant of RFC 4122
    result += digits[digit];
  }
  return result;
}

// ---- valueType ----------------------------------------------------------------------------------

// The names of types in the order in which a union lists them.
constexpr std::array<std::string_view, 16> type_names = {
    "BOOLEAN",        "STRING",     "INTEGER",    "FLOAT",
    "DATE",           "LOCAL TIME", "ZONED TIME", "LOCAL DATETIME",
    "ZONED DATETIME", "DURATION",   "POINT",      "NODE",
    "RELATIONSHIP",   "MAP",        "LIST",       "PATH"};

std::size_t type_index(const Value& value) {
  return match(
      value.data(), [](const Null&) -> std::size_t { return type_names.size(); },
      [](const bool&) -> std::size_t { return 0; },
      [](const std::string&) -> std::size_t { return 1; },
      [](const std::int64_t&) -> std::size_t { return 2; },
      [](const double&) -> std::size_t { return 3; }, [](const Date&) -> std::size_t { return 4; },
      [](const LocalTime&) -> std::size_t { return 5; },
      [](const Time&) -> std::size_t { return 6; },
      [](const LocalDateTime&) -> std::size_t { return 7; },
      [](const DateTime&) -> std::size_t { return 8; },
      [](const Duration&) -> std::size_t { return 9; },
      [](const Point&) -> std::size_t { return 10; },
      [](const NodeRef&) -> std::size_t { return 11; },
      [](const RelationshipRef&) -> std::size_t { return 12; },
      [](const Map&) -> std::size_t { return 13; }, [](const Values&) -> std::size_t { return 14; },
      [](const Path&) -> std::size_t { return 15; });
}

// Without NOT NULL, which depends on where the type stands.
std::string bare_type(const Value& value);

std::string element_types(const Values& list) {
  if (list.empty()) return "NOTHING";
  std::vector<std::pair<std::size_t, std::string>> types;
  bool nullable = false;
  for (const Value& element : list) {
    if (element.is_null()) {
      nullable = true;
    } else {
      types.emplace_back(type_index(element), bare_type(element));
    }
  }
  if (types.empty()) return "NULL";
  std::ranges::sort(types);
  types.erase(std::unique(types.begin(), types.end()), types.end());
  std::string result;
  for (const auto& [index, name] : types) {
    if (!result.empty()) result += " | ";
    result += name + (nullable ? "" : " NOT NULL");
  }
  return result;
}

std::string bare_type(const Value& value) {
  if (value.is_null()) return "NULL";
  if (const auto* list = value.get_if<Values>()) return "LIST<" + element_types(*list) + ">";
  return std::string(type_names[type_index(value)]);
}

Value value_type(Runtime&, Arguments arguments) {
  return bare_type(arguments[0]) + (arguments[0].is_null() ? "" : " NOT NULL");
}

constexpr Builtin builtins[] = {
    {"coalesce", coalesce},       {"nullIf", null_if},
    {"exists", exists},           {"size", size},
    {"char_length", char_length}, {"character_length", char_length},
    {"isEmpty", is_empty},        {"timestamp", timestamp},
    {"randomUUID", random_uuid},  {"valueType", value_type},
};

}  // namespace

std::span<const Builtin> scalar_builtins() {
  return builtins;
}

}  // namespace dinkel

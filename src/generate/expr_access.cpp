// What is inside of a value: components of temporal values and points, entries of maps.
#include <array>

#include "generate/build.h"
#include "generate/expressions.h"

namespace dinkel {

namespace {

constexpr std::array<std::string_view, 6> date_parts = {"year",      "month",      "day",
                                                        "dayOfWeek", "ordinalDay", "quarter"};
constexpr std::array<std::string_view, 4> time_parts = {"hour", "minute", "second", "nanosecond"};
constexpr std::array<std::string_view, 4> duration_parts = {"months", "days", "seconds",
                                                            "minutesOfHour"};

std::span<const std::string_view> parts_of(Generator& g, Kind kind) {
  if (kind == Kind::Duration) return duration_parts;
  if (kind == Kind::Date) return date_parts;
  if (kind == Kind::LocalTime || kind == Kind::Time) return time_parts;
  if (g.rng.coin()) return date_parts;
  return time_parts;
}

constexpr std::array<Kind, 6> temporal_kinds = {
    Kind::Date, Kind::LocalTime, Kind::Time, Kind::LocalDateTime, Kind::DateTime, Kind::Duration};

}  // namespace

// date('2020-01-01').year
std::optional<Expr> make_component(Generator& g, Type wanted) {
  if (!g.profile.temporal || !wanted.nullable()) return std::nullopt;
  const Kind kind = temporal_kinds[g.rng.below(temporal_kinds.size())];
  if (kind == Kind::Duration && !g.has(Feature::DurationType)) return std::nullopt;
  Expr value = make_leaf(g, Type::of(kind));
  const auto parts = parts_of(g, kind);
  return property_expr(std::move(value), std::string(parts[g.rng.below(parts.size())]));
}

// {a: 1}.a and {a: 1}['a']
std::optional<Expr> make_map_access(Generator& g, Type wanted) {
  if (!g.has(Feature::MapLiteral) || !wanted.nullable()) return std::nullopt;
  MapLiteral map;
  std::string key = g.names.keys[g.rng.below(g.names.keys.size())].name;
  map.entries.push_back({key, make_expr(g, wanted)});
  Expr object = expr_of(std::move(map));
  if (g.has(Feature::DynamicProperty) && g.rng.chance(percent(30))) {
    return expr_of(Subscript{std::move(object), string_expr(std::move(key))});
  }
  return property_expr(std::move(object), std::move(key));
}

}  // namespace dinkel

// Points: constructing them, distance, and bounding boxes.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>

#include "interpret/builtins.h"

namespace dinkel {

namespace {

constexpr std::int32_t cartesian = 7203;
constexpr std::int32_t cartesian_3d = 9157;
constexpr std::int32_t wgs_84 = 4326;
constexpr std::int32_t wgs_84_3d = 4979;

bool is_geographic(std::int32_t srid) {
  return srid == wgs_84 || srid == wgs_84_3d;
}
bool has_height(std::int32_t srid) {
  return srid == cartesian_3d || srid == wgs_84_3d;
}

[[noreturn]] void fail_point(std::string message) {
  fail(ErrorType::ArgumentError, ErrorDetail::InvalidArgumentValue, std::move(message));
}

// The coordinate under either of its names.
std::optional<double> coordinate(const Map& map, std::string_view plain,
                                 std::string_view geographic) {
  const Value* value = map.find(plain);
  if (value == nullptr) value = map.find(geographic);
  return value == nullptr ? std::nullopt : std::optional(number_argument(*value));
}

// What the map says of its reference system; 0 for nothing.
std::int32_t stated_srid(const Map& map) {
  if (const Value* srid = map.find("srid")) {
    const std::int64_t number = integer_argument(*srid);
    for (const std::int32_t known : {cartesian, cartesian_3d, wgs_84, wgs_84_3d}) {
      if (number == known) return known;
    }
    fail_point("there is no coordinate reference system " + std::to_string(number));
  }
  const Value* crs = map.find("crs");
  if (crs == nullptr) return 0;
  const std::string& name = string_argument(*crs);
  if (name == "cartesian") return cartesian;
  if (name == "cartesian-3D" || name == "cartesian-3d") return cartesian_3d;
  if (name == "WGS-84" || name == "wgs-84") return wgs_84;
  if (name == "WGS-84-3D" || name == "wgs-84-3d") return wgs_84_3d;
  fail_point("there is no coordinate reference system '" + name + "'");
}

Value point(Runtime&, Arguments arguments) {
  const auto* map = arguments[0].get_if<Map>();
  if (map == nullptr) fail_argument(arguments[0], "a map");
  for (const auto& [key, value] : *map) {
    if (value.is_null()) return Null{};
  }
  const auto x = coordinate(*map, "x", "longitude");
  const auto y = coordinate(*map, "y", "latitude");
  const auto z = coordinate(*map, "z", "height");
  if (!x || !y) fail_point("a point needs x and y, or longitude and latitude");
  const bool geographic = map->find("longitude") != nullptr || map->find("latitude") != nullptr;
  std::int32_t srid = stated_srid(*map);
  if (srid == 0) srid = geographic ? (z ? wgs_84_3d : wgs_84) : (z ? cartesian_3d : cartesian);
  if (has_height(srid) != z.has_value() || (geographic && !is_geographic(srid))) {
    fail_point("the coordinates do not fit the reference system");
  }
  Point result{srid, *x, *y, z.value_or(0)};
  if (is_geographic(srid)) {
    if (!(std::fabs(result.y) <= 90)) fail_point("a latitude is between -90 and 90");
    if (std::fabs(result.x) > 180) result.x = std::remainder(result.x, 360);
  }
  return result;
}

const Point& point_argument(const Value& argument) {
  const auto* result = argument.get_if<Point>();
  if (result == nullptr) fail_argument(argument, "a point");
  return *result;
}

// The haversine formula on a sphere, with the radius that Neo4j uses; heights count by the mean
// height on the way and then as the other leg of a right triangle.
double geographic_distance(const Point& a, const Point& b) {
  constexpr double radius = 6'378'140.0;
  const auto radians = [](double degrees) { return degrees / 180 * std::numbers::pi; };
  const auto haversin = [](double angle) { return (1 - std::cos(angle)) / 2; };
  const double part = haversin(radians(b.y - a.y)) + std::cos(radians(a.y)) *
                                                         std::cos(radians(b.y)) *
                                                         haversin(radians(b.x - a.x));
  const double mean_height = (a.z + b.z) / 2;
  const double ground = 2 * (radius + mean_height) * std::asin(std::sqrt(std::min(part, 1.0)));
  return std::hypot(ground, a.z - b.z);
}

Value distance(Runtime&, Arguments arguments) {
  const auto* a = arguments[0].get_if<Point>();
  const auto* b = arguments[1].get_if<Point>();
  if (a == nullptr || b == nullptr || a->srid != b->srid) return Null{};
  if (is_geographic(a->srid)) return geographic_distance(*a, *b);
  return std::hypot(a->x - b->x, a->y - b->y, a->z - b->z);
}

Value within_bounding_box(Runtime&, Arguments arguments) {
  const Point& inner = point_argument(arguments[0]);
  const Point& low = point_argument(arguments[1]);
  const Point& high = point_argument(arguments[2]);
  if (inner.srid != low.srid || inner.srid != high.srid) return Null{};
  const auto between = [](double a, double x, double b) { return a <= x && x <= b; };
  // A box on the globe may cross the line of 180 degrees.
  const bool crosses = is_geographic(inner.srid) && low.x > high.x;
  const bool in_x =
      crosses ? inner.x >= low.x || inner.x <= high.x : between(low.x, inner.x, high.x);
  return in_x && between(low.y, inner.y, high.y) && between(low.z, inner.z, high.z);
}

constexpr Builtin builtins[] = {
    {"point", point},
    {"distance", distance},
    {"point.distance", distance},
    {"point.withinBBox", within_bounding_box},
};

}  // namespace

std::span<const Builtin> spatial_builtins() {
  return builtins;
}

}  // namespace dinkel

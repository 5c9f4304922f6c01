#include "graph/identity.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <type_traits>

#include "base/match.h"
#include "base/rng.h"

namespace dinkel {

namespace {

std::uint64_t bits_of(double number) {
  return std::isnan(number) ? 0x7ff8000000000000U : std::bit_cast<std::uint64_t>(number);
}

std::uint64_t hash_parts(std::initializer_list<std::int64_t> parts) {
  std::uint64_t hash = parts.size();
  for (const std::int64_t part : parts)
    hash = combine_hashes(hash, static_cast<std::uint64_t>(part));
  return hash;
}

std::uint64_t hash_content(const Path& path) {
  std::uint64_t hash = path.nodes.size();
  for (const NodeRef node : path.nodes)
    hash = combine_hashes(hash, static_cast<std::uint64_t>(node.id));
  for (const RelationshipRef relationship : path.relationships)
    hash = combine_hashes(hash, static_cast<std::uint64_t>(relationship.id));
  return hash;
}

std::uint64_t hash_content(const Values& list) {
  std::uint64_t hash = list.size();
  for (const Value& item : list) hash = combine_hashes(hash, hash_identity(item));
  return hash;
}

std::uint64_t hash_content(const DateTime& time) {
  return combine_hashes(hash_parts({time.seconds, time.nanoseconds, time.offset_seconds}),
                        hash_text(time.zone));
}

std::uint64_t hash_content(const Point& point) {
  std::uint64_t hash = static_cast<std::uint64_t>(point.srid);
  for (const double number : {point.x, point.y, point.z})
    hash = combine_hashes(hash, bits_of(number));
  return hash;
}

bool same_point(const Point& a, const Point& b) {
  return a.srid == b.srid && bits_of(a.x) == bits_of(b.x) && bits_of(a.y) == bits_of(b.y) &&
         bits_of(a.z) == bits_of(b.z);
}

}  // namespace

std::uint64_t combine_hashes(std::uint64_t hash, std::uint64_t item) {
  return mix_bits(hash * 0x9E3779B97F4A7C15U + item + 1);
}

bool identical(const Value& a, const Value& b) {
  if (a.data().index() != b.data().index()) return false;
  if (const auto* number = a.get_if<double>()) return bits_of(*number) == bits_of(b.as<double>());
  if (const auto* list = a.get_if<Values>())
    return std::ranges::equal(*list, b.as<Values>(),
                              [](const Value& x, const Value& y) { return identical(x, y); });
  if (const auto* map = a.get_if<Map>()) return identical(*map, b.as<Map>());
  if (const auto* point = a.get_if<Point>()) return same_point(*point, b.as<Point>());
  return a == b;
}

bool identical(const Map& a, const Map& b) {
  return std::ranges::equal(a, b, [](const Map::Entry& x, const Map::Entry& y) {
    return x.first == y.first && identical(x.second, y.second);
  });
}

bool identical(const NodeData& a, const NodeData& b) {
  return a.labels == b.labels && identical(a.properties, b.properties);
}

std::uint64_t hash_identity(const Value& value) {
  const std::uint64_t content = match(
      value.data(), [](const Null&) -> std::uint64_t { return 0; },
      [](const bool& b) -> std::uint64_t { return b ? 1 : 0; },
      [](const std::int64_t& number) { return static_cast<std::uint64_t>(number); },
      [](const double& number) { return bits_of(number); },
      [](const std::string& text) { return hash_text(text); },
      [](const Values& list) { return hash_content(list); },
      [](const Map& map) { return hash_identity(map); },
      [](const NodeRef& node) { return static_cast<std::uint64_t>(node.id); },
      [](const RelationshipRef& relationship) {
        return static_cast<std::uint64_t>(relationship.id);
      },
      [](const Path& path) { return hash_content(path); },
      [](const Date& date) { return hash_parts({date.days}); },
      [](const LocalTime& time) { return hash_parts({time.nanoseconds}); },
      [](const Time& time) { return hash_parts({time.nanoseconds, time.offset_seconds}); },
      [](const LocalDateTime& time) { return hash_parts({time.seconds, time.nanoseconds}); },
      [](const DateTime& time) { return hash_content(time); },
      [](const Duration& duration) {
        return hash_parts({duration.months, duration.days, duration.seconds, duration.nanoseconds});
      },
      [](const Point& point) { return hash_content(point); });
  return combine_hashes(value.data().index(), content);
}

std::uint64_t hash_identity(const Map& map) {
  std::uint64_t hash = map.size();
  for (const auto& [key, value] : map) {
    hash = combine_hashes(hash, hash_text(key));
    hash = combine_hashes(hash, hash_identity(value));
  }
  return hash;
}

std::uint64_t hash_identity(const NodeData& node) {
  std::uint64_t hash = node.labels.size();
  for (const std::string& label : node.labels) hash = combine_hashes(hash, hash_text(label));
  return combine_hashes(hash, hash_identity(node.properties));
}

std::uint64_t hash_identity(const RelationshipData& relationship) {
  return combine_hashes(hash_text(relationship.type), hash_identity(relationship.properties));
}

}  // namespace dinkel

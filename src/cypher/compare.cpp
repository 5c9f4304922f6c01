#include "cypher/compare.h"

#include <algorithm>
#include <cmath>

#include "base/match.h"
#include "base/rng.h"
#include "cypher/calendar.h"

namespace dinkel {

namespace {

// ---- Numbers ------------------------------------------------------------------------------------

// Exact: a 64-bit integer is not rounded to a float, since 2^53 + 1 is not 2^53.
std::partial_ordering compare_exactly(std::int64_t integer, double number) {
  if (std::isnan(number)) return std::partial_ordering::unordered;
  if (number >= 0x1p63) return std::partial_ordering::less;
  if (number < -0x1p63) return std::partial_ordering::greater;
  const double whole = std::floor(number);
  const auto rounded = static_cast<std::int64_t>(whole);
  if (integer != rounded) return integer <=> rounded;
  return whole < number ? std::partial_ordering::less : std::partial_ordering::equivalent;
}

bool is_number(const Value& value) {
  return value.is<std::int64_t>() || value.is<double>();
}

std::partial_ordering compare_numbers(const Value& a, const Value& b) {
  const auto* left = a.get_if<std::int64_t>();
  const auto* right = b.get_if<std::int64_t>();
  if (left != nullptr && right != nullptr) return *left <=> *right;
  if (left != nullptr) return compare_exactly(*left, b.as<double>());
  if (right != nullptr) return 0 <=> compare_exactly(*right, a.as<double>());
  return a.as<double>() <=> b.as<double>();
}

bool is_nan(const Value& value) {
  const auto* number = value.get_if<double>();
  return number != nullptr && std::isnan(*number);
}

// NaN is equal to itself and above all other numbers.
std::weak_ordering order_numbers(const Value& a, const Value& b) {
  if (is_nan(a) || is_nan(b)) return is_nan(a) <=> is_nan(b);
  const std::partial_ordering result = compare_numbers(a, b);
  if (result < 0) return std::weak_ordering::less;
  return result > 0 ? std::weak_ordering::greater : std::weak_ordering::equivalent;
}

std::weak_ordering order_floats(double a, double b) {
  return order_numbers(Value(a), Value(b));
}

// ---- Temporal values ----------------------------------------------------------------------------

// Values of one point in time but different zones are not equal: after the instant, the offset
// decides from west to east, then the name of the zone.
std::weak_ordering order_times(const Time& a, const Time& b) {
  const auto instant = [](const Time& time) {
    return time.nanoseconds - time.offset_seconds * nanos_per_second;
  };
  if (const auto first = instant(a) <=> instant(b); first != 0) return first;
  return a.offset_seconds <=> b.offset_seconds;
}

std::weak_ordering order_datetimes(const DateTime& a, const DateTime& b) {
  if (const auto first = a.seconds <=> b.seconds; first != 0) return first;
  if (const auto second = a.nanoseconds <=> b.nanoseconds; second != 0) return second;
  if (const auto third = a.offset_seconds <=> b.offset_seconds; third != 0) return third;
  return a.zone <=> b.zone;
}

// Durations have no natural order, since a month has no fixed length. They sort by their average
// length (a month of 30.436875 days: a 400th of the days of 4,800 months), then by their parts.
std::weak_ordering order_durations(const Duration& a, const Duration& b) {
  __extension__ using Wide = __int128;
  const auto average = [](const Duration& duration) {
    constexpr Wide seconds_per_month = 2'629'746;
    return Wide(duration.months) * seconds_per_month + Wide(duration.days) * seconds_per_day +
           Wide(duration.seconds);
  };
  const Wide left = average(a);
  const Wide right = average(b);
  if (left != right) return left < right ? std::weak_ordering::less : std::weak_ordering::greater;
  if (const auto next = a.nanoseconds <=> b.nanoseconds; next != 0) return next;
  if (const auto next = a.months <=> b.months; next != 0) return next;
  return a.days <=> b.days;
}

std::weak_ordering order_points(const Point& a, const Point& b) {
  if (const auto next = a.srid <=> b.srid; next != 0) return next;
  if (const auto next = order_floats(a.x, b.x); next != 0) return next;
  if (const auto next = order_floats(a.y, b.y); next != 0) return next;
  return order_floats(a.z, b.z);
}

// ---- Order across types -------------------------------------------------------------------------

// The ascending order of types in ORDER BY; integers and floats are one.
int type_rank(const Value& value) {
  return match(
      value.data(), [](const Map&) { return 0; }, [](const NodeRef&) { return 1; },
      [](const RelationshipRef&) { return 2; }, [](const Values&) { return 3; },
      [](const Path&) { return 4; }, [](const Point&) { return 5; },
      [](const DateTime&) { return 6; }, [](const LocalDateTime&) { return 7; },
      [](const Date&) { return 8; }, [](const Time&) { return 9; },
      [](const LocalTime&) { return 10; }, [](const Duration&) { return 11; },
      [](const std::string&) { return 12; }, [](const bool&) { return 13; },
      [](const std::int64_t&) { return 14; }, [](const double&) { return 14; },
      [](const Null&) { return 15; });
}

std::weak_ordering order_lists(const Values& a, const Values& b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (const auto next = order(a[i], b[i]); next != 0) return next;
  }
  return a.size() <=> b.size();
}

std::weak_ordering order_maps(const Map& a, const Map& b) {
  if (const auto next = a.size() <=> b.size(); next != 0) return next;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (const auto next = a.entries()[i].first <=> b.entries()[i].first; next != 0) return next;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto next = order(a.entries()[i].second, b.entries()[i].second);
    if (next != 0) return next;
  }
  return std::weak_ordering::equivalent;
}

std::weak_ordering order_paths(const Path& a, const Path& b) {
  const std::size_t common = std::min(a.nodes.size(), b.nodes.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (i > 0) {
      const auto next = a.relationships[i - 1] <=> b.relationships[i - 1];
      if (next != 0) return next;
    }
    if (const auto next = a.nodes[i] <=> b.nodes[i]; next != 0) return next;
  }
  return a.nodes.size() <=> b.nodes.size();
}

std::weak_ordering order_strings(const std::string& a, const std::string& b) {
  return a.compare(b) <=> 0;  // UTF-8 in byte order is in the order of code points
}

}  // namespace

std::weak_ordering order(const Value& a, const Value& b) {
  if (const auto ranks = type_rank(a) <=> type_rank(b); ranks != 0) return ranks;
  using Order = std::weak_ordering;
  return match(
      a.data(), [&](const Null&) -> Order { return Order::equivalent; },
      [&](const bool& left) -> Order { return left <=> b.as<bool>(); },
      [&](const std::int64_t&) -> Order { return order_numbers(a, b); },
      [&](const double&) -> Order { return order_numbers(a, b); },
      [&](const std::string& left) -> Order { return order_strings(left, b.as<std::string>()); },
      [&](const Values& left) -> Order { return order_lists(left, b.as<Values>()); },
      [&](const Map& left) -> Order { return order_maps(left, b.as<Map>()); },
      [&](const NodeRef& left) -> Order { return left <=> b.as<NodeRef>(); },
      [&](const RelationshipRef& left) -> Order { return left <=> b.as<RelationshipRef>(); },
      [&](const Path& left) -> Order { return order_paths(left, b.as<Path>()); },
      [&](const Date& left) -> Order { return left <=> b.as<Date>(); },
      [&](const LocalTime& left) -> Order { return left <=> b.as<LocalTime>(); },
      [&](const Time& left) -> Order { return order_times(left, b.as<Time>()); },
      [&](const LocalDateTime& left) -> Order { return left <=> b.as<LocalDateTime>(); },
      [&](const DateTime& left) -> Order { return order_datetimes(left, b.as<DateTime>()); },
      [&](const Duration& left) -> Order { return order_durations(left, b.as<Duration>()); },
      [&](const Point& left) -> Order { return order_points(left, b.as<Point>()); });
}

// ---- Equality -----------------------------------------------------------------------------------

namespace {

Ternary equal_lists(const Values& a, const Values& b) {
  if (a.size() != b.size()) return false;
  Ternary result = true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Ternary same = equals(a[i], b[i]);
    if (same == Ternary(false)) return false;
    if (!same) result = std::nullopt;
  }
  return result;
}

Ternary equal_maps(const Map& a, const Map& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a.entries()[i].first != b.entries()[i].first) return false;
  }
  Ternary result = true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Ternary same = equals(a.entries()[i].second, b.entries()[i].second);
    if (same == Ternary(false)) return false;
    if (!same) result = std::nullopt;
  }
  return result;
}

bool has_nan(const Point& point) {
  return std::isnan(point.x) || std::isnan(point.y) || std::isnan(point.z);
}

}  // namespace

Ternary equals(const Value& a, const Value& b) {
  if (a.is_null() || b.is_null()) return std::nullopt;
  if (is_number(a) && is_number(b)) return compare_numbers(a, b) == 0;
  if (a.data().index() != b.data().index()) return false;
  if (const auto* list = a.get_if<Values>()) return equal_lists(*list, b.as<Values>());
  if (const auto* map = a.get_if<Map>()) return equal_maps(*map, b.as<Map>());
  if (const auto* point = a.get_if<Point>()) {
    if (has_nan(*point) || has_nan(b.as<Point>())) return false;
  }
  return order(a, b) == 0;
}

bool equivalent(const Value& a, const Value& b) {
  return order(a, b) == 0;
}

// ---- The operators <, <=, >, >= -----------------------------------------------------------------

namespace {

template <typename Ordering>
bool holds(Ordering ordering, Relation relation) {
  switch (relation) {
    case Relation::Less:
      return ordering < 0;
    case Relation::LessOrEqual:
      return ordering <= 0;
    case Relation::Greater:
      return ordering > 0;
    case Relation::GreaterOrEqual:
      return ordering >= 0;
  }
  return false;
}

// The first pair of elements that is not equal decides; it may make the answer unknown.
Ternary compare_lists(const Values& a, Relation relation, const Values& b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    const Ternary same = equals(a[i], b[i]);
    if (!same) return std::nullopt;
    if (!*same) return compares(a[i], relation, b[i]);
  }
  return holds(a.size() <=> b.size(), relation);
}

bool is_ordered(const Value& value) {
  return value.is<bool>() || value.is<std::string>() || value.is<Date>() || value.is<LocalTime>() ||
         value.is<Time>() || value.is<LocalDateTime>() || value.is<DateTime>();
}

}  // namespace

Ternary compares(const Value& a, Relation relation, const Value& b) {
  if (is_number(a) && is_number(b)) return holds(compare_numbers(a, b), relation);
  if (a.data().index() != b.data().index()) return std::nullopt;
  if (const auto* list = a.get_if<Values>()) return compare_lists(*list, relation, b.as<Values>());
  if (!is_ordered(a)) return std::nullopt;
  return holds(order(a, b), relation);
}

// ---- Hashing ------------------------------------------------------------------------------------

namespace {

std::uint64_t combine(std::uint64_t seed, std::uint64_t next) {
  return mix_bits(seed * 0x9E3779B97F4A7C15U + next);
}

std::uint64_t bits(std::int64_t number) {
  return static_cast<std::uint64_t>(number);
}

// 1 and 1.0 are equivalent, as are 0.0 and -0.0, and all NaNs.
std::uint64_t hash_float(double number) {
  if (std::isnan(number)) return 1;
  const bool fits = number >= -0x1p63 && number < 0x1p63 && std::floor(number) == number;
  return mix_bits(fits ? bits(static_cast<std::int64_t>(number))
                       : std::bit_cast<std::uint64_t>(number));
}

std::uint64_t hash_path(const Path& path) {
  std::uint64_t hash = path.nodes.size();
  for (const NodeRef& node : path.nodes) hash = combine(hash, bits(node.id));
  for (const RelationshipRef& step : path.relationships) hash = combine(hash, bits(step.id));
  return hash;
}

std::uint64_t hash_content(const Value& value) {
  return match(
      value.data(), [](const Null&) { return std::uint64_t{0}; },
      [](const bool& b) { return std::uint64_t{b}; },
      [](const std::int64_t& i) { return mix_bits(bits(i)); },
      [](const double& d) { return hash_float(d); },
      [](const std::string& text) { return hash_text(text); },
      [](const Values& list) {
        std::uint64_t hash = list.size();
        for (const Value& element : list) hash = combine(hash, hash_equivalent(element));
        return hash;
      },
      [](const Map& map) {
        std::uint64_t hash = map.size();
        for (const auto& [key, element] : map) {
          hash = combine(combine(hash, hash_text(key)), hash_equivalent(element));
        }
        return hash;
      },
      [](const NodeRef& node) { return bits(node.id); },
      [](const RelationshipRef& relationship) { return bits(relationship.id); },
      [](const Path& path) { return hash_path(path); },
      [](const Date& date) { return bits(date.days); },
      [](const LocalTime& time) { return bits(time.nanoseconds); },
      [](const Time& time) { return combine(bits(time.nanoseconds), bits(time.offset_seconds)); },
      [](const LocalDateTime& local) {
        return combine(bits(local.seconds), bits(local.nanoseconds));
      },
      [](const DateTime& datetime) {
        const std::uint64_t instant = combine(bits(datetime.seconds), bits(datetime.nanoseconds));
        return combine(combine(instant, bits(datetime.offset_seconds)), hash_text(datetime.zone));
      },
      [](const Duration& duration) {
        const std::uint64_t days = combine(bits(duration.months), bits(duration.days));
        return combine(combine(days, bits(duration.seconds)), bits(duration.nanoseconds));
      },
      [](const Point& point) {
        const std::uint64_t plane = combine(hash_float(point.x), hash_float(point.y));
        return combine(combine(plane, hash_float(point.z)), bits(point.srid));
      });
}

}  // namespace

std::uint64_t hash_equivalent(const Value& value) {
  return combine(bits(type_rank(value)), hash_content(value));
}

}  // namespace dinkel

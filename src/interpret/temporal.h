// Temporal values: their parts, how they are made from text, from maps and from each other, their
// components, and their arithmetic. Years go from -999,999,999 to 999,999,999. What cannot be made
// fails the query (runtime.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cypher/type.h"
#include "cypher/value.h"
#include "interpret/time_zone.h"

namespace dinkel {

// An instant of any type, taken apart. A date has no time, a local time has no date and no zone.
struct InstantParts {
  std::optional<std::int64_t> days;         // since 1970-01-01, local
  std::optional<std::int64_t> nanoseconds;  // of the local day
  std::optional<TimeZone> zone;
};
// The present, as the statement sees it.
struct Now {
  std::int64_t seconds = 0;  // since 1970-01-01T00:00Z
  std::int32_t nanoseconds = 0;
};

// temporal.cpp. A kind is one of kinds::instant.
std::optional<InstantParts> parts_of(const Value& value);  // empty for what is not an instant
// The instant of this kind that the parts make; UTC where a zone is missing, midnight where the
// time of a date is. Fails when the parts lack what the kind needs.
Value make_instant(Kind kind, const InstantParts& parts);
Value make_datetime(std::int64_t utc_seconds, std::int64_t nanoseconds, const TimeZone& zone);
Value current_instant(Kind kind, Now now, const TimeZone& zone);
TimeZone time_zone_named(std::string_view text);  // fails when there is no such zone
std::int64_t checked_days(std::int64_t days);     // fails when the year is out of range
[[noreturn]] void fail_temporal(std::string message);
// Seconds since 1970 of a local day and time, without its zone.
std::int64_t local_seconds(std::int64_t days, std::int64_t nanoseconds);

// temporal_parse.cpp
Value parse_instant(Kind kind, std::string_view text, Now now);
Duration parse_duration(std::string_view text);

// temporal_build.cpp
Value instant_from_map(Kind kind, const Map& fields, Now now);
Value truncate_instant(Kind kind, std::string_view unit, const Value& source, const Map& fields,
                       Now now);
Duration duration_from_map(const Map& fields);

// temporal_component.cpp: the value of x.year, x.offset, x.minutesOfHour, ... of a temporal value,
// of x.longitude, x.srid, ... of a point; empty when the value has no such component.
std::optional<Value> temporal_component(const Value& value, std::string_view key);
std::optional<Value> point_component(const Point& point, std::string_view key);

// temporal_arithmetic.cpp
std::int64_t plus_months(std::int64_t days, std::int64_t months);
Value add_duration(const Value& instant, const Duration& duration);
Duration negate(const Duration& duration);
Duration add(const Duration& a, const Duration& b);
Duration multiply(const Duration& duration, double factor);
Duration multiply(const Duration& duration, std::int64_t factor);
Duration divide(const Duration& duration, double divisor);
// Fractions of a unit go on to the smaller ones: half a month is 15 days, 5 hours and so on.
struct DurationParts {
  double months = 0;
  double days = 0;
  double seconds = 0;
  double nanoseconds = 0;
};
Duration make_duration(const DurationParts& parts);
enum class DurationUnit { Any, Months, Days, Seconds };
Duration duration_between(const Value& from, const Value& to, DurationUnit unit);

}  // namespace dinkel

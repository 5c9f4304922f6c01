#include "interpret/temporal.h"

#include <utility>

#include "base/check.h"
#include "cypher/calendar.h"
#include "interpret/runtime.h"

namespace dinkel {

void fail_temporal(std::string message) {
  fail(ErrorType::ArgumentError, ErrorDetail::InvalidArgumentValue, std::move(message));
}

std::int64_t checked_days(std::int64_t days) {
  static const std::int64_t first = days_from_civil({min_year, 1, 1});
  static const std::int64_t last = days_from_civil({max_year, 12, 31});
  if (days < first || days > last) {
    fail(ErrorType::ArgumentError, ErrorDetail::NumberOutOfRange,
         "years go from -999999999 to 999999999");
  }
  return days;
}

TimeZone time_zone_named(std::string_view text) {
  auto zone = parse_time_zone(text);
  if (!zone) fail_temporal("there is no time zone '" + std::string(text) + "'");
  return *std::move(zone);
}

std::int64_t local_seconds(std::int64_t days, std::int64_t nanoseconds) {
  return days * seconds_per_day + nanoseconds / nanos_per_second;
}

namespace {

InstantParts local_parts(std::int64_t seconds, std::int64_t nanoseconds) {
  InstantParts parts;
  parts.days = floor_div(seconds, seconds_per_day);
  parts.nanoseconds = floor_mod(seconds, seconds_per_day) * nanos_per_second + nanoseconds;
  return parts;
}

std::int32_t fraction_of(std::int64_t nanoseconds) {
  return static_cast<std::int32_t>(nanoseconds % nanos_per_second);
}

}  // namespace

std::optional<InstantParts> parts_of(const Value& value) {
  if (const auto* date = value.get_if<Date>()) return InstantParts{date->days, {}, {}};
  if (const auto* local_time = value.get_if<LocalTime>()) {
    return InstantParts{{}, local_time->nanoseconds, {}};
  }
  if (const auto* time = value.get_if<Time>()) {
    return InstantParts{{}, time->nanoseconds, TimeZone{"", time->offset_seconds}};
  }
  if (const auto* local = value.get_if<LocalDateTime>()) {
    return local_parts(local->seconds, local->nanoseconds);
  }
  if (const auto* datetime = value.get_if<DateTime>()) {
    InstantParts parts =
        local_parts(datetime->seconds + datetime->offset_seconds, datetime->nanoseconds);
    parts.zone = TimeZone{datetime->zone, datetime->offset_seconds};
    return parts;
  }
  return std::nullopt;
}

Value make_instant(Kind kind, const InstantParts& parts) {
  const bool needs_date = kind != Kind::LocalTime && kind != Kind::Time;
  if (needs_date && !parts.days) fail_temporal("a date is missing");
  if (!needs_date && !parts.nanoseconds) fail_temporal("a time of day is missing");
  const std::int64_t days = needs_date ? checked_days(*parts.days) : 0;
  const std::int64_t nanoseconds = parts.nanoseconds.value_or(0);
  const TimeZone zone = parts.zone.value_or(TimeZone{});
  switch (kind) {
    case Kind::Date:
      return Date{days};
    case Kind::LocalTime:
      return LocalTime{nanoseconds};
    case Kind::Time:
      return Time{nanoseconds, zone.offset_seconds};
    case Kind::LocalDateTime:
      return LocalDateTime{local_seconds(days, nanoseconds), fraction_of(nanoseconds)};
    default:
      break;
  }
  CHECK(kind == Kind::DateTime, "not the kind of an instant");
  const ZonedSeconds zoned = resolve_local(zone, local_seconds(days, nanoseconds));
  return DateTime{zoned.utc_seconds, fraction_of(nanoseconds), zoned.offset_seconds, zone.name};
}

Value make_datetime(std::int64_t utc_seconds, std::int64_t nanoseconds, const TimeZone& zone) {
  checked_days(floor_div(utc_seconds, seconds_per_day));
  return DateTime{utc_seconds, fraction_of(nanoseconds), offset_at(zone, utc_seconds), zone.name};
}

Value current_instant(Kind kind, Now now, const TimeZone& zone) {
  return make_instant(kind, *parts_of(make_datetime(now.seconds, now.nanoseconds, zone)));
}

}  // namespace dinkel

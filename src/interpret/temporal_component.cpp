#include <array>
#include <utility>

#include "cypher/calendar.h"
#include "cypher/value_text.h"
#include "interpret/runtime.h"
#include "interpret/temporal.h"

namespace dinkel {

namespace {

std::optional<Value> date_component(std::int64_t days, std::string_view key) {
  if (key == "day") return civil_from_days(days).day;
  if (key == "month") return civil_from_days(days).month;
  if (key == "year") return civil_from_days(days).year;
  if (key == "quarter") return (civil_from_days(days).month - 1) / 3 + 1;
  if (key == "week") return week_from_days(days).week;
  if (key == "weekYear") return week_from_days(days).week_year;
  if (key == "dayOfWeek" || key == "weekDay") return week_from_days(days).day_of_week;
  if (key == "ordinalDay") return day_of_year(days);
  if (key == "dayOfQuarter" || key == "quarterDay") return day_of_quarter(days);
  return std::nullopt;
}

std::optional<Value> time_component(std::int64_t nanoseconds, std::string_view key) {
  const std::int64_t second = nanoseconds / nanos_per_second;
  const std::int64_t fraction = nanoseconds % nanos_per_second;
  if (key == "hour") return second / 3600;
  if (key == "minute") return second / 60 % 60;
  if (key == "second") return second % 60;
  if (key == "millisecond") return fraction / 1'000'000;
  if (key == "microsecond") return fraction / 1'000;
  if (key == "nanosecond") return fraction;
  return std::nullopt;
}

std::optional<Value> zone_component(const TimeZone& zone, std::string_view key) {
  const std::int64_t offset = zone.offset_seconds;
  if (key == "offset") return offset_text(zone.offset_seconds);
  if (key == "timezone") return zone.name.empty() ? offset_text(zone.offset_seconds) : zone.name;
  if (key == "offsetMinutes") return offset / 60;
  if (key == "offsetSeconds") return offset;
  return std::nullopt;
}

std::int64_t scaled(std::int64_t seconds, std::int64_t per_second, std::int64_t rest) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(seconds, per_second, &result) ||
      __builtin_add_overflow(result, rest, &result)) {
    fail(ErrorType::ArithmeticError, ErrorDetail::IntegerOverflow,
         "the duration does not fit into an integer in this unit");
  }
  return result;
}

std::optional<Value> duration_component(const Duration& duration, std::string_view key) {
  const std::int64_t months = duration.months;
  const std::int64_t days = duration.days;
  const std::int64_t seconds = duration.seconds;
  const std::int64_t fraction = duration.nanoseconds;
  if (key == "years") return months / 12;
  if (key == "quarters") return months / 3;
  if (key == "months") return months;
  if (key == "weeks") return days / 7;
  if (key == "days") return days;
  if (key == "hours") return seconds / 3600;
  if (key == "minutes") return seconds / 60;
  if (key == "seconds") return seconds;
  if (key == "milliseconds") return scaled(seconds, 1'000, fraction / 1'000'000);
  if (key == "microseconds") return scaled(seconds, 1'000'000, fraction / 1'000);
  if (key == "nanoseconds") return scaled(seconds, nanos_per_second, fraction);
  if (key == "quartersOfYear") return months / 3 % 4;
  if (key == "monthsOfQuarter") return months % 3;
  if (key == "monthsOfYear") return months % 12;
  if (key == "daysOfWeek") return days % 7;
  if (key == "minutesOfHour") return seconds / 60 % 60;
  if (key == "secondsOfMinute") return seconds % 60;
  if (key == "millisecondsOfSecond") return fraction / 1'000'000;
  if (key == "microsecondsOfSecond") return fraction / 1'000;
  if (key == "nanosecondsOfSecond") return fraction;
  return std::nullopt;
}

}  // namespace

std::optional<Value> temporal_component(const Value& value, std::string_view key) {
  if (const auto* duration = value.get_if<Duration>()) return duration_component(*duration, key);
  const auto parts = parts_of(value);
  if (!parts) return std::nullopt;
  if (const auto* datetime = value.get_if<DateTime>()) {
    if (key == "epochSeconds") return datetime->seconds;
    if (key == "epochMillis") {
      return scaled(datetime->seconds, 1'000, datetime->nanoseconds / 1'000'000);
    }
  }
  std::optional<Value> component;
  if (parts->days) component = date_component(*parts->days, key);
  if (!component && parts->nanoseconds) component = time_component(*parts->nanoseconds, key);
  if (!component && parts->zone) component = zone_component(*parts->zone, key);
  return component;
}

std::optional<Value> point_component(const Point& point, std::string_view key) {
  const bool wgs_84 = point.srid == 4326 || point.srid == 4979;
  const bool three_dimensional = point.srid == 9157 || point.srid == 4979;
  if (key == "x") return point.x;
  if (key == "y") return point.y;
  if (key == "z" && three_dimensional) return point.z;
  if (key == "srid") return static_cast<std::int64_t>(point.srid);
  if (key == "crs") {
    return std::string(wgs_84 ? "wgs-84" : "cartesian") + (three_dimensional ? "-3d" : "");
  }
  if (!wgs_84) return std::nullopt;
  if (key == "longitude") return point.x;
  if (key == "latitude") return point.y;
  if (key == "height" && three_dimensional) return point.z;
  return std::nullopt;
}

}  // namespace dinkel

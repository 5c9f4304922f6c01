// Instants and durations: adding, scaling, and the duration between two instants.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "cypher/calendar.h"
#include "interpret/runtime.h"
#include "interpret/temporal.h"

namespace dinkel {

namespace {

__extension__ using Wide = __int128;

[[noreturn]] void fail_overflow() {
  fail(ErrorType::ArithmeticError, ErrorDetail::IntegerOverflow, "the duration is too long");
}

std::int64_t narrow(Wide number) {
  const auto result = static_cast<std::int64_t>(number);
  if (Wide(result) != number) fail_overflow();
  return result;
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
  return narrow(Wide(a) + Wide(b));
}

Duration normalized(Wide months, Wide days, Wide seconds, Wide nanoseconds) {
  Wide whole = nanoseconds / nanos_per_second;
  Wide rest = nanoseconds % nanos_per_second;
  if (rest < 0) {
    rest += nanos_per_second;
    whole -= 1;
  }
  return {narrow(months), narrow(days), narrow(seconds + whole), static_cast<std::int32_t>(rest)};
}

Wide whole_part(double number) {
  if (!(std::fabs(number) < 0x1p63)) fail_overflow();
  return static_cast<Wide>(number);
}

// The fraction of a unit, in nanoseconds.
Wide fraction_part(double number, double nanos_per_unit) {
  return static_cast<Wide>(std::llround((number - std::trunc(number)) * nanos_per_unit));
}

}  // namespace

// A month has 2,629,746 seconds on average, a 4800th of 400 years of the Gregorian calendar.
Duration make_duration(const DurationParts& parts) {
  const Wide fraction =
      fraction_part(parts.months, 2'629'746e9) + fraction_part(parts.days, 86'400e9);
  return normalized(
      whole_part(parts.months), whole_part(parts.days) + fraction / nanos_per_day,
      whole_part(parts.seconds),
      whole_part(parts.nanoseconds) + fraction % nanos_per_day + fraction_part(parts.seconds, 1e9));
}

Duration negate(const Duration& duration) {
  return normalized(-Wide(duration.months), -Wide(duration.days), -Wide(duration.seconds),
                    -Wide(duration.nanoseconds));
}

Duration add(const Duration& a, const Duration& b) {
  return normalized(Wide(a.months) + b.months, Wide(a.days) + b.days, Wide(a.seconds) + b.seconds,
                    Wide(a.nanoseconds) + b.nanoseconds);
}

Duration multiply(const Duration& duration, std::int64_t factor) {
  return normalized(Wide(duration.months) * factor, Wide(duration.days) * factor,
                    Wide(duration.seconds) * factor, Wide(duration.nanoseconds) * factor);
}

Duration multiply(const Duration& duration, double factor) {
  return make_duration({static_cast<double>(duration.months) * factor,
                        static_cast<double>(duration.days) * factor,
                        static_cast<double>(duration.seconds) * factor,
                        static_cast<double>(duration.nanoseconds) * factor});
}

Duration divide(const Duration& duration, double divisor) {
  return make_duration({static_cast<double>(duration.months) / divisor,
                        static_cast<double>(duration.days) / divisor,
                        static_cast<double>(duration.seconds) / divisor,
                        static_cast<double>(duration.nanoseconds) / divisor});
}

std::int64_t plus_months(std::int64_t days, std::int64_t months) {
  const CivilDate from = civil_from_days(days);
  const std::int64_t total = sum(from.year * 12 + from.month - 1, months);
  CivilDate to{floor_div(total, 12), static_cast<int>(floor_mod(total, 12)) + 1, from.day};
  if (to.year < min_year || to.year > max_year) {
    fail(ErrorType::ArgumentError, ErrorDetail::NumberOutOfRange,
         "years go from -999999999 to 999999999");
  }
  to.day = std::min(to.day, days_in_month(to.year, to.month));
  return days_from_civil(to);
}

Value add_duration(const Value& instant, const Duration& duration) {
  InstantParts parts = *parts_of(instant);
  if (parts.days) {
    parts.days = checked_days(sum(plus_months(*parts.days, duration.months), duration.days));
  }
  const Wide clock = Wide(duration.seconds) * nanos_per_second + duration.nanoseconds;
  if (!parts.nanoseconds) {  // a date moves by the whole days among the hours
    return Date{checked_days(sum(*parts.days, narrow(clock / nanos_per_day)))};
  }
  const auto shift = [](Wide nanoseconds) {  // days and the rest of a day
    Wide days = nanoseconds / nanos_per_day;
    Wide rest = nanoseconds % nanos_per_day;
    if (rest < 0) {
      rest += nanos_per_day;
      days -= 1;
    }
    return std::pair(narrow(days), static_cast<std::int64_t>(rest));
  };
  if (instant.is<DateTime>()) {  // the clock part counts in real time, whatever the zone does
    const Value moved = make_instant(Kind::DateTime, parts);
    const auto& datetime = moved.as<DateTime>();
    const Wide total = Wide(datetime.seconds) * nanos_per_second + datetime.nanoseconds + clock;
    const auto [days, rest] = shift(total);
    return make_datetime(local_seconds(checked_days(days), rest), rest % nanos_per_second,
                         TimeZone{datetime.zone, datetime.offset_seconds});
  }
  const auto [days, rest] = shift(*parts.nanoseconds + clock);
  parts.nanoseconds = rest;
  if (parts.days) parts.days = checked_days(sum(*parts.days, days));
  if (instant.is<LocalTime>()) return make_instant(Kind::LocalTime, parts);
  return make_instant(instant.is<Time>() ? Kind::Time : Kind::LocalDateTime, parts);
}

// ---- The duration between two instants ----------------------------------------------------------

namespace {

// Both ends with a date, a time and the same zone.
struct Ends {
  std::int64_t from_days = 0;
  std::int64_t from_nanoseconds = 0;
  std::int64_t to_days = 0;
  std::int64_t to_nanoseconds = 0;
  Wide to_instant = 0;  // in nanoseconds since 1970: the local time alone may mean two moments
  TimeZone zone;
  bool dated = true;  // both had a date of their own
};

// What one end lacks it takes from the other: date and zone; a missing time of day is midnight.
Ends common_ends(const Value& from, const Value& to) {
  InstantParts a = *parts_of(from);
  InstantParts b = *parts_of(to);
  const bool dated = a.days && b.days;
  if (!a.days) a.days = b.days.value_or(0);
  if (!b.days) b.days = a.days;
  if (!a.zone) a.zone = b.zone.value_or(TimeZone{});
  if (!b.zone) b.zone = a.zone;
  const Value end = make_instant(Kind::DateTime, b);
  const auto& datetime = end.as<DateTime>();
  b = *parts_of(make_datetime(datetime.seconds, datetime.nanoseconds, *a.zone));
  Ends ends;
  ends.from_days = *a.days;
  ends.from_nanoseconds = a.nanoseconds.value_or(0);
  ends.to_days = *b.days;
  ends.to_nanoseconds = *b.nanoseconds;
  ends.to_instant = Wide(datetime.seconds) * nanos_per_second + datetime.nanoseconds;
  ends.zone = *a.zone;
  ends.dated = dated;
  return ends;
}

// The day up to which whole days count: a started one does not.
std::int64_t last_whole_day(const Ends& ends) {
  if (ends.to_days > ends.from_days && ends.to_nanoseconds < ends.from_nanoseconds) {
    return ends.to_days - 1;
  }
  if (ends.to_days < ends.from_days && ends.to_nanoseconds > ends.from_nanoseconds) {
    return ends.to_days + 1;
  }
  return ends.to_days;
}

std::int64_t whole_months(const Ends& ends) {
  const auto position = [](std::int64_t days) {
    const CivilDate date = civil_from_days(days);
    return (date.year * 12 + date.month - 1) * 32 + date.day;
  };
  return (position(last_whole_day(ends)) - position(ends.from_days)) / 32;
}

Wide elapsed(const Ends& ends) {
  const ZonedSeconds from =
      resolve_local(ends.zone, local_seconds(ends.from_days, ends.from_nanoseconds));
  return ends.to_instant - Wide(from.utc_seconds) * nanos_per_second -
         ends.from_nanoseconds % nanos_per_second;
}

}  // namespace

Duration duration_between(const Value& from, const Value& to, DurationUnit unit) {
  Ends ends = common_ends(from, to);
  Duration result;
  if (ends.dated && (unit == DurationUnit::Any || unit == DurationUnit::Months)) {
    result.months = whole_months(ends);
    ends.from_days = plus_months(ends.from_days, result.months);
  }
  if (ends.dated && (unit == DurationUnit::Any || unit == DurationUnit::Days)) {
    result.days = last_whole_day(ends) - ends.from_days;
    ends.from_days += result.days;
  }
  if (unit == DurationUnit::Months || unit == DurationUnit::Days) return result;
  return normalized(result.months, result.days, 0, elapsed(ends));
}

}  // namespace dinkel

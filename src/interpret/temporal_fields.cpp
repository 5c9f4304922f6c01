#include "interpret/temporal_fields.h"

#include <string>

#include "cypher/calendar.h"

namespace dinkel {

bool DateFields::empty() const {
  return !year && !month && !day && !week && !day_of_week && !quarter && !day_of_quarter &&
         !ordinal_day;
}

bool TimeFields::empty() const {
  return !hour && !minute && !second && !millisecond && !microsecond && !nanosecond;
}

namespace {

int in_range(std::int64_t number, std::int64_t low, std::int64_t high, std::string_view name) {
  if (number < low || number > high) {
    fail_temporal(std::string(name) + " must be between " + std::to_string(low) + " and " +
                  std::to_string(high) + ", but it is " + std::to_string(number));
  }
  return static_cast<int>(number);
}

void require(bool present, std::string_view name) {
  if (!present) fail_temporal(std::string(name) + " must be given");
}

std::int64_t day_of_week_date(const DateFields& fields, std::int64_t year,
                              std::optional<std::int64_t> base) {
  require(fields.week || base, "week");
  const WeekDate from = base ? week_from_days(*base) : WeekDate{year, 1, 1};
  const std::int64_t week_year = fields.year.value_or(from.week_year);
  return days_from_week(
      {week_year, in_range(fields.week.value_or(from.week), 1, weeks_in_year(week_year), "week"),
       in_range(fields.day_of_week.value_or(from.day_of_week), 1, 7, "dayOfWeek")});
}

std::int64_t day_of_quarter_date(const DateFields& fields, std::int64_t year,
                                 std::optional<std::int64_t> base) {
  require(fields.quarter || base, "quarter");
  const int from = base ? (civil_from_days(*base).month - 1) / 3 + 1 : 1;
  const int month = in_range(fields.quarter.value_or(from), 1, 4, "quarter") * 3 - 2;
  int length = 0;
  for (int i = 0; i < 3; ++i) length += days_in_month(year, month + i);
  const int day = in_range(fields.day_of_quarter.value_or(base ? day_of_quarter(*base) : 1), 1,
                           length, "dayOfQuarter");
  return days_from_civil({year, month, 1}) + day - 1;
}

std::int64_t fraction_of(const TimeFields& fields, std::int64_t kept) {
  if (!fields.millisecond && !fields.microsecond && !fields.nanosecond) return kept;
  const std::int64_t millisecond = in_range(fields.millisecond.value_or(0), 0, 999, "millisecond");
  const std::int64_t microsecond = in_range(fields.microsecond.value_or(0), 0,
                                            fields.millisecond ? 999 : 999'999, "microsecond");
  const std::int64_t most = fields.microsecond ? 999 : fields.millisecond ? 999'999 : 999'999'999;
  const std::int64_t nanosecond = in_range(fields.nanosecond.value_or(0), 0, most, "nanosecond");
  return millisecond * 1'000'000 + microsecond * 1'000 + nanosecond;
}

}  // namespace

std::int64_t days_of(const DateFields& fields, std::optional<std::int64_t> base_days) {
  const bool calendar = fields.month || fields.day;
  const bool weeks = fields.week || fields.day_of_week;
  const bool quarters = fields.quarter || fields.day_of_quarter;
  if (int{calendar} + int{weeks} + int{quarters} + int{fields.ordinal_day.has_value()} > 1) {
    fail_temporal("a date is given by month, by week, by quarter or by ordinalDay, not by several");
  }
  require(fields.year || base_days, "year");
  const CivilDate base = civil_from_days(base_days.value_or(0));
  const std::int64_t year = fields.year.value_or(base.year);
  in_range(year, min_year, max_year, "year");
  if (weeks) return checked_days(day_of_week_date(fields, year, base_days));
  if (quarters) return day_of_quarter_date(fields, year, base_days);
  if (fields.ordinal_day) {
    const int length = is_leap_year(year) ? 366 : 365;
    return days_from_civil({year, 1, 1}) + in_range(*fields.ordinal_day, 1, length, "ordinalDay") -
           1;
  }
  require(!fields.day || fields.month || base_days, "month");
  const int month = in_range(fields.month.value_or(base_days ? base.month : 1), 1, 12, "month");
  const int day =
      in_range(fields.day.value_or(base_days ? base.day : 1), 1, days_in_month(year, month), "day");
  return days_from_civil({year, month, day});
}

std::int64_t nanoseconds_of(const TimeFields& fields, std::optional<std::int64_t> base_nanoseconds,
                            bool keep_fraction) {
  const bool fraction = fields.millisecond || fields.microsecond || fields.nanosecond;
  if (!base_nanoseconds) {
    require(fields.hour.has_value(), "hour");
    require(fields.minute || (!fields.second && !fraction), "minute");
    require(fields.second || !fraction, "second");
  }
  const std::int64_t base = base_nanoseconds.value_or(0);
  const std::int64_t second_of_day = base / nanos_per_second;
  const std::int64_t base_fraction = base % nanos_per_second;
  const std::int64_t hour = in_range(fields.hour.value_or(second_of_day / 3600), 0, 23, "hour");
  const std::int64_t minute =
      in_range(fields.minute.value_or(second_of_day / 60 % 60), 0, 59, "minute");
  const std::int64_t second = in_range(fields.second.value_or(second_of_day % 60), 0, 59, "second");
  std::int64_t nanosecond = fraction_of(fields, base_fraction);
  if (keep_fraction && fraction && !fields.millisecond) nanosecond += base_fraction;
  in_range(nanosecond, 0, 999'999'999, "nanosecond");
  return (hour * 3600 + minute * 60 + second) * nanos_per_second + nanosecond;
}

// ---- Durations ----------------------------------------------------------------------------------

namespace {

struct Unit {
  std::string_view name;
  std::int64_t months;
  std::int64_t days;
  std::int64_t seconds;
  std::int64_t nanoseconds;
};
constexpr Unit units[] = {
    {"years", 12, 0, 0, 0},
    {"quarters", 3, 0, 0, 0},
    {"months", 1, 0, 0, 0},
    {"weeks", 0, 7, 0, 0},
    {"days", 0, 1, 0, 0},
    {"hours", 0, 0, 3600, 0},
    {"minutes", 0, 0, 60, 0},
    {"seconds", 0, 0, 1, 0},
    {"milliseconds", 0, 0, 0, 1'000'000},
    {"microseconds", 0, 0, 0, 1'000},
    {"nanoseconds", 0, 0, 0, 1},
};

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : units) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

}  // namespace

bool DurationBuilder::add_whole(std::string_view name, std::int64_t amount) {
  const Unit* unit = find_unit(name);
  if (unit == nullptr) return false;
  const Duration one{unit->months, unit->days, unit->seconds,
                     static_cast<std::int32_t>(unit->nanoseconds)};
  whole_ = add(whole_, multiply(one, amount));
  return true;
}

bool DurationBuilder::add_fraction(std::string_view name, double amount) {
  const Unit* unit = find_unit(name);
  if (unit == nullptr) return false;
  fractions_.months += amount * static_cast<double>(unit->months);
  fractions_.days += amount * static_cast<double>(unit->days);
  fractions_.seconds += amount * static_cast<double>(unit->seconds);
  fractions_.nanoseconds += amount * static_cast<double>(unit->nanoseconds);
  return true;
}

Duration DurationBuilder::build() const {
  return add(whole_, make_duration(fractions_));
}

}  // namespace dinkel

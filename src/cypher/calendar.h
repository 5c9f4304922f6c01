// Arithmetic of the proleptic Gregorian calendar on plain numbers, for years from -999,999,999 to
// 999,999,999: days since 1970-01-01 against year, month and day, ISO weeks and quarters. The
// calendar types of the standard library stop at 16-bit years, Cypher's temporal values do not.
#pragma once

#include <cstdint>

namespace dinkel {

constexpr std::int64_t min_year = -999'999'999;
constexpr std::int64_t max_year = 999'999'999;
constexpr std::int64_t seconds_per_day = 86'400;
constexpr std::int64_t nanos_per_second = 1'000'000'000;
constexpr std::int64_t nanos_per_day = seconds_per_day * nanos_per_second;

struct CivilDate {
  std::int64_t year = 1970;
  int month = 1;
  int day = 1;
  bool operator==(const CivilDate&) const = default;
};
struct WeekDate {  // ISO 8601: week 1 holds the first Thursday, days count from Monday = 1
  std::int64_t week_year = 1970;
  int week = 1;
  int day_of_week = 4;
  bool operator==(const WeekDate&) const = default;
};

constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}
constexpr std::int64_t floor_mod(std::int64_t a, std::int64_t b) {
  const std::int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

bool is_leap_year(std::int64_t year);
int days_in_month(std::int64_t year, int month);
int weeks_in_year(std::int64_t week_year);

std::int64_t days_from_civil(CivilDate date);
// Days that are too far away for any year above count as the nearest that is not absurd: an answer
// of a broken database must still print.
CivilDate civil_from_days(std::int64_t days);
std::int64_t days_from_week(WeekDate date);
WeekDate week_from_days(std::int64_t days);
int day_of_year(std::int64_t days);     // from 1
int day_of_quarter(std::int64_t days);  // from 1

}  // namespace dinkel

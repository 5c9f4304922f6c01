#include "cypher/calendar.h"

#include <algorithm>

namespace dinkel {

bool is_leap_year(std::int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_in_month(std::int64_t year, int month) {
  if (month == 2) return is_leap_year(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// The year is taken to begin in March, so that the leap day comes last and the days before a
// month follow one linear formula; 400 years (an era) have 146,097 days.
std::int64_t days_from_civil(CivilDate date) {
  const std::int64_t year = date.month <= 2 ? date.year - 1 : date.year;
  const std::int64_t era = floor_div(year, 400);
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t month = (date.month + 9) % 12;
  const std::int64_t day_of_march_year = (153 * month + 2) / 5 + date.day - 1;
  const std::int64_t day_of_era =
      year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_march_year;
  return era * 146'097 + day_of_era - 719'468;
}

CivilDate civil_from_days(std::int64_t days) {
  constexpr std::int64_t farthest = 1'000'000'000'000;
  const std::int64_t shifted = std::clamp(days, -farthest, farthest) + 719'468;
  const std::int64_t era = floor_div(shifted, 146'097);
  const std::int64_t day_of_era = shifted - era * 146'097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const std::int64_t day_of_march_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t march_month = (5 * day_of_march_year + 2) / 153;
  const int day = static_cast<int>(day_of_march_year - (153 * march_month + 2) / 5 + 1);
  const int month = static_cast<int>(march_month < 10 ? march_month + 3 : march_month - 9);
  return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

namespace {

int day_of_week(std::int64_t days) {
  return static_cast<int>(floor_mod(days + 3, 7)) + 1;  // 1970-01-01 was a Thursday
}

// The Monday of week 1: January 4th is always in it.
std::int64_t first_monday(std::int64_t week_year) {
  const std::int64_t fourth = days_from_civil({week_year, 1, 4});
  return fourth - (day_of_week(fourth) - 1);
}

}  // namespace

int weeks_in_year(std::int64_t week_year) {
  return static_cast<int>((first_monday(week_year + 1) - first_monday(week_year)) / 7);
}

std::int64_t days_from_week(WeekDate date) {
  return first_monday(date.week_year) + (date.week - 1) * 7 + date.day_of_week - 1;
}

WeekDate week_from_days(std::int64_t days) {
  std::int64_t week_year = civil_from_days(days).year;
  if (days >= first_monday(week_year + 1)) {
    ++week_year;
  } else if (days < first_monday(week_year)) {
    --week_year;
  }
  const int week = static_cast<int>((days - first_monday(week_year)) / 7) + 1;
  return {week_year, week, day_of_week(days)};
}

int day_of_year(std::int64_t days) {
  return static_cast<int>(days - days_from_civil({civil_from_days(days).year, 1, 1})) + 1;
}

int day_of_quarter(std::int64_t days) {
  const CivilDate date = civil_from_days(days);
  const int first_month = (date.month - 1) / 3 * 3 + 1;
  return static_cast<int>(days - days_from_civil({date.year, first_month, 1})) + 1;
}

}  // namespace dinkel

#include "interpret/time_zone.h"

#include <date/tz.h>

#include <chrono>
#include <stdexcept>
#include <utility>

#include "cypher/calendar.h"

namespace dinkel {

namespace {

// The names that the tz database made links to others, because they agree since 1970.
constexpr std::pair<std::string_view, std::string_view> merged_zones[] = {
    {"Antarctica/Vostok", "Asia/Urumqi"},       {"Asia/Brunei", "Asia/Kuching"},
    {"Asia/Kuala_Lumpur", "Asia/Singapore"},    {"Atlantic/Reykjavik", "Africa/Abidjan"},
    {"Europe/Amsterdam", "Europe/Brussels"},    {"Europe/Copenhagen", "Europe/Berlin"},
    {"Europe/Luxembourg", "Europe/Brussels"},   {"Europe/Monaco", "Europe/Paris"},
    {"Europe/Oslo", "Europe/Berlin"},           {"Europe/Stockholm", "Europe/Berlin"},
    {"Indian/Christmas", "Asia/Bangkok"},       {"Indian/Cocos", "Asia/Yangon"},
    {"Indian/Kerguelen", "Indian/Maldives"},    {"Indian/Mahe", "Asia/Dubai"},
    {"Indian/Reunion", "Asia/Dubai"},           {"Pacific/Chuuk", "Pacific/Port_Moresby"},
    {"Pacific/Funafuti", "Pacific/Tarawa"},     {"Pacific/Majuro", "Pacific/Tarawa"},
    {"Pacific/Pohnpei", "Pacific/Guadalcanal"}, {"Pacific/Wake", "Pacific/Tarawa"},
    {"Pacific/Wallis", "Pacific/Tarawa"},
};

const date::time_zone* find_zone(std::string_view name) {
  for (const auto& [link, target] : merged_zones) {
    if (name == link) name = target;
  }
  try {
    return date::locate_zone(name);
  } catch (const std::runtime_error&) {
    return nullptr;
  }
}

// The compiled files list changes up to 2037. A later year has the rules of one before that with
// the same length and the same days of the week; this is the number of seconds between the two.
std::int64_t shift_into_known_years(std::int64_t seconds) {
  constexpr std::int64_t last_known = 2037;
  const std::int64_t year = civil_from_days(floor_div(seconds, seconds_per_day)).year;
  if (year <= last_known) return 0;
  const std::int64_t start = days_from_civil({year, 1, 1});
  std::int64_t same = last_known;
  while (is_leap_year(same) != is_leap_year(year) ||
         floor_mod(start - days_from_civil({same, 1, 1}), 7) != 0) {
    --same;
  }
  return (days_from_civil({same, 1, 1}) - start) * seconds_per_day;
}

std::int32_t seconds_of(std::chrono::seconds offset) {
  return static_cast<std::int32_t>(offset.count());
}

// Two digits of a number below the limit.
std::optional<int> two_digits(std::string_view text, std::size_t at, int limit) {
  if (at + 2 > text.size()) return std::nullopt;
  const char tens = text[at];
  const char ones = text[at + 1];
  if (tens < '0' || tens > '9' || ones < '0' || ones > '9') return std::nullopt;
  const int number = (tens - '0') * 10 + (ones - '0');
  return number < limit ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<std::int32_t> parse_offset(std::string_view text) {
  if (text == "Z" || text == "z") return 0;
  if (text.size() < 3 || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  const auto hours = two_digits(text, 1, 19);
  if (!hours) return std::nullopt;
  int total = *hours * 3600;
  std::size_t at = 3;
  const bool colons = at < text.size() && text[at] == ':';
  for (const int unit : {60, 1}) {
    if (at == text.size()) break;
    if (colons) {
      if (text[at] != ':') return std::nullopt;
      ++at;
    }
    const auto number = two_digits(text, at, 60);
    if (!number) return std::nullopt;
    total += *number * unit;
    at += 2;
  }
  if (at != text.size() || total > 18 * 3600) return std::nullopt;
  return text[0] == '-' ? -total : total;
}

std::optional<TimeZone> parse_time_zone(std::string_view text) {
  if (const auto offset = parse_offset(text)) return TimeZone{"", *offset};
  if (text.empty() || find_zone(text) == nullptr) return std::nullopt;
  return TimeZone{std::string(text), 0};
}

std::int32_t offset_at(const TimeZone& zone, std::int64_t utc_seconds) {
  if (zone.name.empty()) return zone.offset_seconds;
  const date::time_zone* known = find_zone(zone.name);
  if (known == nullptr) return zone.offset_seconds;
  const std::int64_t seconds = utc_seconds + shift_into_known_years(utc_seconds);
  const date::sys_seconds moment{std::chrono::seconds(seconds)};
  return seconds_of(known->get_info(moment).offset);
}

ZonedSeconds resolve_local(const TimeZone& zone, std::int64_t local_seconds) {
  const date::time_zone* known = zone.name.empty() ? nullptr : find_zone(zone.name);
  if (known == nullptr) return {local_seconds - zone.offset_seconds, zone.offset_seconds};
  const std::int64_t seconds = local_seconds + shift_into_known_years(local_seconds);
  const date::local_info info = known->get_info(date::local_seconds{std::chrono::seconds(seconds)});
  const std::int32_t first = seconds_of(info.first.offset);
  const std::int32_t second = seconds_of(info.second.offset);
  switch (info.result) {
    case date::local_info::nonexistent:
      return {local_seconds - first, second};
    case date::local_info::ambiguous:
      if (zone.offset_seconds == second) return {local_seconds - second, second};
      return {local_seconds - first, first};
    default:
      return {local_seconds - first, first};
  }
}

}  // namespace dinkel

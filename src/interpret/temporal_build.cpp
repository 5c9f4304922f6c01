// Temporal values from maps and from other temporal values, and truncation.
#include <algorithm>
#include <string>

#include "cypher/calendar.h"
#include "interpret/runtime.h"
#include "interpret/temporal.h"
#include "interpret/temporal_fields.h"

namespace dinkel {

namespace {

// A map taken apart: fields to set, and values to take the rest from.
struct MapFields {
  DateFields date;
  TimeFields time;
  std::optional<TimeZone> zone;
  std::optional<InstantParts> date_source;
  std::optional<InstantParts> time_source;
  std::optional<std::int64_t> epoch_seconds;
  std::optional<std::int64_t> epoch_millis;
};

std::int64_t integer_field(std::string_view key, const Value& value) {
  const auto* integer = value.get_if<std::int64_t>();
  if (integer == nullptr) {
    fail_temporal(std::string(key) + " must be an integer, not " + std::string(type_name(value)));
  }
  return *integer;
}

std::optional<std::int64_t>* field_named(MapFields& fields, std::string_view key) {
  DateFields& date = fields.date;
  TimeFields& time = fields.time;
  const std::pair<std::string_view, std::optional<std::int64_t>*> names[] = {
      {"year", &date.year},
      {"month", &date.month},
      {"day", &date.day},
      {"week", &date.week},
      {"dayOfWeek", &date.day_of_week},
      {"quarter", &date.quarter},
      {"dayOfQuarter", &date.day_of_quarter},
      {"ordinalDay", &date.ordinal_day},
      {"hour", &time.hour},
      {"minute", &time.minute},
      {"second", &time.second},
      {"millisecond", &time.millisecond},
      {"microsecond", &time.microsecond},
      {"nanosecond", &time.nanosecond},
      {"epochSeconds", &fields.epoch_seconds},
      {"epochMillis", &fields.epoch_millis},
  };
  for (const auto& [name, field] : names) {
    if (name == key) return field;
  }
  return nullptr;
}

void read_source(MapFields& fields, std::string_view key, const Value& value) {
  const auto parts = parts_of(value);
  const bool date = key == "date" || key == "datetime";
  const bool time = key == "time" || key == "datetime";
  if (!parts || (date && !parts->days) || (time && !parts->nanoseconds)) {
    fail_temporal(std::string(key) + " cannot be taken from " + std::string(type_name(value)));
  }
  if (date) fields.date_source = parts;
  if (time) fields.time_source = parts;
}

bool has_date(Kind kind) {
  return kind == Kind::Date || kind == Kind::LocalDateTime || kind == Kind::DateTime;
}
bool has_time(Kind kind) {
  return kind != Kind::Date;
}
bool has_zone(Kind kind) {
  return kind == Kind::Time || kind == Kind::DateTime;
}

MapFields read_map(Kind kind, const Map& map) {
  MapFields fields;
  for (const auto& [key, value] : map) {
    if (key == "timezone") {
      const auto* text = value.get_if<std::string>();
      if (text == nullptr) fail_temporal("timezone must be a string");
      fields.zone = time_zone_named(*text);
    } else if (key == "date" || key == "time" || key == "datetime") {
      read_source(fields, key, value);
    } else if (auto* field = field_named(fields, key)) {
      *field = integer_field(key, value);
    } else {
      fail_temporal("there is no field " + key + " in a temporal value");
    }
  }
  const bool epoch = fields.epoch_seconds || fields.epoch_millis;
  if ((!has_date(kind) && (!fields.date.empty() || epoch)) ||
      (!has_time(kind) && !fields.time.empty()) || (kind != Kind::DateTime && epoch)) {
    fail_temporal("the map has fields that this type does not have");
  }
  return fields;
}

Value from_epoch(const MapFields& fields) {
  if (!fields.date.empty() || fields.date_source || fields.time_source || fields.time.hour ||
      fields.time.minute || fields.time.second || (fields.epoch_seconds && fields.epoch_millis)) {
    fail_temporal("epochSeconds and epochMillis go with a fraction and a time zone alone");
  }
  TimeFields fraction = fields.time;
  fraction.hour = fraction.minute = fraction.second = 0;
  std::int64_t nanoseconds = nanoseconds_of(fraction, std::nullopt);
  std::int64_t seconds = fields.epoch_seconds.value_or(0);
  if (fields.epoch_millis) {
    seconds = floor_div(*fields.epoch_millis, 1'000);
    nanoseconds += floor_mod(*fields.epoch_millis, 1'000) * 1'000'000;
    seconds += nanoseconds / nanos_per_second;
  }
  return make_datetime(seconds, nanoseconds, fields.zone.value_or(TimeZone{}));
}

// The parts with the zone that was asked for. A value that came with a zone of its own keeps its
// moment and changes its clock; a local one keeps its clock.
Value in_zone(Kind kind, InstantParts parts, const std::optional<TimeZone>& wanted, Now now) {
  if (!wanted || !has_zone(kind)) return make_instant(kind, parts);
  if (kind == Kind::DateTime) {
    if (!parts.zone) {
      parts.zone = wanted;
      return make_instant(kind, parts);
    }
    const Value moment = make_instant(kind, parts);
    const auto& datetime = moment.as<DateTime>();
    return make_datetime(datetime.seconds, datetime.nanoseconds, *wanted);
  }
  const std::int32_t offset = offset_at(*wanted, now.seconds);
  if (parts.zone) {
    const std::int64_t change = (offset - parts.zone->offset_seconds) * nanos_per_second;
    parts.nanoseconds = floor_mod(*parts.nanoseconds + change, nanos_per_day);
  }
  parts.zone = TimeZone{"", offset};
  return make_instant(kind, parts);
}

}  // namespace

Value instant_from_map(Kind kind, const Map& map, Now now) {
  const MapFields fields = read_map(kind, map);
  if (fields.epoch_seconds || fields.epoch_millis) return from_epoch(fields);
  if (fields.zone && map.size() == 1) return current_instant(kind, now, *fields.zone);
  InstantParts parts;
  if (has_date(kind)) {
    const auto base = fields.date_source ? fields.date_source->days : std::nullopt;
    parts.days = days_of(fields.date, base);
  }
  if (has_time(kind)) {
    auto base = fields.time_source ? fields.time_source->nanoseconds : std::nullopt;
    if (!base && has_date(kind) && fields.time.empty()) base = 0;
    parts.nanoseconds = nanoseconds_of(fields.time, base);
    if (fields.time_source) parts.zone = fields.time_source->zone;
  }
  return in_zone(kind, parts, fields.zone, now);
}

// ---- Truncation ---------------------------------------------------------------------------------

namespace {

std::int64_t truncate_days(std::string_view unit, std::int64_t days) {
  const CivilDate date = civil_from_days(days);
  const auto years = [&date](std::int64_t count) {
    return days_from_civil({floor_div(date.year, count) * count, 1, 1});
  };
  if (unit == "millennium") return years(1000);
  if (unit == "century") return years(100);
  if (unit == "decade") return years(10);
  if (unit == "year") return years(1);
  if (unit == "weekYear") return days_from_week({week_from_days(days).week_year, 1, 1});
  if (unit == "quarter") return days - (day_of_quarter(days) - 1);
  if (unit == "month") return days - (date.day - 1);
  if (unit == "week") return days - (week_from_days(days).day_of_week - 1);
  return days;
}

// The length of a unit of the clock in nanoseconds; a day for "day"; 0 for units of the calendar.
std::int64_t clock_unit(std::string_view unit) {
  if (unit == "day") return nanos_per_day;
  if (unit == "hour") return 3600 * nanos_per_second;
  if (unit == "minute") return 60 * nanos_per_second;
  if (unit == "second") return nanos_per_second;
  if (unit == "millisecond") return 1'000'000;
  if (unit == "microsecond") return 1'000;
  return 0;
}

bool is_calendar_unit(std::string_view unit) {
  constexpr std::string_view names[] = {"millennium", "century", "decade", "year",
                                        "weekYear",   "quarter", "month",  "week"};
  return std::ranges::find(names, unit) != std::end(names);
}

}  // namespace

Value truncate_instant(Kind kind, std::string_view unit, const Value& source, const Map& map,
                       Now now) {
  const std::int64_t length = clock_unit(unit);
  const bool fits =
      is_calendar_unit(unit) ? has_date(kind) : length != 0 && (has_time(kind) || unit == "day");
  if (!fits) fail_temporal("this type cannot be truncated to '" + std::string(unit) + "'");
  auto parts = parts_of(source);
  if (!parts || (has_date(kind) && !parts->days) || (!has_date(kind) && !parts->nanoseconds)) {
    fail_temporal("a value of type " + std::string(type_name(source)) + " cannot be truncated so");
  }
  const MapFields fields = read_map(kind, map);
  if (has_date(kind)) {
    parts->days = days_of(fields.date, checked_days(truncate_days(unit, *parts->days)));
  }
  std::int64_t clock = parts->nanoseconds.value_or(0);
  clock = length == 0 ? 0 : clock - clock % length;
  parts->nanoseconds = nanoseconds_of(fields.time, clock, true);
  if (fields.zone) {
    const std::int32_t offset = kind == Kind::Time ? offset_at(*fields.zone, now.seconds) : 0;
    parts->zone = kind == Kind::Time ? TimeZone{"", offset} : *fields.zone;
  }
  return make_instant(kind, *parts);
}

Duration duration_from_map(const Map& map) {
  DurationBuilder builder;
  for (const auto& [key, value] : map) {
    bool known = true;
    if (const auto* integer = value.get_if<std::int64_t>()) {
      known = builder.add_whole(key, *integer);
    } else if (const auto* number = value.get_if<double>()) {
      known = builder.add_fraction(key, *number);
    } else {
      fail_temporal(key + " must be a number, not " + std::string(type_name(value)));
    }
    if (!known) fail_temporal("there is no unit " + key + " in a duration");
  }
  if (map.empty()) fail_temporal("a duration needs at least one unit");
  return builder.build();
}

}  // namespace dinkel

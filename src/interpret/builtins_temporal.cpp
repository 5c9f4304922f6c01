// Functions on temporal values; the work is done in temporal_*.cpp.
#include <string>

#include "cypher/calendar.h"
#include "interpret/builtins.h"
#include "interpret/temporal.h"

namespace dinkel {

namespace {

// One moment for the whole statement, also for .realtime: nobody can rely on more.
Now now_of(const Runtime& runtime) {
  return {runtime.statement_time_seconds, runtime.statement_time_nanoseconds};
}

template <Kind kind>
Value construct(Runtime& runtime, Arguments arguments) {
  const Now now = now_of(runtime);
  if (arguments.empty()) return current_instant(kind, now, TimeZone{});
  const Value& argument = arguments[0];
  if (const auto* text = argument.get_if<std::string>()) return parse_instant(kind, *text, now);
  if (const auto* map = argument.get_if<Map>()) return instant_from_map(kind, *map, now);
  const auto parts = parts_of(argument);
  if (!parts) fail_argument(argument, "a string, a map or a temporal value");
  return make_instant(kind, *parts);
}

template <Kind kind>
Value current(Runtime& runtime, Arguments arguments) {
  const TimeZone zone =
      arguments.empty() ? TimeZone{} : time_zone_named(string_argument(arguments[0]));
  return current_instant(kind, now_of(runtime), zone);
}

template <Kind kind>
Value truncate(Runtime& runtime, Arguments arguments) {
  const Now now = now_of(runtime);
  const std::string& unit = string_argument(arguments[0]);
  const Value source = arguments.size() > 1 ? arguments[1] : current_instant(kind, now, TimeZone{});
  if (arguments.size() < 3) return truncate_instant(kind, unit, source, Map{}, now);
  const auto* fields = arguments[2].get_if<Map>();
  if (fields == nullptr) fail_argument(arguments[2], "a map");
  return truncate_instant(kind, unit, source, *fields, now);
}

Value from_epoch(Runtime&, Arguments arguments) {
  const std::int64_t seconds = integer_argument(arguments[0]);
  const std::int64_t nanoseconds = integer_argument(arguments[1]);
  std::int64_t total = 0;
  if (__builtin_add_overflow(seconds, floor_div(nanoseconds, nanos_per_second), &total)) {
    fail_temporal("the moment is too far away");
  }
  return make_datetime(total, floor_mod(nanoseconds, nanos_per_second), TimeZone{});
}

Value from_epoch_millis(Runtime&, Arguments arguments) {
  const std::int64_t milliseconds = integer_argument(arguments[0]);
  return make_datetime(floor_div(milliseconds, 1'000), floor_mod(milliseconds, 1'000) * 1'000'000,
                       TimeZone{});
}

Value duration(Runtime&, Arguments arguments) {
  if (arguments[0].is<Duration>()) return arguments[0];
  if (const auto* text = arguments[0].get_if<std::string>()) return parse_duration(*text);
  const auto* map = arguments[0].get_if<Map>();
  if (map == nullptr) fail_argument(arguments[0], "a string or a map");
  return duration_from_map(*map);
}

template <DurationUnit unit>
Value between(Runtime&, Arguments arguments) {
  for (const Value& argument : arguments) {
    if (!parts_of(argument)) fail_argument(argument, "a temporal instant");
  }
  return duration_between(arguments[0], arguments[1], unit);
}

constexpr Builtin builtins[] = {
    {"date", construct<Kind::Date>},
    {"date.realtime", current<Kind::Date>},
    {"date.statement", current<Kind::Date>},
    {"date.transaction", current<Kind::Date>},
    {"date.truncate", truncate<Kind::Date>},
    {"localtime", construct<Kind::LocalTime>},
    {"localtime.realtime", current<Kind::LocalTime>},
    {"localtime.statement", current<Kind::LocalTime>},
    {"localtime.transaction", current<Kind::LocalTime>},
    {"localtime.truncate", truncate<Kind::LocalTime>},
    {"time", construct<Kind::Time>},
    {"time.realtime", current<Kind::Time>},
    {"time.statement", current<Kind::Time>},
    {"time.transaction", current<Kind::Time>},
    {"time.truncate", truncate<Kind::Time>},
    {"localdatetime", construct<Kind::LocalDateTime>},
    {"localdatetime.realtime", current<Kind::LocalDateTime>},
    {"localdatetime.statement", current<Kind::LocalDateTime>},
    {"localdatetime.transaction", current<Kind::LocalDateTime>},
    {"localdatetime.truncate", truncate<Kind::LocalDateTime>},
    {"datetime", construct<Kind::DateTime>},
    {"datetime.realtime", current<Kind::DateTime>},
    {"datetime.statement", current<Kind::DateTime>},
    {"datetime.transaction", current<Kind::DateTime>},
    {"datetime.truncate", truncate<Kind::DateTime>},
    {"datetime.fromEpoch", from_epoch},
    {"datetime.fromEpochMillis", from_epoch_millis},
    {"duration", duration},
    {"duration.between", between<DurationUnit::Any>},
    {"duration.inMonths", between<DurationUnit::Months>},
    {"duration.inDays", between<DurationUnit::Days>},
    {"duration.inSeconds", between<DurationUnit::Seconds>},
};

}  // namespace

std::span<const Builtin> temporal_builtins() {
  return builtins;
}

}  // namespace dinkel

#include "cypher/value_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string_view>

#include "base/check.h"
#include "base/match.h"
#include "cypher/calendar.h"
#include "cypher/print.h"

namespace dinkel {

std::string float_text(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  if (number == 0) return std::signbit(number) ? "-0.0" : "0.0";
  const double size = std::fabs(number);
  if (size >= 1e-3 && size < 1e7) {
    const std::string plain = fmt::format("{}", number);
    return plain.find('.') == std::string::npos ? plain + ".0" : plain;
  }
  // {:e} would not be the shortest form, so the digits come from the general one.
  std::string digits = fmt::format("{}", size);
  int exponent = 0;
  if (const auto mark = digits.find('e'); mark != std::string::npos) {
    exponent = std::atoi(digits.c_str() + mark + 1);
    digits.resize(mark);
  }
  const auto dot = digits.find('.');
  exponent += static_cast<int>(dot == std::string::npos ? digits.size() : dot) - 1;
  if (dot != std::string::npos) digits.erase(dot, 1);
  const auto first = digits.find_first_not_of('0');
  exponent -= static_cast<int>(first);
  digits.erase(0, first);
  digits.erase(digits.find_last_not_of('0') + 1);
  const std::string fraction = digits.size() > 1 ? digits.substr(1) : "0";
  return fmt::format("{}{}.{}E{}", number < 0 ? "-" : "", digits[0], fraction, exponent);
}

namespace {

std::string year_text(std::int64_t year) {
  if (year > 9999) return fmt::format("+{}", year);
  if (year < 0) return fmt::format("-{:04}", -year);
  return fmt::format("{:04}", year);
}

std::string clock_text(std::int64_t second_of_day, std::int64_t nanoseconds) {
  const std::int64_t second = second_of_day % 60;
  std::string text = fmt::format("{:02}:{:02}", second_of_day / 3600, second_of_day / 60 % 60);
  if (second != 0 || nanoseconds != 0) text += fmt::format(":{:02}", second);
  if (nanoseconds == 0) return text;
  if (nanoseconds % 1'000'000 == 0) return text + fmt::format(".{:03}", nanoseconds / 1'000'000);
  if (nanoseconds % 1'000 == 0) return text + fmt::format(".{:06}", nanoseconds / 1'000);
  return text + fmt::format(".{:09}", nanoseconds);
}

std::string datetime_text(std::int64_t seconds, std::int64_t nanoseconds) {
  return temporal_text(Date{floor_div(seconds, seconds_per_day)}) + "T" +
         clock_text(floor_mod(seconds, seconds_per_day), nanoseconds);
}

}  // namespace

std::string offset_text(std::int32_t offset_seconds) {
  if (offset_seconds == 0) return "Z";
  const int size = std::abs(offset_seconds);
  std::string text =
      fmt::format("{}{:02}:{:02}", offset_seconds < 0 ? '-' : '+', size / 3600, size / 60 % 60);
  if (size % 60 != 0) text += fmt::format(":{:02}", size % 60);
  return text;
}

std::string temporal_text(const Date& date) {
  const CivilDate civil = civil_from_days(date.days);
  return fmt::format("{}-{:02}-{:02}", year_text(civil.year), civil.month, civil.day);
}

std::string temporal_text(const LocalTime& time) {
  return clock_text(time.nanoseconds / nanos_per_second, time.nanoseconds % nanos_per_second);
}

std::string temporal_text(const Time& time) {
  return temporal_text(LocalTime{time.nanoseconds}) + offset_text(time.offset_seconds);
}

std::string temporal_text(const LocalDateTime& datetime) {
  return datetime_text(datetime.seconds, datetime.nanoseconds);
}

std::string temporal_text(const DateTime& datetime) {
  std::int64_t local = 0;
  if (__builtin_add_overflow(datetime.seconds, datetime.offset_seconds, &local)) {
    local = datetime.seconds;
  }
  std::string text =
      datetime_text(local, datetime.nanoseconds) + offset_text(datetime.offset_seconds);
  if (!datetime.zone.empty()) text += "[" + datetime.zone + "]";
  return text;
}

std::string temporal_text(const Duration& duration) {
  if (duration == Duration{}) return "PT0S";
  std::string text = "P";
  const auto put = [&text](std::int64_t amount, char unit) {
    if (amount != 0) text += fmt::format("{}{}", amount, unit);
  };
  put(duration.months / 12, 'Y');
  put(duration.months % 12, 'M');
  put(duration.days, 'D');
  if (duration.seconds == 0 && duration.nanoseconds == 0) return text;
  text += 'T';
  // Nanoseconds always count upwards; a negative duration is shown with all its parts negative.
  std::int64_t seconds = duration.seconds;
  std::int64_t nanoseconds = duration.nanoseconds;
  const bool negative = seconds < 0;
  if (negative && nanoseconds > 0) {
    seconds += 1;
    nanoseconds = nanos_per_second - nanoseconds;
  }
  put(seconds / 3600, 'H');
  put(seconds / 60 % 60, 'M');
  const std::int64_t rest = seconds % 60;
  if (rest == 0 && nanoseconds == 0) return text;
  text += fmt::format("{}{}", negative ? "-" : "", std::abs(rest));
  if (nanoseconds != 0) {
    std::string fraction = fmt::format(".{:09}", nanoseconds);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    text += fraction;
  }
  return text + "S";
}

bool is_temporal(const Value& value) {
  return value.is<Date>() || value.is<LocalTime>() || value.is<Time>() ||
         value.is<LocalDateTime>() || value.is<DateTime>() || value.is<Duration>();
}

std::string temporal_text(const Value& value) {
  if (const auto* date = value.get_if<Date>()) return temporal_text(*date);
  if (const auto* local_time = value.get_if<LocalTime>()) return temporal_text(*local_time);
  if (const auto* time = value.get_if<Time>()) return temporal_text(*time);
  if (const auto* local = value.get_if<LocalDateTime>()) return temporal_text(*local);
  if (const auto* datetime = value.get_if<DateTime>()) return temporal_text(*datetime);
  const auto* duration = value.get_if<Duration>();
  CHECK(duration != nullptr, "the text of a value that is not temporal was asked for");
  return temporal_text(*duration);
}

// ---- Values as Cypher writes them ---------------------------------------------------------------

namespace {

void put_call(std::string& out, std::string_view function, const std::string& text) {
  out += fmt::format("{}('{}')", function, text);
}

void put(std::string& out, const Value& value);

void put_map(std::string& out, const Map& map) {
  out += '{';
  bool first = true;
  for (const auto& [key, value] : map) {
    if (!first) out += ", ";
    first = false;
    out += quote_name(key);
    out += ": ";
    put(out, value);
  }
  out += '}';
}

void put_path(std::string& out, const Path& path) {
  out += '<';
  for (std::size_t i = 0; i < path.nodes.size(); ++i) {
    if (i > 0) out += fmt::format("-[#{}]-", path.relationships[i - 1].id);
    out += fmt::format("(#{})", path.nodes[i].id);
  }
  out += '>';
}

void put_point(std::string& out, const Point& point) {
  out += fmt::format("point({{srid: {}, x: {}, y: {}", point.srid, float_text(point.x),
                     float_text(point.y));
  if (point.srid == 9157 || point.srid == 4979) out += ", z: " + float_text(point.z);
  out += "})";
}

void put(std::string& out, const Value& value) {
  match(
      value.data(), [&](const Null&) { out += "null"; },
      [&](const bool& b) { out += b ? "true" : "false"; },
      [&](const std::int64_t& i) { out += fmt::format("{}", i); },
      [&](const double& d) { out += float_text(d); },
      [&](const std::string& text) { out += quote_string(text); },
      [&](const Values& list) {
        out += '[';
        for (std::size_t i = 0; i < list.size(); ++i) {
          if (i > 0) out += ", ";
          put(out, list[i]);
        }
        out += ']';
      },
      [&](const Map& map) { put_map(out, map); },
      [&](const NodeRef& node) { out += fmt::format("(#{})", node.id); },
      [&](const RelationshipRef& relationship) { out += fmt::format("[#{}]", relationship.id); },
      [&](const Path& path) { put_path(out, path); },
      [&](const Date& date) { put_call(out, "date", temporal_text(date)); },
      [&](const LocalTime& time) { put_call(out, "localtime", temporal_text(time)); },
      [&](const Time& time) { put_call(out, "time", temporal_text(time)); },
      [&](const LocalDateTime& local) { put_call(out, "localdatetime", temporal_text(local)); },
      [&](const DateTime& datetime) { put_call(out, "datetime", temporal_text(datetime)); },
      [&](const Duration& duration) { put_call(out, "duration", temporal_text(duration)); },
      [&](const Point& point) { put_point(out, point); });
}

}  // namespace

std::string to_text(const Value& value) {
  std::string out;
  put(out, value);
  return out;
}

}  // namespace dinkel

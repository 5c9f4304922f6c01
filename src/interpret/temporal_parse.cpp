// Temporal values from text: every form of ISO 8601 that openCypher lists, extended (2015-07-21)
// and basic (20150721).
#include <string>

#include "cypher/calendar.h"
#include "interpret/code_points.h"
#include "interpret/runtime.h"
#include "interpret/temporal.h"
#include "interpret/temporal_fields.h"

namespace dinkel {

namespace {

// A place in the text that moves on as parts are recognized.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool done() const { return at_ == text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  std::size_t count_digits() const {
    std::size_t count = 0;
    while (at_ + count < text_.size() && is_digit(text_[at_ + count])) ++count;
    return count;
  }
  // Exactly so many digits, which the caller has seen.
  std::int64_t number(std::size_t digits) {
    std::int64_t result = 0;
    for (std::size_t i = 0; i < digits; ++i) result = result * 10 + (text_[at_++] - '0');
    return result;
  }
  std::optional<std::int64_t> exactly(std::size_t digits) {
    if (count_digits() < digits) return std::nullopt;
    return number(digits);
  }
  std::string_view rest() const { return text_.substr(at_); }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  std::string_view text_;
  std::size_t at_ = 0;
};

[[noreturn]] void fail_text(std::string_view what, std::string_view text) {
  fail_temporal("'" + std::string(text) + "' cannot be read as " + std::string(what));
}

// What follows the year: W30-2, Q2-45, 07-21, 07, 202, or nothing.
bool scan_rest_of_date(Scanner& scanner, DateFields& fields) {
  const bool dash = scanner.take('-');
  if (scanner.take('W')) {
    if (!(fields.week = scanner.exactly(2))) return false;
    if (scanner.done()) return true;
    if (scanner.take('-') != dash) return false;
    fields.day_of_week = scanner.exactly(1);
    return fields.day_of_week.has_value();
  }
  if (scanner.take('Q')) {
    if (!(fields.quarter = scanner.exactly(1))) return false;
    if (scanner.done()) return true;
    if (scanner.take('-') != dash) return false;
    fields.day_of_quarter = scanner.exactly(2);
    return fields.day_of_quarter.has_value();
  }
  const std::size_t digits = scanner.count_digits();
  if (digits == 0) return !dash;
  if (digits == 3) {
    fields.ordinal_day = scanner.number(3);
    return true;
  }
  if (digits != 2 && (dash || digits != 4)) return false;
  fields.month = scanner.number(2);
  if (scanner.done()) return true;
  if (scanner.take('-') != dash) return false;
  fields.day = scanner.exactly(2);
  return fields.day.has_value();
}

std::int64_t parse_date(std::string_view text) {
  Scanner scanner(text);
  DateFields fields;
  const bool negative = scanner.peek() == '-';
  const bool signed_year = scanner.take('-') || scanner.take('+');
  const std::size_t digits = scanner.count_digits();
  // Without a sign a year has four digits, and more of them are the month or the day.
  const std::size_t year_digits = signed_year ? digits : 4;
  if (digits < year_digits || digits == 0 || year_digits > 9) fail_text("a date", text);
  const std::int64_t year = scanner.number(year_digits);
  fields.year = negative ? -year : year;
  if (!scan_rest_of_date(scanner, fields) || !scanner.done()) fail_text("a date", text);
  return days_of(fields, std::nullopt);
}

std::int64_t parse_time_of_day(std::string_view text) {
  Scanner scanner(text);
  TimeFields fields;
  fields.hour = scanner.exactly(2);
  const bool colon = scanner.peek() == ':';
  for (auto* field : {&fields.minute, &fields.second}) {
    if (scanner.done() || !fields.hour) break;
    if (scanner.take(':') != colon) break;
    if (!(*field = scanner.exactly(2))) break;
  }
  if (fields.second && (scanner.take('.') || scanner.take(','))) {
    const std::size_t digits = scanner.count_digits();
    if (digits == 0 || digits > 9) fail_text("a time", text);
    std::int64_t fraction = scanner.number(digits);
    for (std::size_t i = digits; i < 9; ++i) fraction *= 10;
    fields.nanosecond = fraction;
  }
  if (!fields.hour || !scanner.done()) fail_text("a time", text);
  return nanoseconds_of(fields, std::nullopt);
}

// The zone at the end of a text: Z, +01:00, +01:00[Europe/Paris], [Europe/Paris].
struct ZoneText {
  std::optional<std::int32_t> offset;
  std::string_view name;
};

ZoneText split_zone(std::string_view& text, std::string_view whole) {
  ZoneText zone;
  if (text.ends_with(']')) {
    const auto bracket = text.rfind('[');
    if (bracket == std::string_view::npos) fail_text("a time", whole);
    zone.name = text.substr(bracket + 1, text.size() - bracket - 2);
    text = text.substr(0, bracket);
  }
  const auto start = text.find_first_of("Zz+-");
  if (start != std::string_view::npos) {
    zone.offset = parse_offset(text.substr(start));
    if (!zone.offset) fail_text("a time", whole);
    text = text.substr(0, start);
  }
  return zone;
}

Value parse_datetime(std::string_view text) {
  const auto mark = text.find('T');
  InstantParts parts;
  parts.days = parse_date(text.substr(0, mark));
  parts.nanoseconds = 0;
  if (mark == std::string_view::npos) return make_instant(Kind::DateTime, parts);
  std::string_view clock = text.substr(mark + 1);
  const ZoneText zone_text = split_zone(clock, text);
  parts.nanoseconds = parse_time_of_day(clock);
  TimeZone zone;
  if (!zone_text.name.empty()) zone = time_zone_named(zone_text.name);
  if (zone_text.offset) zone.offset_seconds = *zone_text.offset;
  parts.zone = zone;
  Value result = make_instant(Kind::DateTime, parts);
  if (zone_text.offset && result.as<DateTime>().offset_seconds != *zone_text.offset) {
    fail_temporal("the time zone in '" + std::string(text) + "' has another offset at that time");
  }
  return result;
}

Value parse_time(std::string_view text, Now now) {
  std::string_view clock = text;
  const ZoneText zone_text = split_zone(clock, text);
  InstantParts parts;
  parts.nanoseconds = parse_time_of_day(clock);
  TimeZone zone;
  if (zone_text.offset) {
    zone.offset_seconds = *zone_text.offset;
  } else if (!zone_text.name.empty()) {
    zone.offset_seconds = offset_at(time_zone_named(zone_text.name), now.seconds);
  }
  parts.zone = zone;
  return make_instant(Kind::Time, parts);
}

}  // namespace

Value parse_instant(Kind kind, std::string_view text, Now now) {
  if (kind == Kind::Date) return Date{parse_date(text)};
  if (kind == Kind::LocalTime) return LocalTime{parse_time_of_day(text)};
  if (kind == Kind::Time) return parse_time(text, now);
  if (kind == Kind::DateTime) return parse_datetime(text);
  const auto mark = text.find('T');
  InstantParts parts;
  parts.days = parse_date(text.substr(0, mark));
  parts.nanoseconds = mark == std::string_view::npos ? 0 : parse_time_of_day(text.substr(mark + 1));
  return make_instant(Kind::LocalDateTime, parts);
}

// ---- Durations ----------------------------------------------------------------------------------

namespace {

// One number of a duration with its sign, whole or with a fraction.
struct Amount {
  std::int64_t whole = 0;
  double fraction = 0;
};

std::optional<Amount> scan_amount(Scanner& scanner) {
  const bool negative = scanner.peek() == '-';
  if (!scanner.take('-')) scanner.take('+');
  const std::size_t digits = scanner.count_digits();
  if (digits == 0 || digits > 18) return std::nullopt;
  Amount amount{scanner.number(digits), 0};
  if (scanner.take('.') || scanner.take(',')) {
    const std::size_t decimals = scanner.count_digits();
    if (decimals == 0) return std::nullopt;
    const std::string text = "0." + std::string(scanner.rest().substr(0, decimals));
    for (std::size_t i = 0; i < decimals; ++i) scanner.number(1);
    amount.fraction = *parse_float(text);
  }
  if (negative) amount = {-amount.whole, -amount.fraction};
  return amount;
}

struct DurationUnitName {
  char letter;
  bool in_time;
  std::string_view field;
};
constexpr DurationUnitName duration_units[] = {
    {'Y', false, "years"}, {'M', false, "months"}, {'W', false, "weeks"},  {'D', false, "days"},
    {'H', true, "hours"},  {'M', true, "minutes"}, {'S', true, "seconds"},
};

const DurationUnitName* find_unit(char letter, bool in_time) {
  for (const DurationUnitName& unit : duration_units) {
    if (unit.letter == letter && unit.in_time == in_time) return &unit;
  }
  return nullptr;
}

// P2012-02-02T14:37:21.545
std::optional<Duration> parse_date_like(std::string_view text) {
  const auto mark = text.find('T');
  const std::string_view date = text.substr(0, mark);
  if (date.size() != 10 || date[4] != '-' || date[7] != '-') return std::nullopt;
  Scanner scanner(date);
  const auto years = scanner.exactly(4);
  scanner.take('-');
  const auto months = scanner.exactly(2);
  scanner.take('-');
  const auto days = scanner.exactly(2);
  if (!years || !months || !days) return std::nullopt;
  Duration duration{*years * 12 + *months, *days, 0, 0};
  if (mark != std::string_view::npos) {
    const std::int64_t clock = parse_time_of_day(text.substr(mark + 1));
    duration.seconds = clock / nanos_per_second;
    duration.nanoseconds = static_cast<std::int32_t>(clock % nanos_per_second);
  }
  return duration;
}

}  // namespace

Duration parse_duration(std::string_view text) {
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  if (!rest.starts_with('P') || rest.size() < 3) fail_text("a duration", text);
  rest.remove_prefix(1);
  if (const auto date_like = parse_date_like(rest)) {
    return negative ? negate(*date_like) : *date_like;
  }
  Scanner scanner(rest);
  DurationBuilder builder;
  bool in_time = false;
  while (!scanner.done()) {
    if (!in_time && scanner.take('T')) {
      in_time = true;
      if (scanner.done()) fail_text("a duration", text);
      continue;
    }
    const auto amount = scan_amount(scanner);
    const DurationUnitName* unit = find_unit(scanner.peek(), in_time);
    if (!amount || unit == nullptr) fail_text("a duration", text);
    scanner.take(scanner.peek());
    builder.add_whole(unit->field, amount->whole);
    builder.add_fraction(unit->field, amount->fraction);
  }
  return negative ? negate(builder.build()) : builder.build();
}

}  // namespace dinkel

#include "interpret/temporal.h"

#include "cypher/value_text.h"
#include "interpret/answers_test.h"

namespace dinkel {
namespace {

TEST(Temporal, ReadsEveryForm) {
  expect_answers({
      {"date('2015W302')", "date('2015-07-21')"},
      {"date('2015-Q2-45')", "date('2015-05-15')"},
      {"date('2015-202')", "date('2015-07-21')"},
      {"date('201507')", "date('2015-07-01')"},
      {"date('-0001-01-01')", "date('-0001-01-01')"},
      {"date('+20150721')", "date('+20150721-01-01')"},
      {"localtime('2140')", "localtime('21:40')"},
      {"localtime('21:40:32,142')", "localtime('21:40:32.142')"},
      {"time('22+18:00')", "time('22:00+18:00')"},
      {"time('214032z')", "time('21:40:32Z')"},
      {"datetime('2015-07-21T21:40[Europe/London]')",
       "datetime('2015-07-21T21:40+01:00[Europe/London]')"},
      {"duration('-P1Y2M')", "duration('P-1Y-2M')"},
      {"duration('P1.5W')", "duration('P10DT12H')"},
      {"duration('P2012-02-02T14:37:21.545')", "duration('P2012Y2M2DT14H37M21.545S')"},
  });
}

TEST(Temporal, RefusesWhatIsNoTime) {
  for (const char* text :
       {"date('')",
        "date('2015-13-01')",
        "date('2015-02-29')",
        "date('2015-7-21')",
        "date('2015-W54')",
        "date('2015-07-21x')",
        "date('20150')",
        "date('2015-0721')",
        "localtime('24:00')",
        "localtime('1:00')",
        "localtime('12:0')",
        "localtime('12:00Z')",
        "time('12:00+19:00')",
        "time('12:00+01:0')",
        "datetime('2015-07-21T12:00[Nowhere/At]')",
        "datetime('2015-07-21T12:00+05:00[Europe/London]')",
        "datetime('2015-07-21T')",
        "duration('P')",
        "duration('PT')",
        "duration('P1')",
        "duration('1Y')",
        "duration('P1H')",
        "duration('P1DT')",
        "date({})",
        "date({year: 2015, day: 2})",
        "date({year: '2015'})",
        "date({year: 2015, month: 1, week: 2})",
        "date({year: 2015, hour: 1})",
        "localtime({minute: 3})",
        "localtime({hour: 1, second: 3})",
        "date({yeer: 2015})",
        "localtime({hour: 12, minute: 0, second: 0, millisecond: 5, nanosecond: 1000000})",
        "date.truncate('hour', date('2015-01-01'))",
        "localtime.truncate('week', localtime('12:00'))",
        "date.truncate('eon', date('2015-01-01'))",
        "duration({})",
        "duration({eons: 1})"}) {
    EXPECT_EQ(answer_to(text), "ArgumentError InvalidArgumentValue") << text;
  }
}

TEST(Temporal, TakesFieldsFromOthers) {
  expect_answers({
      {"date({date: date('1816-12-31'), week: 2})", "date('1817-01-07')"},
      {"date({date: date('1984-11-11'), quarter: 3})", "date('1984-08-11')"},
      {"time({time: time('12:31+01:00'), second: 42, timezone: '+05:00'})",
       "time('16:31:42+05:00')"},
      {"time({time: localtime('12:31'), timezone: '+05:00'})", "time('12:31+05:00')"},
      {"datetime({date: datetime('1984-10-11T12:00+01:00'), hour: 10})",
       "datetime('1984-10-11T10:00Z')"},
      {"datetime({epochSeconds: 1, nanosecond: 5, timezone: '+01:00'})",
       "datetime('1970-01-01T01:00:01.000000005+01:00')"},
      {"datetime({epochMillis: -1})", "datetime('1969-12-31T23:59:59.999Z')"},
      {"localdatetime(date('2020-02-02'))", "localdatetime('2020-02-02T00:00')"},
      {"localtime.truncate('millisecond', localtime('12:31:14.645876123'), {nanosecond: 2})",
       "localtime('12:31:14.645000002')"},
      {"datetime.truncate('hour', datetime('1984-10-11T12:31-01:00'), {timezone: '+01:00'})",
       "datetime('1984-10-11T12:00+01:00')"},
  });
}

TEST(Temporal, KnowsThePresentOfTheStatement) {
  expect_answers({
      {"datetime()", "datetime('2017-07-14T02:40:00.007Z')"},
      {"date({timezone: 'Pacific/Honolulu'})", "date('2017-07-13')"},
      {"localtime.transaction('+05:30')", "localtime('08:10:00.007')"},
      {"time.realtime('Europe/Stockholm')", "time('04:40:00.007+02:00')"},
      {"date.truncate('month')", "date('2017-07-01')"},
      {"timestamp()", "1500000000007"},
      {"date.statement('Nowhere')", "ArgumentError InvalidArgumentValue"},
  });
}

TEST(Temporal, KnowsZonesBeyondTheTablesOfTheSystem) {
  expect_answers({
      {"datetime('2099-07-15T12:00[Europe/Stockholm]').offset", "'+02:00'"},
      {"datetime('2099-01-15T12:00[Europe/Stockholm]').offset", "'+01:00'"},
      {"datetime('+999999999-07-15T12:00[Europe/Stockholm]').offset", "'+02:00'"},
      // Before time zones, and before the zones of Sweden and Germany parted.
      {"datetime('1818-07-21T21:40[Europe/Stockholm]').offset", "'+00:53:28'"},
      // The hour that comes twice: the offset tells which.
      {"datetime('2017-10-29T02:30+01:00[Europe/Stockholm]').epochSeconds", "1509240600"},
      {"datetime('2017-10-29T02:30[Europe/Stockholm]').epochSeconds", "1509237000"},
  });
}

TEST(Temporal, MeasuresDurationsBetweenInstants) {
  expect_answers({
      {"duration.between(date('2018-01-31'), date('2018-03-01'))", "duration('P1M1D')"},
      {"duration.between(date('-999999999-01-01'), date('+999999999-12-31'))",
       "duration('P1999999998Y11M30D')"},
      {"duration.inDays(localdatetime('2018-01-02T10:00'), localdatetime('2018-01-01T12:00'))",
       "duration('PT0S')"},
      {"duration.inSeconds(time('14:30Z'), time('16:30+01:00'))", "duration('PT1H')"},
      {"duration.inSeconds(datetime('2017-10-29T00:00[Europe/Stockholm]'), date('2017-10-30'))",
       "duration('PT25H')"},
      // The end lies in the hour that comes twice.
      {"duration.between(datetime('2017-10-29T02:30+02:00[Europe/Stockholm]'), "
       "datetime('2017-10-29T02:30+01:00[Europe/Stockholm]'))",
       "duration('PT1H')"},
      {"duration.between(1, date('2018-01-01'))", "TypeError InvalidArgumentValue"},
  });
}

// A random instant of any kind, in years that people use or in the farthest ones.
Value random_instant(Rng& rng, Kind kind) {
  const std::int64_t reach = rng.coin() ? 40'000 : 365'000'000'000;
  const char* zones[] = {"Z", "+05:30", "-11:59", "Europe/Stockholm", "America/New_York"};
  InstantParts parts;
  parts.days = rng.between(-reach, reach);
  const std::vector<std::int64_t> units = {1, 1'000, 1'000'000, 1'000'000'000, 60'000'000'000};
  const std::int64_t unit = rng.pick(units);
  parts.nanoseconds = rng.between(0, 86'400'000'000'000 / unit - 1) * unit;
  parts.zone = time_zone_named(zones[rng.below(kind == Kind::Time ? 3 : 5)]);
  return make_instant(kind, parts);
}

TEST(Temporal, ReadsWhatItWrites) {
  Rng rng(20);
  for (const Kind kind :
       {Kind::Date, Kind::LocalTime, Kind::Time, Kind::LocalDateTime, Kind::DateTime}) {
    for (int i = 0; i < 1000; ++i) {
      const Value instant = random_instant(rng, kind);
      ASSERT_EQ(parse_instant(kind, temporal_text(instant), Now{}), instant) << to_text(instant);
    }
  }
  for (int i = 0; i < 1000; ++i) {
    const Duration duration{rng.between(-100, 100), rng.between(-100, 100),
                            rng.between(-100'000, 100'000),
                            static_cast<std::int32_t>(rng.below(4) * 250'000'000)};
    ASSERT_EQ(parse_duration(temporal_text(duration)), duration) << temporal_text(duration);
  }
}

TEST(Temporal, AddingTheDurationBetweenArrives) {
  Rng rng(21);
  for (const Kind kind : {Kind::Date, Kind::LocalTime, Kind::LocalDateTime}) {
    for (int i = 0; i < 1000; ++i) {
      const Value from = random_instant(rng, kind);
      const Value to = random_instant(rng, kind);
      const Duration between = duration_between(from, to, DurationUnit::Any);
      ASSERT_EQ(add_duration(from, between), to) << to_text(from) << " " << to_text(to);
    }
  }
}

TEST(Temporal, HasComponents) {
  expect_answers({
      {"date('1984-01-01').weekYear", "1983"},
      {"time('12:31:14.645876-01:30').offsetMinutes", "-90"},
      {"datetime('1984-11-11T12:31:14.645+01:00').epochMillis", "469020674645"},
      {"duration('P1Y4M10DT1H1M1.1S').monthsOfQuarter", "1"},
      {"duration('PT-0.3S').seconds", "-1"},
      {"duration({seconds: 9223372036854775807}).nanoseconds", "ArithmeticError IntegerOverflow"},
      {"point({longitude: 12.5, latitude: 56.0, height: 3}).height", "3.0"},
      {"point({x: 1, y: 2}).crs", "'cartesian'"},
      {"point({x: 1, y: 2}).srid", "7203"},
  });
  EXPECT_FALSE(temporal_component(Date{0}, "hour").has_value());
  EXPECT_FALSE(temporal_component(Value(1), "year").has_value());
  EXPECT_FALSE(point_component(Point{}, "longitude").has_value());
}

}  // namespace
}  // namespace dinkel

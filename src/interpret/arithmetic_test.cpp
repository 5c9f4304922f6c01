#include "interpret/arithmetic.h"

#include "interpret/answers_test.h"

namespace dinkel {
namespace {

TEST(Arithmetic, IntegersStayIntegersAndMayNotOverflow) {
  expect_answers({
      {"7 / 2", "3"},
      {"-7 / 2", "-3"},
      {"-7 % 3", "-1"},
      {"9223372036854775807 + 1", "ArithmeticError IntegerOverflow"},
      {"-9223372036854775807 - 2", "ArithmeticError IntegerOverflow"},
      {"4611686018427387904 * 2", "ArithmeticError IntegerOverflow"},
      {"(-9223372036854775807 - 1) / -1", "ArithmeticError IntegerOverflow"},
      {"(-9223372036854775807 - 1) % -1", "0"},
      {"-(-9223372036854775807 - 1)", "ArithmeticError IntegerOverflow"},
      {"abs(-9223372036854775807 - 1)", "ArithmeticError IntegerOverflow"},
      {"1 / 0", "ArithmeticError DivisionByZero"},
      {"1 % 0", "ArithmeticError DivisionByZero"},
  });
}

TEST(Arithmetic, FloatsFollowTheirStandard) {
  expect_answers({
      {"7 / 2.0", "3.5"},
      {"1 / 0.0", "Infinity"},
      {"-1.0 / 0", "-Infinity"},
      {"0.0 / 0.0", "NaN"},
      {"5.5 % 2", "1.5"},
      {"2 ^ 3", "8.0"},
      {"-0.0 + 0", "0.0"},
      {"1e308 * 10", "Infinity"},
  });
}

TEST(Arithmetic, StringsAndListsConcatenate) {
  expect_answers({
      {"'a' + 'b'", "'ab'"},
      {"'a' + 1", "'a1'"},
      {"1.5 + 'a'", "'1.5a'"},
      {"[1] + [2, 3]", "[1, 2, 3]"},
      {"[1] + 2", "[1, 2]"},
      {"1 + [2]", "[1, 2]"},
      {"[1] + null", "null"},
      {"'a' || 'b'", "'ab'"},
      {"'a' || 1", "TypeError InvalidArgumentType"},
      {"true + 1", "TypeError InvalidArgumentType"},
      {"{a: 1} * 2", "TypeError InvalidArgumentType"},
      {"null + 1", "null"},
  });
}

TEST(Arithmetic, MovesInstantsByDurations) {
  expect_answers({
      {"date('2020-01-31') + duration('P1M')", "date('2020-02-29')"},
      {"duration('P1D') + date('2020-02-28')", "date('2020-02-29')"},
      {"date('2020-01-01') - duration('PT47H')", "date('2019-12-31')"},
      {"date('2020-01-01') - duration('PT23H')", "date('2020-01-01')"},
      {"localtime('23:30') + duration('P9DT1H')", "localtime('00:30')"},
      {"localdatetime('2020-12-31T23:59:59') + duration('PT1.5S')",
       "localdatetime('2021-01-01T00:00:00.500')"},
      {"date('+999999999-12-31') + duration('P1D')", "ArgumentError NumberOutOfRange"},
      {"date('2020-01-01') - date('2019-01-01')", "TypeError InvalidArgumentType"},
  });
}

TEST(Arithmetic, MovesThroughDaylightSaving) {
  expect_answers({
      // A day later by the calendar, 24 hours later by the clock.
      {"datetime('2017-10-28T12:00[Europe/Stockholm]') + duration('P1D')",
       "datetime('2017-10-29T12:00+01:00[Europe/Stockholm]')"},
      {"datetime('2017-10-28T12:00[Europe/Stockholm]') + duration('PT24H')",
       "datetime('2017-10-29T11:00+01:00[Europe/Stockholm]')"},
      // A time that clocks skip moves on by the length of the gap.
      {"datetime('2017-03-25T02:30[Europe/Stockholm]') + duration('P1D')",
       "datetime('2017-03-26T03:30+02:00[Europe/Stockholm]')"},
  });
}

TEST(Arithmetic, ScalesDurations) {
  expect_answers({
      {"duration('P1M') * 3", "duration('P3M')"},
      {"0.5 * duration('P1D')", "duration('PT12H')"},
      {"duration('P1M') / 2", "duration('P15DT5H14M33S')"},
      {"duration('PT1S') * -1", "duration('PT-1S')"},
      {"duration('P1D') - duration('PT1H')", "duration('P1DT-1H')"},
      {"duration('P1D') / 0", "ArithmeticError DivisionByZero"},
      {"duration({days: 9223372036854775807}) * 2", "ArithmeticError IntegerOverflow"},
      {"duration('P1D') * (0.0 / 0.0)", "ArithmeticError IntegerOverflow"},
  });
}

}  // namespace
}  // namespace dinkel

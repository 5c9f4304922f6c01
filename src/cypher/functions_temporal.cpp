// The rows of functions on temporal values. Without an argument, and as realtime, statement and
// transaction, the constructors tell the present time, so only those rows are volatile. A map with
// nothing but a time zone asks for the present time too, but `fails` is the caution that the rows
// with a map have: whoever writes such a map gives the components as well.
#include "cypher/functions_rows.h"

namespace dinkel {

namespace {

using namespace rows;  // NOLINT: the file is a table of them

constexpr Kinds with_date = Kind::Date | Kind::LocalDateTime | Kinds(Kind::DateTime);
constexpr Kinds with_time =
    Kind::LocalTime | Kind::Time | Kinds(Kind::LocalDateTime) | Kinds(Kind::DateTime);

struct InstantNames {
  std::string_view constructor;
  std::string_view realtime;
  std::string_view statement;
  std::string_view transaction;
  std::string_view truncate;
  Type result;
  Type sources;  // the instants it can be made from
};

const InstantNames instants[] = {
    {"date", "date.realtime", "date.statement", "date.transaction", "date.truncate", date,
     Type::of(with_date)},
    {"localtime", "localtime.realtime", "localtime.statement", "localtime.transaction",
     "localtime.truncate", local_time, Type::of(with_time)},
    {"time", "time.realtime", "time.statement", "time.transaction", "time.truncate", time,
     Type::of(with_time)},
    {"localdatetime", "localdatetime.realtime", "localdatetime.statement",
     "localdatetime.transaction", "localdatetime.truncate", local_datetime, Type::of(with_date)},
    {"datetime", "datetime.realtime", "datetime.statement", "datetime.transaction",
     "datetime.truncate", datetime, Type::of(with_date)},
};

}  // namespace

std::vector<Function> temporal_functions() {
  std::vector<Function> table;
  for (const InstantNames& instant : instants) {
    table.push_back(row(instant.constructor, {}, instant.result, changes));
    table.push_back(row(instant.constructor, {map}, instant.result, fails));
    table.push_back(row(instant.constructor, {string}, instant.result, fails));
    table.push_back(row(instant.constructor, {instant.sources}, instant.result));
    for (const std::string_view clock :
         {instant.realtime, instant.statement, instant.transaction}) {
      table.push_back(row(clock, {}, instant.result, changes));
      table.push_back(row(clock, {string}, instant.result, changes_or_fails));
    }
    table.push_back(row(instant.truncate, {string}, instant.result, changes_or_fails));
    table.push_back(row(instant.truncate, {string, instant.sources}, instant.result, fails));
    table.push_back(row(instant.truncate, {string, instant.sources, map}, instant.result, fails));
  }
  const Type instants_of_any_kind = Type::of(kinds::instant);
  table.push_back(row("datetime.fromEpoch", {integer, integer}, datetime, fails));
  table.push_back(row("datetime.fromEpochMillis", {integer}, datetime, fails));
  table.push_back(row("duration", {map}, duration, fails));
  table.push_back(row("duration", {string}, duration, fails));
  for (const std::string_view name :
       {"duration.between", "duration.inMonths", "duration.inDays", "duration.inSeconds"}) {
    table.push_back(row(name, {instants_of_any_kind, instants_of_any_kind}, duration));
  }
  return table;
}

}  // namespace dinkel

// The fields that temporal values are built of, wherever they come from: a map, a text, or another
// value that they override. For the temporal_*.cpp files alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "interpret/temporal.h"

namespace dinkel {

struct DateFields {
  std::optional<std::int64_t> year;
  std::optional<std::int64_t> month;
  std::optional<std::int64_t> day;
  std::optional<std::int64_t> week;
  std::optional<std::int64_t> day_of_week;
  std::optional<std::int64_t> quarter;
  std::optional<std::int64_t> day_of_quarter;
  std::optional<std::int64_t> ordinal_day;
  bool empty() const;
};
struct TimeFields {
  std::optional<std::int64_t> hour;
  std::optional<std::int64_t> minute;
  std::optional<std::int64_t> second;
  std::optional<std::int64_t> millisecond;
  std::optional<std::int64_t> microsecond;
  std::optional<std::int64_t> nanosecond;
  bool empty() const;
};

// The day that the fields name. What they leave out comes from the base if there is one, else it is
// the first of its kind, and a larger unit must not be missing above a smaller one.
std::int64_t days_of(const DateFields& fields, std::optional<std::int64_t> base_days);
// The same for the time of day. A fraction of a second replaces the one of the base, or, with
// `keep_fraction`, adds to it: truncating to milliseconds and then setting nanoseconds does that.
std::int64_t nanoseconds_of(const TimeFields& fields, std::optional<std::int64_t> base_nanoseconds,
                            bool keep_fraction = false);

// Sums up amounts of named units ("years", "minutes", ...); false for a name it does not know.
// Whole numbers stay exact, fractions flow into smaller units at the end.
class DurationBuilder {
 public:
  bool add_whole(std::string_view unit, std::int64_t amount);
  bool add_fraction(std::string_view unit, double amount);
  Duration build() const;

 private:
  Duration whole_;
  DurationParts fractions_;
};

}  // namespace dinkel

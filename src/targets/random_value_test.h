// Random values for round trips: every type, with the ends of its range more often than chance
// would have them.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/rng.h"
#include "base/text.h"
#include "cypher/calendar.h"
#include "cypher/value.h"
#include "interpret/time_zone.h"

namespace dinkel {

inline std::int64_t random_integer(Rng& rng) {
  // All magnitudes alike, both ends of the range among them.
  const auto bits = static_cast<std::int64_t>(rng.next() >> rng.below(64));
  return rng.coin() ? bits : -bits - 1;
}

inline double random_float(Rng& rng) {
  if (rng.chance({1, 8})) {
    static constexpr std::array special = {0.0,
                                           -0.0,
                                           1.0,
                                           std::numeric_limits<double>::infinity(),
                                           -std::numeric_limits<double>::infinity(),
                                           std::numeric_limits<double>::max(),
                                           std::numeric_limits<double>::min(),
                                           std::numeric_limits<double>::denorm_min()};
    return rng.pick(special);
  }
  const double any = std::bit_cast<double>(rng.next());
  return std::isnan(any) ? 0.5 : any;
}

inline std::string random_text(Rng& rng) {
  static constexpr std::array some = {U'a', U'Z', U' ', U'\'', U'"',  U'\\', U'\n',     U'\t',
                                      U'`', U'$', U'ß', U'ж',  U'漢', U'😀', U'\u0301', U'\u007f'};
  std::string text;
  for (auto left = rng.below(12); left > 0; --left) append_utf8(text, rng.pick(some));
  return text;
}

inline std::int64_t random_day(Rng& rng) {
  return rng.between(days_from_civil({1, 1, 1}), days_from_civil({9999, 12, 31}));
}
inline std::int32_t random_nanosecond(Rng& rng) {
  return rng.coin() ? 0 : static_cast<std::int32_t>(rng.below(nanos_per_second));
}
inline std::int32_t random_offset(Rng& rng) {
  return static_cast<std::int32_t>(rng.between(-18 * 4, 18 * 4)) * 900;
}

inline Value random_temporal(Rng& rng) {
  const std::int64_t seconds =
      random_day(rng) * seconds_per_day + rng.between(0, seconds_per_day - 1);
  const std::int64_t clock =
      rng.between(0, seconds_per_day - 1) * nanos_per_second + random_nanosecond(rng);
  switch (rng.below(6)) {
    case 0:
      return Date{random_day(rng)};
    case 1:
      return LocalTime{clock};
    case 2:
      return Time{clock, random_offset(rng)};
    case 3:
      return LocalDateTime{seconds, random_nanosecond(rng)};
    case 4: {
      if (rng.coin()) return DateTime{seconds, random_nanosecond(rng), random_offset(rng), ""};
      // Only moments since 1970, where all versions of the time zone database agree.
      const std::int64_t recent = rng.between(0, 1'700'000'000);
      static const std::vector<std::string> zones = {"Europe/Berlin", "America/New_York",
                                                     "Asia/Tokyo"};
      const std::string& zone = rng.pick(zones);
      return DateTime{recent, random_nanosecond(rng), offset_at(*parse_time_zone(zone), recent),
                      zone};
    }
    default:
      return Duration{rng.between(-1'000, 1'000), rng.between(-10'000, 10'000),
                      rng.between(-1'000'000, 1'000'000), random_nanosecond(rng)};
  }
}

inline Value random_point(Rng& rng) {
  static constexpr std::array systems = {7203, 9157, 4326, 4979};
  const std::int32_t srid = rng.pick(systems);
  const auto coordinate = [&](int limit) {
    return static_cast<double>(rng.between(-limit * 1'000'000, limit * 1'000'000)) / 1e6;
  };
  const bool is_3d = srid == 9157 || srid == 4979;
  return Point{srid, coordinate(180), coordinate(90), is_3d ? coordinate(90) : 0};
}

inline Value random_value(Rng& rng, int depth) {
  switch (rng.below(depth > 0 ? 9 : 7)) {
    case 0:
      return Null{};
    case 1:
      return rng.coin();
    case 2:
      return random_integer(rng);
    case 3:
      return random_float(rng);
    case 4:
      return random_text(rng);
    case 5:
      return random_temporal(rng);
    case 6:
      return random_point(rng);
    case 7: {
      Values values;
      for (auto left = rng.below(4); left > 0; --left)
        values.push_back(random_value(rng, depth - 1));
      return values;
    }
    default: {
      Map map;
      for (auto left = rng.below(4); left > 0; --left) {
        map.set("k" + random_text(rng), random_value(rng, depth - 1));
      }
      return map;
    }
  }
}

}  // namespace dinkel

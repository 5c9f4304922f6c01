// Time zones: a fixed offset from UTC, or a name in the time zone database of the system.
//
// Zones that agree since 1970 are one zone here, as in the main files of the tz database: some
// distributions package the older history of each of them apart and others do not, and the answer
// to a query must not depend on that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dinkel {

struct TimeZone {
  std::string name;                 // empty: a fixed offset
  std::int32_t offset_seconds = 0;  // of a named zone: the one in force at the instant it is for
  bool operator==(const TimeZone&) const = default;
};

// Z, +01, +0100, +01:00, +01:00:30, or a name; empty for anything else.
std::optional<TimeZone> parse_time_zone(std::string_view text);
std::optional<std::int32_t> parse_offset(std::string_view text);

// The offset in force at a moment of UTC.
std::int32_t offset_at(const TimeZone& zone, std::int64_t utc_seconds);

struct ZonedSeconds {
  std::int64_t utc_seconds = 0;
  std::int32_t offset_seconds = 0;
};
// The moment at which clocks in the zone show the local time. Where they show it twice, the zone's
// own offset decides if it is one of the two, else the earlier one; where they skip it, the time
// moves on by the length of the gap.
ZonedSeconds resolve_local(const TimeZone& zone, std::int64_t local_seconds);

}  // namespace dinkel

// How values read as text, apart from the quoting that to_text(Value) adds: what Cypher's
// toString() answers for numbers and temporal values.
#pragma once

#include <cstdint>
#include <string>

#include "cypher/value.h"

namespace dinkel {

// The shortest decimal that reads back as the same float, laid out as openCypher's implementations
// on the JVM do: 1.0, 0.001, 1.0E7, NaN, Infinity.
std::string float_text(double number);

std::string offset_text(std::int32_t offset_seconds);  // Z, +01:00, +00:53:28
// ISO 8601, as short as it can be: 12:00, 12:31:14.645, P1Y2M, PT0S, -0001-01-01.
// Fractions of a second in an instant have 3, 6 or 9 digits.
std::string temporal_text(const Date& date);
std::string temporal_text(const LocalTime& time);
std::string temporal_text(const Time& time);
std::string temporal_text(const LocalDateTime& datetime);
std::string temporal_text(const DateTime& datetime);
std::string temporal_text(const Duration& duration);
bool is_temporal(const Value& value);           // durations included
std::string temporal_text(const Value& value);  // of a temporal value

}  // namespace dinkel

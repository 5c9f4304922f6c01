// agtype, the values of Apache AGE, in their text form: JSON with 64-bit integers, floats such as
// NaN and Infinity, and a type behind a value where JSON has none, as in {...}::vertex.
//
// AGE has no temporal and no spatial values.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "graph/entities.h"

namespace dinkel {

// What nodes and relationships look like goes into `entities`. The error says what is wrong with
// the text. A numeric, 1.5::numeric, becomes the float nearest to it.
Result<Value, std::string> read_agtype(std::string_view text, Entities& entities);

// The value as AGE reads it. It holds no entities; temporal values become their texts and points
// maps, which is the nearest that AGE has.
std::string agtype_text(const Value& value);

}  // namespace dinkel

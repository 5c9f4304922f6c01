// Values as FalkorDB reads them. Parameters stand in front of the statement, `CYPHER k=1 RETURN
// $k`, and only as constants: a date or a point needs a function call, so it takes the place of its
// parameter in the statement instead.
#pragma once

#include <string>
#include <string_view>

#include "cypher/value.h"

namespace dinkel {

// Constants, and function calls where there is no constant. The value holds no entities.
std::string falkordb_literal(const Value& value);
// Whether the literal is a constant all through.
bool is_falkordb_constant(const Value& value);

std::string bind_parameters(std::string_view statement, const Map& parameters);

}  // namespace dinkel

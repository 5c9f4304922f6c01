// The syntax tree as JSON, for people and scripts that want to look at what was parsed. A node is
// an object with its "kind", its "id" and its "offset" where it has them, and its fields under the
// names that they have in ast.h; what is absent, empty or false is left out.
#pragma once

#include <nlohmann/json.hpp>

#include "cypher/ast.h"

namespace dinkel {

nlohmann::ordered_json to_json(const Statement& statement);
nlohmann::ordered_json to_json(const Clause& clause);
nlohmann::ordered_json to_json(const Expr& expr);
nlohmann::ordered_json to_json(const PatternPart& part);

}  // namespace dinkel

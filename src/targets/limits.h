// Limits: forms of a statement that a database refuses although it has every feature that they are
// made of. A dialect file names them, and statements that run into one are not sent at all.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "cypher/ast.h"

namespace dinkel {

struct LimitRow {
  std::string_view name;  // as in `limits` of a dialect file
  std::string_view summary;
  bool (*breaks)(const Statement& statement);
};
std::span<const LimitRow> all_limits();
const LimitRow* find_limit(std::string_view name);

}  // namespace dinkel

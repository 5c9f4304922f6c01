// A file for `dinkel run`: statements separated by semicolons, and lines `:param name =>
// expression` between them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cypher/query_error.h"
#include "cypher/value.h"

namespace dinkel {

struct ScriptItem {
  std::string parameter;     // its name; empty: a statement
  std::string_view text;     // the statement, or the expression of the parameter
  std::uint32_t offset = 0;  // of the text in the file
};

Result<std::vector<ScriptItem>, QueryError> read_script(std::string_view text);

// The value of an expression that needs no graph and no variables. Errors count from its start.
Result<Value, QueryError> evaluate_literal(std::string_view expression);

struct Position {
  int line = 1;
  int column = 1;  // in characters
};
Position position_of(std::string_view text, std::size_t offset);

}  // namespace dinkel

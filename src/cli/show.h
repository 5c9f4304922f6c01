// Answers for people and for programs: rows as a table that looks good in a terminal, or as JSON;
// and the line that says what a statement did.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "graph/entities.h"
#include "interpret/interpret.h"

namespace dinkel {

// A frame of lines, numbers to the right. Where the table would be wider than `terminal_width` (0:
// unlimited), each row is shown as lines of "column  value" instead.
std::string show_table(const Rows& rows, std::size_t terminal_width = 0);

// "2 rows, created 3 nodes and 1 relationship, set 4 properties"
std::string show_summary(const Rows& rows, const SideEffects& effects);

// Values that JSON has are themselves; NaN, infinities and temporal values are strings as Cypher
// prints them; nodes, relationships, paths and points are objects.
nlohmann::json to_json(const Value& value, const Entities& entities);
nlohmann::json to_json(const Rows& rows);
nlohmann::json to_json(const SideEffects& effects);  // only what is not zero

}  // namespace dinkel

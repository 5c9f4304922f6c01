// Do two answers to equivalent statements agree? Rows are compared as a bag, or in order where the
// order is determined; lists as bags where their order is not; columns by name; nodes,
// relationships and paths by what they look like, since ids may differ.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "graph/entities.h"
#include "interpret/interpret.h"

namespace dinkel {

// What differs, in a sentence; nothing if the answers agree as far as they are determined.
std::optional<std::string> rows_difference(const Rows& expected, const Rows& actual,
                                           const Determinism& determinism);

// The beginning of that sentence where the columns differ, so that rows were not looked at.
constexpr std::string_view columns_differ = "the columns are ";

// A value as text that is equal for values that look the same; lists at any depth as bags on
// demand.
std::string canonical_text(const Value& value, const Entities& entities, bool lists_as_bags);

}  // namespace dinkel

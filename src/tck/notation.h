// The TCK's notation for results: (:A {k: 1}), [:T {k: 1}], <(:A)-[:T]->(:B)>, and literals.
// Expected cells are read into values with entities of their own; then the expected and the actual
// value are written in one canonical form, whose text is equal exactly when the TCK calls the
// values equal: entities by what they look like and not by id, temporal values as strings.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "graph/entities.h"

namespace dinkel {

// What is wrong with a value, as a sentence.
struct NotationError {
  std::string message;
};

// Entities in the text are added to `entities` under fresh ids.
Result<Value, NotationError> read_notation(std::string_view text, Entities& entities);

enum class ListOrder { Matters, Ignored };
std::string canonical_text(const Value& value, const Entities& entities,
                           ListOrder list_order = ListOrder::Matters);

}  // namespace dinkel

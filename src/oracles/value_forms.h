// An answer with its values in another form, to see whether two answers differ in that alone.
#pragma once

#include <functional>

#include "oracles/session.h"

namespace dinkel {

using ValueForm = std::function<Value(const Value&)>;
// In rows and graph; `form` sees what is neither a list nor a map, at any depth.
Effect with_values_as(Effect effect, const ValueForm& form);

}  // namespace dinkel

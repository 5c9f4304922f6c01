// Rules by the names that people type.
#pragma once

#include <cstddef>
#include <string>

namespace dinkel {

// The index of the rule; throws Error, with the name that was probably meant.
std::size_t rule_or_error(const std::string& name);

}  // namespace dinkel

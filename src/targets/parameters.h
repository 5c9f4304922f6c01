// Parameters of a statement replaced by something else, for databases that cannot take all values
// as parameters.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace dinkel {

// `text_of` says what takes the place of a parameter; absent: it stays.
std::string replace_parameters(
    std::string_view statement,
    const std::function<std::optional<std::string>(const std::string& name)>& text_of);

}  // namespace dinkel

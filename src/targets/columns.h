// The columns of a statement's answer, for databases that do not say them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dinkel {

// The names of the columns that a statement returns; none without RETURN, and absent for a
// statement that our parser does not know.
std::optional<std::vector<std::string>> returned_columns(std::string_view statement);

}  // namespace dinkel

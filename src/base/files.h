// Reading and writing whole files. A write is whole or nothing: readers, and we ourselves after a
// crash, see the old text or the new one, never half of it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace dinkel {

// Both throw Error with the path, the reason and what to do.
std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace dinkel

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

// Throws Error if write_file() could not write there: what takes long should not learn that at its
// end. Leaves no trace, and what is there as it is.
void check_writable(const std::filesystem::path& path);

}  // namespace dinkel

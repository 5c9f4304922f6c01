// TempDir is a folder of our own that goes away with the object, with all that is in it, and also
// when this process is killed: a small guard process waits for our end and removes it then.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/descriptor.h"

namespace dinkel {

class TempDir {
 public:
  // In $TMPDIR or /tmp, with a name that begins with "dinkel-NAME-". Throws Error.
  explicit TempDir(std::string_view name);
  TempDir(TempDir&& other) noexcept;
  TempDir& operator=(TempDir&& other) noexcept;
  ~TempDir();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lifeline_;  // the guard removes the folder when this is closed
  int guard_ = -1;
};

}  // namespace dinkel

// Targets by name. The table lists everything that --target accepts; a new kind of database is one
// row.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "targets/target.h"

namespace dinkel {

struct TargetRow {
  std::string_view name;
  std::string_view summary;
  // `detail` is what stands behind a colon in the name: "null-xor" of "canary:null-xor".
  std::unique_ptr<Target> (*open)(std::string_view detail);
};
std::span<const TargetRow> all_targets();

// Throws Error for an unknown name, or (ExitCode::Unreachable) when the target cannot be reached.
std::unique_ptr<Target> open_target(std::string_view name);

}  // namespace dinkel

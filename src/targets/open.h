// Targets by name. The table lists everything that --target accepts; a new kind of database is one
// row. A name may say more: "canary:null-xor" plants one bug, "neo4j@5.6.0" wants that version.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "targets/target.h"

namespace dinkel {

struct OpenOptions {
  std::string connect = {};  // the URL of a running server; empty: one of our own is started
  bool allow_reset = false;  // even of a graph with something in it that we did not make
};

struct TargetRow {
  std::string_view name;
  std::string_view summary;
  // `detail` is what stands behind the colon or the @ in the name.
  std::unique_ptr<Target> (*open)(std::string_view name, std::string_view detail,
                                  const OpenOptions& options);
};
std::span<const TargetRow> all_targets();

// The row of a name without its detail. Throws Error, with what was probably meant.
const TargetRow& require_target(std::string_view name);

// Throws Error for an unknown name, or (ExitCode::Unreachable) when the target cannot be reached.
std::unique_ptr<Target> open_target(std::string_view name, const OpenOptions& options = {});

}  // namespace dinkel

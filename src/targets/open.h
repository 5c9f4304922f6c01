// Targets by name: `reference` and `canary`, which live in the process, and every database that has
// a targets/NAME/dialect.toml. A name may say more: "canary:null-xor" plants one bug, "neo4j@5.6.0"
// wants that version, and "neo4j@2026.08.1:25" that version with Cypher 25.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "interpret/bugs.h"
#include "targets/server.h"
#include "targets/target.h"

namespace dinkel {

struct OpenOptions {
  std::string connect = {};  // the URL of a running server; empty: one of our own is started
  bool allow_reset = false;  // even of a graph with something in it that we did not make
};

struct TargetRow {
  std::string_view name;
  std::string summary;
  bool embedded = false;  // in this process
};
std::span<const TargetRow> all_targets();

// The row of a name without its detail. Throws Error, with what was probably meant.
const TargetRow& require_target(std::string_view name);

// Throws Error for an unknown name, or (ExitCode::Unreachable) when the target cannot be reached.
std::unique_ptr<Target> open_target(std::string_view name, const OpenOptions& options = {});

// A canary with these bugs: in this process unless one of them needs another.
std::unique_ptr<Target> open_canary(const BugSet& bugs);
// The bugs of a target that open_canary() made; null: it is no canary.
const BugSet* planted_in(const Target& target);

// A server of our own of "neo4j" or "neo4j@5.6.0": installed if need be, started in a folder of its
// own. Throws as open_target does, and Error for a database that has no server.
Server start_server(std::string_view name);
// What --connect takes to get there.
std::string url_of(std::string_view name, const Server& server);

}  // namespace dinkel

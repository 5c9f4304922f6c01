#include "targets/open.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "targets/bolt/bolt_target.h"
#include "targets/connect_url.h"
#include "targets/embedded.h"
#include "targets/resp/resp_target.h"

namespace dinkel {
namespace {

void refuse_url(std::string_view name, const OpenOptions& options) {
  if (!options.connect.empty()) {
    throw Error(
        fmt::format("the target {} lives in this process: there is nothing to connect to", name));
  }
}

std::unique_ptr<Target> open_reference(std::string_view name, std::string_view detail,
                                       const OpenOptions& options) {
  refuse_url(name, options);
  if (!detail.empty()) throw Error("the target reference takes nothing behind its name");
  return std::make_unique<EmbeddedTarget>("reference", BugSet());
}

BugSet read_bugs(std::string_view names) {
  BugSet bugs;
  if (names.empty()) {
    for (const BugRow& row : all_bugs()) bugs.plant(row.bug);
    return bugs;
  }
  while (!names.empty()) {
    const auto end = std::min(names.find(','), names.size());
    const std::string_view name = names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
    const auto rows = all_bugs();
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const BugRow& row) { return row.name == name; });
    if (found == rows.end()) {
      std::string known;
      for (const BugRow& row : rows) known += (known.empty() ? "" : ", ") + std::string(row.name);
      throw Error(fmt::format("the canary has no bug {}; it has {}", name, known));
    }
    bugs.plant(found->bug);
  }
  return bugs;
}

std::unique_ptr<Target> open_canary(std::string_view name, std::string_view detail,
                                    const OpenOptions& options) {
  refuse_url(name, options);
  return std::make_unique<EmbeddedTarget>("canary", read_bugs(detail));
}

// A server that somebody else runs. The protocol is the URL's, not the name's: one database may
// speak several.
std::unique_ptr<Target> connect_target(std::string_view name, std::string_view,
                                       const OpenOptions& options) {
  if (options.connect.empty()) {
    throw Error(
        fmt::format("dinkel cannot start {}; give the URL of a running one with --connect", name));
  }
  ConnectUrl url = parse_connect_url(options.connect);
  add_credentials_from_environment(url.credentials);
  Server server(url.host, url.port, url.credentials);
  if (url.protocol == Protocol::Resp) {
    return std::make_unique<RespTarget>(std::string(name), std::move(server),
                                        RespOptions{url.path, options.allow_reset});
  }
  return std::make_unique<BoltTarget>(std::string(name), std::move(server),
                                      BoltOptions{url.path, options.allow_reset});
}

// A server of our own: installed if need be, started in a folder of its own.
Server start_server(std::string_view name, std::string_view version, Credentials credentials,
                    std::function<bool(int)> probe) {
  const std::string full =
      version.empty() ? std::string(name) : fmt::format("{}@{}", name, version);
  SupervisorOptions options;
  options.probe = std::move(probe);
  if (!credentials.password.empty()) {
    options.environment["DINKEL_PASSWORD"] = credentials.password;
  }
  return Server(std::make_unique<Supervisor>(find_installation(full), std::move(options)),
                std::move(credentials));
}

std::unique_ptr<Target> open_falkordb(std::string_view name, std::string_view version,
                                      const OpenOptions& options) {
  if (!options.connect.empty()) return connect_target(name, version, options);
  return std::make_unique<RespTarget>(std::string(name),
                                      start_server(name, version, {}, answers_ping), RespOptions{});
}

std::unique_ptr<Target> open_neo4j(std::string_view name, std::string_view version,
                                   const OpenOptions& options) {
  if (!options.connect.empty()) return connect_target(name, version, options);
  const auto probe = [](int port) { return answers_bolt(port, {}); };
  return std::make_unique<BoltTarget>(std::string(name), start_server(name, version, {}, probe),
                                      BoltOptions{});
}

std::unique_ptr<Target> open_arcadedb(std::string_view name, std::string_view version,
                                      const OpenOptions& options) {
  if (!options.connect.empty()) return connect_target(name, version, options);
  // The password is no secret: the server listens to this machine alone and lives as long as we.
  const Credentials credentials{"root", "dinkel-local"};
  const auto probe = [credentials](int port) { return answers_bolt(port, credentials); };
  return std::make_unique<BoltTarget>(
      std::string(name), start_server(name, version, credentials, probe), BoltOptions{});
}

}  // namespace

std::span<const TargetRow> all_targets() {
  static const std::vector<TargetRow> rows = {
      {"reference", "the interpreter, right by the openCypher TCK", open_reference},
      {"canary", "the interpreter with planted bugs; canary:a,b plants only those", open_canary},
      {"falkordb", "FalkorDB, installed and started on demand; falkordb@4.14.2 picks a version",
       open_falkordb},
      {"neo4j", "Neo4j Community, installed and started on demand; neo4j@5.6.0 picks a version",
       open_neo4j},
      {"arcadedb", "ArcadeDB, installed and started on demand", open_arcadedb},
      {"memgraph", "Memgraph, with --connect bolt://...", connect_target},
      {"redisgraph", "RedisGraph, with --connect redis://...", connect_target},
  };
  return rows;
}

const TargetRow& require_target(std::string_view name) {
  std::vector<std::string_view> names;
  for (const TargetRow& row : all_targets()) {
    if (row.name == name) return row;
    names.push_back(row.name);
  }
  const auto meant = did_you_mean(name, names);
  throw Error(fmt::format("there is no target {}; {}there are {}", name,
                          meant ? fmt::format("did you mean {}? ", *meant) : "",
                          fmt::join(names, ", ")));
}

std::unique_ptr<Target> open_target(std::string_view name, const OpenOptions& options) {
  const auto mark = std::min(name.find_first_of(":@"), name.size());
  const std::string_view base = name.substr(0, mark);
  const std::string_view detail = mark < name.size() ? name.substr(mark + 1) : "";
  return require_target(base).open(base, detail, options);
}

}  // namespace dinkel

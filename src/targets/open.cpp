#include "targets/open.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "targets/bolt/bolt_target.h"
#include "targets/child/child_target.h"
#include "targets/child/faulty_canary.h"
#include "targets/connect_url.h"
#include "targets/dialect_file.h"
#include "targets/embedded.h"
#include "targets/postgres/age_target.h"
#include "targets/resp/resp_target.h"

namespace dinkel {
namespace {

// "neo4j@2026.08.1:25" and "canary:null-xor" in parts.
struct TargetName {
  std::string_view base;
  std::string_view version;
  std::string_view detail;

  // What find_installation() takes.
  std::string installation() const {
    return version.empty() ? std::string(base) : fmt::format("{}@{}", base, version);
  }
};
TargetName take_apart(std::string_view name) {
  TargetName parts;
  const auto colon = std::min(name.find(':'), name.size());
  if (colon < name.size()) parts.detail = name.substr(colon + 1);
  name = name.substr(0, colon);
  const auto at = std::min(name.find('@'), name.size());
  parts.base = name.substr(0, at);
  if (at < name.size()) parts.version = name.substr(at + 1);
  return parts;
}

std::unique_ptr<Target> open_embedded(const TargetName& name) {
  if (name.base == "canary") {
    return open_canary(bugs_named(name.detail));
  }
  if (!name.detail.empty() || !name.version.empty()) {
    throw Error("the target reference takes nothing behind its name");
  }
  return std::make_unique<EmbeddedTarget>("reference", BugSet());
}

std::unique_ptr<Target> make_target(const TargetName& parts, Protocol protocol, Server server,
                                    const std::string& path, bool allow_reset) {
  std::string name(parts.base);
  switch (protocol) {
    case Protocol::Resp:
      return std::make_unique<RespTarget>(std::move(name), std::move(server),
                                          RespOptions{path, allow_reset});
    case Protocol::Postgres:
      return std::make_unique<AgeTarget>(std::move(name), std::move(server),
                                         AgeOptions{path, allow_reset});
    case Protocol::Bolt:
    case Protocol::GraphQLite:
    case Protocol::Kuzu:
      break;
  }
  return std::make_unique<BoltTarget>(std::move(name), std::move(server),
                                      BoltOptions{path, allow_reset, std::string(parts.detail),
                                                  dialect_of(parts.base).after_schema});
}

bool is_library(Protocol protocol) {
  return protocol == Protocol::GraphQLite || protocol == Protocol::Kuzu;
}

// A server that somebody else runs. The protocol is the URL's, not the name's: one database may
// speak several.
std::unique_ptr<Target> connect_target(const TargetName& parts, const OpenOptions& options) {
  ConnectUrl url = parse_connect_url(options.connect);
  add_credentials_from_environment(url.credentials);
  return make_target(parts, url.protocol, Server(url.host, url.port, std::move(url.credentials)),
                     url.path, options.allow_reset);
}

bool is_installable(std::string_view name) {
  const std::vector<std::string> names = installable_targets();
  return std::find(names.begin(), names.end(), name) != names.end();
}

void require_installable(std::string_view name) {
  if (is_installable(name)) return;
  throw Error(
      fmt::format("dinkel cannot start {}; give the URL of a running one with --connect", name));
}

std::vector<TargetRow> make_rows() {
  std::vector<TargetRow> rows = {
      {"reference", "the interpreter, right by the openCypher TCK", true},
      {"canary", "the interpreter with planted bugs; canary:a,b plants only those", true},
  };
  for (const std::string_view name : dialect_names())
    rows.push_back({name, dialect_of(name).summary});
  return rows;
}

}  // namespace

std::span<const TargetRow> all_targets() {
  static const std::vector<TargetRow> rows = make_rows();
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

Server start_server(std::string_view name) {
  const TargetName parts = take_apart(name);
  require_target(parts.base);
  require_installable(parts.base);
  const TargetDialect dialect = dialect_of(parts.base);
  const Credentials credentials{dialect.user, dialect.password};
  SupervisorOptions options;
  switch (dialect.protocol) {
    case Protocol::Bolt:
      options.probe = [credentials](int port) { return answers_bolt(port, credentials); };
      break;
    case Protocol::Resp:
      options.probe = answers_ping;
      break;
    case Protocol::Postgres:
      options.probe = [credentials](int port) { return answers_sql(port, credentials); };
      break;
    case Protocol::GraphQLite:
    case Protocol::Kuzu:
      throw Error(fmt::format("{} is a library: it has no server to start", parts.base));
  }
  if (!credentials.password.empty()) {
    options.environment["DINKEL_PASSWORD"] = credentials.password;
  }
  return Server(
      std::make_unique<Supervisor>(find_installation(parts.installation()), std::move(options)),
      credentials);
}

std::string url_of(std::string_view name, const Server& server) {
  const Credentials& credentials = server.credentials();
  std::string access = credentials.user;
  if (!credentials.password.empty()) access += ":" + credentials.password;
  if (!access.empty()) access += "@";
  switch (dialect_of(take_apart(name).base).protocol) {
    case Protocol::Resp:
      return fmt::format("redis://{}{}", access, server.text());
    case Protocol::Postgres:
      return fmt::format("postgresql://{}{}/postgres", access, server.text());
    case Protocol::Bolt:
    case Protocol::GraphQLite:
    case Protocol::Kuzu:
      break;
  }
  return fmt::format("bolt://{}{}", access, server.text());
}

std::unique_ptr<Target> open_canary(const BugSet& bugs) {
  if (needs_process(bugs)) return std::make_unique<CanaryProcess>(bugs);
  return std::make_unique<EmbeddedTarget>("canary", bugs);
}

const BugSet* planted_in(const Target& target) {
  if (const auto* embedded = dynamic_cast<const EmbeddedTarget*>(&target)) return &embedded->bugs();
  if (const auto* process = dynamic_cast<const CanaryProcess*>(&target)) return &process->bugs();
  return nullptr;
}

std::unique_ptr<Target> open_target(std::string_view name, const OpenOptions& options) {
  const TargetName parts = take_apart(name);
  const TargetRow& row = require_target(parts.base);
  const Protocol protocol = row.embedded ? Protocol::Bolt : dialect_of(parts.base).protocol;
  if (!options.connect.empty()) {
    if (row.embedded || is_library(protocol)) {
      throw Error(
          fmt::format("the target {} has no server: there is nothing to connect to", parts.base));
    }
    return connect_target(parts, options);
  }
  if (row.embedded) return open_embedded(parts);
  require_installable(parts.base);
  if (is_library(protocol))
    return std::make_unique<ChildTarget>(
        installed_library(find_installation(parts.installation())));
  return make_target(parts, protocol, start_server(name), "", false);
}

}  // namespace dinkel

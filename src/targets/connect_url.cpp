#include "targets/connect_url.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"

namespace dinkel {
namespace {

struct Scheme {
  std::string_view name;
  Protocol protocol;
  int port;
};
constexpr Scheme schemes[] = {
    {"bolt", Protocol::Bolt, 7687},           {"neo4j", Protocol::Bolt, 7687},
    {"redis", Protocol::Resp, 6379},          {"falkor", Protocol::Resp, 6379},
    {"postgresql", Protocol::Postgres, 5432}, {"postgres", Protocol::Postgres, 5432},
};

[[noreturn]] void refuse(std::string_view reason) {
  throw Error(
      fmt::format("the URL to connect to {}; it looks like bolt://user:password@host:port/"
                  "database, redis://host:port/graph or postgresql://user@host:port/database",
                  reason));
}

std::string percent_decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    if (text[i] != '%') {
      result += text[i];
    } else if (const char* digits = text.data() + i + 1;
               i + 2 < text.size() &&
               std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      result += static_cast<char>(byte);
      i += 2;
    } else {
      refuse("has a % that is not followed by two hexadecimal digits");
    }
  }
  return result;
}

// Takes what stands in front of the first separator away from the text; absent when there is none.
std::optional<std::string_view> take_until(std::string_view& text, std::string_view separator) {
  const auto end = text.find(separator);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end + separator.size());
  return part;
}

void read_host_and_port(std::string_view text, ConnectUrl& url) {
  std::string_view port;
  if (text.starts_with('[')) {  // an IPv6 address
    text.remove_prefix(1);
    const auto host = take_until(text, "]");
    if (!host) refuse("has a [ without its ]");
    url.host = *host;
    if (!text.empty() && !text.starts_with(':')) refuse("has something behind its host");
    port = text.empty() ? text : text.substr(1);
  } else {
    port = text;
    const auto host = take_until(port, ":");
    url.host = host ? *host : text;
    if (!host) port = {};
  }
  if (url.host.empty()) refuse("has no host");
  if (port.empty()) return;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), url.port);
  if (error != std::errc() || end != port.data() + port.size() || url.port < 1 ||
      url.port > 65535) {
    refuse("has a port that is not a number from 1 to 65535");
  }
}

}  // namespace

ConnectUrl parse_connect_url(std::string_view text) {
  ConnectUrl url;
  const auto scheme = take_until(text, "://");
  if (!scheme) refuse("does not begin with a protocol");
  bool known = false;
  for (const Scheme& row : schemes) {
    if (!equal_ignoring_case(row.name, *scheme)) continue;
    url.protocol = row.protocol;
    url.port = row.port;
    known = true;
  }
  if (!known && (scheme->ends_with("+s") || scheme->ends_with("+ssc") || *scheme == "rediss")) {
    refuse("asks for encryption, which this program does not speak; connect to the plain port");
  }
  if (!known) refuse(fmt::format("begins with {}, which is no protocol for a graph", *scheme));
  std::string_view authority = text;
  if (const auto before = take_until(text, "/")) {
    authority = *before;
    url.path = percent_decoded(text);
  }
  // A password may hold an @ of its own: the last one counts.
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
    std::string_view password = authority.substr(0, at);
    const auto user = take_until(password, ":");
    url.credentials.user = percent_decoded(user ? *user : password);
    if (user) url.credentials.password = percent_decoded(password);
    authority.remove_prefix(at + 1);
  }
  read_host_and_port(authority, url);
  return url;
}

void add_credentials_from_environment(Credentials& credentials) {
  const auto fill = [](std::string& field, const char* variable) {
    const char* const value = std::getenv(variable);
    if (field.empty() && value != nullptr) field = value;
  };
  fill(credentials.user, "DINKEL_USER");
  fill(credentials.password, "DINKEL_PASSWORD");
  const char* const path = std::getenv("DINKEL_CREDENTIALS");
  if (path == nullptr || (!credentials.user.empty() && !credentials.password.empty())) return;
  const std::string file = read_file(path);
  const std::vector<std::string_view> lines = split(file, '\n');
  if (credentials.user.empty()) credentials.user = trim(lines[0]);
  if (credentials.password.empty() && lines.size() > 1) credentials.password = trim(lines[1]);
}

}  // namespace dinkel

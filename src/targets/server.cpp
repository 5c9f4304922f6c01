#include "targets/server.h"

#include <fmt/format.h>

namespace dinkel {

std::string Server::text() const {
  const bool is_ipv6 = host_.find(':') != std::string::npos;
  return is_ipv6 ? fmt::format("[{}]:{}", host_, port()) : fmt::format("{}:{}", host_, port());
}

std::string Server::last_words() {
  if (!ours()) return "";
  supervisor_->wait(std::chrono::seconds(5));
  return supervisor_->describe_death();
}

}  // namespace dinkel

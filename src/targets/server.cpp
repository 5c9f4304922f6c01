#include "targets/server.h"

#include <fmt/format.h>

namespace dinkel {

std::string Server::text() const {
  const bool is_ipv6 = host_.find(':') != std::string::npos;
  return is_ipv6 ? fmt::format("[{}]:{}", host_, port()) : fmt::format("{}:{}", host_, port());
}

std::string Server::last_words() {
  if (!ours()) return "";
  // One that crashed may never end. Its report is complete when it has not grown for a while.
  constexpr std::chrono::milliseconds look(250);
  constexpr int looks = 20;
  std::size_t reported = 0;
  for (int i = 0; i < looks && !supervisor_->wait(look); ++i) {
    const std::string log = supervisor_->log();
    const std::size_t now = find_crash(log) ? log.size() : 0;
    if (now > 0 && now == reported) break;
    reported = now;
  }
  return supervisor_->describe_death();
}

}  // namespace dinkel

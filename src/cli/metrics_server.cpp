#include "cli/metrics_server.h"

#include <arpa/inet.h>
#include <fmt/core.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace dinkel {

namespace {

bool is_ready(int file, int milliseconds) {
  pollfd poller = {.fd = file, .events = POLLIN, .revents = 0};
  return poll(&poller, 1, milliseconds) > 0;
}

}  // namespace

MetricsServer::MetricsServer(int port, std::function<std::string()> page)
    : page_(std::move(page)), socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const int on = 1;
  setsockopt(socket_.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(socket_.get(), generic, size) != 0 || listen(socket_.get(), 8) != 0 ||
      getsockname(socket_.get(), generic, &size) != 0) {
    throw Error(fmt::format("cannot serve metrics on port {}: {}; choose another one", port,
                            std::strerror(errno)));
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

MetricsServer::~MetricsServer() {
  stop_ = true;
  thread_.join();
}

void MetricsServer::serve() {
  while (!stop_) {
    if (!is_ready(socket_.get(), 100)) continue;
    const Descriptor client(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!client) continue;
    std::array<char, 4096> request;
    if (is_ready(client.get(), 1000)) (void)recv(client.get(), request.data(), request.size(), 0);
    const std::string page = page_();
    const std::string answer = fmt::format(
        "HTTP/1.0 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: {}\r\n\r\n"
        "{}",
        page.size(), page);
    (void)send(client.get(), answer.data(), answer.size(), MSG_NOSIGNAL);
  }
}

}  // namespace dinkel

// Servers that misbehave: they accept one connection after the other and say the same bytes to
// each, then nothing more.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/descriptor.h"

namespace dinkel {

class BadServer {
 public:
  // `hangs_up`: closes each connection behind the bytes.
  BadServer(std::string bytes, bool hangs_up) : bytes_(std::move(bytes)), hangs_up_(hangs_up) {
    socket_ = Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    CHECK(bind(socket_.get(), generic, size) == 0 && listen(socket_.get(), 8) == 0 &&
              getsockname(socket_.get(), generic, &size) == 0,
          "cannot listen");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  BadServer(const BadServer&) = delete;
  BadServer& operator=(const BadServer&) = delete;
  ~BadServer() {
    shutdown(socket_.get(), SHUT_RDWR);  // ends accept()
    thread_.join();
  }
  int port() const { return port_; }

 private:
  void serve() {
    std::vector<Descriptor> open;
    for (;;) {
      Descriptor connection(accept(socket_.get(), nullptr, nullptr));
      if (!connection) return;
      (void)!::send(connection.get(), bytes_.data(), bytes_.size(), MSG_NOSIGNAL);
      if (hangs_up_) {
        shutdown(connection.get(), SHUT_WR);
      }
      open.push_back(std::move(connection));
    }
  }

  std::string bytes_;
  bool hangs_up_;
  Descriptor socket_;
  int port_ = 0;
  std::thread thread_;
};

}  // namespace dinkel

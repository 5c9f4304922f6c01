// Servers that misbehave. BadServer accepts one connection after the other and says the same bytes
// to each, then nothing more. Relay stands in front of a real server and does something to it when
// it has passed on some of an answer.
#pragma once

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/descriptor.h"
#include "targets/stream.h"

namespace dinkel {

// A listening socket on a free port of 127.0.0.1, and the port.
inline std::pair<Descriptor, int> listen_somewhere() {
  Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  CHECK(bind(socket.get(), generic, size) == 0 && listen(socket.get(), 8) == 0 &&
            getsockname(socket.get(), generic, &size) == 0,
        "cannot listen");
  return {std::move(socket), ntohs(address.sin_port)};
}

class BadServer {
 public:
  // `hangs_up`: closes each connection behind the bytes.
  BadServer(std::string bytes, bool hangs_up) : bytes_(std::move(bytes)), hangs_up_(hangs_up) {
    std::tie(socket_, port_) = listen_somewhere();
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

class Relay {
 public:
  // `strike` is called once, when more than `limit` bytes of answers went through.
  Relay(int server_port, std::size_t limit, std::function<void()> strike)
      : server_port_(server_port), limit_(limit), strike_(std::move(strike)) {
    std::tie(socket_, port_) = listen_somewhere();
    thread_ = std::thread([this] { serve(); });
  }
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  ~Relay() {
    shutdown(socket_.get(), SHUT_RDWR);
    stopped_ = true;
    thread_.join();
  }
  int port() const { return port_; }
  bool struck() const { return struck_; }

 private:
  void serve() {
    for (;;) {
      const Descriptor client(accept(socket_.get(), nullptr, nullptr));
      if (!client) return;
      const ConnectResult server =
          connect_to("127.0.0.1", server_port_, std::chrono::milliseconds(5'000));
      if (server.socket) pump(client.get(), server.socket.get());
    }
  }

  void pump(int client, int server) {
    std::string buffer(1U << 16U, '\0');
    while (!stopped_) {
      pollfd ends[] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
      if (poll(ends, 2, 100) == 0) continue;
      for (const bool from_server : {false, true}) {
        if (ends[from_server ? 1 : 0].revents == 0) continue;
        const ssize_t count = read(from_server ? server : client, buffer.data(), buffer.size());
        if (count <= 0) return;
        if (from_server) passed_ += static_cast<std::size_t>(count);
        if (passed_ > limit_ && !struck_) {
          struck_ = true;
          strike_();
        }
        (void)!::send(from_server ? client : server, buffer.data(), static_cast<std::size_t>(count),
                      MSG_NOSIGNAL);
      }
    }
  }

  int server_port_;
  std::size_t limit_;
  std::function<void()> strike_;
  Descriptor socket_;
  int port_ = 0;
  std::size_t passed_ = 0;
  std::atomic<bool> struck_ = false;
  std::atomic<bool> stopped_ = false;
  std::thread thread_;
};

}  // namespace dinkel

// Server is how a driver reaches its database: a server of our own, which may be started anew
// whenever it is lost, or one that was running before us and that we only talk to.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "targets/stream.h"
#include "targets/supervisor.h"
#include "targets/target.h"

namespace dinkel {

struct Credentials {
  std::string user;
  std::string password;  // never printed
};

class Server {
 public:
  Server(std::string host, int port, Credentials credentials)
      : host_(std::move(host)), port_(port), credentials_(std::move(credentials)) {}
  Server(std::unique_ptr<Supervisor> supervisor, Credentials credentials)
      : host_("127.0.0.1"),
        port_(0),
        credentials_(std::move(credentials)),
        supervisor_(std::move(supervisor)) {}

  const Credentials& credentials() const { return credentials_; }
  const std::string& host() const { return host_; }
  int port() const { return supervisor_ ? supervisor_->port() : port_; }
  std::string text() const;  // 127.0.0.1:7687

  bool ours() const { return supervisor_ != nullptr; }
  // Whether it should be started anew: it is ours, and gone.
  bool lost() { return ours() && !supervisor_->running(); }
  void restart() { supervisor_->restart(); }
  void kill() { supervisor_->kill(); }
  TargetUsage usage() const {
    if (!ours()) return {};
    return {supervisor_->cpu_seconds(), supervisor_->restarts()};
  }

  ConnectResult connect(std::chrono::milliseconds deadline) const {
    return connect_to(host_, port(), deadline);
  }
  // What its log says about its end; a server that has just closed the connection gets a moment
  // to write it down. Empty for a server that is not ours.
  std::string last_words();
  // Whether its log holds a crash, even if the process still hangs around.
  bool crashed() const { return ours() && supervisor_->crash().has_value(); }

 private:
  std::string host_;
  int port_;
  Credentials credentials_;
  std::unique_ptr<Supervisor> supervisor_;
};

}  // namespace dinkel

// A very small HTTP server on 127.0.0.1 that answers every request with the same page: the numbers
// of a campaign, for Prometheus.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>

#include "base/descriptor.h"

namespace dinkel {

class MetricsServer {
 public:
  // Port 0 takes a free one. Throws Error when the port is taken.
  MetricsServer(int port, std::function<std::string()> page);
  MetricsServer(const MetricsServer&) = delete;
  MetricsServer& operator=(const MetricsServer&) = delete;
  ~MetricsServer();

  int port() const { return port_; }

 private:
  void serve();

  int port_ = 0;
  std::function<std::string()> page_;
  Descriptor socket_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace dinkel

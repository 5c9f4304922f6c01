// The other end of a stream: a test plays the server with bytes that were recorded or made up.
#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "targets/stream.h"

namespace dinkel {

struct StreamPair {
  Stream client;
  Descriptor server;
};

// The server says these bytes and, unless it stays, hangs up. They must fit into the buffer of the
// socket, which takes 200 KB.
inline StreamPair stream_with(std::string_view bytes, bool stays = false) {
  int ends[2] = {-1, -1};
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, "no socket pair");
  StreamPair pair{Stream(Descriptor(ends[0])), Descriptor(ends[1])};
  while (!bytes.empty()) {
    const ssize_t sent = ::send(pair.server.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    CHECK(sent > 0, "the test has too many bytes");
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  if (!stays) ::shutdown(pair.server.get(), SHUT_WR);
  return pair;
}

// What the client has sent so far.
inline std::string sent_to(const StreamPair& pair) {
  std::string bytes(1 << 16, '\0');
  const ssize_t got = ::recv(pair.server.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
  bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return bytes;
}

}  // namespace dinkel

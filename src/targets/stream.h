// Stream is a connected socket with a deadline and a read buffer: the bottom layer of the protocol
// clients. A failure sticks: after the first one every call says no, so that the layers above read
// on without looking and ask once at the end.
//
// It is also the seam of their tests, which hand in one end of a socket pair and write recorded
// bytes into the other.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/descriptor.h"

namespace dinkel {

struct StreamFailure {
  enum class Kind {
    TimedOut,   // the deadline passed; the server may still be at work
    Closed,     // the other side went away
    Malformed,  // it sent what the protocol does not allow
  };
  Kind kind = Kind::Closed;
  std::string message;
};

class Stream {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Stream(Descriptor socket);

  void set_deadline(Clock::time_point deadline) { deadline_ = deadline; }
  // Asked now and then while nothing comes: yes ends the waiting as if the other side had closed.
  // A server that crashed may keep its socket open for ever.
  void watch(std::function<bool()> is_lost) { is_lost_ = std::move(is_lost); }
  bool send(std::string_view bytes);
  // Replaces `bytes` by the next `count` ones, all or none of them. Memory is taken as they arrive,
  // not as announced.
  bool read(std::size_t count, std::string& bytes);
  // What comes before the next CR LF, at most `limit` bytes; it is there until the next reading.
  bool read_line(std::size_t limit, std::string_view& line);

  bool ok() const { return !failure_; }
  const std::optional<StreamFailure>& failure() const { return failure_; }
  // Keeps the first failure. Always false, to be returned.
  bool fail(StreamFailure::Kind kind, std::string message);
  // After TimedOut nothing is lost: whoever reads again gets what should have come.
  void forget_timeout();
  // Whether nothing is left of what was sent to us, as far as it has arrived.
  bool drained() const { return position_ == end_; }

 private:
  bool wait_for(short events);
  bool receive();  // some bytes more into the buffer

  Descriptor socket_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::function<bool()> is_lost_;
  std::string buffer_;  // what came and was not read yet is from position_ to end_
  std::size_t position_ = 0;
  std::size_t end_ = 0;
  std::optional<StreamFailure> failure_;
};

// Connects by name or address. The sentence says why not.
struct ConnectResult {
  Descriptor socket;
  std::string failure;
};
ConnectResult connect_to(const std::string& host, int port, std::chrono::milliseconds deadline);

}  // namespace dinkel

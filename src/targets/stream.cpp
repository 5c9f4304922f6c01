#include "targets/stream.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <memory>
#include <utility>

#include "base/check.h"

namespace dinkel {
namespace {

constexpr std::size_t receive_size = 16 * 1024;
constexpr std::chrono::milliseconds watch_interval(100);

void set_nonblocking(int socket) {
  const int flags = fcntl(socket, F_GETFL);
  CHECK(flags >= 0 && fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0,
        "a socket cannot be made non-blocking");
}

// What is left until the deadline, for poll().
int remaining_ms(Stream::Clock::time_point deadline) {
  if (deadline == Stream::Clock::time_point::max()) return -1;
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - Stream::Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, INT_MAX));
}

// 0: the deadline passed.
int poll_until(int socket, short events, Stream::Clock::time_point deadline) {
  pollfd entry{socket, events, 0};
  for (;;) {
    const int ready = poll(&entry, 1, remaining_ms(deadline));
    if (ready >= 0 || errno != EINTR) return ready;
  }
}

}  // namespace

Stream::Stream(Descriptor socket) : socket_(std::move(socket)) {
  CHECK(static_cast<bool>(socket_), "a stream needs a socket");
  set_nonblocking(socket_.get());
}

bool Stream::fail(StreamFailure::Kind kind, std::string message) {
  if (!failure_) failure_ = StreamFailure{kind, std::move(message)};
  return false;
}

void Stream::forget_timeout() {
  if (failure_ && failure_->kind == StreamFailure::Kind::TimedOut) failure_.reset();
}

bool Stream::wait_for(short events) {
  int ready = 0;
  while (is_lost_ && ready == 0) {
    const auto next_look = Clock::now() + watch_interval;
    if (next_look >= deadline_) break;
    ready = poll_until(socket_.get(), events, next_look);
    if (ready == 0 && is_lost_()) {
      return fail(StreamFailure::Kind::Closed, "the server has crashed");
    }
  }
  if (ready == 0) ready = poll_until(socket_.get(), events, deadline_);
  if (ready > 0) return true;
  if (ready == 0) return fail(StreamFailure::Kind::TimedOut, "no answer before the deadline");
  return fail(StreamFailure::Kind::Closed, std::strerror(errno));
}

bool Stream::send(std::string_view bytes) {
  while (ok() && !bytes.empty()) {
    const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_for(POLLOUT);
    } else if (errno != EINTR) {
      return fail(StreamFailure::Kind::Closed,
                  fmt::format("the connection was lost ({})", std::strerror(errno)));
    }
  }
  return ok();
}

bool Stream::receive() {
  if (position_ == end_) {
    position_ = end_ = 0;
  } else if (position_ > receive_size) {
    // Only what is not read yet is moved: behind it the buffer is as large as it ever was.
    end_ -= position_;
    std::memmove(buffer_.data(), buffer_.data() + position_, end_);
    position_ = 0;
  }
  if (buffer_.size() < end_ + receive_size) {
    buffer_.resize(std::max(end_ + receive_size, 2 * buffer_.size()));
  }
  // Mostly the answer is not there yet: to ask for it first would only cost a call more.
  while (wait_for(POLLIN)) {
    const ssize_t got = ::recv(socket_.get(), buffer_.data() + end_, receive_size, 0);
    if (got > 0) {
      end_ += static_cast<std::size_t>(got);
      return true;
    }
    if (got == 0) return fail(StreamFailure::Kind::Closed, "the connection was closed");
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
      return fail(StreamFailure::Kind::Closed,
                  fmt::format("the connection was lost ({})", std::strerror(errno)));
    }
  }
  return false;
}

bool Stream::read(std::size_t count, std::string& bytes) {
  bytes.clear();
  while (ok() && end_ - position_ < count) receive();
  if (!ok()) return false;
  bytes.assign(buffer_, position_, count);
  position_ += count;
  return true;
}

bool Stream::read_line(std::size_t limit, std::string_view& line) {
  std::size_t seen = 0;  // how much of the buffer from position_ on has no line end
  while (ok()) {
    const auto rest = std::string_view(buffer_).substr(position_, end_ - position_);
    const auto length = rest.find("\r\n", seen);
    if (length != std::string_view::npos && length <= limit) {
      line = rest.substr(0, length);
      position_ += length + 2;
      return true;
    }
    const std::size_t waiting = rest.size();
    if (waiting > limit + 1) return fail(StreamFailure::Kind::Malformed, "a line has no end");
    seen = waiting > 0 ? waiting - 1 : 0;
    receive();
  }
  return false;
}

ConnectResult connect_to(const std::string& host, int port, std::chrono::milliseconds deadline) {
  const auto end = Stream::Clock::now() + deadline;
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int code = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (code != 0) return {Descriptor(), gai_strerror(code)};
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, freeaddrinfo);

  std::string failure = "no address";
  for (const addrinfo* address = found; address != nullptr; address = address->ai_next) {
    Descriptor socket(::socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!socket) {
      failure = std::strerror(errno);
      continue;
    }
    set_nonblocking(socket.get());
    int error = 0;
    if (::connect(socket.get(), address->ai_addr, address->ai_addrlen) != 0) {
      error = errno;
      if (error == EINPROGRESS) {
        socklen_t size = sizeof(error);
        error = ETIMEDOUT;
        if (poll_until(socket.get(), POLLOUT, end) > 0) {
          getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size);
        }
      }
    }
    if (error == 0) {
      const int on = 1;
      setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
      return {std::move(socket), ""};
    }
    failure = std::strerror(error);
  }
  return {Descriptor(), failure};
}

}  // namespace dinkel

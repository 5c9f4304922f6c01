#include "base/launcher.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/guard.h"

namespace dinkel {
namespace {

constexpr std::size_t max_bytes = 160'000;  // of a request; a socket takes that at once
constexpr std::size_t max_words = 4'096;
constexpr std::size_t file_count = 5;  // input, output, errors, control, reports

// What stands before the words of a request, each of which ends with a zero byte: the program, the
// folder (or nothing), the arguments, the environment.
struct Header {
  std::uint32_t arguments = 0;
  std::uint32_t environment = 0;
};

struct alignas(cmsghdr) FileSpace {
  std::array<char, CMSG_SPACE(file_count * sizeof(int))> bytes;
};

msghdr message_with(iovec& text, FileSpace& space) {
  msghdr message = {};
  message.msg_iov = &text;
  message.msg_iovlen = 1;
  message.msg_control = space.bytes.data();
  message.msg_controllen = space.bytes.size();
  return message;
}

// ---- In the launcher: as in a guard, nothing may allocate ---------------------------------------

struct Request {
  std::array<char, max_bytes> bytes;
  std::array<char*, max_words> words;
  FileSpace space;
};

// Reads the words of a request and turns them into a plan; false if they are not whole.
bool read_plan(Request& request, std::size_t size, GuardPlan& plan) {
  Header header;
  if (size < sizeof(header) || request.bytes[size - 1] != '\0') return false;
  std::memcpy(&header, request.bytes.data(), sizeof(header));
  const std::size_t all = std::size_t{2} + header.arguments + header.environment;
  if (all + 2 > max_words) return false;
  std::size_t position = sizeof(header);
  std::size_t place = 0;
  for (std::size_t i = 0; i < all && position < size; ++i) {
    request.words[place++] = &request.bytes[position];
    position += std::strlen(&request.bytes[position]) + 1;
    if (i + 1 == std::size_t{2} + header.arguments) request.words[place++] = nullptr;
  }
  if (place != all + 1) return false;
  request.words[place] = nullptr;
  plan.program = request.words[0];
  plan.folder = request.words[1][0] == '\0' ? nullptr : request.words[1];
  plan.arguments = &request.words[2];
  plan.environment = &request.words[std::size_t{3} + header.arguments];
  return true;
}

[[noreturn]] void run_launcher(int requests) {
  become_guard(std::array{requests});
  // Nobody waits for the guards: what they have to say, they say to those who wanted them.
  signal(SIGCHLD, SIG_IGN);
  static Request request;
  for (;;) {
    iovec text = {request.bytes.data(), request.bytes.size()};
    msghdr message = message_with(text, request.space);
    const ssize_t size = recvmsg(requests, &message, MSG_CMSG_CLOEXEC);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) _exit(0);
    const cmsghdr* control = CMSG_FIRSTHDR(&message);
    std::array<int, file_count> files;
    if (control == nullptr || control->cmsg_len != CMSG_LEN(sizeof(files))) continue;
    std::memcpy(files.data(), CMSG_DATA(control), sizeof(files));
    GuardPlan plan = {};
    plan.input = files[0];
    plan.output = files[1];
    plan.errors = files[2];
    plan.control = files[3];
    plan.reports = files[4];
    const bool is_whole = read_plan(request, static_cast<std::size_t>(size), plan);
    if (is_whole && fork() == 0) run_guard(plan);
    for (const int file : files) close(file);
  }
}

// ---- On our side --------------------------------------------------------------------------------

Descriptor forked_launcher() {
  std::array<int, 2> ends = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return {};
  Descriptor ours(ends[0]);
  const Descriptor theirs(ends[1]);
  const pid_t id = fork();
  if (id == 0) run_launcher(theirs.get());
  if (id < 0) ours.close();
  return ours;
}

int launcher() {
  static const Descriptor requests = forked_launcher();
  return requests.get();
}

void add(std::string& text, std::string_view word) {
  text += word;
  text += '\0';
}

std::uint32_t add_all(std::string& text, char* const* words) {
  std::uint32_t count = 0;
  for (; words[count] != nullptr; ++count) add(text, words[count]);
  return count;
}

}  // namespace

void start_launcher() {
  (void)launcher();
}

bool launch_guard(const GuardPlan& plan) {
  std::string request(sizeof(Header), '\0');
  add(request, plan.program);
  add(request, plan.folder != nullptr ? plan.folder : "");
  Header header;
  header.arguments = add_all(request, plan.arguments);
  header.environment = add_all(request, plan.environment);
  std::memcpy(request.data(), &header, sizeof(header));
  if (request.size() > max_bytes || header.arguments + header.environment + 4 > max_words) {
    errno = E2BIG;
    return false;
  }
  iovec text = {request.data(), request.size()};
  FileSpace space = {};
  msghdr message = message_with(text, space);
  const std::array<int, file_count> files = {plan.input, plan.output, plan.errors, plan.control,
                                             plan.reports};
  cmsghdr* control = CMSG_FIRSTHDR(&message);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  control->cmsg_len = CMSG_LEN(sizeof(files));
  std::memcpy(CMSG_DATA(control), files.data(), sizeof(files));
  ssize_t sent = 0;
  do {
    sent = sendmsg(launcher(), &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(request.size());
}

}  // namespace dinkel

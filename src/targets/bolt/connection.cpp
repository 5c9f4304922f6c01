#include "targets/bolt/connection.h"

#include <fmt/format.h>

#include <algorithm>

#include "targets/bolt/values.h"

namespace dinkel {
namespace {

enum Message : std::uint8_t {
  Hello = 0x01,
  Goodbye = 0x02,
  Reset = 0x0F,
  Run = 0x10,
  Begin = 0x11,
  Commit = 0x12,
  Rollback = 0x13,
  Pull = 0x3F,
  Logon = 0x6A,
  Success = 0x70,
  Record = 0x71,
  Ignored = 0x7E,
  Failure = 0x7F,
};

constexpr std::size_t max_message = 256U << 20;
constexpr std::size_t max_chunk = 0xFFFF;
constexpr BoltVersion first_with_logon{5, 1};
constexpr BoltVersion first_with_agent{5, 3};

// Four proposals, each: 0, how many minor versions below are fine too, minor, major.
constexpr std::string_view proposals(
    "\x60\x60\xB0\x17"
    "\x00\x08\x08\x05"
    "\x00\x03\x04\x04"
    "\x00\x00\x00\x00"
    "\x00\x00\x00\x00",
    20);

void pack_authentication(Packer& packer, const Credentials& credentials) {
  if (credentials.user.empty() && credentials.password.empty()) {
    packer.text("scheme");
    packer.text("none");
    return;
  }
  packer.text("scheme");
  packer.text("basic");
  packer.text("principal");
  packer.text(credentials.user);
  packer.text("credentials");
  packer.text(credentials.password);
}
std::size_t authentication_size(const Credentials& credentials) {
  return credentials.user.empty() && credentials.password.empty() ? 1 : 3;
}

std::string only_tag(std::uint8_t tag) {
  Packer packer;
  packer.structure(tag, 0);
  return packer.take();
}

void pack_database(Packer& packer, std::string_view database) {
  packer.map(database.empty() ? 0 : 1);
  if (database.empty()) return;
  packer.text("db");
  packer.text(database);
}

bool contains_text(const PackedMap& map, std::string_view key, std::string_view text) {
  const Packed* value = find(map, key);
  const auto* list = value ? value->get_if<PackedList>() : nullptr;
  return list && std::any_of(list->begin(), list->end(), [&](const Packed& item) {
           const auto* found = item.get_if<std::string>();
           return found && *found == text;
         });
}

}  // namespace

std::string BoltSummary::code() const {
  const std::string code = text_of(metadata, "code");
  return code.empty() ? text_of(metadata, "neo4j_code") : code;  // renamed in 5.7
}
std::string BoltSummary::message() const {
  return text_of(metadata, "message");
}

std::string in_chunks(std::string_view message) {
  std::string bytes;
  bytes.reserve(message.size() + 8);
  while (!message.empty()) {
    const std::size_t size = std::min(message.size(), max_chunk);
    bytes += static_cast<char>(size >> 8);
    bytes += static_cast<char>(size & 0xFF);
    bytes += message.substr(0, size);
    message.remove_prefix(size);
  }
  bytes.append(2, '\0');
  return bytes;
}

void BoltConnection::queue(std::string_view message) {
  output_ += in_chunks(message);
  ++pending_;
}

void BoltConnection::queue_hello(const Credentials& credentials) {
  const bool authenticates = version_ < first_with_logon;
  const bool asks_for_utc = version_.major == 4;
  const bool names_agent = version_ >= first_with_agent;
  Packer packer;
  packer.structure(Hello, 1);
  packer.map(1 + (authenticates ? authentication_size(credentials) : 0) + (asks_for_utc ? 1 : 0) +
             (names_agent ? 1 : 0));
  packer.text("user_agent");
  packer.text("dinkel/" DINKEL_VERSION);
  if (authenticates) pack_authentication(packer, credentials);
  if (asks_for_utc) {
    packer.text("patch_bolt");
    packer.list(1);
    packer.text("utc");
  }
  if (names_agent) {
    packer.text("bolt_agent");
    packer.map(1);
    packer.text("product");
    packer.text("dinkel/" DINKEL_VERSION);
  }
  queue(packer.take());
}

void BoltConnection::queue_logon(const Credentials& credentials) {
  Packer packer;
  packer.structure(Logon, 1);
  packer.map(authentication_size(credentials));
  pack_authentication(packer, credentials);
  queue(packer.take());
}

std::string BoltConnection::shake_hands() {
  std::string answer;
  if (!stream_.send(proposals) || !stream_.read(4, answer)) return stream_.failure()->message;
  if (answer == "HTTP") return "it speaks HTTP, not Bolt; that is another port";
  version_ = {answer[3], answer[2]};
  const bool known = (version_.major == 5 && version_.minor >= 0 && version_.minor <= 8) ||
                     (version_.major == 4 && version_.minor >= 1 && version_.minor <= 4);
  if (known && answer[0] == 0 && answer[1] == 0) return "";
  stream_.fail(StreamFailure::Kind::Malformed, "it does not speak Bolt 4.1 to 4.4 or 5.0 to 5.8");
  return stream_.failure()->message;
}

std::string BoltConnection::open(const Credentials& credentials,
                                 std::chrono::milliseconds deadline) {
  stream_.set_deadline(Stream::Clock::now() + deadline);
  if (std::string failure = shake_hands(); !failure.empty()) return failure;
  queue_hello(credentials);
  if (version_ >= first_with_logon) queue_logon(credentials);
  send();
  utc_ = version_.major >= 5;
  while (pending_ > 0) {
    const BoltSummary summary = receive();
    if (summary.kind == BoltSummary::Kind::Lost) return stream_.failure()->message;
    if (!summary.ok()) return summary.message();
    if (server_.empty()) server_ = text_of(summary.metadata, "server");
    utc_ = utc_ || contains_text(summary.metadata, "patch_bolt", "utc");
  }
  return "";
}

void BoltConnection::queue_run(std::string_view statement, const Map& parameters,
                               std::string_view database) {
  Packer packer;
  packer.structure(Run, 3);
  packer.text(statement);
  pack(packer, parameters, utc_);
  pack_database(packer, database);
  queue(packer.take());
}

void BoltConnection::queue_pull() {
  Packer packer;
  packer.structure(Pull, 1);
  packer.map(1);
  packer.text("n");
  packer.integer(-1);
  queue(packer.take());
}

void BoltConnection::queue_begin(std::string_view database) {
  Packer packer;
  packer.structure(Begin, 1);
  pack_database(packer, database);
  queue(packer.take());
}

void BoltConnection::queue_commit() {
  queue(only_tag(Commit));
}
void BoltConnection::queue_rollback() {
  queue(only_tag(Rollback));
}
void BoltConnection::queue_reset() {
  queue(only_tag(Reset));
}

bool BoltConnection::send() {
  return stream_.send(std::exchange(output_, std::string()));
}

// What has come of a message stays in message_, so that reading can go on after a timeout.
bool BoltConnection::read_chunks() {
  for (;;) {
    std::string part;
    if (!chunk_) {
      if (!stream_.read(2, part)) return false;
      chunk_ = static_cast<std::size_t>(static_cast<unsigned char>(part[0]) << 8 |
                                        static_cast<unsigned char>(part[1]));
    }
    const std::size_t size = *chunk_;
    if (message_.size() + size > max_message) {
      return stream_.fail(StreamFailure::Kind::Malformed, "a message has no end");
    }
    if (!stream_.read(size, part)) return false;
    chunk_.reset();
    message_ += part;
    // An empty chunk ends a message; before one, it only keeps the connection awake.
    if (size == 0 && !message_.empty()) return true;
  }
}

bool BoltConnection::read_message(PackedStructure& message) {
  if (!read_chunks()) return false;
  auto packed = unpack(std::exchange(message_, std::string()));
  if (!packed.ok()) return stream_.fail(StreamFailure::Kind::Malformed, packed.error());
  auto* const structure = std::get_if<PackedStructure>(&packed->data);
  if (structure == nullptr) {
    return stream_.fail(StreamFailure::Kind::Malformed, "a message is no structure");
  }
  message = std::move(*structure);
  return true;
}

BoltSummary BoltConnection::receive() {
  BoltSummary summary;
  PackedStructure message;
  while (read_message(message)) {
    auto* const first = message.fields.empty() ? nullptr : &message.fields[0];
    if (message.tag == Record) {
      auto* const values = first ? std::get_if<PackedList>(&first->data) : nullptr;
      if (values == nullptr) {
        stream_.fail(StreamFailure::Kind::Malformed, "a record without values");
        break;
      }
      summary.records.push_back(std::move(*values));
      continue;
    }
    if (message.tag != Success && message.tag != Failure && message.tag != Ignored) {
      stream_.fail(StreamFailure::Kind::Malformed,
                   fmt::format("a message with the unknown tag {:#04x}", message.tag));
      break;
    }
    auto* const metadata = first ? std::get_if<PackedMap>(&first->data) : nullptr;
    if (metadata != nullptr) summary.metadata = std::move(*metadata);
    summary.kind = message.tag == Success   ? BoltSummary::Kind::Success
                   : message.tag == Failure ? BoltSummary::Kind::Failure
                                            : BoltSummary::Kind::Ignored;
    if (pending_ > 0) --pending_;
    return summary;
  }
  return summary;
}

}  // namespace dinkel

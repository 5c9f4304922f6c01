// A connection that speaks Bolt: handshake, greeting, messages in chunks. Requests are queued and
// sent together, and each has exactly one summary among the responses, in order, so that many of
// them can be under way at once.
//
// It speaks 5.0 to 5.8 and 4.1 to 4.4, in that order of preference.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cypher/value.h"
#include "targets/bolt/packstream.h"
#include "targets/server.h"
#include "targets/stream.h"

namespace dinkel {

struct BoltVersion {
  int major = 0;
  int minor = 0;
  auto operator<=>(const BoltVersion&) const = default;
};

// What ends the response to a request.
struct BoltSummary {
  enum class Kind {
    Success,
    Failure,
    Ignored,  // because of an earlier failure
    Lost,     // the stream failed
  };
  Kind kind = Kind::Lost;
  PackedMap metadata;
  std::vector<PackedList> records;

  bool ok() const { return kind == Kind::Success; }
  std::string code() const;     // of a Failure: Neo.ClientError.Statement.SyntaxError
  std::string message() const;  // of a Failure
};

class BoltConnection {
 public:
  explicit BoltConnection(Stream stream) : stream_(std::move(stream)) {}

  // Handshake and greeting. Empty when the server let us in; else why not.
  std::string open(const Credentials& credentials, std::chrono::milliseconds deadline);

  const BoltVersion& version() const { return version_; }
  const std::string& server() const { return server_; }  // "Neo4j/5.26.30"
  bool utc() const { return utc_; }
  Stream& stream() { return stream_; }
  std::size_t pending() const { return pending_; }

  // `database` may be empty.
  void queue_run(std::string_view statement, const Map& parameters, std::string_view database);
  void queue_pull();
  void queue_begin(std::string_view database);
  void queue_commit();
  void queue_rollback();
  void queue_reset();
  bool send();  // what was queued
  BoltSummary receive();

 private:
  void queue(std::string_view message);
  void queue_hello(const Credentials& credentials);
  void queue_logon(const Credentials& credentials);
  std::string shake_hands();
  bool read_message(PackedStructure& message);
  bool read_chunks();

  Stream stream_;
  BoltVersion version_;
  std::string server_;
  bool utc_ = false;
  std::string output_;
  std::string message_;               // as far as its chunks have come
  std::optional<std::size_t> chunk_;  // the size of the one that is on its way
  std::size_t pending_ = 0;
};

// A message as it goes over the wire.
std::string in_chunks(std::string_view message);

}  // namespace dinkel

// The client against a server that only says what was written down before.
#include "targets/bolt/connection.h"

#include "targets/stream_test.h"

namespace dinkel {
namespace {

const std::string version_5_4("\x00\x00\x04\x05", 4);
const std::string version_4_4("\x00\x00\x04\x04", 4);

std::string success(const std::vector<std::pair<std::string, std::string>>& metadata = {}) {
  Packer packer;
  packer.structure(0x70, 1);
  packer.map(metadata.size());
  for (const auto& [key, value] : metadata) {
    packer.text(key);
    packer.text(value);
  }
  return in_chunks(packer.take());
}
std::string failure(const std::string& code, const std::string& message) {
  Packer packer;
  packer.structure(0x7F, 1);
  packer.map(2);
  packer.text("code");
  packer.text(code);
  packer.text("message");
  packer.text(message);
  return in_chunks(packer.take());
}
std::string record(std::int64_t value) {
  Packer packer;
  packer.structure(0x71, 1);
  packer.list(1);
  packer.integer(value);
  return in_chunks(packer.take());
}

struct Opened {
  std::string failure;
  BoltConnection connection;
  Descriptor server;
};
Opened open(const std::string& bytes, const Credentials& credentials = {}) {
  StreamPair pair = stream_with(bytes);
  Opened opened{"", BoltConnection(std::move(pair.client)), std::move(pair.server)};
  opened.failure = opened.connection.open(credentials, std::chrono::milliseconds(1000));
  return opened;
}

TEST(BoltConnection, GreetsAServerOfToday) {
  const Opened opened =
      open(version_5_4 + success({{"server", "Neo4j/5.26.0"}}) + success(), {"neo4j", "secret"});
  EXPECT_EQ(opened.failure, "");
  EXPECT_EQ(opened.connection.version(), (BoltVersion{5, 4}));
  EXPECT_EQ(opened.connection.server(), "Neo4j/5.26.0");
  EXPECT_TRUE(opened.connection.utc());
  std::string sent(4096, '\0');
  sent.resize(static_cast<std::size_t>(
      std::max<ssize_t>(::recv(opened.server.get(), sent.data(), sent.size(), MSG_DONTWAIT), 0)));
  EXPECT_TRUE(sent.starts_with("\x60\x60\xB0\x17"));
  EXPECT_NE(sent.find("bolt_agent"), std::string::npos);
  EXPECT_GT(sent.find("secret"), sent.find("bolt_agent"));  // in LOGON, after HELLO
}

TEST(BoltConnection, GreetsAnOldServer) {
  const Opened plain = open(version_4_4 + success({{"server", "Neo4j/4.4.0"}}), {"a", "b"});
  EXPECT_EQ(plain.failure, "");
  EXPECT_FALSE(plain.connection.utc());

  Packer packer;
  packer.structure(0x70, 1);
  packer.map(1);
  packer.text("patch_bolt");
  packer.list(1);
  packer.text("utc");
  const Opened patched = open(version_4_4 + in_chunks(packer.take()));
  EXPECT_TRUE(patched.connection.utc());
}

TEST(BoltConnection, SaysWhyItCannotOpen) {
  EXPECT_EQ(open("HTTP/1.1 400 Bad Request\r\n").failure,
            "it speaks HTTP, not Bolt; that is another port");
  EXPECT_EQ(open(std::string(4, '\0')).failure, "it does not speak Bolt 4.1 to 4.4 or 5.0 to 5.8");
  EXPECT_EQ(open("").failure, "the connection was closed");
  EXPECT_EQ(open(version_5_4 + success() +
                 failure("Neo.ClientError.Security.Unauthorized", "wrong password"))
                .failure,
            "wrong password");
  EXPECT_EQ(open(version_5_4 + std::string("\x00\x01\xC4\x00\x00", 5)).failure,
            "no value begins with byte 0xc4");
  EXPECT_EQ(open(version_5_4 + std::string("\x00\x01\x05\x00\x00", 5)).failure,
            "a message is no structure");
  EXPECT_EQ(open(version_5_4 + std::string("\x00\x09\xB1", 3)).failure,
            "the connection was closed");
}

TEST(BoltConnection, MatchesRequestsWithSummaries) {
  Opened opened = open(version_5_4 + success() + success() + success({{"a", "b"}}) + record(1) +
                       std::string("\x00\x00", 2) +  // keeps the connection awake
                       record(2) + success() + failure("Some.Code", "no") +
                       in_chunks(std::string("\xB0\x7E", 2)));
  ASSERT_EQ(opened.failure, "");
  BoltConnection& connection = opened.connection;
  for (int i = 0; i < 2; ++i) {
    connection.queue_run("RETURN 1", {}, "");
    connection.queue_pull();
  }
  EXPECT_TRUE(connection.send());
  EXPECT_EQ(connection.pending(), 4U);
  EXPECT_TRUE(connection.receive().ok());
  EXPECT_EQ(connection.receive().records.size(), 2U);
  const BoltSummary failed = connection.receive();
  EXPECT_EQ(failed.code(), "Some.Code");
  EXPECT_EQ(failed.message(), "no");
  EXPECT_EQ(connection.receive().kind, BoltSummary::Kind::Ignored);
  EXPECT_EQ(connection.pending(), 0U);
  EXPECT_EQ(connection.receive().kind, BoltSummary::Kind::Lost);
}

TEST(BoltConnection, GoesOnAfterATimeoutInTheMiddleOfAMessage) {
  const std::string message = record(7) + success();
  StreamPair pair = stream_with(version_5_4 + success() + success() + message.substr(0, 4), true);
  BoltConnection connection(std::move(pair.client));
  ASSERT_EQ(connection.open({}, std::chrono::milliseconds(1000)), "");
  connection.queue_pull();
  ASSERT_TRUE(connection.send());
  connection.stream().set_deadline(Stream::Clock::now());
  EXPECT_EQ(connection.receive().kind, BoltSummary::Kind::Lost);
  connection.stream().forget_timeout();
  connection.stream().set_deadline(Stream::Clock::time_point::max());
  ASSERT_GT(::send(pair.server.get(), message.data() + 4, message.size() - 4, 0), 0);
  const BoltSummary summary = connection.receive();
  EXPECT_TRUE(summary.ok());
  EXPECT_EQ(summary.records.size(), 1U);
}

TEST(InChunks, CutsLongMessages) {
  EXPECT_EQ(in_chunks("ab"), std::string("\x00\x02"
                                         "ab\x00\x00",
                                         6));
  const std::string bytes = in_chunks(std::string(70'000, 'x'));
  EXPECT_EQ(bytes.size(), 70'000U + 6);
  EXPECT_EQ(bytes.substr(0, 2), "\xFF\xFF");
}

}  // namespace
}  // namespace dinkel

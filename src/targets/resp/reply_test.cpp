#include "targets/resp/reply.h"

#include "base/rng.h"
#include "targets/stream_test.h"

namespace dinkel {
namespace {

using Kind = Reply::Kind;

std::string shape(const Reply& reply) {
  switch (reply.kind) {
    case Kind::Nil:
      return "nil";
    case Kind::Status:
      return "+" + reply.text;
    case Kind::Error:
      return "-" + reply.text;
    case Kind::Integer:
      return std::to_string(reply.integer);
    case Kind::Text:
      return "'" + reply.text + "'";
    case Kind::TooLarge:
      return "too large";
    case Kind::Array:
      break;
  }
  std::string result = "[";
  for (const Reply& item : reply.items) result += (result.size() > 1 ? "," : "") + shape(item);
  return result + "]";
}

std::string read(std::string_view bytes) {
  StreamPair pair = stream_with(bytes);
  Reply reply;
  if (read_reply(pair.client, reply)) return shape(reply);
  return pair.client.failure()->message;
}

TEST(Reply, ReadsEveryKind) {
  EXPECT_EQ(read("+OK\r\n"), "+OK");
  EXPECT_EQ(read("-ERR no\r\n"), "-ERR no");
  EXPECT_EQ(read(":-9223372036854775808\r\n"), "-9223372036854775808");
  EXPECT_EQ(read("$4\r\na\r\nb\r\n"), "'a\r\nb'");
  EXPECT_EQ(read("$-1\r\n"), "nil");
  EXPECT_EQ(read("*-1\r\n"), "nil");
  EXPECT_EQ(read("*3\r\n*0\r\n$0\r\n\r\n*1\r\n:1\r\n"), "[[],'',[1]]");
}

TEST(Reply, ReadsDeepNesting) {
  std::string bytes;
  for (int i = 0; i < 500; ++i) bytes += "*1\r\n";
  EXPECT_EQ(read(bytes + ":7\r\n").find('7'), 500U);
}

TEST(Reply, RefusesWhatIsNone) {
  EXPECT_EQ(read(""), "the connection was closed");
  EXPECT_EQ(read("*2\r\n:1\r\n"), "the connection was closed");
  EXPECT_EQ(read("hello\r\n"), "a reply begins with byte 104");
  EXPECT_EQ(read(":1x\r\n"), "a number has other characters in it");
  EXPECT_EQ(read("$-7\r\n"), "a length below zero");
  EXPECT_EQ(read("$1\r\nabc"), "a text is longer than announced");
  EXPECT_EQ(read("$2147483648\r\n"), "a text of 2147483648 bytes");
  EXPECT_EQ(read("*9000000000000\r\n"), "an array of 9000000000000 items");
  // Announced and not sent: it must not take the memory.
  EXPECT_EQ(read("*1000000000\r\n:1\r\n"), "the connection was closed");
  EXPECT_EQ(read("$500000000\r\nabc"), "the connection was closed");
  std::string deep;
  for (int i = 0; i < 20'000; ++i) deep += "*1\r\n";
  EXPECT_EQ(read(deep), "a reply is nested too deeply");
}

TEST(Reply, SurvivesRandomBytes) {
  Rng rng(7);
  const std::string_view alphabet = "*$:+-\r\n0123456789ab";
  int replies = 0;
  for (int i = 0; i < 5'000; ++i) {
    std::string bytes;
    for (auto left = rng.below(40); left > 0; --left) {
      bytes += rng.coin() ? "\r\n" : std::string(1, alphabet[rng.below(alphabet.size())]);
    }
    StreamPair pair = stream_with(bytes);
    Reply reply;
    replies += read_reply(pair.client, reply) ? 1 : 0;
    EXPECT_NE(pair.client.ok(), pair.client.failure().has_value());
  }
  EXPECT_GT(replies, 100);
}

TEST(EncodeCommand, WritesLengths) {
  const std::string arguments[] = {"GET", "a\r\nb", ""};
  EXPECT_EQ(encode_command(arguments), "*3\r\n$3\r\nGET\r\n$4\r\na\r\nb\r\n$0\r\n\r\n");
}

// A cross product of a few million rows took two gigabytes, and more time to read than all else.
TEST(Reply, ThatIsTooLargeIsLeftWhereItStands) {
  StreamPair pair = stream_with("*3\r\n*2\r\n:1\r\n:2\r\n$1\r\na\r\n");
  Reply reply;
  ASSERT_TRUE(read_reply(pair.client, reply, 3));
  EXPECT_EQ(shape(reply), "too large");
  EXPECT_TRUE(reply.items.empty());
  EXPECT_TRUE(pair.client.ok());
  pair = stream_with("*3\r\n*2\r\n:1\r\n:2\r\n$1\r\na\r\n:3\r\n", true);
  ASSERT_TRUE(read_reply(pair.client, reply, 5));
  EXPECT_EQ(reply.items.size(), 3U);
}

}  // namespace
}  // namespace dinkel

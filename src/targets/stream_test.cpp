#include "targets/stream_test.h"

#include <netinet/in.h>

namespace dinkel {
namespace {

using Kind = StreamFailure::Kind;

TEST(Stream, ReadsCountsAndLinesAcrossPieces) {
  StreamPair pair = stream_with("abc\r\ndefgh", true);
  std::string_view line;
  ASSERT_TRUE(pair.client.read_line(10, line));
  EXPECT_EQ(line, "abc");
  std::string bytes;
  ASSERT_TRUE(pair.client.read(2, bytes));
  EXPECT_EQ(bytes, "de");
  EXPECT_FALSE(pair.client.drained());
  ASSERT_TRUE(pair.client.read(3, bytes));
  EXPECT_EQ(bytes, "fgh");
  EXPECT_TRUE(pair.client.drained());
}

TEST(Stream, KeepsItsFirstFailure) {
  StreamPair pair = stream_with("ab");
  std::string bytes;
  EXPECT_FALSE(pair.client.read(3, bytes));
  ASSERT_TRUE(pair.client.failure());
  EXPECT_EQ(pair.client.failure()->kind, Kind::Closed);
  EXPECT_FALSE(pair.client.fail(Kind::Malformed, "later"));
  EXPECT_EQ(pair.client.failure()->message, "the connection was closed");
  EXPECT_FALSE(pair.client.read(0, bytes));
}

TEST(Stream, SaysWhenTheDeadlineHasPassed) {
  StreamPair pair = stream_with("ab", true);
  pair.client.set_deadline(Stream::Clock::now());
  std::string bytes;
  EXPECT_FALSE(pair.client.read(3, bytes));
  ASSERT_TRUE(pair.client.failure());
  EXPECT_EQ(pair.client.failure()->kind, Kind::TimedOut);
  pair.client.forget_timeout();
  EXPECT_TRUE(pair.client.ok());
}

// A server that crashed can keep its socket open until the deadline, and longer.
TEST(Stream, IsLostWhenItsWatchSaysSo) {
  StreamPair pair = stream_with("", true);
  int looks = 0;
  pair.client.watch([&] { return ++looks == 2; });
  std::string bytes;
  EXPECT_FALSE(pair.client.read(1, bytes));
  EXPECT_EQ(looks, 2);
  EXPECT_EQ(pair.client.failure()->kind, Kind::Closed);
}

TEST(Stream, RefusesALineWithoutEnd) {
  StreamPair pair = stream_with(std::string(2000, 'x'), true);
  std::string_view line;
  EXPECT_FALSE(pair.client.read_line(100, line));
  EXPECT_EQ(pair.client.failure()->kind, Kind::Malformed);
}

TEST(Stream, FindsALineEndThatCameInTwoPieces) {
  StreamPair pair = stream_with("abc\r", true);
  pair.client.set_deadline(Stream::Clock::now());
  std::string_view line;
  EXPECT_FALSE(pair.client.read_line(100, line));  // the first piece is in the buffer now
  pair.client.forget_timeout();
  ASSERT_EQ(::send(pair.server.get(), "\nx", 2, 0), 2);
  pair.client.set_deadline(Stream::Clock::time_point::max());
  ASSERT_TRUE(pair.client.read_line(100, line));
  EXPECT_EQ(line, "abc");
}

TEST(Stream, SaysWhenThePeerIsGoneWhileSending) {
  StreamPair pair = stream_with("");
  pair.server.close();
  pair.client.send("hello");
  pair.client.send("hello");
  ASSERT_TRUE(pair.client.failure());
  EXPECT_EQ(pair.client.failure()->kind, Kind::Closed);
}

TEST(ConnectTo, SaysWhyNot) {
  // A socket that is bound but does not listen keeps its port and refuses everyone.
  const Descriptor socket(::socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ASSERT_EQ(bind(socket.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
  const auto result =
      connect_to("127.0.0.1", ntohs(address.sin_port), std::chrono::milliseconds(2000));
  EXPECT_FALSE(result.socket);
  EXPECT_EQ(result.failure, "Connection refused");
}

}  // namespace
}  // namespace dinkel

// What can go wrong between us and a database, on purpose: each is an outcome or an error that says
// what happened, and nothing is left behind.
#include "faults.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "show.h"
#include "targets/open.h"
#include "targets/postgres/age_target.h"
#include "targets/resp/resp_target.h"

namespace dinkel {
namespace {

constexpr std::chrono::milliseconds deadline(20'000);

std::string reason_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "fine";
}

TEST(KilledServer, InTheMiddleOfAResultIsACrash) {
  Server server = start_server("falkordb@4.16.3");
  const Relay relay(server.port(), 100'000, [&] { server.kill(); });
  RespTarget target("falkordb", Server("127.0.0.1", relay.port(), {}), {"g", true});
  EXPECT_EQ(show(target.run("RETURN 1", {}, deadline)), "1");
  const Outcome outcome =
      target.run("UNWIND range(1, 300000) AS x RETURN x, 'a text'", {}, deadline);
  EXPECT_TRUE(relay.struck());
  EXPECT_EQ(show(outcome), "crash: falkordb: the connection was closed");
  EXPECT_FALSE(target.alive());
}

TEST(Connect, TakesAPasswordAndNeverShowsIt) {
  const auto owner = open_target("falkordb@4.16.3");
  const int port = dynamic_cast<RespTarget&>(*owner).server().port();
  {
    ConnectResult connected = connect_to("127.0.0.1", port, deadline);
    Stream stream(std::move(connected.socket));
    const std::string command[] = {"CONFIG", "SET", "requirepass", "right-one"};
    Reply reply;
    ASSERT_TRUE(stream.send(encode_command(command)) && read_reply(stream, reply));
    ASSERT_EQ(reply.text, "OK");
  }
  const auto connect = [&](const std::string& credentials) {
    return reason_of([&] {
      open_target("falkordb",
                  {.connect = fmt::format("redis://{}127.0.0.1:{}", credentials, port)});
    });
  };
  EXPECT_EQ(connect(":right-one@"), "fine");
  const std::string wrong = connect(":wrong-one@");
  EXPECT_NE(wrong.find("cannot reach falkordb at 127.0.0.1"), std::string::npos) << wrong;
  EXPECT_EQ(wrong.find("wrong-one"), std::string::npos) << wrong;
  setenv("DINKEL_PASSWORD", "right-one", 1);
  EXPECT_EQ(connect(""), "fine");
  unsetenv("DINKEL_PASSWORD");
}

TEST(Connect, DropsNoGraphThatItDidNotMakeOrReset) {
  const auto owner = open_target("falkordb@4.16.3");
  const std::string url =
      fmt::format("redis://127.0.0.1:{}/theirs", dynamic_cast<RespTarget&>(*owner).server().port());
  const auto theirs = open_target("falkordb", {.connect = url});
  EXPECT_EQ(show(theirs->run("CREATE (:A)", {}, deadline)), "");
  // To look at it is allowed with the flag alone, and does no harm.
  EXPECT_EQ(show(open_target("falkordb", {.connect = url, .allow_reset = true})
                     ->run("MATCH (n) RETURN n", {}, deadline)),
            "(:A)");
  EXPECT_EQ(show(theirs->run("MATCH (n) RETURN n", {}, deadline)), "(:A)");
}

std::string answer_of(const std::string& bytes, bool hangs_up) {
  const BadServer server(bytes, hangs_up);
  return reason_of([&] {
    AgeTarget target("bad", Server("127.0.0.1", server.port(), {"someone", "secret"}), {"", true});
  });
}

TEST(BadSqlServer, IsAnErrorThatSaysWhy) {
  const auto begins = [](const std::string& text, std::string_view with) {
    EXPECT_EQ(text.substr(0, with.size()), with) << text;
    EXPECT_EQ(text.find("secret"), std::string::npos) << text;
  };
  begins(answer_of("", true), "cannot reach bad at 127.0.0.1:");
  begins(answer_of("garbage\r\n", false), "cannot reach bad at 127.0.0.1:");
  // Half an authentication request, and one of 2 GB.
  begins(answer_of(std::string("R\x00\x00\x00\x08\x00", 6), true),
         "cannot reach bad at 127.0.0.1:");
  begins(answer_of(std::string("R\x7f\xff\xff\xff\x00\x00\x00\x00", 9), false),
         "cannot reach bad at 127.0.0.1:");
  // Let in, and then nothing sensible: AuthenticationOk, ReadyForQuery, a row of 2 GB.
  begins(answer_of(std::string("R\x00\x00\x00\x08\x00\x00\x00\x00Z\x00\x00\x00\x05I"
                               "D\x7f\xff\xff\xff\x00\x01",
                               22),
                   true),
         "cannot reach bad at 127.0.0.1:");
}

TEST(BadSqlServer, ThatNeverAnswersEndsAtTheDeadline) {
  const BadServer server("", false);
  SqlConnection connection("127.0.0.1", server.port(), {"someone", ""}, "postgres",
                           std::chrono::milliseconds(100));
  EXPECT_EQ(connection.failure(), "it does not answer");
}

}  // namespace
}  // namespace dinkel

#include "targets/connect_url.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files.h"
#include "base/temp_dir.h"

namespace dinkel {
namespace {

std::string parts(std::string_view text) {
  try {
    const ConnectUrl url = parse_connect_url(text);
    return fmt::format("{} {}|{} {} {} {}", url.protocol == Protocol::Bolt ? "bolt" : "resp",
                       url.credentials.user, url.credentials.password, url.host, url.port,
                       url.path);
  } catch (const Error& error) {
    const std::string message = error.what();
    return message.substr(0, message.find(';'));
  }
}

TEST(ConnectUrl, TakesApart) {
  EXPECT_EQ(parts("bolt://localhost"), "bolt | localhost 7687 ");
  EXPECT_EQ(parts("neo4j://u:p@h:1234/db"), "bolt u|p h 1234 db");
  EXPECT_EQ(parts("redis://h/g"), "resp | h 6379 g");
  EXPECT_EQ(parts("redis://:p@h:1"), "resp |p h 1 ");
  EXPECT_EQ(parts("bolt://u:p@ss%3A%20w@h"), "bolt u|p@ss: w h 7687 ");
  EXPECT_EQ(parts("bolt://[::1]:99/x"), "bolt | ::1 99 x");
  EXPECT_EQ(parts("bolt://u@[::1]"), "bolt u| ::1 7687 ");
}

TEST(ConnectUrl, SaysWhatIsWrong) {
  EXPECT_EQ(parts("localhost:7687"), "the URL to connect to does not begin with a protocol");
  EXPECT_EQ(parts("http://h"),
            "the URL to connect to begins with http, which is no protocol for a graph");
  EXPECT_EQ(parts("bolt+s://h"),
            "the URL to connect to asks for encryption, which this program does not speak");
  EXPECT_EQ(parts("bolt://"), "the URL to connect to has no host");
  EXPECT_EQ(parts("bolt://h:0"),
            "the URL to connect to has a port that is not a number from 1 to 65535");
  EXPECT_EQ(parts("bolt://h:12x"),
            "the URL to connect to has a port that is not a number from 1 to 65535");
  EXPECT_EQ(parts("bolt://[::1"), "the URL to connect to has a [ without its ]");
  EXPECT_EQ(parts("bolt://u:%4@h"),
            "the URL to connect to has a % that is not followed by two hexadecimal digits");
}

TEST(ConnectUrl, NeverShowsThePassword) {
  for (const char* text : {"http://u:secret@h", "bolt://u:secret@h:x", "bolt://u:secret@",
                           "bolt://u:secret%@h", "u:secret@h"}) {
    EXPECT_EQ(parts(text).find("secret"), std::string::npos) << text;
  }
}

TEST(Credentials, ComeFromTheEnvironmentWhereTheUrlHasNone) {
  setenv("DINKEL_USER", "env-user", 1);
  setenv("DINKEL_PASSWORD", "env-password", 1);
  Credentials some{"url-user", ""};
  add_credentials_from_environment(some);
  unsetenv("DINKEL_USER");
  unsetenv("DINKEL_PASSWORD");
  EXPECT_EQ(some.user, "url-user");
  EXPECT_EQ(some.password, "env-password");
}

TEST(Credentials, ComeFromAFileThatTheEnvironmentNames) {
  const TempDir folder("credentials");
  write_file(folder.path() / "secret", "file-user\nfile-password\n");
  setenv("DINKEL_CREDENTIALS", (folder.path() / "secret").c_str(), 1);
  Credentials none;
  add_credentials_from_environment(none);
  Credentials some{"url-user", "url-password"};
  add_credentials_from_environment(some);
  setenv("DINKEL_CREDENTIALS", "/nonexistent/secret", 1);
  Credentials others;
  EXPECT_THROW(add_credentials_from_environment(others), Error);
  unsetenv("DINKEL_CREDENTIALS");
  EXPECT_EQ(none.user, "file-user");
  EXPECT_EQ(none.password, "file-password");
  EXPECT_EQ(some.password, "url-password");
}

}  // namespace
}  // namespace dinkel

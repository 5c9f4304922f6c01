// The URL of a running server, as --connect takes it: bolt://user:password@host:port/database or
// redis://host:port/graph. What the URL leaves out of user and password comes from the environment
// (DINKEL_USER, DINKEL_PASSWORD), or from the file that DINKEL_CREDENTIALS names (the user in its
// first line, the password in its second), so that they need not stand in a command line. Messages
// never show the part of a URL that may hold a password.
#pragma once

#include <string>
#include <string_view>

#include "targets/dialect_file.h"
#include "targets/server.h"

namespace dinkel {

struct ConnectUrl {
  Protocol protocol = Protocol::Bolt;
  Credentials credentials;
  std::string host;
  int port = 0;
  std::string path;  // the database or graph; empty: the default
};

// Throws Error with what is wrong and what a URL looks like.
ConnectUrl parse_connect_url(std::string_view text);
// Fills in what the environment, or its file, has and the URL does not. Throws Error when the file
// cannot be read.
void add_credentials_from_environment(Credentials& credentials);

}  // namespace dinkel

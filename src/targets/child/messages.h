// What goes between us and a child process that hosts a database library: requests and outcomes,
// as PackStream behind their length. Nodes, relationships and paths have the structures that Bolt
// gives them, so that its reader reads them.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "targets/stream.h"
#include "targets/target.h"

namespace dinkel {

struct ChildRequest {
  enum class Kind { Reset, Run, Graph, Explain, Version };
  Kind kind = Kind::Run;
  std::string statement = {};
  Map parameters = {};
  std::chrono::milliseconds deadline{0};
};

std::string encode(const ChildRequest& request);
Result<ChildRequest, std::string> decode_request(std::string_view bytes);

// The graph travels as rows that hold its entities; a version as a single value.
std::string encode(const Outcome& outcome);
Result<Outcome, std::string> decode_outcome(std::string_view bytes);

// One message. False when the stream failed, or when it announced an impossible length.
bool send_message(Stream& stream, std::string_view bytes);
bool read_message(Stream& stream, std::string& bytes);

}  // namespace dinkel

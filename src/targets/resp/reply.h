// The protocol of Redis and its kin (RESP 2): commands are arrays of strings, replies are trees.
// We read it ourselves because the packaged client library refuses replies that are nested more
// than 7 deep, which a list in a list in FalkorDB's compact format already is.
//
// Announced lengths are not believed: memory is taken as bytes and items really arrive.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "targets/stream.h"

namespace dinkel {

struct Reply {
  enum class Kind { Nil, Status, Error, Integer, Text, Array, TooLarge };
  Kind kind = Kind::Nil;
  std::int64_t integer = 0;
  std::string text;  // of Status, Error and Text
  std::vector<Reply> items;

  bool is(Kind expected) const { return kind == expected; }
  bool operator==(const Reply&) const = default;
};

std::string encode_command(std::span<const std::string> arguments);

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

// False when the stream failed, or when what came is no reply (then the stream is Malformed). A
// reply that holds more than `max_values` is left where it stands: it is TooLarge, and the stream
// is of no use any more.
bool read_reply(Stream& stream, Reply& reply, std::size_t max_values = no_limit);

}  // namespace dinkel

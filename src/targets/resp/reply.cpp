#include "targets/resp/reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace dinkel {
namespace {

constexpr int max_depth = 1000;
constexpr std::size_t max_line = 1 << 20;
constexpr std::int64_t max_text = 512LL << 20;  // Redis itself allows no more
constexpr std::int64_t max_items = 1LL << 30;
constexpr std::int64_t believed_items = 1024;

std::optional<std::int64_t> read_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool malformed(Stream& stream, std::string message) {
  return stream.fail(StreamFailure::Kind::Malformed, std::move(message));
}

bool read_text(Stream& stream, std::int64_t size, Reply& reply) {
  if (size > max_text) return malformed(stream, fmt::format("a text of {} bytes", size));
  if (!stream.read(static_cast<std::size_t>(size), reply.text)) return false;
  std::string end;
  if (!stream.read(2, end)) return false;
  return end == "\r\n" || malformed(stream, "a text is longer than announced");
}

struct Reading {
  Stream& stream;
  std::size_t left;  // how many values more there may be
  bool is_too_large = false;
};

bool read_nested(Reading& reading, Reply& reply, int depth) {
  Stream& stream = reading.stream;
  if (depth > max_depth) return malformed(stream, "a reply is nested too deeply");
  std::string_view line;
  if (!stream.read_line(max_line, line)) return false;
  if (line.empty()) return malformed(stream, "an empty line where a reply should begin");
  const char mark = line.front();
  line.remove_prefix(1);
  if (mark == '+' || mark == '-') {
    reply.kind = mark == '+' ? Reply::Kind::Status : Reply::Kind::Error;
    reply.text = line;
    return true;
  }
  if (mark != ':' && mark != '$' && mark != '*') {
    return malformed(stream,
                     fmt::format("a reply begins with byte {}", static_cast<unsigned char>(mark)));
  }
  const auto number = read_number(line);
  if (!number) return malformed(stream, "a number has other characters in it");
  if (mark == ':') {
    reply.kind = Reply::Kind::Integer;
    reply.integer = *number;
    return true;
  }
  if (*number == -1) return true;  // Nil, as a text or as an array
  if (*number < 0) return malformed(stream, "a length below zero");
  if (mark == '$') {
    reply.kind = Reply::Kind::Text;
    return read_text(stream, *number, reply);
  }
  if (*number > max_items) return malformed(stream, fmt::format("an array of {} items", *number));
  reply.kind = Reply::Kind::Array;
  reply.items.reserve(static_cast<std::size_t>(std::min(*number, believed_items)));
  for (std::int64_t i = 0; i < *number; ++i) {
    reading.is_too_large = reading.left == 0;
    if (reading.is_too_large) return false;
    --reading.left;
    if (!read_nested(reading, reply.items.emplace_back(), depth + 1)) return false;
  }
  return true;
}

}  // namespace

std::string encode_command(std::span<const std::string> arguments) {
  std::string bytes = fmt::format("*{}\r\n", arguments.size());
  for (const std::string& argument : arguments) {
    bytes += fmt::format("${}\r\n", argument.size());
    bytes += argument;
    bytes += "\r\n";
  }
  return bytes;
}

bool read_reply(Stream& stream, Reply& reply, std::size_t max_values) {
  reply = Reply();
  Reading reading{stream, max_values};
  if (read_nested(reading, reply, 0)) return true;
  if (!reading.is_too_large) return false;
  reply = Reply();
  reply.kind = Reply::Kind::TooLarge;
  return true;
}

}  // namespace dinkel

// PackStream, the binary form of values in the Bolt protocol: numbers, texts, lists, maps, and
// structures that a byte names. This layer knows nothing of Cypher (see values.h) nor of messages
// (see connection.h).
//
// Whatever bytes come in, unpacking ends, takes memory in proportion to them, and says what is
// wrong with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace dinkel {

struct Packed;
using PackedList = std::vector<Packed>;
struct PackedEntry;
using PackedMap = std::vector<PackedEntry>;  // in the order of the bytes
struct PackedBytes {
  std::string bytes;
};
struct PackedStructure {
  std::uint8_t tag = 0;
  PackedList fields;
};
struct Packed {
  std::variant<std::monostate, bool, std::int64_t, double, std::string, PackedBytes, PackedList,
               PackedMap, PackedStructure>
      data;

  template <typename T>
  const T* get_if() const {
    return std::get_if<T>(&data);
  }
};
struct PackedEntry {
  std::string key;
  Packed value;
};
// The value of a key; null for a map that lacks it.
const Packed* find(const PackedMap& map, std::string_view key);
// The text of a key; empty when it is missing or something else.
std::string text_of(const PackedMap& map, std::string_view key);

// Writes each value in its shortest form.
class Packer {
 public:
  void null() { byte(0xC0); }
  void boolean(bool value) { byte(value ? 0xC3 : 0xC2); }
  void integer(std::int64_t value);
  void real(double value);
  void text(std::string_view value);
  // The items, or keys and values in turn, follow.
  void list(std::size_t size);
  void map(std::size_t size);
  void structure(std::uint8_t tag, std::size_t fields);

  std::string take() { return std::exchange(bytes_, std::string()); }

 private:
  void byte(unsigned value) { bytes_ += static_cast<char>(value); }
  void big_endian(std::uint64_t value, int size);
  void header(unsigned tiny, unsigned first_mark, std::size_t size);

  std::string bytes_;
};

// The value that the bytes are, all of them.
Result<Packed, std::string> unpack(std::string_view bytes);

}  // namespace dinkel

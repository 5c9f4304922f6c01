#include "targets/bolt/packstream.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "base/check.h"

namespace dinkel {

const Packed* find(const PackedMap& map, std::string_view key) {
  const auto found =
      std::find_if(map.begin(), map.end(), [&](const auto& entry) { return entry.key == key; });
  return found == map.end() ? nullptr : &found->value;
}

std::string text_of(const PackedMap& map, std::string_view key) {
  const Packed* value = find(map, key);
  const auto* text = value ? value->get_if<std::string>() : nullptr;
  return text ? *text : std::string();
}

void Packer::big_endian(std::uint64_t value, int size) {
  for (int shift = (size - 1) * 8; shift >= 0; shift -= 8) byte((value >> shift) & 0xFF);
}

void Packer::integer(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  if (value >= -16 && value < 128) {
    byte(bits & 0xFF);
  } else if (value >= INT8_MIN && value <= INT8_MAX) {
    byte(0xC8);
    big_endian(bits, 1);
  } else if (value >= INT16_MIN && value <= INT16_MAX) {
    byte(0xC9);
    big_endian(bits, 2);
  } else if (value >= INT32_MIN && value <= INT32_MAX) {
    byte(0xCA);
    big_endian(bits, 4);
  } else {
    byte(0xCB);
    big_endian(bits, 8);
  }
}

void Packer::real(double value) {
  byte(0xC1);
  big_endian(std::bit_cast<std::uint64_t>(value), 8);
}

void Packer::header(unsigned tiny, unsigned first_mark, std::size_t size) {
  CHECK(size <= UINT32_MAX, "a value is too long for the protocol");
  if (size < 16) {
    byte(tiny + static_cast<unsigned>(size));
    return;
  }
  int width = 1;
  while (size >> (8 * width) != 0) width *= 2;
  const unsigned mark = first_mark + (width == 1 ? 0 : width == 2 ? 1 : 2);
  byte(mark);
  big_endian(size, width);
}

void Packer::text(std::string_view value) {
  header(0x80, 0xD0, value.size());
  bytes_ += value;
}
void Packer::list(std::size_t size) {
  header(0x90, 0xD4, size);
}
void Packer::map(std::size_t size) {
  header(0xA0, 0xD8, size);
}
void Packer::structure(std::uint8_t tag, std::size_t fields) {
  CHECK(fields < 16, "a structure has at most 15 fields");
  byte(0xB0 + static_cast<unsigned>(fields));
  byte(tag);
}

namespace {

constexpr int max_depth = 500;
constexpr std::size_t believed_items = 1024;

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  Result<Packed, std::string> unpack_all() {
    Packed result = value(0);
    if (!failure_ && !bytes_.empty()) fail("bytes are left over");
    if (failure_) return *failure_;
    return result;
  }

 private:
  Packed fail(std::string message) {
    if (!failure_) failure_ = std::move(message);
    bytes_ = {};
    return {};
  }
  std::uint64_t number(std::size_t size);
  std::int64_t signed_number(std::size_t size);
  std::string text(std::size_t size);
  Packed list(std::size_t size, int depth);
  Packed map(std::size_t size, int depth);
  Packed structure(std::size_t size, int depth);
  Packed value(int depth);

  std::string_view bytes_;
  std::optional<std::string> failure_;
};

std::uint64_t Unpacker::number(std::size_t size) {
  if (bytes_.size() < size) {
    fail("a number is cut off");
    return 0;
  }
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < size; ++i) {
    result = result << 8 | static_cast<unsigned char>(bytes_[i]);
  }
  bytes_.remove_prefix(size);
  return result;
}

std::int64_t Unpacker::signed_number(std::size_t size) {
  const std::size_t unused = 64 - 8 * size;
  return static_cast<std::int64_t>(number(size) << unused) >> unused;
}

std::string Unpacker::text(std::size_t size) {
  if (size > bytes_.size()) {
    fail(fmt::format("a text of {} bytes, where {} are left", size, bytes_.size()));
    return {};
  }
  std::string result(bytes_.substr(0, size));
  bytes_.remove_prefix(size);
  return result;
}

Packed Unpacker::list(std::size_t size, int depth) {
  if (size > bytes_.size()) return fail(fmt::format("a list of {} items that are not there", size));
  PackedList items;
  items.reserve(std::min(size, believed_items));
  for (std::size_t i = 0; i < size && !failure_; ++i) items.push_back(value(depth + 1));
  return {std::move(items)};
}

Packed Unpacker::map(std::size_t size, int depth) {
  if (size > bytes_.size() / 2) {
    return fail(fmt::format("a map of {} entries that are not there", size));
  }
  PackedMap entries;
  entries.reserve(std::min(size, believed_items));
  for (std::size_t i = 0; i < size && !failure_; ++i) {
    Packed key = value(depth + 1);
    auto* const text = std::get_if<std::string>(&key.data);
    if (text == nullptr) return fail("a key that is no text");
    entries.push_back({std::move(*text), value(depth + 1)});
  }
  return {std::move(entries)};
}

Packed Unpacker::structure(std::size_t size, int depth) {
  PackedStructure result;
  result.tag = static_cast<std::uint8_t>(number(1));
  for (std::size_t i = 0; i < size && !failure_; ++i) result.fields.push_back(value(depth + 1));
  return {std::move(result)};
}

Packed Unpacker::value(int depth) {
  if (depth > max_depth) return fail("values are nested too deeply");
  if (bytes_.empty()) return fail("a value is cut off");
  const auto mark = static_cast<unsigned char>(bytes_[0]);
  bytes_.remove_prefix(1);
  const auto sized = [&](unsigned first) { return std::size_t{1} << (mark - first); };
  if (mark < 0x80) return {std::int64_t{mark}};
  if (mark >= 0xF0) return {std::int64_t{mark} - 256};
  switch (mark & 0xF0) {
    case 0x80:
      return {text(mark & 0x0F)};
    case 0x90:
      return list(mark & 0x0F, depth);
    case 0xA0:
      return map(mark & 0x0F, depth);
    case 0xB0:
      return structure(mark & 0x0F, depth);
    default:
      break;
  }
  switch (mark) {
    case 0xC0:
      return {};
    case 0xC1:
      return {std::bit_cast<double>(number(8))};
    case 0xC2:
      return {false};
    case 0xC3:
      return {true};
    case 0xC8:
    case 0xC9:
    case 0xCA:
    case 0xCB:
      return {signed_number(sized(0xC8))};
    case 0xCC:
    case 0xCD:
    case 0xCE:
      return {PackedBytes{text(number(sized(0xCC)))}};
    case 0xD0:
    case 0xD1:
    case 0xD2:
      return {text(number(sized(0xD0)))};
    case 0xD4:
    case 0xD5:
    case 0xD6:
      return list(number(sized(0xD4)), depth);
    case 0xD8:
    case 0xD9:
    case 0xDA:
      return map(number(sized(0xD8)), depth);
    default:
      return fail(fmt::format("no value begins with byte {:#04x}", mark));
  }
}

}  // namespace

Result<Packed, std::string> unpack(std::string_view bytes) {
  return Unpacker(bytes).unpack_all();
}

}  // namespace dinkel

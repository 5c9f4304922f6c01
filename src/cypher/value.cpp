#include "cypher/value.h"

#include <algorithm>

#include "base/match.h"

namespace dinkel {

namespace {

bool key_below(const Map::Entry& entry, std::string_view key) {
  return entry.first < key;
}

}  // namespace

Map::Map() = default;
Map::Map(const Map&) = default;
Map::Map(Map&&) noexcept = default;
Map& Map::operator=(const Map&) = default;
Map& Map::operator=(Map&&) noexcept = default;
Map::~Map() = default;

Map::Map(std::vector<Entry> entries) {
  entries_.reserve(entries.size());
  for (Entry& entry : entries) set(entry.first, std::move(entry.second));
}

bool Map::empty() const {
  return entries_.empty();
}

std::size_t Map::size() const {
  return entries_.size();
}

const Value* Map::find(std::string_view key) const {
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), key, key_below);
  return found != entries_.end() && found->first == key ? &found->second : nullptr;
}

void Map::set(std::string_view key, Value value) {
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), key, key_below);
  if (found != entries_.end() && found->first == key) {
    found->second = std::move(value);
  } else {
    entries_.emplace(found, std::string(key), std::move(value));
  }
}

bool Map::erase(std::string_view key) {
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), key, key_below);
  if (found == entries_.end() || found->first != key) return false;
  entries_.erase(found);
  return true;
}

void Map::clear() {
  entries_.clear();
}

bool operator==(const Map& a, const Map& b) {
  return a.entries_ == b.entries_;
}

bool operator==(const Value& a, const Value& b) {
  const double* left = a.get_if<double>();
  const double* right = b.get_if<double>();
  if (left != nullptr && right != nullptr) {
    return std::bit_cast<std::uint64_t>(*left) == std::bit_cast<std::uint64_t>(*right);
  }
  return a.data_ == b.data_;
}

std::string_view type_name(const Value& value) {
  return match(
      value.data(), [](const Null&) -> std::string_view { return "Null"; },
      [](const bool&) -> std::string_view { return "Boolean"; },
      [](const std::int64_t&) -> std::string_view { return "Integer"; },
      [](const double&) -> std::string_view { return "Float"; },
      [](const std::string&) -> std::string_view { return "String"; },
      [](const Values&) -> std::string_view { return "List"; },
      [](const Map&) -> std::string_view { return "Map"; },
      [](const NodeRef&) -> std::string_view { return "Node"; },
      [](const RelationshipRef&) -> std::string_view { return "Relationship"; },
      [](const Path&) -> std::string_view { return "Path"; },
      [](const Date&) -> std::string_view { return "Date"; },
      [](const LocalTime&) -> std::string_view { return "LocalTime"; },
      [](const Time&) -> std::string_view { return "ZonedTime"; },
      [](const LocalDateTime&) -> std::string_view { return "LocalDateTime"; },
      [](const DateTime&) -> std::string_view { return "ZonedDateTime"; },
      [](const Duration&) -> std::string_view { return "Duration"; },
      [](const Point&) -> std::string_view { return "Point"; });
}

}  // namespace dinkel

#include "generate/names.h"

#include <array>

#include "generate/profile.h"

namespace dinkel {

namespace {

constexpr std::array<std::string_view, 6> label_pool = {"A", "B", "C", "D", "E", "F"};
constexpr std::array<std::string_view, 5> type_pool = {"R", "S", "T", "U", "V"};
constexpr std::array<std::string_view, 8> key_pool = {"a", "b", "c", "d", "e", "f", "g", "h"};

template <typename Pool>
std::vector<std::string> draw_names(const Pool& pool, std::size_t count) {
  std::vector<std::string> names(pool.begin(), pool.end());
  names.resize(count);
  return names;
}

Kind draw_key_kind(Rng& rng, const Profile& profile) {
  const std::uint64_t draw = rng.below(100);
  if (draw < 38) return Kind::Integer;
  if (draw < 62) return Kind::String;
  if (draw < 76) return Kind::Boolean;
  if (draw < 86) return Kind::Float;
  if (draw < 93) return Kind::List;
  if (profile.temporal) {
    constexpr std::array<Kind, 6> temporal = {Kind::Date,          Kind::LocalTime, Kind::Time,
                                              Kind::LocalDateTime, Kind::DateTime,  Kind::Duration};
    return temporal[rng.below(temporal.size())];
  }
  if (profile.points) return Kind::Point;
  return Kind::Integer;
}

}  // namespace

Vocabulary draw_vocabulary(Rng rng, const Profile& profile) {
  Vocabulary vocabulary;
  const auto count = [&rng](std::int64_t low, std::int64_t high) {
    return static_cast<std::size_t>(rng.between(low, high));
  };
  vocabulary.labels = draw_names(label_pool, count(2, 5));
  vocabulary.relationship_types = draw_names(type_pool, count(1, 4));
  for (const std::string& name : draw_names(key_pool, count(3, 7))) {
    vocabulary.keys.push_back({name, draw_key_kind(rng, profile)});
  }
  return vocabulary;
}

std::string fresh_variable(std::uint32_t& counter, Kinds kinds) {
  const Kinds present = kinds.without(Kind::Null);
  const char letter = present == Kinds(Kind::Node)           ? 'n'
                      : present == Kinds(Kind::Relationship) ? 'r'
                      : present == Kinds(Kind::Path)         ? 'p'
                                                             : 'x';
  return letter + std::to_string(++counter);
}

std::string blind_name(Rng& rng, std::string_view prefix) {
  return std::string(prefix) + std::to_string(rng.below(1000));
}

}  // namespace dinkel

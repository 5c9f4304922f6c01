// Value: everything a Cypher expression can evaluate to, and everything a database can answer.
//
// Nodes, relationships and paths are references by id; what they look like stands beside them, in
// the graph (while a query runs) or in Entities (in an answer). So values stay small, and a node
// that appears in a thousand rows is stored once.
//
// operator== here is identity (floats by bits), for tests and containers. Cypher's own equality,
// equivalence and order are in compare.h.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace dinkel {

class Value;
using Values = std::vector<Value>;

// A map with its keys in byte order, each once.
class Map {
 public:
  using Entry = std::pair<std::string, Value>;
  Map();
  Map(std::vector<Entry> entries);  // NOLINT: implicit; of equal keys the last one counts
  Map(const Map&);
  Map(Map&&) noexcept;
  Map& operator=(const Map&);
  Map& operator=(Map&&) noexcept;
  ~Map();

  bool empty() const;
  std::size_t size() const;
  const Value* find(std::string_view key) const;
  void set(std::string_view key, Value value);  // null is a value here, as in a map literal
  bool erase(std::string_view key);
  void clear();
  const std::vector<Entry>& entries() const { return entries_; }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  friend bool operator==(const Map& a, const Map& b);

 private:
  std::vector<Entry> entries_;
};

struct Null {
  bool operator==(const Null&) const = default;
};
struct NodeRef {
  std::int64_t id = 0;
  auto operator<=>(const NodeRef&) const = default;
};
struct RelationshipRef {
  std::int64_t id = 0;
  auto operator<=>(const RelationshipRef&) const = default;
};
// nodes.size() == relationships.size() + 1
struct Path {
  std::vector<NodeRef> nodes;
  std::vector<RelationshipRef> relationships;
  bool operator==(const Path&) const = default;
};

struct Date {
  std::int64_t days = 0;  // since 1970-01-01
  auto operator<=>(const Date&) const = default;
};
struct LocalTime {
  std::int64_t nanoseconds = 0;  // since midnight
  auto operator<=>(const LocalTime&) const = default;
};
struct Time {
  std::int64_t nanoseconds = 0;  // since midnight, local
  std::int32_t offset_seconds = 0;
  bool operator==(const Time&) const = default;
};
struct LocalDateTime {
  std::int64_t seconds = 0;  // since 1970-01-01T00:00:00
  std::int32_t nanoseconds = 0;
  auto operator<=>(const LocalDateTime&) const = default;
};
struct DateTime {
  std::int64_t seconds = 0;  // since 1970-01-01T00:00:00 in UTC
  std::int32_t nanoseconds = 0;
  std::int32_t offset_seconds = 0;
  std::string zone;  // "Europe/Stockholm"; empty: only the offset is known
  bool operator==(const DateTime&) const = default;
};
struct Duration {
  std::int64_t months = 0;
  std::int64_t days = 0;
  std::int64_t seconds = 0;
  std::int32_t nanoseconds = 0;  // in [0, 10^9)
  bool operator==(const Duration&) const = default;
};
struct Point {
  std::int32_t srid = 7203;  // 7203, 9157: cartesian 2D, 3D; 4326, 4979: WGS 84 2D, 3D
  double x = 0;
  double y = 0;
  double z = 0;  // 0 where there are two dimensions
  friend bool operator==(const Point& a, const Point& b) {
    const auto bits = [](double d) { return std::bit_cast<std::uint64_t>(d); };
    return a.srid == b.srid && bits(a.x) == bits(b.x) && bits(a.y) == bits(b.y) &&
           bits(a.z) == bits(b.z);
  }
};

class Value {
 public:
  using Data = std::variant<Null, bool, std::int64_t, double, std::string, Values, Map, NodeRef,
                            RelationshipRef, Path, Date, LocalTime, Time, LocalDateTime, DateTime,
                            Duration, Point>;

  Value() = default;
  Value(Null) {}                                         // NOLINT: implicit by design
  Value(bool b) : data_(b) {}                            // NOLINT
  Value(int i) : data_(static_cast<std::int64_t>(i)) {}  // NOLINT
  Value(std::int64_t i) : data_(i) {}                    // NOLINT
  Value(double d) : data_(d) {}                          // NOLINT
  Value(const char* text) : data_(std::string(text)) {}  // NOLINT
  Value(std::string text) : data_(std::move(text)) {}    // NOLINT
  template <typename T>
    requires(!std::is_same_v<std::remove_cvref_t<T>, Value> &&
             !std::is_arithmetic_v<std::remove_cvref_t<T>> && !std::is_pointer_v<std::decay_t<T>> &&
             std::is_constructible_v<Data, T &&>)
  Value(T&& alternative) : data_(std::forward<T>(alternative)) {}  // NOLINT

  bool is_null() const { return std::holds_alternative<Null>(data_); }
  template <typename T>
  bool is() const {
    return std::holds_alternative<T>(data_);
  }
  template <typename T>
  const T* get_if() const {
    return std::get_if<T>(&data_);
  }
  template <typename T>
  T* get_if() {
    return std::get_if<T>(&data_);
  }
  template <typename T>
  const T& as() const {
    return std::get<T>(data_);
  }
  const Data& data() const { return data_; }
  Data& data() { return data_; }
  friend bool operator==(const Value& a, const Value& b);

 private:
  Data data_;
};

// The value as Cypher writes it, e.g. [1, 'a', {k: null}], date('2020-01-01'), -0.0, NaN.
// Entities print as their ids, (#3), [#4]: whoever knows more prints more.
std::string to_text(const Value& value);

// "Integer", "List", "ZonedDateTime", ... for messages.
std::string_view type_name(const Value& value);

}  // namespace dinkel

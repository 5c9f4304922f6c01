// Static types: what is known of an expression's values before it runs. A Type is a set of kinds,
// plus the kinds that the elements can have if the value is a list; deeper nesting is not tracked.
// It is small and trivially copyable, since the generator asks for types all the time.
#pragma once

#include <cstdint>
#include <string>

namespace dinkel {

enum class Kind : std::uint8_t {
  Null,
  Boolean,
  Integer,
  Float,
  String,
  List,
  Map,
  Node,
  Relationship,
  Path,
  Date,
  LocalTime,
  Time,
  LocalDateTime,
  DateTime,
  Duration,
  Point,
};
constexpr int kind_count = 17;

class Kinds {
 public:
  constexpr Kinds() = default;
  constexpr Kinds(Kind kind) : bits_(1U << static_cast<unsigned>(kind)) {}  // NOLINT: implicit
  static constexpr Kinds all() { return from_bits((1U << kind_count) - 1); }
  static constexpr Kinds from_bits(std::uint32_t bits) {
    Kinds kinds;
    kinds.bits_ = bits;
    return kinds;
  }
  constexpr std::uint32_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool has(Kind kind) const { return (bits_ & Kinds(kind).bits_) != 0; }
  constexpr bool only(Kinds others) const { return (bits_ & ~others.bits_) == 0; }
  constexpr bool meets(Kinds others) const { return (bits_ & others.bits_) != 0; }
  constexpr Kinds without(Kinds others) const { return from_bits(bits_ & ~others.bits_); }
  friend constexpr Kinds operator|(Kinds a, Kinds b) { return from_bits(a.bits_ | b.bits_); }
  friend constexpr Kinds operator&(Kinds a, Kinds b) { return from_bits(a.bits_ & b.bits_); }
  bool operator==(const Kinds&) const = default;

 private:
  std::uint32_t bits_ = 0;
};
constexpr Kinds operator|(Kind a, Kind b) {
  return Kinds(a) | Kinds(b);
}

namespace kinds {
constexpr Kinds number = Kind::Integer | Kind::Float;
constexpr Kinds entity = Kind::Node | Kind::Relationship;
constexpr Kinds instant =
    Kind::Date | Kind::LocalTime | Kind::Time | Kind::LocalDateTime | Kind::DateTime;
constexpr Kinds temporal = instant | Kind::Duration;
// What a property can hold, apart from lists of these.
constexpr Kinds storable = number | Kind::Boolean | Kind::String | temporal | Kind::Point;
}  // namespace kinds

struct Type {
  Kinds kinds;     // never empty for a real type; Null in it means the value may be null
  Kinds elements;  // of lists, when kinds has List; may include Null

  static constexpr Type any() { return {Kinds::all(), Kinds::all()}; }
  static constexpr Type of(Kinds kinds) {
    return {kinds, kinds.has(Kind::List) ? Kinds::all() : Kinds()};
  }
  static constexpr Type list_of(Kinds elements) { return {Kind::List, elements}; }

  constexpr bool nullable() const { return kinds.has(Kind::Null); }
  constexpr Type or_null() const { return {kinds | Kind::Null, elements}; }
  constexpr Type non_null() const { return {kinds.without(Kind::Null), elements}; }
  constexpr bool is_list() const { return kinds.without(Kind::Null) == Kinds(Kind::List); }
  // What an element of this list, or this value itself, is.
  constexpr Type element() const { return of(elements); }
  bool operator==(const Type&) const = default;
};

Type join(Type a, Type b);       // the least type that holds the values of both
bool overlaps(Type a, Type b);   // some non-null value could be of both
std::string to_text(Type type);  // "Integer", "List<Integer | Float>?", "Any"

}  // namespace dinkel

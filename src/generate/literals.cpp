// Literals of every kind, with a taste for the values where engines go wrong.
#include <array>
#include <cmath>
#include <limits>

#include "base/match.h"
#include "cypher/parse.h"
#include "generate/build.h"
#include "generate/generator.h"

namespace dinkel {

namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

std::int64_t make_integer(Generator& g) {
  constexpr std::array<std::int64_t, 11> extremes = {
      smallest,   smallest + 1, largest,          largest - 1,       2147483648, -2147483649,
      4294967296, 1000000007,   9007199254740993, -9007199254740993, 65536};
  if (g.profile.extreme_numbers && g.has(Feature::HugeIntegers) && g.rng.chance(percent(12))) {
    return extremes[g.rng.below(extremes.size())];
  }
  if (g.rng.chance(percent(40))) return g.rng.between(-1, 2);
  return g.rng.between(-9, 20);
}

Expr make_float(Generator& g) {
  constexpr std::array<double, 8> usual = {0.0, 1.0, -1.0, 0.5, 2.5, -1.5, 3.14, 100.25};
  constexpr std::array<double, 9> extremes = {
      -0.0, 1e300, -1e300, 5e-324, 1e-300, 1.7976931348623157e308, 0.1, 1e15, 1e21};
  if (g.profile.extreme_numbers && g.rng.chance(percent(15))) {
    if (g.has(Feature::NaNLiteral) && g.rng.chance(percent(20))) {
      return expr_of(FloatLiteral{std::numeric_limits<double>::quiet_NaN()});
    }
    if (g.has(Feature::InfinityLiteral) && g.rng.chance(percent(20))) {
      const double infinity = std::numeric_limits<double>::infinity();
      return expr_of(FloatLiteral{g.rng.coin() ? infinity : -infinity});
    }
    return expr_of(FloatLiteral{extremes[g.rng.below(extremes.size())]});
  }
  return expr_of(FloatLiteral{usual[g.rng.below(usual.size())]});
}

std::string make_string(Generator& g) {
  constexpr std::array<std::string_view, 10> usual = {"",    "a", "b", "ab", "A",
                                                      "abc", "0", "1", " ",  "x y"};
  constexpr std::array<std::string_view, 8> odd = {
      "'", "\"", "\\", "\n", "\u00e4\u00df", "\u65e5\u672c", "\U0001F600", "true"};
  if (g.has(Feature::StringEscapes) && g.rng.chance(percent(8))) {
    return std::string(odd[g.rng.below(odd.size())]);
  }
  return std::string(usual[g.rng.below(usual.size())]);
}

Expr from_text(std::string_view function, std::string_view text) {
  return call_expr(std::string(function), {string_expr(std::string(text))});
}

Expr make_temporal(Generator& g, Kind kind) {
  const auto pick = [&g](auto texts) { return texts[g.rng.below(texts.size())]; };
  using Texts = std::array<std::string_view, 5>;
  const bool extreme = g.profile.extreme_numbers && g.rng.chance(percent(15));
  if (extreme) {
    using Two = std::array<std::string_view, 2>;
    if (kind == Kind::Date) {
      return from_text("date", pick(Two{"-999999999-01-01", "+999999999-12-31"}));
    }
    if (kind == Kind::Time) {
      return from_text("time", pick(Two{"00:00:00+18:00", "23:59:59.999999999-18:00"}));
    }
    if (kind == Kind::LocalDateTime) {
      return from_text("localdatetime", pick(Two{"-999999999-01-01T00:00:00",
                                                 "+999999999-12-31T23:59:59.999999999"}));
    }
    if (kind == Kind::Duration) return from_text("duration", pick(Two{"PT0.000000001S", "P-1Y"}));
  }
  if (kind == Kind::Date) {
    return from_text(
        "date", pick(Texts{"2020-01-01", "2019-12-31", "2020-02-29", "0001-01-01", "9999-12-31"}));
  }
  if (kind == Kind::LocalTime) {
    return from_text("localtime", pick(Texts{"00:00:00", "12:30:15", "23:59:59.999999999",
                                             "06:00:00.5", "12:00:00"}));
  }
  if (kind == Kind::Time) {
    return from_text("time", pick(Texts{"00:00:00Z", "12:30:15+01:00", "23:59:59-11:00",
                                        "06:00:00.5+05:30", "12:00:00Z"}));
  }
  if (kind == Kind::LocalDateTime) {
    return from_text("localdatetime",
                     pick(Texts{"2020-01-01T00:00:00", "2019-12-31T23:59:59", "1970-01-01T00:00:00",
                                "2020-02-29T12:00:00", "0001-01-01T00:00:00"}));
  }
  if (kind == Kind::DateTime) {
    return from_text("datetime", pick(Texts{"2020-01-01T00:00:00Z", "2019-12-31T23:59:59+01:00",
                                            "1970-01-01T00:00:00Z", "2020-02-29T12:00:00-05:00",
                                            "2020-06-30T12:00:00+02:00"}));
  }
  return from_text("duration", pick(Texts{"P1D", "PT0S", "P1Y2M3DT4H5M6S", "PT1H30M", "P14M"}));
}

Expr make_point(Generator& g) {
  MapLiteral map;
  map.entries.push_back({"x", expr_of(FloatLiteral{static_cast<double>(g.rng.between(-3, 3))})});
  map.entries.push_back({"y", expr_of(FloatLiteral{static_cast<double>(g.rng.between(-3, 3))})});
  if (g.rng.chance(percent(20))) {
    map.entries.push_back({"z", expr_of(FloatLiteral{static_cast<double>(g.rng.between(0, 2))})});
  }
  return call_expr("point", {expr_of(std::move(map))});
}

// Values without a literal print as the call that constructs them.
Expr from_printed(const Value& value) {
  auto parsed = parse_expression(to_text(value));
  CHECK(parsed.ok(), "a printed value does not parse");
  return std::move(parsed).value();
}

Kind pick_kind(Generator& g, Kinds kinds) {
  std::array<Kind, kind_count> present{};
  std::size_t count = 0;
  for (int i = 0; i < kind_count; ++i) {
    if (kinds.has(static_cast<Kind>(i))) present[count++] = static_cast<Kind>(i);
  }
  CHECK(count > 0, "no kind to pick from");
  return present[g.rng.below(count)];
}

}  // namespace

Expr make_literal(Generator& g, Kind kind, Kinds elements) {
  switch (kind) {
    case Kind::Null:
      return null_expr();
    case Kind::Boolean:
      return boolean_expr(g.rng.coin());
    case Kind::Integer:
      return integer_expr(make_integer(g));
    case Kind::Float:
      return make_float(g);
    case Kind::String:
      return string_expr(make_string(g));
    case Kind::List: {
      ListLiteral list;
      const Kinds usual = kinds::storable.without(kinds::temporal | Kind::Point);
      Kinds allowed = elements.meets(usual) ? elements & usual : elements;
      allowed = allowed.without(kinds::entity | Kind::Path | Kind::Null);
      if (allowed.empty()) return expr_of(std::move(list));
      const Kind item = pick_kind(g, allowed);
      for (std::uint64_t i = g.rng.below(4); i > 0; --i) {
        const bool null = elements.has(Kind::Null) && g.rng.chance(g.profile.null_literal);
        list.items.push_back(null ? null_expr() : make_literal(g, item, Kinds(Kind::Integer)));
      }
      return expr_of(std::move(list));
    }
    case Kind::Map: {
      MapLiteral map;
      const std::uint64_t size = g.rng.below(3);
      for (std::uint64_t i = 0; i < size && i < g.names.keys.size(); ++i) {
        const PropertyKey& key = g.names.keys[i];
        const Kind item = key.kind == Kind::List ? Kind::Integer : key.kind;
        map.entries.push_back({key.name, make_literal(g, item, Kinds())});
      }
      return expr_of(std::move(map));
    }
    case Kind::Date:
    case Kind::LocalTime:
    case Kind::Time:
    case Kind::LocalDateTime:
    case Kind::DateTime:
    case Kind::Duration:
      return make_temporal(g, kind);
    case Kind::Point:
      return make_point(g);
    case Kind::Node:
    case Kind::Relationship:
    case Kind::Path:
      return null_expr();  // there is no such literal; null is of every type
  }
  return null_expr();
}

Expr literal_of(const Value& value) {
  return match(
      value.data(), [](Null) { return null_expr(); }, [](bool b) { return boolean_expr(b); },
      [](std::int64_t i) { return integer_expr(i); },
      [](double d) { return expr_of(FloatLiteral{d}); },
      [](const std::string& s) { return string_expr(s); },
      [](const Values& values) {
        ListLiteral list;
        for (const Value& item : values) list.items.push_back(literal_of(item));
        return expr_of(std::move(list));
      },
      [](const Map& map) {
        MapLiteral literal;
        for (const auto& [key, item] : map) literal.entries.push_back({key, literal_of(item)});
        return expr_of(std::move(literal));
      },
      [](const NodeRef&) { return null_expr(); },
      [](const RelationshipRef&) { return null_expr(); }, [](const Path&) { return null_expr(); },
      [&](const Date&) { return from_printed(value); },
      [&](const LocalTime&) { return from_printed(value); },
      [&](const Time&) { return from_printed(value); },
      [&](const LocalDateTime&) { return from_printed(value); },
      [&](const DateTime&) { return from_printed(value); },
      [&](const Duration&) { return from_printed(value); },
      [&](const Point&) { return from_printed(value); });
}

Type random_value_type(Generator& g) {
  const std::uint64_t draw = g.rng.below(100);
  if (draw < 36) return Type::of(Kind::Integer | Kind::Null);
  if (draw < 54) return Type::of(Kind::String | Kind::Null);
  if (draw < 70) return Type::of(Kind::Boolean | Kind::Null);
  if (draw < 78) return Type::of(Kind::Float | Kind::Null);
  if (draw < 83) return Type::list_of(Kind::Integer | Kind::Null).or_null();
  if (draw < 85) return Type::list_of(Kind::String | Kind::Null).or_null();
  if (draw < 86) return Type::list_of(Kind::List | Kind::Null).or_null();
  if (draw < 87) return Type::of(kinds::number | Kind::Null);
  if (draw < 89) return Type::of(Kind::Node | Kind::Null);
  if (draw < 90) return Type::of(Kind::Path | Kind::Null);
  if (g.profile.temporal) {
    const bool durations = g.has(Feature::DurationType);
    return Type::of(Kinds(pick_kind(g, durations ? kinds::temporal : kinds::instant)) | Kind::Null);
  }
  if (g.profile.points) return Type::of(Kind::Point | Kind::Null);
  if (draw < 95 || !g.has(Feature::MapLiteral)) return Type::of(Kind::Integer | Kind::Null);
  return Type::of(Kind::Map | Kind::Null);
}

}  // namespace dinkel

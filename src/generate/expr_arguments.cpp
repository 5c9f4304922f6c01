// Arguments for the functions that fail on most values: recipes that make them succeed.
#include <array>

#include "generate/build.h"
#include "generate/expressions.h"

namespace dinkel {

namespace {

std::string_view pick(Generator& g, std::initializer_list<std::string_view> texts) {
  return texts.begin()[g.rng.below(texts.size())];
}

Expr text(std::string_view value) {
  return string_expr(std::string(value));
}
Expr any_string(Generator& g) {
  return make_expr(g, Type::of(Kind::String | Kind::Null));
}
Expr small(Generator& g) {
  return integer_expr(g.rng.between(0, 3));
}

Expr map_of(std::initializer_list<std::pair<std::string_view, std::int64_t>> entries) {
  MapLiteral map;
  for (const auto& [key, value] : entries) {
    map.entries.push_back({std::string(key), integer_expr(value)});
  }
  return expr_of(std::move(map));
}

Expr date_map(Generator& g) {
  return map_of({{"year", g.rng.between(1999, 2025)},
                 {"month", g.rng.between(1, 12)},
                 {"day", g.rng.between(1, 28)}});
}
Expr time_map(Generator& g) {
  return map_of({{"hour", g.rng.between(0, 23)}, {"minute", g.rng.between(0, 59)}});
}
Expr datetime_map(Generator& g) {
  return map_of({{"year", g.rng.between(1999, 2025)},
                 {"month", g.rng.between(1, 12)},
                 {"hour", g.rng.between(0, 23)}});
}
Expr temporal(Generator& g, Kind kind) {
  return make_leaf(g, Type::of(kind));
}
Expr instant(Generator& g) {
  return temporal(g, g.rng.coin() ? Kind::LocalDateTime : Kind::DateTime);
}

using Arguments = std::vector<Expr>;
struct Recipe {
  std::string_view name;
  // As many arguments as the longest overload takes; the others take the first of them.
  Arguments (*make)(Generator& g, const Function& function);
};

bool takes_map(const Function& function) {
  return function.parameters.front().kinds.has(Kind::Map);
}
// The constructor's two overloads that can fail: from a map and from a text.
Expr map_or_text(Generator& g, const Function& function, Expr (*map)(Generator& g),
                 std::initializer_list<std::string_view> texts) {
  return takes_map(function) ? map(g) : text(pick(g, texts));
}
Arguments zone(Generator& g, const Function& /*function*/) {
  return {text(pick(g, {"UTC", "+01:00", "Europe/Berlin"}))};
}
Arguments two_instants(Generator& g, const Function& /*function*/) {
  return {instant(g), instant(g)};
}
Arguments a_string(Generator& g, const Function& /*function*/) {
  return {any_string(g)};
}
Arguments string_and_length(Generator& g, const Function& /*function*/) {
  return {any_string(g), small(g), small(g)};
}
// A unit, a value, and fields that are smaller than the unit.
Arguments date_truncation(Generator& g, const Function& function) {
  const bool fields = function.parameters.size() > 2;
  return {text(fields ? pick(g, {"year", "month"}) : pick(g, {"year", "week", "day", "quarter"})),
          temporal(g, Kind::Date), map_of({{"day", g.rng.between(1, 28)}})};
}
Arguments time_truncation(Generator& g, const Function& function) {
  const bool fields = function.parameters.size() > 2;
  const bool zoned = function.result.kinds.has(Kind::Time);
  return {text(fields ? "hour" : pick(g, {"hour", "minute", "second"})),
          temporal(g, zoned ? Kind::Time : Kind::LocalTime),
          map_of({{"minute", g.rng.between(0, 59)}})};
}
Arguments datetime_truncation(Generator& g, const Function& function) {
  const bool fields = function.parameters.size() > 2;
  return {text(fields ? "year" : pick(g, {"year", "day", "hour"})), instant(g),
          map_of({{"month", g.rng.between(1, 12)}})};
}
Expr duration_map(Generator& g) {
  return map_of({{"days", g.rng.between(-3, 40)}, {"hours", g.rng.between(0, 30)}});
}

// One line a function.
constexpr Recipe recipes[] = {
    {"substring", string_and_length},
    {"left", string_and_length},
    {"right", string_and_length},
    {"range",
     [](Generator& g, const Function&) {
       return Arguments{integer_expr(g.rng.between(-2, 3)), integer_expr(g.rng.between(-1, 5)),
                        integer_expr(g.rng.between(1, 2))};
     }},
    {"abs",
     [](Generator& g, const Function&) { return Arguments{integer_expr(g.rng.between(-5, 5))}; }},
    {"round",
     [](Generator& g, const Function&) {
       return Arguments{
           make_expr(g, Type::of(Kind::Float | Kind::Null)), small(g),
           text(pick(g, {"UP", "DOWN", "CEILING", "FLOOR", "HALF_UP", "HALF_DOWN", "HALF_EVEN"}))};
     }},
    {"toInteger", a_string},
    {"date",
     [](Generator& g, const Function& f) {
       return Arguments{map_or_text(g, f, date_map, {"2020-01-31", "2015-07", "20150721"})};
     }},
    {"localtime",
     [](Generator& g, const Function& f) {
       return Arguments{map_or_text(g, f, time_map, {"21:40:32.142", "2140", "21"})};
     }},
    {"time",
     [](Generator& g, const Function& f) {
       return Arguments{map_or_text(g, f, time_map, {"21:40:32+01:00", "214032Z"})};
     }},
    {"localdatetime",
     [](Generator& g, const Function& f) {
       return Arguments{
           map_or_text(g, f, datetime_map, {"2015-07-21T21:40:32", "2015-W30-2T2140"})};
     }},
    {"datetime",
     [](Generator& g, const Function& f) {
       return Arguments{
           map_or_text(g, f, datetime_map, {"2015-07-21T21:40:32+01:00", "2015-07-21T21:40:32Z"})};
     }},
    {"duration",
     [](Generator& g, const Function& f) {
       return Arguments{map_or_text(g, f, duration_map, {"P14DT16H12M", "P1Y", "PT0.5S"})};
     }},
    {"date.realtime", zone},
    {"date.statement", zone},
    {"date.transaction", zone},
    {"localtime.realtime", zone},
    {"localtime.statement", zone},
    {"localtime.transaction", zone},
    {"time.realtime", zone},
    {"time.statement", zone},
    {"time.transaction", zone},
    {"localdatetime.realtime", zone},
    {"localdatetime.statement", zone},
    {"localdatetime.transaction", zone},
    {"datetime.realtime", zone},
    {"datetime.statement", zone},
    {"datetime.transaction", zone},
    {"date.truncate", date_truncation},
    {"localtime.truncate", time_truncation},
    {"time.truncate", time_truncation},
    {"localdatetime.truncate", datetime_truncation},
    {"datetime.truncate", datetime_truncation},
    {"datetime.fromEpoch",
     [](Generator& g, const Function&) { return Arguments{small(g), small(g)}; }},
    {"datetime.fromEpochMillis", [](Generator& g, const Function&) { return Arguments{small(g)}; }},
    {"duration.between", two_instants},
    {"duration.inMonths", two_instants},
    {"duration.inDays", two_instants},
    {"duration.inSeconds", two_instants},
    {"point",
     [](Generator& g, const Function&) {
       return Arguments{map_of({{"x", 1}, {"y", g.rng.between(0, 5)}})};
     }},
};

// The recipes by row of the function table: a name is compared once, and not at each call.
const std::vector<const Recipe*>& recipes_by_row() {
  static const std::vector<const Recipe*> made = [] {
    std::vector<const Recipe*> by_row;
    for (const Function& function : all_functions()) {
      const Recipe* found = nullptr;
      for (const Recipe& recipe : recipes) {
        if (function.traits.may_fail && recipe.name == function.name) found = &recipe;
      }
      by_row.push_back(found);
    }
    return by_row;
  }();
  return made;
}

const Recipe* recipe_of(const Function& function) {
  return recipes_by_row()[static_cast<std::size_t>(&function - all_functions().data())];
}

}  // namespace

bool has_safe_arguments(const Function& function) {
  return recipe_of(function) != nullptr;
}

std::optional<std::vector<Expr>> make_safe_arguments(Generator& g, const Function& function) {
  const Recipe* recipe = recipe_of(function);
  // With live rows a failing call is taken back, so that the odd arguments have their chance too.
  if (recipe == nullptr || (g.live != nullptr && g.may.fail && g.rng.chance(percent(15)))) {
    return std::nullopt;
  }
  std::vector<Expr> arguments = recipe->make(g, function);
  if (arguments.size() > function.parameters.size()) arguments.resize(function.parameters.size());
  return arguments;
}

}  // namespace dinkel

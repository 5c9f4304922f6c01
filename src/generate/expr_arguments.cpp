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
  Arguments (*make)(Generator& g);
};

// One line a function; date('...') and date({...}) are two overloads and share a line.
constexpr Recipe recipes[] = {
    {"substring", [](Generator& g) { return Arguments{any_string(g), small(g), small(g)}; }},
    {"left", [](Generator& g) { return Arguments{any_string(g), small(g)}; }},
    {"right", [](Generator& g) { return Arguments{any_string(g), small(g)}; }},
    {"range",
     [](Generator& g) {
       return Arguments{integer_expr(g.rng.between(-2, 3)), integer_expr(g.rng.between(-1, 5)),
                        integer_expr(g.rng.between(1, 2))};
     }},
    {"round",
     [](Generator& g) {
       return Arguments{make_expr(g, Type::of(Kind::Float | Kind::Null)), small(g)};
     }},
    {"normalize", [](Generator& g) { return Arguments{any_string(g)}; }},
    {"toBoolean", [](Generator& g) { return Arguments{any_string(g)}; }},
    {"toInteger", [](Generator& g) { return Arguments{any_string(g)}; }},
    {"toFloat", [](Generator& g) { return Arguments{any_string(g)}; }},
    {"toString",
     [](Generator& g) {
       return Arguments{make_expr(g, Type::of(kinds::number | Kind::Boolean | Kind::Null))};
     }},
    {"date",
     [](Generator& g) {
       return Arguments{g.rng.coin() ? text(pick(g, {"2020-01-31", "2015-07", "20150721"}))
                                     : date_map(g)};
     }},
    {"localtime",
     [](Generator& g) {
       return Arguments{g.rng.coin() ? text(pick(g, {"21:40:32.142", "2140", "21"})) : time_map(g)};
     }},
    {"time",
     [](Generator& g) {
       return Arguments{g.rng.coin() ? text(pick(g, {"21:40:32+01:00", "214032Z"})) : time_map(g)};
     }},
    {"localdatetime",
     [](Generator& g) {
       return Arguments{g.rng.coin() ? text(pick(g, {"2015-07-21T21:40:32", "2015-W30-2T2140"}))
                                     : datetime_map(g)};
     }},
    {"datetime",
     [](Generator& g) {
       return Arguments{g.rng.coin()
                            ? text(pick(g, {"2015-07-21T21:40:32+01:00", "2015-07-21T21:40:32Z"}))
                            : datetime_map(g)};
     }},
    {"duration",
     [](Generator& g) {
       return Arguments{g.rng.coin() ? text(pick(g, {"P14DT16H12M", "P1Y", "PT0.5S"}))
                                     : map_of({{"days", g.rng.between(-3, 40)},
                                               {"hours", g.rng.between(0, 30)}})};
     }},
    {"date.truncate",
     [](Generator& g) {
       return Arguments{text(pick(g, {"year", "month", "week", "day", "quarter"})),
                        temporal(g, Kind::Date)};
     }},
    {"localtime.truncate",
     [](Generator& g) {
       return Arguments{text(pick(g, {"hour", "minute", "second"})), temporal(g, Kind::LocalTime)};
     }},
    {"time.truncate",
     [](Generator& g) {
       return Arguments{text(pick(g, {"hour", "minute", "second"})), temporal(g, Kind::Time)};
     }},
    {"localdatetime.truncate",
     [](Generator& g) { return Arguments{text(pick(g, {"year", "day", "hour"})), instant(g)}; }},
    {"datetime.truncate",
     [](Generator& g) {
       return Arguments{text(pick(g, {"year", "day", "hour"})), temporal(g, Kind::DateTime)};
     }},
    {"datetime.fromepoch", [](Generator& g) { return Arguments{small(g), small(g)}; }},
    {"datetime.fromepochmillis", [](Generator& g) { return Arguments{small(g)}; }},
    {"duration.between", [](Generator& g) { return Arguments{instant(g), instant(g)}; }},
    {"duration.inMonths", [](Generator& g) { return Arguments{instant(g), instant(g)}; }},
    {"duration.inDays", [](Generator& g) { return Arguments{instant(g), instant(g)}; }},
    {"duration.inSeconds", [](Generator& g) { return Arguments{instant(g), instant(g)}; }},
    {"point",
     [](Generator& g) { return Arguments{map_of({{"x", 1}, {"y", g.rng.between(0, 5)}})}; }},
};

const Recipe* recipe_of(std::string_view name) {
  for (const Recipe& recipe : recipes) {
    if (recipe.name == name) return &recipe;
  }
  return nullptr;
}

}  // namespace

bool has_safe_arguments(std::string_view function) {
  return recipe_of(function) != nullptr;
}

std::optional<std::vector<Expr>> make_safe_arguments(Generator& g, std::string_view function) {
  const Recipe* recipe = recipe_of(function);
  // With live rows a failing call is taken back, so that the odd arguments have their chance too.
  if (recipe == nullptr || (g.live != nullptr && g.may.fail && g.rng.chance(percent(15)))) {
    return std::nullopt;
  }
  return recipe->make(g);
}

}  // namespace dinkel

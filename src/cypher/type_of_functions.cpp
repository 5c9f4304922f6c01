// What functions give: the results of their rows in the function table, and for the few functions
// that hand on an argument, or an element of it, what is known of that argument.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "cypher/functions.h"
#include "cypher/type_of_parts.h"

namespace dinkel {

namespace {

constexpr std::size_t longest_name = 48;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

using Results = Type (*)(std::span<const Type> arguments);

Type element_or_null(std::span<const Type> arguments) {
  return arguments[0].element().or_null();
}
Type same_or_null(std::span<const Type> arguments) {
  return arguments[0].or_null();
}
Type same(std::span<const Type> arguments) {
  return arguments[0];
}
Type collected(std::span<const Type> arguments) {
  return Type::list_of(arguments[0].kinds.without(Kind::Null));
}
Type first_not_null(std::span<const Type> arguments) {
  Type result = Type{};
  for (const Type argument : arguments) {
    result = join(result, argument.non_null());
    if (!argument.nullable()) return result;
  }
  return result.or_null();
}

struct Refinement {
  std::string_view name;
  Kinds first;  // holds when the first argument is only of these kinds, or null
  Results results;
};
constexpr std::array<Refinement, 10> refinements = {{
    {"coalesce", Kinds::all(), first_not_null},
    {"collect", Kinds::all(), collected},
    {"head", Kind::List, element_or_null},
    {"last", Kind::List, element_or_null},
    {"max", Kinds::all().without(Kind::List), same_or_null},
    {"min", Kinds::all().without(Kind::List), same_or_null},
    {"nullif", Kinds::all(), same_or_null},
    {"percentiledisc", kinds::number, same_or_null},
    {"reverse", Kind::List | Kind::String, same},
    {"tail", Kind::List, same},
}};

// Whether the row is chosen for sure: no later one can be.
bool surely_accepts(const Function& row, std::span<const Type> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Type& parameter = row.parameters[std::min(i, row.parameters.size() - 1)];
    if (!arguments[i].kinds.only(parameter.kinds)) return false;
  }
  return true;
}

// The rows of the table by lower-case name, to find them without making strings.
struct Overloads {
  std::string name;
  std::vector<const Function*> rows;
  const Refinement* refinement = nullptr;
};

const std::vector<Overloads>& overloads_by_name() {
  static const std::vector<Overloads> table = [] {
    std::vector<Overloads> all;
    for (const Function& row : all_functions()) {
      std::string name(row.name);
      std::transform(name.begin(), name.end(), name.begin(), lower);
      const auto known =
          std::find_if(all.begin(), all.end(), [&](const Overloads& o) { return o.name == name; });
      if (known != all.end()) {
        known->rows.push_back(&row);
      } else {
        all.push_back({std::move(name), {&row}, nullptr});
      }
    }
    for (Overloads& entry : all) {
      for (const Refinement& refinement : refinements) {
        if (refinement.name == entry.name) entry.refinement = &refinement;
      }
    }
    std::sort(all.begin(), all.end(),
              [](const Overloads& a, const Overloads& b) { return a.name < b.name; });
    return all;
  }();
  return table;
}

const Overloads* find_overloads(std::string_view name) {
  if (name.size() > longest_name) return nullptr;
  std::array<char, longest_name> buffer{};
  std::transform(name.begin(), name.end(), buffer.begin(), lower);
  const std::string_view wanted(buffer.data(), name.size());
  const std::vector<Overloads>& table = overloads_by_name();
  const auto found = std::lower_bound(
      table.begin(), table.end(), wanted,
      [](const Overloads& entry, std::string_view key) { return entry.name < key; });
  return found != table.end() && found->name == wanted ? &*found : nullptr;
}

}  // namespace

bool accepts_count(const Function& row, std::size_t count) {
  return count >= row.required && (row.variadic || count <= row.parameters.size());
}

bool accepts(const Function& row, std::span<const Type> arguments) {
  if (!accepts_count(row, arguments.size())) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Type& parameter = row.parameters[std::min(i, row.parameters.size() - 1)];
    const bool only_null = arguments[i].kinds.only(Kind::Null);
    if (!only_null && !overlaps(arguments[i], parameter)) return false;
  }
  return true;
}

std::span<const Function* const> overloads_of(std::string_view name) {
  const Overloads* overloads = find_overloads(name);
  if (overloads == nullptr) return {};
  return overloads->rows;
}

Type function_type(std::string_view name, std::span<const Type> arguments) {
  const Overloads* overloads = find_overloads(name);
  if (overloads == nullptr) return Type::any();
  const Refinement* refinement = overloads->refinement;
  if (refinement != nullptr && !arguments.empty() &&
      arguments[0].kinds.only(refinement->first | Kind::Null)) {
    const Type refined = refinement->results(arguments);
    return refined.kinds.empty() ? Type::of(Kind::Null) : refined;
  }
  const bool any_null = std::any_of(arguments.begin(), arguments.end(),
                                    [](const Type& argument) { return argument.nullable(); });
  Type result;
  for (const Function* row : overloads->rows) {
    if (!accepts(*row, arguments)) continue;
    result = join(result, row->result);
    if (any_null && row->traits.null_in_null_out && !row->traits.aggregate) {
      result = result.or_null();
    }
    if (surely_accepts(*row, arguments)) break;
  }
  return result.kinds.empty() ? Type::any() : result;
}

}  // namespace dinkel

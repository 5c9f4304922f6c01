#include "cypher/functions.h"

#include <algorithm>

#include "base/text.h"

namespace dinkel {

std::vector<Function> scalar_functions();    // functions_scalar.cpp
std::vector<Function> temporal_functions();  // functions_temporal.cpp

namespace {

std::vector<Function> make_table() {
  std::vector<Function> table = scalar_functions();
  for (Function& function : temporal_functions()) table.push_back(std::move(function));
  return table;
}

}  // namespace

bool same_function_name(std::string_view a, std::string_view b) {
  return equal_ignoring_case(a, b);
}

std::span<const Function> all_functions() {
  static const std::vector<Function> table = make_table();
  return table;
}

std::vector<const Function*> functions_named(std::string_view name) {
  std::vector<const Function*> overloads;
  for (const Function& function : all_functions()) {
    if (same_function_name(function.name, name)) overloads.push_back(&function);
  }
  return overloads;
}

bool is_aggregate(std::string_view name) {
  return std::ranges::any_of(all_functions(), [name](const Function& function) {
    return function.traits.aggregate && same_function_name(function.name, name);
  });
}

}  // namespace dinkel

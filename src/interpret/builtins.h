// The functions of Cypher that are not aggregates, one file a family. The table in
// cypher/functions.h says what they take; here is what they do. call_function (runtime.h) is the
// way in: it looks up the name, answers null for null where the table says so, and checks how many
// arguments there are. Types are checked by each function, since they are known only now.
#pragma once

#include <span>
#include <string_view>

#include "interpret/runtime.h"

namespace dinkel {

using Arguments = std::span<const Value>;
struct Builtin {
  std::string_view name;  // as in the function table
  Value (*evaluate)(Runtime& runtime, Arguments arguments);
};

std::span<const Builtin> scalar_builtins();
std::span<const Builtin> conversion_builtins();
std::span<const Builtin> math_builtins();
std::span<const Builtin> text_builtins();
std::span<const Builtin> list_builtins();
std::span<const Builtin> graph_builtins();
std::span<const Builtin> spatial_builtins();
std::span<const Builtin> temporal_builtins();

// Arguments of a type, or a TypeError.
[[noreturn]] void fail_argument(const Value& argument, std::string_view expected);
std::int64_t integer_argument(const Value& argument);
double number_argument(const Value& argument);
const std::string& string_argument(const Value& argument);

}  // namespace dinkel

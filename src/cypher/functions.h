// The one function table: every openCypher function and the common ones of Neo4j, one row per
// overload. The type checker, the generator and the interpreter read the same row; the dialects
// name rows to say what a target lacks. Evaluators are attached by row in interpret/.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cypher/type.h"

namespace dinkel {

// Properties of a function that decide where it may be used and what can be said of its results.
struct FunctionTraits {
  bool aggregate = false;        // count, collect, sum, ...
  bool volatile_result = false;  // rand(), randomUUID(), datetime(): differs from call to call
  bool observes_id = false;      // id(), elementId()
  bool unordered_list = false;   // keys(), labels(): the order of the list is the engine's choice
  // Can raise an error for arguments of the right types. Deleted entities are not meant: whoever
  // keeps track of the state knows them, and most functions on entities refuse them.
  bool may_fail = false;
  bool null_in_null_out = true;  // a null argument makes the result null
};

struct Function {
  std::string_view name;         // as documented: "toUpper", "duration.between"
  std::vector<Type> parameters;  // nullability is not part of it: see null_in_null_out
  std::uint8_t required = 0;     // how many of the parameters must be given
  bool variadic = false;         // the last parameter may repeat: coalesce
  Type result;
  FunctionTraits traits;
};

// The rows, in a fixed order: their indexes are part of what a seed means. Names repeat.
std::span<const Function> all_functions();

// The overloads of a name, compared without regard to case; empty for an unknown function.
std::vector<const Function*> functions_named(std::string_view name);
bool is_aggregate(std::string_view name);
bool same_function_name(std::string_view a, std::string_view b);  // without regard to case

}  // namespace dinkel

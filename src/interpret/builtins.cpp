#include "interpret/builtins.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/check.h"
#include "base/text.h"
#include "cypher/functions.h"

namespace dinkel {

void fail_argument(const Value& argument, std::string_view expected) {
  fail(ErrorType::TypeError, ErrorDetail::InvalidArgumentValue,
       "expected " + std::string(expected) + ", not " + std::string(type_name(argument)));
}

std::int64_t integer_argument(const Value& argument) {
  const auto* integer = argument.get_if<std::int64_t>();
  if (integer == nullptr) fail_argument(argument, "an integer");
  return *integer;
}

double number_argument(const Value& argument) {
  if (const auto* integer = argument.get_if<std::int64_t>()) return static_cast<double>(*integer);
  const auto* number = argument.get_if<double>();
  if (number == nullptr) fail_argument(argument, "a number");
  return *number;
}

const std::string& string_argument(const Value& argument) {
  const auto* text = argument.get_if<std::string>();
  if (text == nullptr) fail_argument(argument, "a string");
  return *text;
}

namespace {

struct Entry {
  Value (*evaluate)(Runtime& runtime, Arguments arguments) = nullptr;
  bool null_in_null_out = true;
  std::size_t fewest = 0;
  std::size_t most = 0;
};
using BuiltinTable = std::map<std::string, Entry, std::less<>>;

BuiltinTable make_table() {
  BuiltinTable table;
  for (const auto builtins :
       {scalar_builtins(), conversion_builtins(), math_builtins(), text_builtins(), list_builtins(),
        graph_builtins(), spatial_builtins(), temporal_builtins()}) {
    for (const Builtin& builtin : builtins) {
      const auto overloads = functions_named(builtin.name);
      CHECK(!overloads.empty(), "a function is missing in the table of functions");
      Entry entry{builtin.evaluate, overloads[0]->traits.null_in_null_out, SIZE_MAX, 0};
      for (const Function* overload : overloads) {
        entry.fewest = std::min<std::size_t>(entry.fewest, overload->required);
        const std::size_t most = overload->variadic ? SIZE_MAX : overload->parameters.size();
        entry.most = std::max(entry.most, most);
      }
      table.emplace(to_lower(builtin.name), entry);
    }
  }
  return table;
}

}  // namespace

Value call_function(Runtime& runtime, std::string_view name, std::span<const Value> arguments) {
  static const BuiltinTable table = make_table();
  const auto found = table.find(to_lower(name));
  if (found == table.end()) {
    fail(ErrorType::SyntaxError, ErrorDetail::UnknownFunction,
         "there is no function " + std::string(name));
  }
  const Entry& entry = found->second;
  if (arguments.size() < entry.fewest || arguments.size() > entry.most) {
    fail(ErrorType::SyntaxError, ErrorDetail::InvalidNumberOfArguments,
         std::string(name) + " does not take " + std::to_string(arguments.size()) + " arguments");
  }
  if (entry.null_in_null_out &&
      std::ranges::any_of(arguments, [](const Value& value) { return value.is_null(); })) {
    return Null{};
  }
  return entry.evaluate(runtime, arguments);
}

}  // namespace dinkel

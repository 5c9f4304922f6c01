// Functions on lists.
#include <algorithm>
#include <cstdint>
#include <string>

#include "interpret/builtins.h"

namespace dinkel {

namespace {

const Values& list_argument(const Value& argument) {
  const auto* list = argument.get_if<Values>();
  if (list == nullptr) fail_argument(argument, "a list");
  return *list;
}

Value head(Runtime&, Arguments arguments) {
  const Values& list = list_argument(arguments[0]);
  return list.empty() ? Value() : list.front();
}

Value last(Runtime&, Arguments arguments) {
  const Values& list = list_argument(arguments[0]);
  return list.empty() ? Value() : list.back();
}

Value tail(Runtime&, Arguments arguments) {
  const Values& list = list_argument(arguments[0]);
  return list.empty() ? Values() : Values(list.begin() + 1, list.end());
}

std::int64_t bound(const Value& argument) {
  const auto* integer = argument.get_if<std::int64_t>();
  if (integer == nullptr) {
    fail(ErrorType::ArgumentError, ErrorDetail::InvalidArgumentType,
         "range() expects integers, not " + std::string(type_name(argument)));
  }
  return *integer;
}

Value range(Runtime& runtime, Arguments arguments) {
  const std::int64_t from = bound(arguments[0]);
  const std::int64_t to = bound(arguments[1]);
  const std::int64_t step = arguments.size() > 2 ? bound(arguments[2]) : 1;
  if (step == 0) {
    fail(ErrorType::ArgumentError, ErrorDetail::NumberOutOfRange,
         "the step of range() is not zero");
  }
  if (step > 0 ? from > to : from < to) return Values{};
  // In unsigned numbers, since the distance may not fit into a signed one.
  const auto distance = step > 0
                            ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from)
                            : static_cast<std::uint64_t>(from) - static_cast<std::uint64_t>(to);
  const std::uint64_t stride =
      step > 0 ? static_cast<std::uint64_t>(step) : -static_cast<std::uint64_t>(step);
  const std::uint64_t steps = distance / stride;
  runtime.check_list(static_cast<std::int64_t>(std::min<std::uint64_t>(steps, INT64_MAX - 1)) + 1);
  Values result;
  result.reserve(steps + 1);
  std::int64_t next = from;
  for (std::uint64_t i = 0; i <= steps; ++i) {
    result.push_back(next);
    if (i < steps) next += step;
  }
  return result;
}

constexpr Builtin builtins[] = {
    {"head", head},
    {"last", last},
    {"tail", tail},
    {"range", range},
};

}  // namespace

std::span<const Builtin> list_builtins() {
  return builtins;
}

}  // namespace dinkel

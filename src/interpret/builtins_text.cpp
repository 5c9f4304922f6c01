// Functions on strings.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "interpret/builtins.h"
#include "interpret/code_points.h"

namespace dinkel {

namespace {

Value upper(Runtime&, Arguments arguments) {
  return to_upper_case(string_argument(arguments[0]));
}

Value lower(Runtime&, Arguments arguments) {
  return to_lower_case(string_argument(arguments[0]));
}

// ---- trim ---------------------------------------------------------------------------------------

bool is_space(std::string_view point) {
  return trim_space(point).empty();
}

std::string trimmed(Arguments arguments, bool left, bool right) {
  const auto points = code_points(string_argument(arguments[0]));
  std::vector<std::string_view> set;
  if (arguments.size() > 1) set = code_points(string_argument(arguments[1]));
  const auto goes = [&](std::string_view point) {
    return arguments.size() > 1 ? std::ranges::find(set, point) != set.end() : is_space(point);
  };
  std::size_t from = 0;
  std::size_t to = points.size();
  while (left && from < to && goes(points[from])) ++from;
  while (right && to > from && goes(points[to - 1])) --to;
  std::string result;
  for (std::size_t i = from; i < to; ++i) result += points[i];
  return result;
}

Value trim_both(Runtime&, Arguments arguments) {
  return trimmed(arguments, true, true);
}

Value trim_left(Runtime&, Arguments arguments) {
  return trimmed(arguments, true, false);
}

Value trim_right(Runtime&, Arguments arguments) {
  return trimmed(arguments, false, true);
}

// ---- Parts --------------------------------------------------------------------------------------

std::int64_t count_argument(const Value& argument) {
  const std::int64_t count = integer_argument(argument);
  if (count < 0) {
    fail(ErrorType::ArgumentError, ErrorDetail::NumberOutOfRange,
         "a position or length in a string is not negative");
  }
  return count;
}

Value substring(Runtime&, Arguments arguments) {
  const std::string& text = string_argument(arguments[0]);
  const std::int64_t from = count_argument(arguments[1]);
  const std::int64_t length = arguments.size() > 2 ? count_argument(arguments[2])
                                                   : std::numeric_limits<std::int64_t>::max();
  return std::string(slice_text(text, from, length));
}

Value left(Runtime&, Arguments arguments) {
  const std::string& text = string_argument(arguments[0]);
  return std::string(slice_text(text, 0, count_argument(arguments[1])));
}

Value right(Runtime&, Arguments arguments) {
  const std::string& text = string_argument(arguments[0]);
  const std::int64_t length = count_argument(arguments[1]);
  const std::int64_t from = std::max<std::int64_t>(count_code_points(text) - length, 0);
  return std::string(slice_text(text, from, length));
}

// ---- replace and split --------------------------------------------------------------------------

// An empty text to look for is found before and after each character.
Value replace(Runtime& runtime, Arguments arguments) {
  const std::string& text = string_argument(arguments[0]);
  const std::string& search = string_argument(arguments[1]);
  const std::string& replacement = string_argument(arguments[2]);
  std::string result;
  if (search.empty()) {
    for (const std::string_view point : code_points(text)) {
      result.append(replacement).append(point);
      runtime.charge(replacement.size());
    }
    return result + replacement;
  }
  std::size_t from = 0;
  for (std::size_t at = text.find(search); at != std::string::npos; at = text.find(search, from)) {
    result.append(text, from, at - from).append(replacement);
    runtime.charge(replacement.size());
    from = at + search.size();
  }
  return result.append(text, from);
}

std::vector<std::string> delimiters(const Value& argument) {
  if (const auto* text = argument.get_if<std::string>()) return {*text};
  const auto* list = argument.get_if<Values>();
  if (list == nullptr) fail_argument(argument, "a string or a list of strings");
  std::vector<std::string> result;
  for (const Value& element : *list) result.push_back(string_argument(element));
  return result;
}

// An empty delimiter cuts between all characters.
Value split(Runtime&, Arguments arguments) {
  const std::string& text = string_argument(arguments[0]);
  const auto cuts = delimiters(arguments[1]);
  Values result;
  if (std::ranges::find(cuts, "") != cuts.end() && !text.empty()) {
    for (const std::string_view point : code_points(text)) result.push_back(std::string(point));
    return result;
  }
  std::size_t from = 0;
  while (true) {
    std::size_t next = std::string::npos;
    std::size_t length = 0;
    for (const std::string& cut : cuts) {
      const std::size_t at = cut.empty() ? std::string::npos : text.find(cut, from);
      if (at < next) {
        next = at;
        length = cut.size();
      }
    }
    if (next == std::string::npos) break;
    result.push_back(text.substr(from, next - from));
    from = next + length;
  }
  result.push_back(text.substr(from));
  return result;
}

Value reverse(Runtime&, Arguments arguments) {
  if (const auto* list = arguments[0].get_if<Values>()) {
    return Values(list->rbegin(), list->rend());
  }
  const auto* text = arguments[0].get_if<std::string>();
  if (text == nullptr) fail_argument(arguments[0], "a string or a list");
  auto points = code_points(*text);
  std::ranges::reverse(points);
  std::string result;
  for (const std::string_view point : points) result += point;
  return result;
}

constexpr Builtin builtins[] = {
    {"toUpper", upper},       {"upper", upper},     {"toLower", lower},   {"lower", lower},
    {"trim", trim_both},      {"btrim", trim_both}, {"ltrim", trim_left}, {"rtrim", trim_right},
    {"substring", substring}, {"left", left},       {"right", right},     {"replace", replace},
    {"split", split},         {"reverse", reverse},
};

}  // namespace

std::span<const Builtin> text_builtins() {
  return builtins;
}

}  // namespace dinkel

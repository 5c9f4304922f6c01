// Functions on numbers.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "cypher/value_text.h"
#include "interpret/arithmetic.h"
#include "interpret/builtins.h"
#include "interpret/code_points.h"

namespace dinkel {

namespace {

template <double (*function)(double)>
Value on_float(Runtime&, Arguments arguments) {
  return function(number_argument(arguments[0]));
}

double cot(double x) {
  return 1 / std::tan(x);
}
double coth(double x) {
  return 1 / std::tanh(x);
}
double degrees(double x) {
  return x * 180 / std::numbers::pi;
}
double radians(double x) {
  return x / 180 * std::numbers::pi;
}
double haversin(double x) {
  return (1 - std::cos(x)) / 2;
}

Value absolute(Runtime&, Arguments arguments) {
  if (const auto* integer = arguments[0].get_if<std::int64_t>()) {
    return *integer < 0 ? arithmetic_negate(*integer) : Value(*integer);
  }
  return std::fabs(number_argument(arguments[0]));
}

Value sign(Runtime&, Arguments arguments) {
  const double number = number_argument(arguments[0]);
  return number > 0 ? 1 : number < 0 ? -1 : 0;
}

Value is_nan(Runtime&, Arguments arguments) {
  return std::isnan(number_argument(arguments[0]));
}

Value atan2(Runtime&, Arguments arguments) {
  return std::atan2(number_argument(arguments[0]), number_argument(arguments[1]));
}

Value e(Runtime&, Arguments) {
  return std::numbers::e;
}

Value pi(Runtime&, Arguments) {
  return std::numbers::pi;
}

Value rand(Runtime& runtime, Arguments) {
  return static_cast<double>(runtime.rng.next() >> 11) * 0x1p-53;
}

// ---- round --------------------------------------------------------------------------------------

// Ties go up, so that round(-1.5) is -1.
double round_half_up(double number) {
  const double below = std::floor(number);
  return number - below >= 0.5 ? below + 1 : below;
}

// A decimal number as digits: 0.d1d2d3... * 10^exponent.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

Decimal decimal_of(double number) {
  std::string text = float_text(std::fabs(number));
  Decimal result;
  if (const auto mark = text.find('E'); mark != std::string::npos) {
    result.exponent = static_cast<int>(*parse_integer(text.substr(mark + 1)));
    text.resize(mark);
  }
  const auto dot = text.find('.');
  result.exponent += static_cast<int>(dot);
  result.digits = text.erase(dot, 1);
  return result;
}

// Whether the digits are to be rounded away from zero, given what is cut off.
bool rounds_away(const std::string& mode, bool negative, char last_kept, std::string_view cut) {
  const bool nothing = cut.find_first_not_of('0') == std::string_view::npos;
  if (nothing || mode == "DOWN") return false;
  if (mode == "UP") return true;
  if (mode == "CEILING") return !negative;
  if (mode == "FLOOR") return negative;
  const bool tie = cut[0] == '5' && cut.find_first_not_of('0', 1) == std::string_view::npos;
  if (!tie) return cut[0] >= '5';
  if (mode == "HALF_UP") return true;
  return mode == "HALF_EVEN" && (last_kept - '0') % 2 == 1;
}

// On the shortest decimal that means the float, since that is what people see: 1.005 has its
// tie where it seems to have it.
double round_decimal(double number, std::int64_t precision, const std::string& mode) {
  Decimal decimal = decimal_of(number);
  const std::int64_t keep = decimal.exponent + precision;
  if (keep >= static_cast<std::int64_t>(decimal.digits.size())) return number;
  if (keep < 0) {  // even the first digit kept is beyond the first one there
    decimal.digits.insert(0, static_cast<std::size_t>(-keep), '0');
    decimal.exponent += static_cast<int>(-keep);
  }
  const auto kept = static_cast<std::size_t>(std::max<std::int64_t>(keep, 0));
  std::string digits = "0" + decimal.digits.substr(0, kept);
  const std::string_view cut = std::string_view(decimal.digits).substr(kept);
  if (rounds_away(mode, number < 0, digits.back(), cut)) {
    std::size_t at = digits.size() - 1;
    for (; digits[at] == '9'; --at) digits[at] = '0';
    ++digits[at];
  }
  const std::string text = digits + "e" + std::to_string(decimal.exponent - static_cast<int>(kept));
  const double result = parse_float(text).value_or(0);
  return number < 0 ? -result : result;
}

Value round(Runtime&, Arguments arguments) {
  const double number = number_argument(arguments[0]);
  if (!std::isfinite(number)) return number;
  if (arguments.size() == 1) return round_half_up(number);
  const std::int64_t precision = integer_argument(arguments[1]);
  if (precision < 0) {
    fail(ErrorType::ArgumentError, ErrorDetail::NumberOutOfRange,
         "the precision of round() is not negative");
  }
  if (arguments.size() == 2 && precision == 0) return round_half_up(number);
  const std::string mode = arguments.size() == 3 ? string_argument(arguments[2]) : "HALF_UP";
  constexpr std::string_view modes[] = {"UP",      "DOWN",      "CEILING",  "FLOOR",
                                        "HALF_UP", "HALF_DOWN", "HALF_EVEN"};
  if (std::ranges::find(modes, mode) == std::end(modes)) {
    fail(ErrorType::ArgumentError, ErrorDetail::InvalidArgumentValue,
         "round() knows no mode '" + mode + "'");
  }
  return round_decimal(number, std::min<std::int64_t>(precision, 400), mode);
}

constexpr Builtin builtins[] = {
    {"abs", absolute},
    {"ceil", on_float<std::ceil>},
    {"floor", on_float<std::floor>},
    {"round", round},
    {"sign", sign},
    {"isNaN", is_nan},
    {"atan2", atan2},
    {"e", e},
    {"pi", pi},
    {"rand", rand},
    {"sqrt", on_float<std::sqrt>},
    {"exp", on_float<std::exp>},
    {"log", on_float<std::log>},
    {"log10", on_float<std::log10>},
    {"sin", on_float<std::sin>},
    {"cos", on_float<std::cos>},
    {"tan", on_float<std::tan>},
    {"cot", on_float<cot>},
    {"asin", on_float<std::asin>},
    {"acos", on_float<std::acos>},
    {"atan", on_float<std::atan>},
    {"sinh", on_float<std::sinh>},
    {"cosh", on_float<std::cosh>},
    {"tanh", on_float<std::tanh>},
    {"coth", on_float<coth>},
    {"degrees", on_float<degrees>},
    {"radians", on_float<radians>},
    {"haversin", on_float<haversin>},
};

}  // namespace

std::span<const Builtin> math_builtins() {
  return builtins;
}

}  // namespace dinkel

#include "oracles/agreement.h"

#include <fmt/core.h>

#include <cstdlib>

#include "graph/isomorphism.h"
#include "interpret/compare_answers.h"
#include "oracles/value_forms.h"

namespace dinkel {

namespace {

Agreement exact_agreement(const Effect& expected, const Effect& actual,
                          const Determinism& determinism) {
  return {!rows_difference(std::get<Rows>(expected.outcome), std::get<Rows>(actual.outcome),
                           determinism),
          !expected.graph || (actual.graph && isomorphic(*expected.graph, *actual.graph))};
}

Value in_shown_digits(const Value& value) {
  const auto* number = value.get_if<double>();
  if (number == nullptr) return value;
  return Value(std::strtod(fmt::format("{:.15g}", *number).c_str(), nullptr));
}

}  // namespace

bool are_same_graphs(const Entities& expected, const Entities& actual) {
  return agreement({Rows(), expected}, {Rows(), actual}, {}).graph;
}

Agreement agreement(const Effect& expected, const Effect& actual, const Determinism& determinism) {
  if (!std::holds_alternative<Rows>(actual.outcome)) return {};
  const Agreement exact = exact_agreement(expected, actual, determinism);
  if (exact.rows && exact.graph) return exact;
  return exact_agreement(with_values_as(expected, in_shown_digits),
                         with_values_as(actual, in_shown_digits), determinism);
}

}  // namespace dinkel

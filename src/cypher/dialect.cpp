#include "cypher/dialect.h"

#include <algorithm>
#include <array>

namespace dinkel {

namespace {

constexpr std::array<std::string_view, feature_count> feature_names = {
    "match",
    "optional-match",
    "match-after-optional-match",
    "create",
    "merge",
    "merge-actions",
    "set-property",
    "set-replace-map",
    "set-add-map",
    "set-labels",
    "remove-property",
    "remove-labels",
    "delete",
    "detach-delete",
    "delete-deleted",
    "unwind",
    "with",
    "with-star-of-nothing",
    "order-by",
    "skip",
    "limit",
    "distinct",
    "return-star",
    "union",
    "union-all",
    "foreach",
    "call-unit",
    "call-returning",
    "call-import-with",
    "call-import-star",
    "call-scope",
    "create-index",
    "create-index-legacy",
    "unique-constraint",
    "parameters",
    "label-conjunction",
    "label-expression",
    "type-alternatives",
    "variable-length",
    "path-variable",
    "inline-node-where",
    "inline-relationship-where",
    "property-map",
    "undirected-relationship",
    "quantified-path",
    "shortest-path",
    "repeated-node",
    "list-comprehension",
    "pattern-comprehension",
    "pattern-predicate",
    "quantifier",
    "reduce",
    "case-simple",
    "case-searched",
    "exists-subquery",
    "count-subquery",
    "collect-subquery",
    "map-projection",
    "label-predicate",
    "type-predicate",
    "regex-match",
    "chained-comparison",
    "xor",
    "power",
    "modulo",
    "list-slice",
    "dynamic-property",
    "list-concatenation",
    "string-concatenation",
    "nan-literal",
    "infinity-literal",
    "map-literal",
    "huge-integers",
    "string-escapes",
    "temporal-types",
    "duration-type",
    "point-type",
};

constexpr std::array<std::string_view, deviation_count> deviation_names = {
    "unreferenced-relationship-exists",
    "delete-detaches",
    "overflow-wraps",
    "limit-keeps-writing",
    "integer-power-is-integer",
    "division-by-zero-is-null",
    "null-list-concatenation",
};

template <typename Enum, std::size_t Size>
std::optional<Enum> find_name(const std::array<std::string_view, Size>& names,
                              std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::string_view to_text(Feature feature) {
  return feature_names[static_cast<std::size_t>(feature)];
}
std::optional<Feature> feature_named(std::string_view name) {
  return find_name<Feature>(feature_names, name);
}
std::string_view to_text(Deviation deviation) {
  return deviation_names[static_cast<std::size_t>(deviation)];
}
std::optional<Deviation> deviation_named(std::string_view name) {
  return find_name<Deviation>(deviation_names, name);
}

bool Dialect::has_function(std::string_view function) const {
  return std::none_of(missing_functions.begin(), missing_functions.end(),
                      [&](const std::string& missing) { return same_name(missing, function); });
}

const Dialect& full_dialect() {
  static const Dialect dialect = [] {
    Dialect full;
    full.features.set();
    return full;
  }();
  return dialect;
}

}  // namespace dinkel

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
    "call-leading-with",
    "call-in-transactions",
    "optional-call",
    "pattern-in-merge",
    "dynamic-set",
    "create-index",
    "create-index-legacy",
    "named-index",
    "index-kinds",
    "relationship-index",
    "unique-constraint",
    "existence-constraint",
    "constraint-legacy",
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
    "pattern-in-property-map",
    "property-map-parameter",
    "path-selector",
    "dynamic-label",
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
    "concat-operator",
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

// "trim/2" is "trim" and 2. Nothing has ten arguments.
std::pair<std::string_view, std::optional<std::size_t>> name_and_arguments(std::string_view text) {
  if (text.size() < 3 || text[text.size() - 2] != '/') return {text, std::nullopt};
  return {text.substr(0, text.size() - 2), static_cast<std::size_t>(text.back() - '0')};
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

std::size_t Dialect::max_arguments(std::string_view function) const {
  constexpr std::size_t no_limit = 1'000;
  for (const std::string& missing : missing_functions) {
    const auto [its_name, count] = name_and_arguments(missing);
    if (count && same_name(its_name, function)) return *count > 0 ? *count - 1 : 0;
  }
  return no_limit;
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

#include "interpret/compare_answers.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace dinkel {

namespace {

// Which column of the other rows is the same; those with names may come in another order.
std::optional<std::vector<std::size_t>> column_order(const Rows& expected, const Rows& actual,
                                                     bool have_names) {
  if (expected.columns.size() != actual.columns.size()) return std::nullopt;
  std::vector<std::size_t> order(expected.columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!have_names) return order;
  order.clear();
  for (const std::string& name : expected.columns) {
    const auto found = std::find(actual.columns.begin(), actual.columns.end(), name);
    if (found == actual.columns.end()) return std::nullopt;
    order.push_back(static_cast<std::size_t>(found - actual.columns.begin()));
  }
  return order;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::vector<std::string> row_texts(const Rows& rows, const std::vector<std::size_t>& order,
                                   const Determinism& determinism) {
  std::vector<std::string> texts;
  for (const auto& row : rows.rows) {
    std::string text;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool bag = i < determinism.bag_columns.size() && determinism.bag_columns[i];
      if (i > 0) text += " | ";
      text += canonical_text(row[order[i]], rows.entities, bag);
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

std::string canonical_text(const Value& value, const Entities& entities, bool lists_as_bags) {
  const Values* list = value.get_if<Values>();
  if (!lists_as_bags || (list == nullptr && !value.is<Map>())) return to_text(value, entities);
  if (list != nullptr) {
    std::vector<std::string> items;
    for (const Value& item : *list) items.push_back(canonical_text(item, entities, true));
    std::sort(items.begin(), items.end());
    return "[" + joined(items) + "]";
  }
  std::vector<std::string> items;
  for (const auto& [key, item] : value.as<Map>()) {
    items.push_back(key + ": " + canonical_text(item, entities, true));
  }
  return "{" + joined(items) + "}";
}

std::optional<std::string> rows_difference(const Rows& expected, const Rows& actual,
                                           const Determinism& determinism) {
  const auto order = column_order(expected, actual, determinism.column_names);
  if (!order.has_value()) {
    return fmt::format("{}{} instead of {}", columns_differ, joined(actual.columns),
                       joined(expected.columns));
  }
  if (!determinism.rows) return std::nullopt;
  std::vector<std::size_t> same_order(expected.columns.size());
  for (std::size_t i = 0; i < same_order.size(); ++i) same_order[i] = i;
  std::vector<std::string> left = row_texts(expected, same_order, determinism);
  std::vector<std::string> right = row_texts(actual, *order, determinism);
  if (left.size() != right.size()) {
    return fmt::format("{} rows instead of {}", right.size(), left.size());
  }
  if (!determinism.row_order) {
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
  }
  const auto [here, there] = std::mismatch(left.begin(), left.end(), right.begin());
  if (here == left.end()) return std::nullopt;
  return fmt::format("a row is {} instead of {}", *there, *here);
}

}  // namespace dinkel

// Builds one JSON object of the syntax tree: what is absent, empty or false leaves no trace in it.
// Used by tree_json.cpp and tree_json_expr.cpp alone.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/tree_json.h"
#include "cypher/ast.h"
#include "cypher/print.h"

namespace dinkel {

using Json = nlohmann::ordered_json;

class Object {
 public:
  explicit Object(std::string_view kind) { json_["kind"] = kind; }
  Object(std::string_view kind, Origin origin) : Object(kind) {
    if (origin.id != 0) json_["id"] = origin.id;
    json_["offset"] = origin.offset;
  }

  Object& field(const char* name, const std::string& value) {
    if (!value.empty()) json_[name] = value;
    return *this;
  }
  Object& flag(const char* name, bool value) {
    if (value) json_[name] = true;
    return *this;
  }
  Object& value(const char* name, Json value) {
    json_[name] = std::move(value);
    return *this;
  }
  Object& field(const char* name, const Expr& expr) { return value(name, to_json(expr)); }
  Object& field(const char* name, const OptionalExpr& expr) {
    if (expr) json_[name] = to_json(**expr);
    return *this;
  }
  // Label expressions are shown as they are written: they have no ids, and a tree adds nothing.
  Object& field(const char* name, const std::optional<LabelExpr>& labels) {
    if (labels) json_[name] = print(*labels);
    return *this;
  }
  Object& field(const char* name, const std::vector<std::string>& names) {
    if (!names.empty()) json_[name] = names;
    return *this;
  }
  template <typename Item, typename Convert>
  Object& list(const char* name, const std::vector<Item>& items, Convert convert) {
    if (items.empty()) return *this;
    Json array = Json::array();
    for (const Item& item : items) array.push_back(convert(item));
    return value(name, std::move(array));
  }
  Object& exprs(const char* name, const std::vector<Expr>& items) {
    return list(name, items, [](const Expr& expr) { return to_json(expr); });
  }

  operator Json() && { return std::move(json_); }  // NOLINT: an object is what it is made for

 private:
  Json json_;
};

template <typename Enum, std::size_t count>
std::string_view name_of(Enum value, const std::string_view (&names)[count]) {
  return names[static_cast<std::size_t>(value)];
}

Json query_json(const Query& query);

}  // namespace dinkel

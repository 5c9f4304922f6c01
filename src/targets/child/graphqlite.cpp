#include "targets/child/graphqlite.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/match.h"
#include "cypher/value_text.h"
#include "targets/columns.h"

namespace dinkel {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int steps_between_looks = 10'000;  // at the clock, of SQLite's machine

Json to_json(const Value& value) {
  const auto temporal = [&](const auto&) { return Json(temporal_text(value)); };
  return match(
      value.data(), [](const Null&) { return Json(nullptr); }, [](bool b) { return Json(b); },
      [](std::int64_t i) { return Json(i); }, [](double d) { return Json(d); },
      [](const std::string& text) { return Json(text); },
      [](const Values& list) {
        Json result = Json::array();
        for (const Value& item : list) result.push_back(to_json(item));
        return result;
      },
      [](const Map& map) {
        Json result = Json::object();
        for (const auto& [key, item] : map) result[key] = to_json(item);
        return result;
      },
      [](const NodeRef&) { return Json(nullptr); },
      [](const RelationshipRef&) { return Json(nullptr); },
      [](const Path&) { return Json(nullptr); }, [&](const Date& d) { return temporal(d); },
      [&](const LocalTime& t) { return temporal(t); }, [&](const Time& t) { return temporal(t); },
      [&](const LocalDateTime& t) { return temporal(t); },
      [&](const DateTime& t) { return temporal(t); },
      [&](const Duration& d) { return temporal(d); },
      [](const Point& point) {
        return Json({{"srid", point.srid}, {"x", point.x}, {"y", point.y}, {"z", point.z}});
      });
}

bool has_only(const Json& object, std::initializer_list<const char*> keys) {
  return object.size() == keys.size() &&
         std::all_of(keys.begin(), keys.end(),
                     [&](const char* key) { return object.contains(key); });
}

Value float_or_text(std::string text) {
  if (text.empty() || text.front() != '\0') return text;
  if (text.ends_with("NaN")) return std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  return text[1] == '-' ? -infinity : infinity;
}

class JsonReader {
 public:
  explicit JsonReader(Entities& entities) : entities_(entities) {}

  Value value(const Json& json) {
    switch (json.type()) {
      case Json::value_t::boolean:
        return json.get<bool>();
      case Json::value_t::number_integer:
      case Json::value_t::number_unsigned:
        return json.get<std::int64_t>();
      case Json::value_t::number_float:
        return json.get<double>();
      case Json::value_t::string:
        return float_or_text(json.get<std::string>());
      case Json::value_t::array: {
        Values values;
        for (const Json& item : json) values.push_back(value(item));
        return values;
      }
      case Json::value_t::object:
        return object(json);
      default:
        return Null{};
    }
  }

 private:
  Map map(const Json& json) {
    std::vector<Map::Entry> entries;
    for (const auto& [key, item] : json.items()) entries.emplace_back(key, value(item));
    return Map(std::move(entries));
  }

  Value object(const Json& json) {
    if (has_only(json, {"id", "labels", "properties"}) && json["id"].is_number_integer() &&
        json["labels"].is_array() && json["properties"].is_object()) {
      return node(json);
    }
    if (has_only(json, {"id", "type", "startNode", "endNode", "properties"}) &&
        json["id"].is_number_integer() && json["startNode"].is_number_integer() &&
        json["endNode"].is_number_integer() && json["type"].is_string() &&
        json["properties"].is_object()) {
      const auto id = json["id"].get<std::int64_t>();
      entities_.relationships[id] = {json["type"].get<std::string>(),
                                     json["startNode"].get<std::int64_t>(),
                                     json["endNode"].get<std::int64_t>(), map(json["properties"])};
      return RelationshipRef{id};
    }
    if (has_only(json, {"nodes", "rels"})) {
      if (auto found = path(json)) return std::move(*found);
    }
    if (has_only(json, {"_iso8601", "months", "days", "seconds", "nanosecondsOfSecond"})) {
      return Duration{json["months"].get<std::int64_t>(), json["days"].get<std::int64_t>(),
                      json["seconds"].get<std::int64_t>(),
                      json["nanosecondsOfSecond"].get<std::int32_t>()};
    }
    if (has_only(json, {"srid", "x", "y", "z"}) && json["srid"].is_number_integer() &&
        json["x"].is_number() && json["y"].is_number()) {
      return Point{json["srid"].get<std::int32_t>(), json["x"].get<double>(),
                   json["y"].get<double>(), json["z"].is_number() ? json["z"].get<double>() : 0};
    }
    return map(json);
  }

  Value node(const Json& json) {
    const auto id = json["id"].get<std::int64_t>();
    NodeData data{{}, map(json["properties"])};
    for (const Json& label : json["labels"]) {
      if (label.is_string()) data.labels.push_back(label.get<std::string>());
    }
    std::sort(data.labels.begin(), data.labels.end());
    entities_.nodes[id] = std::move(data);
    return NodeRef{id};
  }

  std::optional<Value> path(const Json& json) {
    Path result;
    for (const Json& item : json["nodes"]) {
      const Value each = value(item);
      if (!each.is<NodeRef>()) return std::nullopt;
      result.nodes.push_back(each.as<NodeRef>());
    }
    for (const Json& item : json["rels"]) {
      const Value each = value(item);
      if (!each.is<RelationshipRef>()) return std::nullopt;
      result.relationships.push_back(each.as<RelationshipRef>());
    }
    if (result.nodes.size() != result.relationships.size() + 1) return std::nullopt;
    return Value(std::move(result));
  }

  Entities& entities_;
};

// Errors are JSON too: {"error": "...", "code": "..."}.
DatabaseError read_error(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("error")) return {"", std::string(text)};
  return {json.value("code", ""), json.value("error", "")};
}

// It writes NaN and Infinity, which JSON does not have. They become texts that no Cypher text is:
// with a zero byte in front.
std::string with_texts_for_floats(std::string_view text) {
  std::string result;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_text = !in_text;
    if (in_text && text[i] == '\\' && i + 1 < text.size()) result += text[i++];
    bool replaced = false;
    for (const std::string_view name :
         {"NaN", "Infinity.0", "-Infinity.0", "Infinity", "-Infinity"}) {
      if (in_text || !text.substr(i).starts_with(name)) continue;
      result += fmt::format("\"\\u0000{}\"", name);
      i += name.size() - 1;
      replaced = true;
      break;
    }
    if (!replaced) result += text[i];
  }
  return result;
}

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

}  // namespace

Outcome read_graphqlite(std::string_view text, std::string_view statement) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) json = Json::parse(with_texts_for_floats(text), nullptr, false);
  if (json.is_object()) return Rows{};  // what a statement without RETURN changed
  const auto columns = returned_columns(statement);
  if (json.is_discarded() || !json.is_array()) {
    if (columns && columns->empty()) return Rows{};
    return Crash{"graphqlite sent what is no result", std::string(text)};
  }
  Rows rows;
  if (columns) rows.columns = *columns;
  JsonReader reader(rows.entities);
  try {
    for (const Json& line : json) {
      if (!line.is_object()) return Crash{"graphqlite sent a row that is none", line.dump()};
      if (rows.columns.empty()) {
        for (const auto& [key, item] : line.items()) rows.columns.push_back(key);
      }
      auto& row = rows.rows.emplace_back();
      for (std::size_t i = 0; i < rows.columns.size(); ++i) {
        // By name; and by position, where it has another name for an expression than we.
        auto found = line.find(rows.columns[i]);
        if (found == line.end() && line.size() == rows.columns.size()) {
          found = std::next(line.begin(), static_cast<std::ptrdiff_t>(i));
        }
        row.push_back(found == line.end() ? Value() : reader.value(*found));
      }
    }
  } catch (const nlohmann::json::exception& error) {  // a number that does not fit
    return Crash{fmt::format("graphqlite sent what is no value: {}", error.what()),
                 std::string(text)};
  }
  return rows;
}

GraphQLite::GraphQLite(std::string folder) : library_(std::move(folder) + "/graphqlite.so") {
  database_ = open();
}

GraphQLite::Database GraphQLite::open() const {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open(":memory:", &opened);
  Database database(opened);
  if (code != SQLITE_OK) throw Error("cannot open a database in memory");
  sqlite3_enable_load_extension(opened, 1);
  char* message = nullptr;
  if (sqlite3_load_extension(opened, library_.c_str(), nullptr, &message) != SQLITE_OK) {
    const std::string reason = message == nullptr ? "" : message;
    sqlite3_free(message);
    throw Error(fmt::format("cannot load {}: {}", library_, reason));
  }
  return database;
}

std::string GraphQLite::version() {
  return sqlite3_libversion();
}

Outcome GraphQLite::reset() {
  database_ = open();
  return Rows{};
}

Outcome GraphQLite::run(std::string_view statement, const Map& parameters, milliseconds deadline) {
  auto end = Clock::now() + deadline;
  sqlite3* const database = database_.get();
  sqlite3_progress_handler(
      database, steps_between_looks,
      [](void* when) { return Clock::now() > *static_cast<Clock::time_point*>(when) ? 1 : 0; },
      &end);
  const char* sql = parameters.empty() ? "SELECT cypher(?)" : "SELECT cypher(?, ?)";
  sqlite3_stmt* prepared = nullptr;
  CHECK(sqlite3_prepare_v2(database, sql, -1, &prepared, nullptr) == SQLITE_OK, "it has cypher()");
  const std::unique_ptr<sqlite3_stmt, Finalize> guard(prepared);
  const std::string text(statement);
  const std::string values =
      to_json(Value(parameters)).dump(-1, ' ', false, Json::error_handler_t::replace);
  sqlite3_bind_text(prepared, 1, text.c_str(), static_cast<int>(text.size()), SQLITE_STATIC);
  if (!parameters.empty()) {
    sqlite3_bind_text(prepared, 2, values.c_str(), static_cast<int>(values.size()), SQLITE_STATIC);
  }
  Outcome outcome = Rows{};
  const int code = sqlite3_step(prepared);
  if (code == SQLITE_ROW) {
    const auto* answer = reinterpret_cast<const char*>(sqlite3_column_text(prepared, 0));
    if (answer != nullptr) outcome = read_graphqlite(answer, statement);
  } else if (code != SQLITE_DONE) {
    outcome = Clock::now() > end ? Outcome(Timeout{deadline})
                                 : Outcome(read_error(sqlite3_errmsg(database)));
  }
  sqlite3_progress_handler(database, 0, nullptr, nullptr);
  return outcome;
}

std::optional<Entities> GraphQLite::graph() {
  const milliseconds deadline(10'000);
  Outcome nodes = run("MATCH (n) RETURN n", {}, deadline);
  Outcome relationships = run("MATCH ()-[r]->() RETURN r", {}, deadline);
  auto* const node_rows = std::get_if<Rows>(&nodes);
  auto* const relationship_rows = std::get_if<Rows>(&relationships);
  if (node_rows == nullptr || relationship_rows == nullptr) return std::nullopt;
  return Entities{std::move(node_rows->entities.nodes),
                  std::move(relationship_rows->entities.relationships)};
}

Outcome GraphQLite::explain(std::string_view statement, const Map& parameters) {
  return run("EXPLAIN " + std::string(statement), parameters, milliseconds(10'000));
}

}  // namespace dinkel

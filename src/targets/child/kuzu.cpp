#include "targets/child/kuzu.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/match.h"
#include "cypher/calendar.h"
#include "cypher/print.h"
#include "cypher/value_text.h"
#include "targets/child/kuzu_reader.h"
#include "targets/columns.h"
#include "targets/parameters.h"

namespace dinkel {
namespace {

using std::chrono::milliseconds;

constexpr std::uint64_t megabyte = 1024 * 1024;

std::string string_literal(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\\' || c == '\'') result += '\\';
    result += c;
  }
  return result + "'";
}

std::string float_literal(double number) {
  if (std::isnan(number)) return "cast('NaN', 'DOUBLE')";
  if (std::isinf(number)) return number > 0 ? "cast('inf', 'DOUBLE')" : "cast('-inf', 'DOUBLE')";
  return fmt::format("cast('{}', 'DOUBLE')", float_text(number));
}

std::string no_entity() {
  CHECK(false, "an entity cannot be a parameter");
}

template <typename Temporal>
std::string call(std::string_view function, const Temporal& value) {
  return fmt::format("{}('{}')", function, temporal_text(value));
}

std::string interval_literal(const Duration& duration) {
  return fmt::format("interval('{} months {} days {} seconds {} us')", duration.months,
                     duration.days, duration.seconds, duration.nanoseconds / 1'000);
}

// What is to be destroyed when it is no longer needed.
template <typename T>
class Owned {
 public:
  explicit Owned(void (*destroy)(T*)) : destroy_(destroy) {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (value_.pointer != nullptr) destroy_(&value_);
  }
  T* get() { return &value_; }

 private:
  T value_;
  void (*destroy_)(T*);
};

}  // namespace

std::string kuzu_literal(const Value& value) {
  return match(
      value.data(), [](const Null&) -> std::string { return "NULL"; },
      [](bool b) -> std::string { return b ? "true" : "false"; },
      // The smallest one is no literal there, but a negated one that is too large.
      [](std::int64_t i) { return fmt::format("cast('{}', 'INT64')", i); },
      [](double d) { return float_literal(d); },
      [](const std::string& text) { return string_literal(text); },
      [](const Values& list) {
        std::string result = "[";
        for (const Value& item : list) {
          result += (result.size() > 1 ? ", " : "") + kuzu_literal(item);
        }
        return result + "]";
      },
      [](const Map& map) {
        std::string result = "{";
        for (const auto& [key, item] : map) {
          result += fmt::format("{}{}: {}", result.size() > 1 ? ", " : "", quote_name(key),
                                kuzu_literal(item));
        }
        return result + "}";
      },
      [](const NodeRef&) { return no_entity(); },
      [](const RelationshipRef&) { return no_entity(); }, [](const Path&) { return no_entity(); },
      [](const Date& date) { return call("date", date); },
      [](const LocalTime& time) { return string_literal(temporal_text(time)); },
      [](const Time& time) { return string_literal(temporal_text(time)); },
      [](const LocalDateTime& datetime) { return call("timestamp", datetime); },
      [](const DateTime& datetime) {
        const DateTime plain{datetime.seconds, datetime.nanoseconds, 0, ""};
        return fmt::format("cast('{}', 'TIMESTAMP_TZ')", temporal_text(plain));
      },
      [](const Duration& duration) { return interval_literal(duration); },
      [](const Point& point) {
        return fmt::format("{{x: {}, y: {}}}", float_literal(point.x), float_literal(point.y));
      });
}

Kuzu::Kuzu(const std::string& folder) : library_(kuzu::load_library(folder + "/libkuzu.so")) {
  open();
}

void Kuzu::open() {
  kuzu::SystemConfig config = library_.default_system_config();
  config.buffer_pool_size = 256 * megabyte;
  config.max_num_threads = 1;  // the order of rows repeats, and the machine has others to serve
  config.max_db_size = 4096 * megabyte;
  if (library_.database_init(":memory:", config, &database_) != 0 ||
      library_.connection_init(&database_, &connection_) != 0) {
    throw Error("Kuzu cannot make a database in memory");
  }
  schema_ = KuzuSchema();
}

void Kuzu::close() {
  if (connection_.pointer != nullptr) library_.connection_destroy(&connection_);
  if (database_.pointer != nullptr) library_.database_destroy(&database_);
  connection_ = {};
  database_ = {};
}

std::string Kuzu::version() {
  char* const text = library_.get_version();
  std::string version = text;
  library_.destroy_string(text);
  return version;
}

Outcome Kuzu::reset() {
  close();
  open();
  return Rows{};
}

Outcome Kuzu::query(const std::string& text, std::string_view statement, milliseconds deadline) {
  library_.connection_set_query_timeout(&connection_, static_cast<std::uint64_t>(deadline.count()));
  Owned<kuzu::QueryResult> result(library_.query_result_destroy);
  library_.connection_query(&connection_, text.c_str(), result.get());
  if (!library_.query_result_is_success(result.get())) {
    char* const reason = library_.query_result_get_error_message(result.get());
    std::string message = reason == nullptr ? "" : reason;
    if (reason != nullptr) library_.destroy_string(reason);
    if (message.find("Interrupted") != std::string::npos) return Timeout{deadline};
    return DatabaseError{"", std::move(message)};
  }
  const auto columns = returned_columns(statement);
  if (columns && columns->empty()) return Rows{};
  Rows rows;
  const std::uint64_t count = library_.query_result_get_num_columns(result.get());
  for (std::uint64_t i = 0; i < count; ++i) {
    char* name = nullptr;
    library_.query_result_get_column_name(result.get(), i, &name);
    rows.columns.emplace_back(name == nullptr ? "" : name);
    if (name != nullptr) library_.destroy_string(name);
  }
  // It has names of its own for expressions.
  if (columns && columns->size() == rows.columns.size()) rows.columns = *columns;
  KuzuReader reader(library_, rows.entities);
  while (library_.query_result_has_next(result.get())) {
    Owned<kuzu::Tuple> tuple(library_.flat_tuple_destroy);
    if (library_.query_result_get_next(result.get(), tuple.get()) != 0) break;
    auto& row = rows.rows.emplace_back();
    for (std::uint64_t i = 0; i < count; ++i) {
      Owned<kuzu::KuzuValue> value(library_.value_destroy);
      library_.flat_tuple_get_value(tuple.get(), i, value.get());
      row.push_back(reader.value(value.get()));
    }
  }
  return rows;
}

Outcome Kuzu::run(std::string_view statement, const Map& parameters, milliseconds deadline) {
  const std::string text =
      replace_parameters(statement, [&](const std::string& name) -> std::optional<std::string> {
        const Value* value = parameters.find(name);
        if (value == nullptr) return std::nullopt;
        return kuzu_literal(*value);
      });
  for (const std::string& command : schema_.prepare(text)) {
    // What cannot be declared, the statement itself will complain about.
    query(command, command, deadline);
  }
  return query(text, statement, deadline);
}

std::optional<Entities> Kuzu::graph() {
  const milliseconds deadline(10'000);
  Entities entities;
  for (const std::string text : {"MATCH (n) RETURN n", "MATCH ()-[r]->() RETURN r"}) {
    Outcome outcome = query(text, text, deadline);
    auto* rows = std::get_if<Rows>(&outcome);
    // Without any table there is nothing, and no query about it either.
    if (rows == nullptr) continue;
    entities.nodes.merge(rows->entities.nodes);
    entities.relationships.merge(rows->entities.relationships);
  }
  return entities;
}

Outcome Kuzu::explain(std::string_view statement, const Map& parameters) {
  return run("EXPLAIN " + std::string(statement), parameters, milliseconds(10'000));
}

}  // namespace dinkel

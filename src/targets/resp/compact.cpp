#include "targets/resp/compact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "cypher/calendar.h"

namespace dinkel {
namespace {

// The numbers of the format, as its first field of each value.
enum class ValueType : std::int64_t {
  Unknown = 0,
  Null = 1,
  String = 2,
  Integer = 3,
  Boolean = 4,
  Double = 5,
  Array = 6,
  Edge = 7,
  Node = 8,
  Path = 9,
  Map = 10,
  Point = 11,
  Vector = 12,
  DateTime = 13,
  Date = 14,
  Time = 15,
  Duration = 16,
};

// A clock time is told as a moment of the first day of 1900.
constexpr std::int64_t first_day_of_1900 = -2'208'988'800;

class Decoder {
 public:
  explicit Decoder(const NameTables& names) : names_(names) {}

  CompactResult decode(const Reply& reply);

 private:
  // A failure is remembered and the decoding goes on with nothing, as in Stream.
  Value fail(std::string message) {
    if (!malformed_) malformed_ = std::move(message);
    return Null{};
  }
  const Reply& item(const Reply& array, std::size_t index, Reply::Kind kind);
  std::int64_t integer(const Reply& array, std::size_t index) {
    return item(array, index, Reply::Kind::Integer).integer;
  }
  const std::string& name(const std::vector<std::string>& table, const Reply& number);
  double number(const Reply& reply);

  Value value(const Reply& cell);
  Value list(const Reply& items);
  Value map(const Reply& items);
  Value node(const Reply& fields);
  Value relationship(const Reply& fields);
  Value path(const Reply& fields);
  Value point(const Reply& fields);
  Value vector(const Reply& fields);
  Map properties(const Reply& list);

  const NameTables& names_;
  Entities entities_;
  bool unknown_ = false;
  std::optional<std::string> malformed_;
};

const Reply& nothing() {
  static const Reply reply;
  return reply;
}

const Reply& Decoder::item(const Reply& array, std::size_t index, Reply::Kind kind) {
  if (array.is(Reply::Kind::Array) && index < array.items.size() && array.items[index].is(kind)) {
    return array.items[index];
  }
  fail(fmt::format("field {} of a value is missing or of another type", index));
  return nothing();
}

const std::string& Decoder::name(const std::vector<std::string>& table, const Reply& number) {
  const auto index = static_cast<std::uint64_t>(number.integer);
  if (number.is(Reply::Kind::Integer) && index < table.size()) return table[index];
  if (!number.is(Reply::Kind::Integer)) fail("a name is not given by its number");
  unknown_ = true;
  return nothing().text;
}

double Decoder::number(const Reply& reply) {
  if (reply.is(Reply::Kind::Integer)) return static_cast<double>(reply.integer);
  char* end = nullptr;
  const double result = std::strtod(reply.text.c_str(), &end);
  if (reply.text.empty() || *end != '\0') fail("'" + reply.text + "' is no number");
  return result;
}

Value Decoder::value(const Reply& cell) {
  if (!cell.is(Reply::Kind::Array) || cell.items.size() != 2) return fail("a value has no type");
  const Reply& content = cell.items[1];
  const auto whole = [&] { return integer(cell, 1); };
  switch (static_cast<ValueType>(integer(cell, 0))) {
    case ValueType::Null:
      return Null{};
    case ValueType::String:
      return item(cell, 1, Reply::Kind::Text).text;
    case ValueType::Integer:
      return whole();
    case ValueType::Boolean:
      if (content.text == "true" || content.text == "false") return content.text == "true";
      return fail("a truth value that is neither true nor false");
    case ValueType::Double:
      return number(content);
    case ValueType::Array:
      return list(content);
    case ValueType::Edge:
      return relationship(content);
    case ValueType::Node:
      return node(content);
    case ValueType::Path:
      return path(content);
    case ValueType::Map:
      return map(content);
    case ValueType::Point:
      return point(content);
    case ValueType::Vector:
      return vector(content);
    case ValueType::DateTime:
      return LocalDateTime{whole(), 0};
    case ValueType::Date:
      return Date{floor_div(whole(), seconds_per_day)};
    case ValueType::Time:
      // Whatever the day, what counts is the time of day.
      return LocalTime{floor_mod(floor_mod(whole(), seconds_per_day) -
                                     floor_mod(first_day_of_1900, seconds_per_day),
                                 seconds_per_day) *
                       nanos_per_second};
    case ValueType::Duration:
      return duration_from_epoch(whole());
    case ValueType::Unknown:
      break;
  }
  return fail(fmt::format("a value of the unknown type {}", cell.items[0].integer));
}

Value Decoder::list(const Reply& items) {
  if (!items.is(Reply::Kind::Array)) return fail("a list without items");
  Values values;
  values.reserve(items.items.size());
  for (const Reply& cell : items.items) values.push_back(value(cell));
  return values;
}

Value Decoder::map(const Reply& items) {
  if (!items.is(Reply::Kind::Array) || items.items.size() % 2 != 0) {
    return fail("a map has a key without a value");
  }
  std::vector<Map::Entry> entries;
  for (std::size_t i = 0; i < items.items.size(); i += 2) {
    entries.emplace_back(item(items, i, Reply::Kind::Text).text, value(items.items[i + 1]));
  }
  return Map(std::move(entries));
}

// Each property is its key's number, a type and a value.
Map Decoder::properties(const Reply& list) {
  std::vector<Map::Entry> entries;
  for (const Reply& property : list.items) {
    if (!property.is(Reply::Kind::Array) || property.items.size() != 3) {
      fail("a property without a value");
      break;
    }
    Reply cell;
    cell.kind = Reply::Kind::Array;
    cell.items = {property.items[1], property.items[2]};
    entries.emplace_back(name(names_.property_keys, property.items[0]), value(cell));
  }
  return {std::move(entries)};
}

Value Decoder::node(const Reply& fields) {
  const std::int64_t id = integer(fields, 0);
  NodeData data;
  for (const Reply& label : item(fields, 1, Reply::Kind::Array).items) {
    data.labels.push_back(name(names_.labels, label));
  }
  std::sort(data.labels.begin(), data.labels.end());
  data.labels.erase(std::unique(data.labels.begin(), data.labels.end()), data.labels.end());
  data.properties = properties(item(fields, 2, Reply::Kind::Array));
  entities_.nodes.insert_or_assign(id, std::move(data));
  return NodeRef{id};
}

Value Decoder::relationship(const Reply& fields) {
  const std::int64_t id = integer(fields, 0);
  RelationshipData data;
  data.type = name(names_.relationship_types, item(fields, 1, Reply::Kind::Integer));
  data.start = integer(fields, 2);
  data.end = integer(fields, 3);
  data.properties = properties(item(fields, 4, Reply::Kind::Array));
  entities_.relationships.insert_or_assign(id, std::move(data));
  return RelationshipRef{id};
}

Value Decoder::path(const Reply& fields) {
  Path result;
  for (std::size_t i = 0; i < 2; ++i) {
    const Value part = value(item(fields, i, Reply::Kind::Array));
    const auto* entities = part.get_if<Values>();
    if (entities == nullptr) return fail("a path without its lists");
    for (const Value& entity : *entities) {
      if (const auto* node = entity.get_if<NodeRef>(); node != nullptr && i == 0) {
        result.nodes.push_back(*node);
      } else if (const auto* edge = entity.get_if<RelationshipRef>(); edge != nullptr && i == 1) {
        result.relationships.push_back(*edge);
      } else {
        return fail("a path with something else in it than nodes and relationships");
      }
    }
  }
  if (result.nodes.size() != result.relationships.size() + 1) {
    return fail("a path whose nodes and relationships do not fit together");
  }
  return result;
}

Value Decoder::point(const Reply& fields) {
  if (!fields.is(Reply::Kind::Array) || fields.items.size() != 2) {
    return fail("a point without two coordinates");
  }
  // Latitude comes first, and it is what Cypher calls y.
  return Point{4326, number(fields.items[1]), number(fields.items[0]), 0};
}

Value Decoder::vector(const Reply& fields) {
  Values values;
  for (const Reply& element : fields.items) values.emplace_back(number(element));
  return values;
}

CompactResult Decoder::decode(const Reply& reply) {
  Rows rows;
  // A statement without RETURN answers with its statistics alone.
  if (reply.is(Reply::Kind::Array) && reply.items.size() == 1) return rows;
  if (!reply.is(Reply::Kind::Array) || reply.items.size() != 3) {
    return MalformedReply{"a result does not have header, rows and statistics"};
  }
  for (const Reply& column : item(reply, 0, Reply::Kind::Array).items) {
    rows.columns.push_back(item(column, 1, Reply::Kind::Text).text);
  }
  for (const Reply& row : item(reply, 1, Reply::Kind::Array).items) {
    if (!row.is(Reply::Kind::Array) || row.items.size() != rows.columns.size()) {
      fail("a row does not have as many values as there are columns");
      break;
    }
    auto& values = rows.rows.emplace_back();
    values.reserve(row.items.size());
    for (const Reply& cell : row.items) values.push_back(value(cell));
  }
  if (malformed_) return MalformedReply{*malformed_};
  if (unknown_) return UnknownName{};
  rows.entities = std::move(entities_);
  return rows;
}

}  // namespace

Duration duration_from_epoch(std::int64_t seconds) {
  const std::int64_t days = floor_div(seconds, seconds_per_day);
  if (seconds < 0) {
    return {0, seconds / seconds_per_day, seconds % seconds_per_day, 0};
  }
  const CivilDate end = civil_from_days(days);
  return {(end.year - 1970) * 12 + end.month - 1, end.day - 1, floor_mod(seconds, seconds_per_day),
          0};
}

CompactResult decode_compact(const Reply& reply, const NameTables& names) {
  return Decoder(names).decode(reply);
}

}  // namespace dinkel

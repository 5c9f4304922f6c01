#include "targets/child/kuzu_reader.h"

#include <cstdlib>
#include <utility>

#include "cypher/calendar.h"

namespace dinkel {
namespace {

// Tables have few numbers and rows many.
std::int64_t to_id(const kuzu::InternalId& id) {
  return static_cast<std::int64_t>(id.table << 40U | id.offset);
}

LocalDateTime from_fraction(std::int64_t count, std::int64_t per_second) {
  return {floor_div(count, per_second), static_cast<std::int32_t>(floor_mod(count, per_second) *
                                                                  (nanos_per_second / per_second))};
}

}  // namespace

int KuzuReader::type_of(kuzu::KuzuValue* value) const {
  kuzu::LogicalType type;
  library_.value_get_data_type(value, &type);
  const int id = library_.data_type_get_id(&type);
  library_.data_type_destroy(&type);
  return id;
}

std::string KuzuReader::take(char* text) const {
  if (text == nullptr) return "";
  std::string result = text;
  library_.destroy_string(text);
  return result;
}

std::string KuzuReader::text(kuzu::KuzuValue* value) const {
  return take(library_.value_to_string(value));
}

Value KuzuReader::child(kuzu::KuzuValue* value, Getter getter) {
  kuzu::KuzuValue inner;
  if (getter(value, &inner) != 0) return Null{};
  Value result = this->value(&inner);
  library_.value_destroy(&inner);
  return result;
}

Value KuzuReader::child(kuzu::KuzuValue* value, std::uint64_t index, IndexedGetter getter) {
  kuzu::KuzuValue inner;
  if (getter(value, index, &inner) != 0) return Null{};
  Value result = this->value(&inner);
  library_.value_destroy(&inner);
  return result;
}

std::int64_t KuzuReader::id(kuzu::KuzuValue* value, Getter getter) {
  const Value found = child(value, getter);
  const auto* number = found.get_if<std::int64_t>();
  return number == nullptr ? -1 : *number;
}

Value KuzuReader::value(kuzu::KuzuValue* value) {
  if (library_.value_is_null(value)) return Null{};
  const int type = type_of(value);
  switch (type) {
    case kuzu::Node:
      return node(value);
    case kuzu::Rel:
      return relationship(value);
    case kuzu::RecursiveRel:
      return path(value);
    case kuzu::List:
    case kuzu::Array:
      return list(value);
    case kuzu::Struct:
      return structure(value);
    case kuzu::MapId:
      return map(value);
    default:
      return scalar(value, type);
  }
}

Value KuzuReader::scalar(kuzu::KuzuValue* value, int type) {
  const auto fraction = [&](int (*getter)(kuzu::KuzuValue*, std::int64_t*), std::int64_t scale) {
    std::int64_t count = 0;
    getter(value, &count);
    return from_fraction(count, scale);
  };
  bool boolean = false;
  double real = 0;
  float single = 0;
  std::int64_t integer = 0;
  std::int32_t days = 0;
  char* characters = nullptr;
  kuzu::InternalId internal;
  kuzu::Interval interval;
  switch (type) {
    case kuzu::Bool:
      library_.value_get_bool(value, &boolean);
      return boolean;
    case kuzu::Int64:
    case kuzu::Serial:
      library_.value_get_int64(value, &integer);
      return integer;
    case kuzu::Int32:
    case kuzu::Int16:
    case kuzu::Int8:
    case kuzu::UInt64:
    case kuzu::UInt32:
    case kuzu::UInt16:
    case kuzu::UInt8:
    case kuzu::Int128:
      return static_cast<std::int64_t>(std::strtoll(text(value).c_str(), nullptr, 10));
    case kuzu::Decimal:
      return std::strtod(text(value).c_str(), nullptr);
    case kuzu::Double:
      library_.value_get_double(value, &real);
      return real;
    case kuzu::Float:
      library_.value_get_float(value, &single);
      return static_cast<double>(single);
    case kuzu::String:
      library_.value_get_string(value, &characters);
      return take(characters);
    case kuzu::DateId:
      library_.value_get_date(value, &days);
      return Date{days};
    case kuzu::Timestamp:
      return fraction(library_.value_get_timestamp, 1'000'000);
    case kuzu::TimestampNs:
      return fraction(library_.value_get_timestamp_ns, nanos_per_second);
    case kuzu::TimestampMs:
      return fraction(library_.value_get_timestamp_ms, 1'000);
    case kuzu::TimestampSec:
      return fraction(library_.value_get_timestamp_sec, 1);
    case kuzu::TimestampTz: {
      const LocalDateTime utc = fraction(library_.value_get_timestamp_tz, 1'000'000);
      return DateTime{utc.seconds, utc.nanoseconds, 0, ""};
    }
    case kuzu::IntervalId:
      library_.value_get_interval(value, &interval);
      return Duration{interval.months, interval.days, floor_div(interval.micros, 1'000'000),
                      static_cast<std::int32_t>(floor_mod(interval.micros, 1'000'000) * 1'000)};
    case kuzu::InternalIdId:
      library_.value_get_internal_id(value, &internal);
      return to_id(internal);
    default:
      return text(value);
  }
}

Value KuzuReader::list(kuzu::KuzuValue* value) {
  std::uint64_t size = 0;
  library_.value_get_list_size(value, &size);
  Values values;
  for (std::uint64_t i = 0; i < size; ++i) {
    values.push_back(child(value, i, library_.value_get_list_element));
  }
  return values;
}

Value KuzuReader::structure(kuzu::KuzuValue* value) {
  std::uint64_t size = 0;
  library_.value_get_struct_num_fields(value, &size);
  Map map;
  for (std::uint64_t i = 0; i < size; ++i) {
    char* name = nullptr;
    library_.value_get_struct_field_name(value, i, &name);
    map.set(take(name), child(value, i, library_.value_get_struct_field_value));
  }
  return map;
}

Value KuzuReader::map(kuzu::KuzuValue* value) {
  std::uint64_t size = 0;
  library_.value_get_map_size(value, &size);
  Map map;
  for (std::uint64_t i = 0; i < size; ++i) {
    const Value key = child(value, i, library_.value_get_map_key);
    const auto* name = key.get_if<std::string>();
    map.set(name == nullptr ? to_text(key) : *name, child(value, i, library_.value_get_map_value));
  }
  return map;
}

Map KuzuReader::properties(kuzu::KuzuValue* value, std::uint64_t count, NameGetter name,
                           IndexedGetter property) {
  Map map;
  for (std::uint64_t i = 0; i < count; ++i) {
    char* text = nullptr;
    name(value, i, &text);
    const std::string key = take(text);
    Value found = child(value, i, property);
    // A column without a value is no property; nor is the key that we add.
    if (!found.is_null() && key != "_row") map.set(key, std::move(found));
  }
  return map;
}

Value KuzuReader::node(kuzu::KuzuValue* value) {
  const std::int64_t number = id(value, library_.node_val_get_id_val);
  if (number < 0) return Null{};
  std::uint64_t count = 0;
  library_.node_val_get_property_size(value, &count);
  NodeData data{{},
                properties(value, count, library_.node_val_get_property_name_at,
                           library_.node_val_get_property_value_at)};
  const Value label = child(value, library_.node_val_get_label_val);
  if (const auto* name = label.get_if<std::string>()) data.labels.push_back(*name);
  entities_.nodes[number] = std::move(data);
  return NodeRef{number};
}

Value KuzuReader::relationship(kuzu::KuzuValue* value) {
  const std::int64_t number = id(value, library_.rel_val_get_id_val);
  if (number < 0) return Null{};
  std::uint64_t count = 0;
  library_.rel_val_get_property_size(value, &count);
  RelationshipData data{"", id(value, library_.rel_val_get_src_id_val),
                        id(value, library_.rel_val_get_dst_id_val),
                        properties(value, count, library_.rel_val_get_property_name_at,
                                   library_.rel_val_get_property_value_at)};
  const Value label = child(value, library_.rel_val_get_label_val);
  if (const auto* name = label.get_if<std::string>()) data.type = *name;
  entities_.relationships[number] = std::move(data);
  return RelationshipRef{number};
}

Value KuzuReader::path(kuzu::KuzuValue* value) {
  const Value nodes = child(value, library_.value_get_recursive_rel_node_list);
  const Value relationships = child(value, library_.value_get_recursive_rel_rel_list);
  Path path;
  if (const auto* list = nodes.get_if<Values>()) {
    for (const Value& item : *list) {
      if (const auto* node = item.get_if<NodeRef>()) path.nodes.push_back(*node);
    }
  }
  if (const auto* list = relationships.get_if<Values>()) {
    for (const Value& item : *list) {
      if (const auto* each = item.get_if<RelationshipRef>()) path.relationships.push_back(*each);
    }
  }
  if (path.nodes.size() == path.relationships.size() + 1) return path;
  // The relationships of a variable length, without the nodes at the ends: a list of them.
  Values values;
  for (const RelationshipRef& each : path.relationships) values.emplace_back(each);
  return values;
}

}  // namespace dinkel

#include "targets/bolt/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/match.h"
#include "cypher/calendar.h"
#include "interpret/time_zone.h"

namespace dinkel {
namespace {

enum Tag : std::uint8_t {
  NodeTag = 'N',
  RelationshipTag = 'R',
  UnboundRelationshipTag = 'r',
  PathTag = 'P',
  DateTag = 'D',
  TimeTag = 'T',
  LocalTimeTag = 't',
  DateTimeTag = 'I',
  DateTimeZoneTag = 'i',
  LegacyDateTimeTag = 'F',
  LegacyDateTimeZoneTag = 'f',
  LocalDateTimeTag = 'd',
  DurationTag = 'E',
  Point2dTag = 'X',
  Point3dTag = 'Y',
};

// A broken server may send any number: a sum that does not fit wraps.
std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  (void)__builtin_add_overflow(a, b, &result);
  return result;
}

void pack_datetime(Packer& packer, const DateTime& datetime, bool utc) {
  const bool named = !datetime.zone.empty();
  const auto tag = utc ? (named ? DateTimeZoneTag : DateTimeTag)
                       : (named ? LegacyDateTimeZoneTag : LegacyDateTimeTag);
  packer.structure(tag, 3);
  packer.integer(utc ? datetime.seconds : sum(datetime.seconds, datetime.offset_seconds));
  packer.integer(datetime.nanoseconds);
  if (named) {
    packer.text(datetime.zone);
  } else {
    packer.integer(datetime.offset_seconds);
  }
}

void pack_point(Packer& packer, const Point& point) {
  const bool is_3d = point.srid == 9157 || point.srid == 4979;
  packer.structure(is_3d ? Point3dTag : Point2dTag, is_3d ? 4 : 3);
  packer.integer(point.srid);
  packer.real(point.x);
  packer.real(point.y);
  if (is_3d) packer.real(point.z);
}

void refuse_entity() {
  CHECK(false, "an entity cannot be a parameter");
}

void pack_integers(Packer& packer, std::uint8_t tag, std::initializer_list<std::int64_t> fields) {
  packer.structure(tag, fields.size());
  for (const std::int64_t field : fields) packer.integer(field);
}

// Reads fields one after the other; the first that does not fit ends the reading.
class Reader {
 public:
  explicit Reader(Entities& entities) : entities_(entities) {}

  Value value(const Packed& packed);
  const std::optional<std::string>& failure() const { return failure_; }

 private:
  Value fail(std::string message) {
    if (!failure_) failure_ = std::move(message);
    return Null{};
  }
  template <typename T>
  const T& field(const PackedStructure& structure, std::size_t index) {
    static const T none = T();
    const T* found =
        index < structure.fields.size() ? structure.fields[index].get_if<T>() : nullptr;
    if (found == nullptr) {
      fail(fmt::format("field {} of a structure '{}' is missing or of another type", index,
                       static_cast<char>(structure.tag)));
    }
    return found ? *found : none;
  }
  std::int64_t integer(const PackedStructure& structure, std::size_t index) {
    return field<std::int64_t>(structure, index);
  }
  std::int32_t nanoseconds(const PackedStructure& structure, std::size_t index) {
    return static_cast<std::int32_t>(integer(structure, index));
  }
  Map map(const PackedMap& entries);
  Value structure(const PackedStructure& fields);
  Value node(const PackedStructure& fields);
  Value relationship(const PackedStructure& fields);
  Value path(const PackedStructure& fields);
  Value datetime(const PackedStructure& fields, bool utc);
  Value datetime_in_zone(const PackedStructure& fields, bool utc);
  Value duration(const PackedStructure& fields);
  Value point(const PackedStructure& fields, std::size_t dimensions);

  Entities& entities_;
  std::optional<std::string> failure_;
};

Map Reader::map(const PackedMap& entries) {
  std::vector<Map::Entry> result;
  result.reserve(entries.size());
  for (const auto& [key, packed] : entries) result.emplace_back(key, value(packed));
  return {std::move(result)};
}

Value Reader::value(const Packed& packed) {
  return match(
      packed.data, [](std::monostate) -> Value { return Null{}; },
      [](bool b) -> Value { return b; }, [](std::int64_t i) -> Value { return i; },
      [](double d) -> Value { return d; }, [](const std::string& text) -> Value { return text; },
      [&](const PackedBytes&) { return fail("bytes, which no Cypher value is"); },
      [&](const PackedList& items) -> Value {
        Values values;
        values.reserve(items.size());
        for (const Packed& item : items) values.push_back(value(item));
        return values;
      },
      [&](const PackedMap& entries) -> Value { return map(entries); },
      [&](const PackedStructure& fields) { return structure(fields); });
}

Value Reader::structure(const PackedStructure& fields) {
  switch (fields.tag) {
    case NodeTag:
      return node(fields);
    case RelationshipTag:
      return relationship(fields);
    case PathTag:
      return path(fields);
    case DateTag:
      return Date{integer(fields, 0)};
    case TimeTag:
      return Time{integer(fields, 0), nanoseconds(fields, 1)};
    case LocalTimeTag:
      return LocalTime{integer(fields, 0)};
    case DateTimeTag:
      return datetime(fields, true);
    case LegacyDateTimeTag:
      return datetime(fields, false);
    case DateTimeZoneTag:
      return datetime_in_zone(fields, true);
    case LegacyDateTimeZoneTag:
      return datetime_in_zone(fields, false);
    case LocalDateTimeTag:
      return LocalDateTime{integer(fields, 0), nanoseconds(fields, 1)};
    case DurationTag:
      return duration(fields);
    case Point2dTag:
      return point(fields, 2);
    case Point3dTag:
      return point(fields, 3);
    default:
      return fail(fmt::format("a structure with the unknown tag {:#04x}", fields.tag));
  }
}

Value Reader::node(const PackedStructure& fields) {
  const std::int64_t id = integer(fields, 0);
  NodeData data;
  for (const Packed& label : field<PackedList>(fields, 1)) {
    const auto* text = label.get_if<std::string>();
    if (text == nullptr) return fail("a label that is no text");
    data.labels.push_back(*text);
  }
  std::sort(data.labels.begin(), data.labels.end());
  data.labels.erase(std::unique(data.labels.begin(), data.labels.end()), data.labels.end());
  data.properties = map(field<PackedMap>(fields, 2));
  entities_.nodes.insert_or_assign(id, std::move(data));
  return NodeRef{id};
}

Value Reader::relationship(const PackedStructure& fields) {
  const std::int64_t id = integer(fields, 0);
  RelationshipData data{field<std::string>(fields, 3), integer(fields, 1), integer(fields, 2),
                        map(field<PackedMap>(fields, 4))};
  entities_.relationships.insert_or_assign(id, std::move(data));
  return RelationshipRef{id};
}

// Nodes and relationships each once, then the walk: the index of a relationship (from 1, negative
// when it is walked against its direction) and of a node (from 0) in turn.
Value Reader::path(const PackedStructure& fields) {
  std::vector<NodeRef> nodes;
  for (const Packed& packed : field<PackedList>(fields, 0)) {
    const Value entity = value(packed);
    if (!entity.is<NodeRef>()) return fail("a path with something else than nodes in it");
    nodes.push_back(entity.as<NodeRef>());
  }
  if (nodes.empty()) return fail("a path without nodes");
  const PackedList& relationships = field<PackedList>(fields, 1);
  const PackedList& steps = field<PackedList>(fields, 2);
  if (steps.size() % 2 != 0) return fail("a path that ends with a relationship");
  Path result{{nodes[0]}, {}};
  for (std::size_t i = 0; i < steps.size(); i += 2) {
    const auto* step = steps[i].get_if<std::int64_t>();
    const auto* next = steps[i + 1].get_if<std::int64_t>();
    const auto count = static_cast<std::int64_t>(relationships.size());
    if (step == nullptr || *step == 0 || *step > count || *step < -count || next == nullptr ||
        *next < 0 || *next >= static_cast<std::int64_t>(nodes.size())) {
      return fail("a path that leads nowhere");
    }
    const auto index = static_cast<std::size_t>(*step > 0 ? *step : -*step) - 1;
    const auto* unbound = relationships[index].get_if<PackedStructure>();
    if (unbound == nullptr || unbound->tag != UnboundRelationshipTag) {
      return fail("a path with something else than relationships between its nodes");
    }
    const NodeRef from = result.nodes.back();
    const NodeRef to = nodes[static_cast<std::size_t>(*next)];
    const std::int64_t id = integer(*unbound, 0);
    entities_.relationships.insert_or_assign(
        id, RelationshipData{field<std::string>(*unbound, 1), *step > 0 ? from.id : to.id,
                             *step > 0 ? to.id : from.id, map(field<PackedMap>(*unbound, 2))});
    result.relationships.push_back({id});
    result.nodes.push_back(to);
  }
  return result;
}

Value Reader::datetime(const PackedStructure& fields, bool utc) {
  const auto offset = nanoseconds(fields, 2);
  const std::int64_t seconds = integer(fields, 0);
  return DateTime{utc ? seconds : sum(seconds, -std::int64_t{offset}), nanoseconds(fields, 1),
                  offset, ""};
}

Value Reader::datetime_in_zone(const PackedStructure& fields, bool utc) {
  const std::string& name = field<std::string>(fields, 2);
  const std::int64_t seconds = integer(fields, 0);
  const auto zone = parse_time_zone(name);
  // A zone that this machine does not know is shown as if it were UTC, under its own name,
  // and so is a year that no calendar has.
  constexpr std::int64_t end_of_time = 1'000'000'000'000'000;
  if (!zone || seconds > end_of_time || seconds < -end_of_time) {
    return DateTime{seconds, nanoseconds(fields, 1), 0, name};
  }
  if (utc) return DateTime{seconds, nanoseconds(fields, 1), offset_at(*zone, seconds), name};
  const ZonedSeconds moment = resolve_local(*zone, seconds);
  return DateTime{moment.utc_seconds, nanoseconds(fields, 1), moment.offset_seconds, name};
}

Value Reader::duration(const PackedStructure& fields) {
  const std::int64_t nanos = integer(fields, 3);
  return Duration{integer(fields, 0), integer(fields, 1),
                  sum(integer(fields, 2), floor_div(nanos, nanos_per_second)),
                  static_cast<std::int32_t>(floor_mod(nanos, nanos_per_second))};
}

Value Reader::point(const PackedStructure& fields, std::size_t dimensions) {
  return Point{static_cast<std::int32_t>(integer(fields, 0)), field<double>(fields, 1),
               field<double>(fields, 2), dimensions == 3 ? field<double>(fields, 3) : 0};
}

}  // namespace

void pack(Packer& packer, const Map& map, bool utc) {
  packer.map(map.size());
  for (const auto& [key, value] : map) {
    packer.text(key);
    pack(packer, value, utc);
  }
}

void pack(Packer& packer, const Value& value, bool utc) {
  match(
      value.data(), [&](const Null&) { packer.null(); }, [&](bool b) { packer.boolean(b); },
      [&](std::int64_t i) { packer.integer(i); }, [&](double d) { packer.real(d); },
      [&](const std::string& text) { packer.text(text); },
      [&](const Values& list) {
        packer.list(list.size());
        for (const Value& item : list) pack(packer, item, utc);
      },
      [&](const Map& map) { pack(packer, map, utc); }, [](const NodeRef&) { refuse_entity(); },
      [](const RelationshipRef&) { refuse_entity(); }, [](const Path&) { refuse_entity(); },
      [&](const Date& date) { pack_integers(packer, DateTag, {date.days}); },
      [&](const LocalTime& time) { pack_integers(packer, LocalTimeTag, {time.nanoseconds}); },
      [&](const Time& time) {
        pack_integers(packer, TimeTag, {time.nanoseconds, time.offset_seconds});
      },
      [&](const LocalDateTime& datetime) {
        pack_integers(packer, LocalDateTimeTag, {datetime.seconds, datetime.nanoseconds});
      },
      [&](const DateTime& datetime) { pack_datetime(packer, datetime, utc); },
      [&](const Duration& duration) {
        pack_integers(packer, DurationTag,
                      {duration.months, duration.days, duration.seconds, duration.nanoseconds});
      },
      [&](const Point& point) { pack_point(packer, point); });
}

Result<Value, std::string> to_value(const Packed& packed, Entities& entities) {
  Reader reader(entities);
  Value value = reader.value(packed);
  if (reader.failure()) return *reader.failure();
  return value;
}

}  // namespace dinkel

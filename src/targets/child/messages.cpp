#include "targets/child/messages.h"

#include <fmt/format.h>

#include <utility>

#include "base/match.h"
#include "targets/bolt/packstream.h"
#include "targets/bolt/values.h"

namespace dinkel {
namespace {

constexpr std::size_t length_bytes = 4;
constexpr std::size_t max_message = 1U << 30U;

// The structures of Bolt, as values.cpp reads them.
constexpr std::uint8_t node_tag = 'N';
constexpr std::uint8_t relationship_tag = 'R';
constexpr std::uint8_t unbound_tag = 'r';
constexpr std::uint8_t path_tag = 'P';
constexpr std::uint8_t request_tag = 'Q';
constexpr std::uint8_t rows_tag = 'O';
constexpr std::uint8_t error_tag = 'E';
constexpr std::uint8_t crash_tag = 'C';
constexpr std::uint8_t timeout_tag = 'T';

class AnswerPacker {
 public:
  AnswerPacker(Packer& packer, const Entities& entities) : packer_(packer), entities_(entities) {}

  void value(const Value& value) {
    if (const auto* node = value.get_if<NodeRef>()) {
      this->node(node->id);
    } else if (const auto* relationship = value.get_if<RelationshipRef>()) {
      this->relationship(relationship->id);
    } else if (const auto* path = value.get_if<Path>()) {
      this->path(*path);
    } else if (const auto* list = value.get_if<Values>()) {
      packer_.list(list->size());
      for (const Value& item : *list) this->value(item);
    } else if (const auto* map = value.get_if<Map>()) {
      packer_.map(map->size());
      for (const auto& [key, item] : *map) {
        packer_.text(key);
        this->value(item);
      }
    } else {
      pack(packer_, value, true);
    }
  }

  void node(std::int64_t id) {
    const auto found = entities_.nodes.find(id);
    const NodeData data = found == entities_.nodes.end() ? NodeData() : found->second;
    packer_.structure(node_tag, 4);
    packer_.integer(id);
    packer_.list(data.labels.size());
    for (const std::string& label : data.labels) packer_.text(label);
    pack(packer_, data.properties, true);
    packer_.text("");
  }

  void relationship(std::int64_t id) {
    const RelationshipData data = data_of(id);
    packer_.structure(relationship_tag, 8);
    for (const std::int64_t number : {id, data.start, data.end}) packer_.integer(number);
    packer_.text(data.type);
    pack(packer_, data.properties, true);
    for (int i = 0; i < 3; ++i) packer_.text("");
  }

 private:
  RelationshipData data_of(std::int64_t id) const {
    const auto found = entities_.relationships.find(id);
    return found == entities_.relationships.end() ? RelationshipData() : found->second;
  }

  // Nodes and relationships each in a list, then the way through them: in turn the number of a
  // relationship, counted from 1 and negative against its direction, and of a node, from 0.
  void path(const Path& path) {
    packer_.structure(path_tag, 3);
    packer_.list(path.nodes.size());
    for (const NodeRef& each : path.nodes) node(each.id);
    packer_.list(path.relationships.size());
    for (const RelationshipRef& each : path.relationships) {
      const RelationshipData data = data_of(each.id);
      packer_.structure(unbound_tag, 4);
      packer_.integer(each.id);
      packer_.text(data.type);
      pack(packer_, data.properties, true);
      packer_.text("");
    }
    packer_.list(2 * path.relationships.size());
    for (std::size_t i = 0; i < path.relationships.size(); ++i) {
      const bool forward = data_of(path.relationships[i].id).start == path.nodes[i].id;
      const auto number = static_cast<std::int64_t>(i) + 1;
      packer_.integer(forward ? number : -number);
      packer_.integer(number);
    }
  }

  Packer& packer_;
  const Entities& entities_;
};

void pack_rows(Packer& packer, const Rows& rows) {
  packer.structure(rows_tag, 3);
  packer.list(rows.columns.size());
  for (const std::string& column : rows.columns) packer.text(column);
  AnswerPacker answer(packer, rows.entities);
  packer.list(rows.rows.size());
  for (const auto& row : rows.rows) {
    packer.list(row.size());
    for (const Value& value : row) answer.value(value);
  }
  packer.list(rows.entities.nodes.size() + rows.entities.relationships.size());
  for (const auto& [id, data] : rows.entities.nodes) answer.node(id);
  for (const auto& [id, data] : rows.entities.relationships) answer.relationship(id);
}

template <typename T>
const T* field(const PackedStructure& structure, std::size_t index) {
  return index < structure.fields.size() ? structure.fields[index].get_if<T>() : nullptr;
}
std::string text_field(const PackedStructure& structure, std::size_t index) {
  const auto* text = field<std::string>(structure, index);
  return text == nullptr ? std::string() : *text;
}

Result<Outcome, std::string> unpack_rows(const PackedStructure& structure) {
  const auto* columns = field<PackedList>(structure, 0);
  const auto* lines = field<PackedList>(structure, 1);
  const auto* entities = field<PackedList>(structure, 2);
  if (columns == nullptr || lines == nullptr || entities == nullptr) {
    return std::string("rows are not whole");
  }
  Rows rows;
  for (const Packed& column : *columns) {
    const auto* name = column.get_if<std::string>();
    rows.columns.push_back(name == nullptr ? "" : *name);
  }
  for (const Packed& line : *lines) {
    const auto* values = line.get_if<PackedList>();
    if (values == nullptr) return std::string("a row is no list");
    auto& row = rows.rows.emplace_back();
    for (const Packed& packed : *values) {
      auto value = to_value(packed, rows.entities);
      if (!value.ok()) return value.error();
      row.push_back(std::move(*value));
    }
  }
  for (const Packed& entity : *entities) {
    if (auto value = to_value(entity, rows.entities); !value.ok()) return value.error();
  }
  return Outcome(std::move(rows));
}

}  // namespace

std::string encode(const ChildRequest& request) {
  Packer packer;
  packer.structure(request_tag, 4);
  packer.integer(static_cast<std::int64_t>(request.kind));
  packer.text(request.statement);
  pack(packer, request.parameters, true);
  packer.integer(request.deadline.count());
  return packer.take();
}

Result<ChildRequest, std::string> decode_request(std::string_view bytes) {
  const auto packed = unpack(bytes);
  if (!packed.ok()) return packed.error();
  const auto* structure = packed->get_if<PackedStructure>();
  if (structure == nullptr || structure->tag != request_tag || structure->fields.size() != 4) {
    return std::string("this is no request");
  }
  const auto* kind = field<std::int64_t>(*structure, 0);
  const auto* deadline = field<std::int64_t>(*structure, 3);
  Entities none;
  auto parameters = to_value(structure->fields[2], none);
  if (!parameters.ok()) return parameters.error();
  if (kind == nullptr || *kind < 0 || *kind > 4 || deadline == nullptr || !parameters->is<Map>()) {
    return std::string("this is no request");
  }
  return ChildRequest{static_cast<ChildRequest::Kind>(*kind), text_field(*structure, 1),
                      parameters->as<Map>(), std::chrono::milliseconds(*deadline)};
}

std::string encode(const Outcome& outcome) {
  Packer packer;
  const auto texts = [&](std::uint8_t tag, const std::string& first, const std::string& second) {
    packer.structure(tag, 2);
    packer.text(first);
    packer.text(second);
  };
  match(
      outcome, [&](const Rows& rows) { pack_rows(packer, rows); },
      [&](const DatabaseError& error) { texts(error_tag, error.code, error.message); },
      [&](const Crash& crash) { texts(crash_tag, crash.message, crash.log); },
      [&](const Timeout& timeout) {
        packer.structure(timeout_tag, 1);
        packer.integer(timeout.deadline.count());
      });
  return packer.take();
}

Result<Outcome, std::string> decode_outcome(std::string_view bytes) {
  const auto packed = unpack(bytes);
  if (!packed.ok()) return packed.error();
  const auto* structure = packed->get_if<PackedStructure>();
  if (structure == nullptr) return std::string("this is no outcome");
  switch (structure->tag) {
    case rows_tag:
      return unpack_rows(*structure);
    case error_tag:
      return Outcome(DatabaseError{text_field(*structure, 0), text_field(*structure, 1)});
    case crash_tag:
      return Outcome(Crash{text_field(*structure, 0), text_field(*structure, 1)});
    case timeout_tag: {
      const auto* deadline = field<std::int64_t>(*structure, 0);
      return Outcome(Timeout{std::chrono::milliseconds(deadline == nullptr ? 0 : *deadline)});
    }
    default:
      return std::string("this is no outcome");
  }
}

bool send_message(Stream& stream, std::string_view bytes) {
  std::string message;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    message += static_cast<char>(bytes.size() >> (8 * (length_bytes - 1 - i)) & 0xFFU);
  }
  return stream.send(message.append(bytes));
}

bool read_message(Stream& stream, std::string& bytes) {
  if (!stream.read(length_bytes, bytes)) return false;
  std::size_t length = 0;
  for (const char c : bytes) length = length << 8U | static_cast<unsigned char>(c);
  if (length > max_message) {
    return stream.fail(StreamFailure::Kind::Malformed,
                       fmt::format("a message of {} bytes", length));
  }
  return stream.read(length, bytes);
}

}  // namespace dinkel

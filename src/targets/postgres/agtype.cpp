#include "targets/postgres/agtype.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/match.h"
#include "base/text.h"
#include "cypher/value_text.h"

namespace dinkel {
namespace {

constexpr int max_depth = 1'000;

// A recursive-descent reader that remembers its first complaint.
class Reader {
 public:
  Reader(std::string_view text, Entities& entities) : text_(text), entities_(entities) {}

  Result<Value, std::string> whole() {
    Value result = value(0);
    skip_space();
    if (position_ < text_.size()) fail("something follows the value");
    if (failure_) return *failure_;
    return result;
  }

 private:
  Value fail(std::string_view reason) {
    if (!failure_) failure_ = fmt::format("{} at byte {} of an agtype", reason, position_);
    position_ = text_.size();
    return Null{};
  }
  void skip_space() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\n')) {
      ++position_;
    }
  }
  bool take(std::string_view piece) {
    if (!text_.substr(position_).starts_with(piece)) return false;
    position_ += piece.size();
    return true;
  }
  bool take_after_space(std::string_view piece) {
    skip_space();
    return take(piece);
  }

  Value value(int depth) {
    if (depth > max_depth) return fail("too deep a value");
    Value result = plain(depth);
    if (failure_) return Null{};
    if (take("::vertex")) return vertex(result);
    if (take("::edge")) return edge(result);
    if (take("::path")) return path(result);
    if (take("::numeric")) {
      const auto* integer = result.get_if<std::int64_t>();
      return integer != nullptr ? Value(static_cast<double>(*integer)) : result;
    }
    return result;
  }

  Value plain(int depth) {
    skip_space();
    if (position_ >= text_.size()) return fail("a value is missing");
    if (text_[position_] == '"') return string();
    if (take("{")) return map(depth);
    if (take("[")) return list(depth);
    if (take("null")) return Null{};
    if (take("true")) return true;
    if (take("false")) return false;
    if (take("NaN")) return std::numeric_limits<double>::quiet_NaN();
    if (take("-Infinity")) return -std::numeric_limits<double>::infinity();
    if (take("Infinity")) return std::numeric_limits<double>::infinity();
    return number();
  }

  Value number() {
    const auto end = std::min(text_.find_first_not_of("+-0123456789.eE", position_), text_.size());
    const std::string_view digits = text_.substr(position_, end - position_);
    position_ = end;
    std::int64_t integer = 0;
    const char* const last = digits.data() + digits.size();
    if (std::from_chars(digits.data(), last, integer).ptr == last && !digits.empty()) {
      // A numeric may have more digits than an integer holds; from_chars then reports that.
      if (std::from_chars(digits.data(), last, integer).ec == std::errc()) return integer;
    }
    double real = 0;
    const auto [read, error] = std::from_chars(digits.data(), last, real);
    if (read != last || digits.empty() || error == std::errc::invalid_argument) {
      return fail("what is no number");
    }
    // Out of range is either end: strtod says which.
    if (error != std::errc()) return std::strtod(std::string(digits).c_str(), nullptr);
    return real;
  }

  std::optional<unsigned> hex4() {
    unsigned code = 0;
    if (position_ + 4 > text_.size()) return std::nullopt;
    const char* const begin = text_.data() + position_;
    if (std::from_chars(begin, begin + 4, code, 16).ptr != begin + 4) return std::nullopt;
    position_ += 4;
    return code;
  }

  void escape(std::string& result) {
    if (position_ >= text_.size()) return;
    const char c = text_[position_++];
    static constexpr std::string_view names = "bfnrt";
    static constexpr std::string_view meanings = "\b\f\n\r\t";
    if (const auto known = names.find(c); known != std::string_view::npos) {
      result += meanings[known];
    } else if (c == 'u') {
      const auto code = hex4();
      if (!code) return void(fail("an escape that is none"));
      char32_t point = *code;
      if (point >= 0xD800 && point < 0xDC00 && take("\\u")) {
        const auto low = hex4();
        if (!low || *low < 0xDC00 || *low > 0xDFFF) return void(fail("half a character"));
        point = 0x10000 + ((point - 0xD800) << 10U) + (*low - 0xDC00);
      }
      append_utf8(result, point);
    } else {
      result += c;
    }
  }

  Value string() {
    std::string result;
    for (++position_; position_ < text_.size();) {
      const char c = text_[position_++];
      if (c == '"') return result;
      if (c == '\\') {
        escape(result);
      } else {
        result += c;
      }
    }
    return fail("a text without its end");
  }

  Value list(int depth) {
    Values values;
    if (take_after_space("]")) return values;
    do values.push_back(value(depth + 1));
    while (!failure_ && take_after_space(","));
    return take_after_space("]") ? Value(std::move(values)) : fail("a list without its end");
  }

  Value map(int depth) {
    std::vector<Map::Entry> entries;
    if (take_after_space("}")) return Map();
    do {
      skip_space();
      if (position_ >= text_.size() || text_[position_] != '"') return fail("a key is missing");
      const Value key = string();
      if (failure_) return Null{};
      if (!take_after_space(":")) return fail("a colon is missing");
      entries.emplace_back(key.as<std::string>(), value(depth + 1));
    } while (!failure_ && take_after_space(","));
    return take_after_space("}") ? Value(Map(std::move(entries))) : fail("a map without its end");
  }

  template <typename T>
  T field(const Map* map, std::string_view key) {
    const Value* found = map == nullptr ? nullptr : map->find(key);
    const T* result = found == nullptr ? nullptr : found->get_if<T>();
    if (result != nullptr) return *result;
    fail(fmt::format("an entity without its {}", key));
    return {};
  }

  Value vertex(const Value& value) {
    const Map* map = value.get_if<Map>();
    const auto id = field<std::int64_t>(map, "id");
    const auto label = field<std::string>(map, "label");
    NodeData data{{}, field<Map>(map, "properties")};
    if (failure_) return Null{};
    if (!label.empty()) data.labels.push_back(label);
    entities_.nodes[id] = std::move(data);
    return NodeRef{id};
  }

  Value edge(const Value& value) {
    const Map* map = value.get_if<Map>();
    const auto id = field<std::int64_t>(map, "id");
    RelationshipData data{field<std::string>(map, "label"), field<std::int64_t>(map, "start_id"),
                          field<std::int64_t>(map, "end_id"), field<Map>(map, "properties")};
    if (failure_) return Null{};
    entities_.relationships[id] = std::move(data);
    return RelationshipRef{id};
  }

  Value path(const Value& value) {
    const auto* items = value.get_if<Values>();
    if (items == nullptr || items->size() % 2 == 0) return fail("a path that is none");
    Path result;
    for (std::size_t i = 0; i < items->size(); ++i) {
      const auto* node = (*items)[i].get_if<NodeRef>();
      const auto* relationship = (*items)[i].get_if<RelationshipRef>();
      if (i % 2 == 0 ? node == nullptr : relationship == nullptr) {
        return fail("a path that is none");
      }
      if (node != nullptr) result.nodes.push_back(*node);
      if (relationship != nullptr) result.relationships.push_back(*relationship);
    }
    return result;
  }

  std::string_view text_;
  Entities& entities_;
  std::size_t position_ = 0;
  std::optional<std::string> failure_;
};

std::string json_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string real_text(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  return float_text(number);
}

std::string map_text(const Map& map) {
  std::string result = "{";
  for (const auto& [key, value] : map) {
    result +=
        fmt::format("{}{}: {}", result.size() > 1 ? ", " : "", json_text(key), agtype_text(value));
  }
  return result + "}";
}

std::string no_entity() {
  CHECK(false, "an entity cannot be a parameter");
}

}  // namespace

Result<Value, std::string> read_agtype(std::string_view text, Entities& entities) {
  return Reader(text, entities).whole();
}

std::string agtype_text(const Value& value) {
  const auto temporal = [&](const auto&) { return json_text(temporal_text(value)); };
  return match(
      value.data(), [](const Null&) -> std::string { return "null"; },
      [](bool b) -> std::string { return b ? "true" : "false"; },
      [](std::int64_t i) { return std::to_string(i); }, [](double d) { return real_text(d); },
      [](const std::string& text) { return json_text(text); },
      [](const Values& list) {
        std::string result = "[";
        for (const Value& item : list) {
          result += (result.size() > 1 ? ", " : "") + agtype_text(item);
        }
        return result + "]";
      },
      [](const Map& map) { return map_text(map); }, [](const NodeRef&) { return no_entity(); },
      [](const RelationshipRef&) { return no_entity(); }, [](const Path&) { return no_entity(); },
      [&](const Date& date) { return temporal(date); },
      [&](const LocalTime& time) { return temporal(time); },
      [&](const Time& time) { return temporal(time); },
      [&](const LocalDateTime& datetime) { return temporal(datetime); },
      [&](const DateTime& datetime) { return temporal(datetime); },
      [&](const Duration& duration) { return temporal(duration); },
      [](const Point& point) {
        Map map({{"srid", point.srid}, {"x", point.x}, {"y", point.y}});
        if (point.srid == 9157 || point.srid == 4979) map.set("z", point.z);
        return map_text(map);
      });
}

}  // namespace dinkel

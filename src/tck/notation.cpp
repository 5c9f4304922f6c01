#include "tck/notation.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "base/match.h"

namespace dinkel {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

// Inside the reader a mistake is thrown; read_notation() turns it into its Result.
class NotationReader {
 public:
  NotationReader(std::string_view text, Entities& entities) : text_(text), entities_(entities) {}

  Value read_all() {
    Value value = read_value();
    skip_space();
    if (at_ != text_.size()) fail("expected the end");
    return value;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw NotationError{fmt::format("{} at column {} of {}", what, at_ + 1, text_)};
  }
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool sees(std::string_view token) {
    skip_space();
    return text_.substr(at_).starts_with(token);
  }
  bool take(std::string_view token) {
    if (!sees(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!take(token)) fail(fmt::format("expected {}", token));
  }

  Value read_value() {
    if (sees("'")) return read_string('\'');
    if (sees("\"")) return read_string('"');
    if (sees("{")) return read_map();
    if (sees("(")) return read_node();
    if (sees("<")) return read_path();
    if (sees("[:")) return read_relationship(0, 0);
    if (sees("[")) return read_list();
    return read_word();
  }

  std::string read_string(char quote) {
    std::string result;
    ++at_;
    for (; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        const char next = text_[++at_];
        if (next == 'n') {
          result += '\n';
        } else if (next == 't') {
          result += '\t';
        } else {
          result += next;
        }
      } else {
        result += text_[at_];
      }
    }
    if (at_ == text_.size()) fail("expected the end of a string");
    ++at_;
    return result;
  }

  std::string read_name() {
    skip_space();
    if (sees("`")) return read_string('`');
    const std::size_t start = at_;
    while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
    if (at_ == start) fail("expected a name");
    return std::string(text_.substr(start, at_ - start));
  }

  Map read_map() {
    std::vector<Map::Entry> entries;
    expect("{");
    if (take("}")) return {};
    do {
      std::string key = read_name();
      expect(":");
      entries.emplace_back(std::move(key), read_value());
    } while (take(","));
    expect("}");
    return entries;
  }

  Values read_list() {
    Values items;
    expect("[");
    if (take("]")) return items;
    do {
      items.push_back(read_value());
    } while (take(","));
    expect("]");
    return items;
  }

  NodeRef read_node() {
    NodeData data;
    expect("(");
    while (take(":")) data.labels.push_back(read_name());
    std::sort(data.labels.begin(), data.labels.end());
    if (sees("{")) data.properties = read_map();
    expect(")");
    const NodeRef node{next_id(entities_.nodes)};
    entities_.nodes.emplace(node.id, std::move(data));
    return node;
  }

  RelationshipRef read_relationship(std::int64_t start, std::int64_t end) {
    RelationshipData data;
    expect("[");
    expect(":");
    data.type = read_name();
    if (sees("{")) data.properties = read_map();
    expect("]");
    data.start = start;
    data.end = end;
    const RelationshipRef relationship{next_id(entities_.relationships)};
    entities_.relationships.emplace(relationship.id, std::move(data));
    return relationship;
  }

  Path read_path() {
    Path path;
    expect("<");
    path.nodes.push_back(read_node());
    while (!take(">")) {
      const bool backwards = take("<-");
      if (!backwards) expect("-");
      const RelationshipRef relationship = read_relationship(0, 0);
      expect(backwards ? "-" : "->");
      const NodeRef from = path.nodes.back();
      const NodeRef to = read_node();
      RelationshipData& data = entities_.relationships.at(relationship.id);
      data.start = backwards ? to.id : from.id;
      data.end = backwards ? from.id : to.id;
      path.relationships.push_back(relationship);
      path.nodes.push_back(to);
    }
    return path;
  }

  Value read_word() {
    skip_space();
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_name_character(text_[at_]) || text_[at_] == '.' ||
                                  text_[at_] == '-' || text_[at_] == '+')) {
      ++at_;
    }
    const std::string_view word = text_.substr(start, at_ - start);
    if (word == "null") return Null{};
    if (word == "true") return true;
    if (word == "false") return false;
    if (word == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (word == "Inf") return std::numeric_limits<double>::infinity();
    if (word == "-Inf") return -std::numeric_limits<double>::infinity();
    if (const auto integer = read_number<std::int64_t>(word)) return *integer;
    if (const auto real = read_number<double>(word)) return *real;
    at_ = start;
    fail("expected a value");
  }

  template <typename Number>
  static std::optional<Number> read_number(std::string_view word) {
    Number number{};
    const char* end = word.data() + word.size();
    const auto [last, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc() || last != end) return std::nullopt;
    return number;
  }

  template <typename ById>
  static std::int64_t next_id(const ById& entities) {
    return entities.empty() ? 1 : entities.rbegin()->first + 1;
  }

  std::string_view text_;
  Entities& entities_;
  std::size_t at_ = 0;
};

class CanonicalWriter {
 public:
  CanonicalWriter(const Entities& entities, ListOrder list_order)
      : entities_(entities), list_order_(list_order) {}

  std::string write(const Value& value) const {
    const auto temporal = [&](const auto&) { return temporal_text(value); };
    return match(
        value.data(), [](Null) -> std::string { return "null"; },
        [](bool b) -> std::string { return b ? "true" : "false"; },
        [](std::int64_t i) { return fmt::format("{}", i); }, [](double d) { return real_text(d); },
        [](const std::string& text) { return string_text(text); },
        [&](const Values& items) { return list_text(items); },
        [&](const Map& map) { return map_text(map); },
        [&](const NodeRef& node) { return node_text(node); },
        [&](const RelationshipRef& relationship) { return relationship_text(relationship); },
        [&](const Path& path) { return path_text(path); },  //
        [&](const Date& d) { return temporal(d); }, [&](const LocalTime& t) { return temporal(t); },
        [&](const Time& t) { return temporal(t); },
        [&](const LocalDateTime& t) { return temporal(t); },
        [&](const DateTime& t) { return temporal(t); },
        [&](const Duration& d) { return temporal(d); },
        [&](const Point&) { return to_text(value); });
  }

 private:
  static std::string real_text(double number) {
    if (number != number) return "NaN";
    if (number == 0) return "0.0";  // The TCK compares numbers, so the sign of zero is lost.
    std::string text = fmt::format("{}", number);
    if (text.find_first_of(".en") == std::string::npos) text += ".0";
    return text;
  }

  static std::string string_text(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
      if (c == '\'' || c == '\\') result += '\\';
      result += c;
    }
    return result + "'";
  }

  // The TCK expects temporal values as the strings that Cypher's toString() makes of them; these
  // are the arguments of the constructors that to_text() prints.
  static std::string temporal_text(const Value& value) {
    const std::string text = to_text(value);
    const auto first = text.find('\'');
    const auto last = text.rfind('\'');
    return first < last ? text.substr(first, last - first + 1) : text;
  }

  std::string list_text(const Values& items) const {
    std::vector<std::string> texts;
    for (const Value& item : items) texts.push_back(write(item));
    if (list_order_ == ListOrder::Ignored) std::sort(texts.begin(), texts.end());
    std::string result = "[";
    for (std::size_t i = 0; i < texts.size(); ++i) result += (i > 0 ? ", " : "") + texts[i];
    return result + "]";
  }

  std::string map_text(const Map& map) const {
    std::string result = "{";
    for (const auto& [key, value] : map) {
      result += (result.size() > 1 ? ", " : "") + key + ": " + write(value);
    }
    return result + "}";
  }

  std::string node_text(NodeRef node) const {
    const auto found = entities_.nodes.find(node.id);
    if (found == entities_.nodes.end()) return fmt::format("(#{} is unknown)", node.id);
    std::string result = "(";
    for (const std::string& label : found->second.labels) result += ":" + label;
    if (!found->second.properties.empty()) {
      result += (result.size() > 1 ? " " : "") + map_text(found->second.properties);
    }
    return result + ")";
  }

  std::string relationship_text(RelationshipRef relationship) const {
    const auto found = entities_.relationships.find(relationship.id);
    if (found == entities_.relationships.end()) {
      return fmt::format("[#{} is unknown]", relationship.id);
    }
    std::string result = "[:" + found->second.type;
    if (!found->second.properties.empty()) result += " " + map_text(found->second.properties);
    return result + "]";
  }

  std::string path_text(const Path& path) const {
    std::string result = "<" + node_text(path.nodes.front());
    for (std::size_t i = 0; i < path.relationships.size(); ++i) {
      const auto found = entities_.relationships.find(path.relationships[i].id);
      const bool backwards =
          found != entities_.relationships.end() && found->second.start != path.nodes[i].id;
      result += backwards ? "<-" : "-";
      result += relationship_text(path.relationships[i]);
      result += backwards ? "-" : "->";
      result += node_text(path.nodes[i + 1]);
    }
    return result + ">";
  }

  const Entities& entities_;
  ListOrder list_order_;
};

}  // namespace

Result<Value, NotationError> read_notation(std::string_view text, Entities& entities) {
  try {
    return NotationReader(text, entities).read_all();
  } catch (const NotationError& error) {
    return error;
  }
}

std::string canonical_text(const Value& value, const Entities& entities, ListOrder list_order) {
  return CanonicalWriter(entities, list_order).write(value);
}

}  // namespace dinkel

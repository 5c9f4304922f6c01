#include "cli/show.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/match.h"
#include "base/text.h"

namespace dinkel {
namespace {

using nlohmann::json;

struct Cell {
  std::string text;
  std::size_t width = 0;
  bool right = false;
};

Cell make_cell(std::string text, bool right) {
  const std::size_t width = display_width(text);
  return {std::move(text), width, right};
}

bool is_number(const Value& value) {
  return value.is<std::int64_t>() || value.is<double>();
}

std::string repeat(std::string_view text, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

std::string frame_line(const std::vector<std::size_t>& widths, std::string_view left,
                       std::string_view middle, std::string_view right) {
  std::string line(left);
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (i > 0) line += middle;
    line += repeat("─", widths[i] + 2);
  }
  return line + std::string(right) + "\n";
}

std::string cell_line(const std::vector<Cell>& cells, const std::vector<std::size_t>& widths) {
  std::string line = "│";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string padding(widths[i] - cells[i].width, ' ');
    line += " " + (cells[i].right ? padding + cells[i].text : cells[i].text + padding) + " │";
  }
  return line + "\n";
}

std::string show_records(const Rows& rows) {
  std::size_t width = 0;
  for (const std::string& column : rows.columns) width = std::max(width, display_width(column));
  std::string text;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    text += fmt::format("── row {} ──\n", i + 1);
    for (std::size_t k = 0; k < rows.columns.size(); ++k) {
      text += rows.columns[k] + std::string(width - display_width(rows.columns[k]) + 2, ' ') +
              to_text(rows.rows[i][k], rows.entities) + "\n";
    }
  }
  return text;
}

std::string counted(std::int64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// One row per number of SideEffects: how the summary and JSON call it.
struct EffectRow {
  std::int64_t SideEffects::* count;
  std::string_view verb;
  std::string_view one;
  std::string_view many;
  const char* key;
};
constexpr std::array<EffectRow, 11> effect_rows = {{
    {&SideEffects::nodes_created, "created", "node", "nodes", "nodes_created"},
    {&SideEffects::relationships_created, "created", "relationship", "relationships",
     "relationships_created"},
    {&SideEffects::indexes_added, "created", "index", "indexes", "indexes_added"},
    {&SideEffects::constraints_added, "created", "constraint", "constraints", "constraints_added"},
    {&SideEffects::nodes_deleted, "deleted", "node", "nodes", "nodes_deleted"},
    {&SideEffects::relationships_deleted, "deleted", "relationship", "relationships",
     "relationships_deleted"},
    {&SideEffects::indexes_removed, "deleted", "index", "indexes", "indexes_removed"},
    {&SideEffects::constraints_removed, "deleted", "constraint", "constraints",
     "constraints_removed"},
    {&SideEffects::properties_set, "set", "property", "properties", "properties_set"},
    {&SideEffects::labels_added, "added", "label", "labels", "labels_added"},
    {&SideEffects::labels_removed, "removed", "label", "labels", "labels_removed"},
}};

json node_json(NodeRef node, const Entities& entities) {
  json result = {{"id", node.id}};
  const auto found = entities.nodes.find(node.id);
  if (found == entities.nodes.end()) return result;
  result["labels"] = found->second.labels;
  result["properties"] = to_json(found->second.properties, entities);
  return result;
}

json relationship_json(RelationshipRef relationship, const Entities& entities) {
  json result = {{"id", relationship.id}};
  const auto found = entities.relationships.find(relationship.id);
  if (found == entities.relationships.end()) return result;
  result["type"] = found->second.type;
  result["start"] = found->second.start;
  result["end"] = found->second.end;
  result["properties"] = to_json(found->second.properties, entities);
  return result;
}

json path_json(const Path& path, const Entities& entities) {
  json nodes = json::array();
  for (const NodeRef node : path.nodes) nodes.push_back(node_json(node, entities));
  json relationships = json::array();
  for (const RelationshipRef relationship : path.relationships) {
    relationships.push_back(relationship_json(relationship, entities));
  }
  return {{"nodes", std::move(nodes)}, {"relationships", std::move(relationships)}};
}

json map_json(const Map& map, const Entities& entities) {
  json result = json::object();
  for (const auto& [key, value] : map) result[key] = to_json(value, entities);
  return result;
}

json point_json(const Point& point) {
  json result = {{"srid", point.srid}, {"x", point.x}, {"y", point.y}};
  if (point.srid == 9157 || point.srid == 4979) result["z"] = point.z;
  return result;
}

// date('2020-01-01') is the string "2020-01-01".
std::string temporal_string(const Value& value) {
  const std::string text = to_text(value);
  const auto first = text.find('\'');
  const auto last = text.rfind('\'');
  return first < last ? text.substr(first + 1, last - first - 1) : text;
}

}  // namespace

std::string show_table(const Rows& rows, std::size_t terminal_width) {
  if (rows.columns.empty()) return {};
  std::vector<std::size_t> widths;
  std::vector<std::vector<Cell>> lines(1);
  for (std::size_t k = 0; k < rows.columns.size(); ++k) {
    const bool right =
        !rows.rows.empty() && std::all_of(rows.rows.begin(), rows.rows.end(), [&](const auto& row) {
          return is_number(row[k]) || row[k].is_null();
        });
    lines[0].push_back(make_cell(rows.columns[k], right));
    widths.push_back(lines[0].back().width);
  }
  for (const auto& row : rows.rows) {
    std::vector<Cell> cells;
    for (std::size_t k = 0; k < row.size(); ++k) {
      cells.push_back(make_cell(to_text(row[k], rows.entities), is_number(row[k])));
      widths[k] = std::max(widths[k], cells.back().width);
    }
    lines.push_back(std::move(cells));
  }
  std::size_t total = 1;
  for (const std::size_t width : widths) total += width + 3;
  if (terminal_width > 0 && total > terminal_width) return show_records(rows);

  std::string text = frame_line(widths, "┌", "┬", "┐");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += cell_line(lines[i], widths);
    if (i == 0) text += frame_line(widths, "├", "┼", "┤");
  }
  return text + frame_line(widths, "└", "┴", "┘");
}

std::string show_summary(const Rows& rows, const SideEffects& effects) {
  std::string text;
  std::string_view verb;
  if (!rows.columns.empty()) {
    text = counted(static_cast<std::int64_t>(rows.rows.size()), "row", "rows");
  }
  for (const EffectRow& row : effect_rows) {
    const std::int64_t count = effects.*row.count;
    if (count == 0) continue;
    if (!text.empty()) text += ", ";
    if (verb != row.verb) text += std::string(row.verb) + " ";
    verb = row.verb;
    text += counted(count, row.one, row.many);
  }
  return text.empty() ? "nothing changed" : text;
}

json to_json(const Value& value, const Entities& entities) {
  const auto temporal = [&] { return json(temporal_string(value)); };
  return match(
      value.data(), [](Null) { return json(nullptr); }, [](bool b) { return json(b); },
      [](std::int64_t i) { return json(i); },
      [&](double d) { return std::isfinite(d) ? json(d) : json(to_text(value)); },
      [](const std::string& text) { return json(text); },
      [&](const Values& items) {
        json list = json::array();
        for (const Value& item : items) list.push_back(to_json(item, entities));
        return list;
      },
      [&](const Map& map) { return map_json(map, entities); },
      [&](const NodeRef& node) { return node_json(node, entities); },
      [&](const RelationshipRef& r) { return relationship_json(r, entities); },
      [&](const Path& path) { return path_json(path, entities); },
      [&](const Date&) { return temporal(); }, [&](const LocalTime&) { return temporal(); },
      [&](const Time&) { return temporal(); }, [&](const LocalDateTime&) { return temporal(); },
      [&](const DateTime&) { return temporal(); }, [&](const Duration&) { return temporal(); },
      [&](const Point& point) { return point_json(point); });
}

json to_json(const Rows& rows) {
  json result = {{"columns", rows.columns}, {"rows", json::array()}};
  for (const auto& row : rows.rows) {
    json cells = json::array();
    for (const Value& value : row) cells.push_back(to_json(value, rows.entities));
    result["rows"].push_back(std::move(cells));
  }
  return result;
}

json to_json(const SideEffects& effects) {
  json result = json::object();
  for (const EffectRow& row : effect_rows) {
    if (effects.*row.count != 0) result[row.key] = effects.*row.count;
  }
  return result;
}

}  // namespace dinkel

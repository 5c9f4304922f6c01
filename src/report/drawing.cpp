// The pictures of a report, as SVG in the page: the small graph of a finding, and the curve of
// discovery.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "base/text.h"
#include "cypher/parse.h"
#include "report/escape.h"
#include "report/report.h"

namespace dinkel {

namespace {

constexpr std::size_t most_nodes = 12;
constexpr double node_radius = 16;

struct Spot {
  double x = 0;
  double y = 0;
};

std::string shortened(std::string text, std::size_t longest) {
  if (text.size() <= longest) return text;
  text.resize(longest);
  while (!text.empty() && first_invalid_utf8(text)) text.pop_back();
  return text + "…";
}

std::optional<Entities> graph_of(const Finding& finding) {
  Graph graph;
  try {
    const OracleTest test = pair_test_of(finding);
    InterpretOptions options;
    options.parameters = test.parameters;
    for (const Statement& statement : test.setup) {
      if (!interpret(statement, graph, options).ok()) return std::nullopt;
    }
  } catch (const std::exception&) {
    return std::nullopt;  // a picture less; the text is there
  }
  return graph.entities();
}

std::string labels_of(const NodeData& node) {
  std::string text;
  for (const std::string& label : node.labels) text += ":" + label;
  return text;
}

class GraphDrawing {
 public:
  explicit GraphDrawing(const Entities& graph) : graph_(graph) {
    const auto count = static_cast<double>(graph.nodes.size());
    const double radius = count < 2 ? 0 : std::max(70.0, count * 18);
    width_ = 2 * radius + 220;
    height_ = count < 2 ? 110 : count < 3 ? 120 : 2 * radius + 110;
    double number = 0;
    for (const auto& [id, node] : graph.nodes) {
      // From the left, clockwise: two nodes stand side by side.
      const double angle = std::numbers::pi * (1 + 2 * number++ / count);
      spots_[id] = {width_ / 2 + radius * std::cos(angle), height_ / 2 + radius * std::sin(angle)};
    }
  }

  std::string run() {
    std::string svg = fmt::format(
        "<svg class=\"graph\" role=\"img\" aria-label=\"the graph\" viewBox=\"0 0 {:.0f} {:.0f}\" "
        "width=\"{:.0f}\">",
        width_, height_, width_);
    for (const auto& [id, relationship] : graph_.relationships) svg += draw(relationship);
    for (const auto& [id, node] : graph_.nodes) svg += draw(spots_.at(id), node);
    return svg + "</svg>";
  }

 private:
  static std::string draw(const Spot& spot, const NodeData& node) {
    std::string svg =
        fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>", spot.x, spot.y, node_radius);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", spot.x, spot.y + 30,
                       escape_markup(shortened(labels_of(node), 24)));
    if (!node.properties.empty()) {
      svg += fmt::format("<text class=\"p\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", spot.x,
                         spot.y + (node.labels.empty() ? 30 : 44),
                         escape_markup(shortened(to_text(Value(node.properties)), 30)));
    }
    return svg;
  }

  // Each further relationship of the same two nodes bends a little more.
  std::string draw(const RelationshipData& relationship) {
    if (!spots_.contains(relationship.start) || !spots_.contains(relationship.end)) return "";
    const Spot a = spots_.at(relationship.start);
    const Spot b = spots_.at(relationship.end);
    const auto pair = std::minmax(relationship.start, relationship.end);
    const int before = drawn_[pair]++;
    std::string path;
    Spot middle;
    if (relationship.start == relationship.end) {
      const double size = 34 + 12 * before;
      path = fmt::format("M {:.1f} {:.1f} C {:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", a.x - 10,
                         a.y - 13, a.x - size, a.y - size - 14, a.x + size, a.y - size - 14,
                         a.x + 11, a.y - 14);
      middle = {a.x, a.y - size - 2};
    } else {
      const double dx = b.x - a.x;
      const double dy = b.y - a.y;
      const double length = std::max(1.0, std::hypot(dx, dy));
      const int steps = (before + 1) / 2;
      const double bend = (before % 2 == 0 ? 26.0 : -26.0) * steps;
      const double side = relationship.start < relationship.end ? 1 : -1;
      const Spot bow{(a.x + b.x) / 2 - side * dy / length * bend,
                     (a.y + b.y) / 2 + side * dx / length * bend};
      const double start = node_radius / length;
      const double end = (node_radius + 6) / length;
      path = fmt::format("M {:.1f} {:.1f} Q {:.1f} {:.1f} {:.1f} {:.1f}", a.x + dx * start,
                         a.y + dy * start, bow.x, bow.y, b.x - dx * end, b.y - dy * end);
      middle = {(a.x + b.x) / 4 + bow.x / 2, (a.y + b.y) / 4 + bow.y / 2 - 5};
    }
    std::string label = ":" + relationship.type;
    if (!relationship.properties.empty()) label += " " + to_text(Value(relationship.properties));
    return fmt::format(
        "<path d=\"{}\" marker-end=\"url(#arrow)\"/><text class=\"r\" x=\"{:.1f}\" "
        "y=\"{:.1f}\">{}</text>",
        path, middle.x, middle.y, escape_markup(shortened(label, 24)));
  }

  const Entities& graph_;
  double width_ = 0;
  double height_ = 0;
  std::map<std::int64_t, Spot> spots_;
  std::map<std::pair<std::int64_t, std::int64_t>, int> drawn_;
};

}  // namespace

std::string graph_svg(const Finding& finding) {
  const auto graph = graph_of(finding);
  if (!graph || graph->nodes.empty() || graph->nodes.size() > most_nodes) return "";
  return GraphDrawing(*graph).run();
}

std::string curve_svg(const ReportData& data) {
  if (data.families.empty()) return "";
  std::vector<std::uint64_t> firsts;
  for (const Family& family : data.families) {
    firsts.push_back(*std::min_element(family.indexes.begin(), family.indexes.end()));
  }
  std::sort(firsts.begin(), firsts.end());
  const std::uint64_t cases = std::max<std::uint64_t>(
      firsts.back() + 1,
      data.counts ? static_cast<std::uint64_t>(std::max<std::int64_t>(0, data.counts->cases)) : 0);
  constexpr double left = 44;
  constexpr double top = 12;
  constexpr double width = 640;
  constexpr double height = 170;
  const auto x = [&](std::uint64_t index) {
    return left + width * static_cast<double>(index) / static_cast<double>(cases);
  };
  const auto y = [&](std::size_t count) {
    return top + height * (1 - static_cast<double>(count) / static_cast<double>(firsts.size()));
  };
  std::string path = fmt::format("M {:.1f} {:.1f}", x(0), y(0));
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    path += fmt::format(" H {:.1f} V {:.1f}", x(firsts[i]), y(i + 1));
  }
  path += fmt::format(" H {:.1f}", x(cases));
  std::string svg = fmt::format(
      "<svg class=\"curve\" role=\"img\" aria-label=\"families over cases\" viewBox=\"0 0 {:.0f} "
      "{:.0f}\">",
      left + width + 16, top + height + 34);
  for (const std::size_t count : {std::size_t{0}, firsts.size() / 2, firsts.size()}) {
    svg += fmt::format(
        "<line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/><text class=\"y\" x=\"{}\" "
        "y=\"{:.1f}\">{}</text>",
        left, left + width, y(count), y(count), left - 8, y(count) + 4, count);
  }
  svg += fmt::format("<path d=\"{}\"/>", path);
  svg += fmt::format(
      "<text class=\"x\" x=\"{}\" y=\"{}\">case 0</text><text class=\"x e\" x=\"{}\" "
      "y=\"{}\">{} cases</text></svg>",
      left, top + height + 22, left + width, top + height + 22, cases);
  return svg;
}

}  // namespace dinkel

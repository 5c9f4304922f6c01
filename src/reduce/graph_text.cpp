#include "reduce/graph_text.h"

#include <set>

namespace dinkel {

namespace {

class CreateText {
 public:
  explicit CreateText(const Entities& graph) : graph_(graph) {
    for (const auto& [id, relationship] : graph.relationships) {
      ++uses_[relationship.start];
      ++uses_[relationship.end];
    }
  }

  std::string run() {
    std::string text;
    const auto add = [&](const std::string& part) {
      text += (text.empty() ? "CREATE " : ", ") + part;
    };
    for (const auto& [id, relationship] : graph_.relationships) {
      const std::string start = node(relationship.start);
      add(start + "-" + to_text(relationship) + "->" + node(relationship.end));
    }
    for (const auto& [id, data] : graph_.nodes) {
      if (!seen_.contains(id)) add(node(id));
    }
    return text;
  }

 private:
  // A name only where the node is needed again.
  std::string node(std::int64_t id) {
    const std::string name = uses_[id] > 1 ? "n" + std::to_string(id) : "";
    if (!seen_.insert(id).second) return "(" + name + ")";
    const auto found = graph_.nodes.find(id);
    std::string text = found == graph_.nodes.end() ? "()" : to_text(found->second);
    if (!name.empty()) text.insert(1, text.size() > 1 && text[1] == '{' ? name + " " : name);
    return text;
  }

  const Entities& graph_;
  std::map<std::int64_t, int> uses_;
  std::set<std::int64_t> seen_;
};

}  // namespace

std::string create_text(const Entities& graph) {
  return CreateText(graph).run();
}

}  // namespace dinkel

#include "tck/side_effects.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <tuple>

#include "tck/notation.h"

namespace dinkel {
namespace {

template <typename Element>
void count_difference(SideEffectCounts& counts, std::string_view what,
                      const std::set<Element>& before, const std::set<Element>& after) {
  const auto count_missing = [](const auto& from, const auto& in) {
    return std::count_if(from.begin(), from.end(),
                         [&](const Element& element) { return !in.contains(element); });
  };
  if (const auto added = count_missing(after, before)) counts[fmt::format("+{}", what)] = added;
  if (const auto removed = count_missing(before, after)) counts[fmt::format("-{}", what)] = removed;
}

// The sets that the TCK looks at.
struct Measured {
  std::set<std::int64_t> nodes;
  std::set<std::int64_t> relationships;
  std::set<std::string> labels;
  std::set<std::tuple<bool, std::int64_t, std::string, std::string>> properties;

  explicit Measured(const Entities& entities) {
    const auto add_properties = [&](bool is_node, std::int64_t id, const Map& map) {
      for (const auto& [key, value] : map) {
        properties.emplace(is_node, id, key, canonical_text(value, entities));
      }
    };
    for (const auto& [id, node] : entities.nodes) {
      nodes.insert(id);
      labels.insert(node.labels.begin(), node.labels.end());
      add_properties(true, id, node.properties);
    }
    for (const auto& [id, relationship] : entities.relationships) {
      relationships.insert(id);
      add_properties(false, id, relationship.properties);
    }
  }
};

}  // namespace

SideEffectCounts side_effects(const Entities& before, const Entities& after) {
  const Measured old_sets(before);
  const Measured new_sets(after);
  SideEffectCounts counts;
  count_difference(counts, "nodes", old_sets.nodes, new_sets.nodes);
  count_difference(counts, "relationships", old_sets.relationships, new_sets.relationships);
  count_difference(counts, "labels", old_sets.labels, new_sets.labels);
  count_difference(counts, "properties", old_sets.properties, new_sets.properties);
  return counts;
}

std::string to_text(const SideEffectCounts& counts) {
  std::string text;
  for (const auto& [what, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", what, count);
  }
  return text.empty() ? "none" : text;
}

}  // namespace dinkel

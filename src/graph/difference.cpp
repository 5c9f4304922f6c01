// difference(): lays one graph over the other (align.h) and says what does not fit.

#include <algorithm>
#include <functional>
#include <utility>

#include "cypher/print.h"
#include "graph/align.h"
#include "graph/hashed_graph.h"
#include "graph/identity.h"
#include "graph/isomorphism.h"

namespace dinkel {

namespace {

constexpr std::size_t max_lines = 5;
constexpr std::size_t max_entity_text = 120;

std::string shorten(std::string text) {
  if (text.size() <= max_entity_text) return text;
  std::size_t end = max_entity_text;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "...";
}

std::string value_text(const Value& value) {
  return shorten(to_text(value));
}

std::string node_text(const HashedGraph& graph, Vertex vertex) {
  const NodeData* node = graph.nodes[vertex];
  if (node == nullptr) return "a node that is not in the graph";
  return shorten(to_text(*node));
}

// What is wrong with the properties of one entity: "has age 3 instead of 4, has no name".
std::vector<std::string> property_differences(const Map& expected, const Map& actual) {
  std::vector<std::string> result;
  for (const auto& [key, value] : expected) {
    const Value* found = actual.find(key);
    if (found == nullptr)
      result.push_back("has no " + quote_name(key) + " instead of " + value_text(value));
    else if (!identical(value, *found))
      result.push_back("has " + quote_name(key) + " " + value_text(*found) + " instead of " +
                       value_text(value));
  }
  for (const auto& [key, value] : actual)
    if (expected.find(key) == nullptr)
      result.push_back("has " + quote_name(key) + " " + value_text(value) + " instead of none");
  return result;
}

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

class Explainer {
 public:
  Explainer(const HashedGraph& expected, const HashedGraph& actual)
      : expected_(expected), actual_(actual), alignment_(align(expected, actual)) {}

  std::string run() {
    compare_nodes();
    compare_relationships();
    std::string text;
    for (std::size_t i = 0; i < std::min(lines_.size(), max_lines); ++i)
      text += (i == 0 ? "" : "\n") + lines_[i];
    if (lines_.size() > max_lines)
      text += "\nand " + std::to_string(lines_.size() - max_lines) + " more";
    return text;
  }

 private:
  void compare_nodes() {
    for (Vertex vertex = 0; vertex < expected_.nodes.size(); ++vertex) {
      if (expected_.nodes[vertex] == nullptr) continue;
      const Vertex counterpart = alignment_.to_actual[vertex];
      if (counterpart == no_vertex)
        lines_.push_back("node " + node_text(expected_, vertex) + " is missing");
      else if (actual_.nodes[counterpart] != nullptr)
        compare_node(vertex, *expected_.nodes[vertex], *actual_.nodes[counterpart]);
    }
    for (Vertex vertex = 0; vertex < actual_.nodes.size(); ++vertex)
      if (actual_.nodes[vertex] != nullptr && alignment_.to_expected[vertex] == no_vertex)
        lines_.push_back("node " + node_text(actual_, vertex) + " is too many");
  }

  // The node is named by what both sides agree on, where that says anything.
  void compare_node(Vertex vertex, const NodeData& expected, const NodeData& actual) {
    if (identical(expected, actual)) return;
    NodeData common;
    std::vector<std::string> parts;
    for (const std::string& label : expected.labels) {
      if (std::ranges::binary_search(actual.labels, label))
        common.labels.push_back(label);
      else
        parts.push_back("has no label :" + quote_name(label));
    }
    for (const std::string& label : actual.labels)
      if (!std::ranges::binary_search(expected.labels, label))
        parts.push_back("has the label :" + quote_name(label) + " too many");
    for (const auto& [key, value] : expected.properties) {
      const Value* found = actual.properties.find(key);
      if (found != nullptr && identical(value, *found)) common.properties.set(key, value);
    }
    std::ranges::move(property_differences(expected.properties, actual.properties),
                      std::back_inserter(parts));
    const bool named = !common.labels.empty() || !common.properties.empty();
    lines_.push_back((named ? shorten(to_text(common)) : "node " + node_text(expected_, vertex)) +
                     " " + join(parts));
  }

  // A relationship of the expected graph, with its ends in terms of the actual one.
  struct Mapped {
    const HashedRelationship* original;
    Vertex start;
    Vertex end;
  };

  void compare_relationships() {
    std::vector<Mapped> missing;
    for (const HashedRelationship& relationship : expected_.relationships)
      missing.push_back({&relationship, alignment_.to_actual[relationship.start],
                         alignment_.to_actual[relationship.end]});
    std::vector<const HashedRelationship*> extra;
    for (const HashedRelationship& relationship : actual_.relationships)
      extra.push_back(&relationship);
    cancel_equal(missing, extra);

    // Each way to take one for another, the closest first.
    using Fits = std::function<bool(const Mapped&, const HashedRelationship&)>;
    using Says = std::string (Explainer::*)(const HashedRelationship&, const HashedRelationship&);
    const auto same_ends = [](const Mapped& a, const HashedRelationship& b) {
      return a.start == b.start && a.end == b.end;
    };
    const std::pair<Fits, Says> ways[] = {
        {[&](const Mapped& a, const HashedRelationship& b) {
           return same_ends(a, b) && a.original->data->type == b.data->type;
         },
         &Explainer::other_properties},
        {[](const Mapped& a, const HashedRelationship& b) {
           return a.start == b.end && a.end == b.start && a.original->hash == b.hash;
         },
         &Explainer::other_direction},
        {[](const Mapped& a, const HashedRelationship& b) {
           return a.start == b.start && a.original->hash == b.hash;
         },
         &Explainer::other_end},
        {[](const Mapped& a, const HashedRelationship& b) {
           return a.end == b.end && a.original->hash == b.hash;
         },
         &Explainer::other_start},
        {[&](const Mapped& a, const HashedRelationship& b) {
           return same_ends(a, b) && identical(a.original->data->properties, b.data->properties);
         },
         &Explainer::other_type},
    };
    for (const auto& [fits, says] : ways) pair_up(missing, extra, fits, says);
    for (const Mapped& relationship : missing)
      lines_.push_back("relationship " + full_text(expected_, *relationship.original) +
                       " is missing");
    for (const HashedRelationship* relationship : extra)
      lines_.push_back("relationship " + full_text(actual_, *relationship) + " is too many");
  }

  static void cancel_equal(std::vector<Mapped>& missing,
                           std::vector<const HashedRelationship*>& extra) {
    const auto key_of_missing = [](const Mapped& relationship) {
      return std::tuple(relationship.start, relationship.end, relationship.original->hash);
    };
    const auto key_of_extra = [](const HashedRelationship* relationship) {
      return std::tuple(relationship->start, relationship->end, relationship->hash);
    };
    std::ranges::stable_sort(missing, {}, key_of_missing);
    std::ranges::stable_sort(extra, {}, key_of_extra);
    std::vector<Mapped> missing_left;
    std::vector<const HashedRelationship*> extra_left;
    std::size_t next = 0;
    for (const Mapped& relationship : missing) {
      while (next < extra.size() && key_of_extra(extra[next]) < key_of_missing(relationship))
        extra_left.push_back(extra[next++]);
      if (next < extra.size() && key_of_extra(extra[next]) == key_of_missing(relationship))
        ++next;
      else
        missing_left.push_back(relationship);
    }
    extra_left.insert(extra_left.end(), extra.begin() + static_cast<std::ptrdiff_t>(next),
                      extra.end());
    missing = std::move(missing_left);
    extra = std::move(extra_left);
  }

  // Beyond some size nobody reads the words, and pairing all with all would take too long.
  void pair_up(std::vector<Mapped>& missing, std::vector<const HashedRelationship*>& extra,
               const std::function<bool(const Mapped&, const HashedRelationship&)>& fits,
               std::string (Explainer::*says)(const HashedRelationship&,
                                              const HashedRelationship&)) {
    if (missing.size() * extra.size() > 1'000'000) return;
    std::erase_if(missing, [&](const Mapped& relationship) {
      const auto found = std::ranges::find_if(extra, [&](const HashedRelationship* candidate) {
        return fits(relationship, *candidate);
      });
      if (found == extra.end()) return false;
      lines_.push_back((this->*says)(*relationship.original, **found));
      extra.erase(found);
      return true;
    });
  }

  static std::string full_text(const HashedGraph& graph, const HashedRelationship& relationship) {
    return node_text(graph, relationship.start) + "-" + shorten(to_text(*relationship.data)) +
           "->" + node_text(graph, relationship.end);
  }
  // ":KNOWS", or ":KNOWS {since: 3}".
  static std::string inner_text(const HashedRelationship& relationship) {
    std::string text = to_text(*relationship.data);
    return shorten(text.substr(1, text.size() - 2));
  }

  std::string other_properties(const HashedRelationship& expected,
                               const HashedRelationship& actual) {
    return "relationship :" + quote_name(expected.data->type) + " from " +
           node_text(expected_, expected.start) + " to " + node_text(expected_, expected.end) +
           " " + join(property_differences(expected.data->properties, actual.data->properties));
  }
  std::string other_direction(const HashedRelationship& expected, const HashedRelationship&) {
    return "relationship " + inner_text(expected) + " from " +
           node_text(expected_, expected.start) + " to " + node_text(expected_, expected.end) +
           " points the other way";
  }
  std::string other_end(const HashedRelationship& expected, const HashedRelationship& actual) {
    return "relationship " + inner_text(expected) + " from " +
           node_text(expected_, expected.start) + " ends at " + node_text(actual_, actual.end) +
           " instead of " + node_text(expected_, expected.end);
  }
  std::string other_start(const HashedRelationship& expected, const HashedRelationship& actual) {
    return "relationship " + inner_text(expected) + " to " + node_text(expected_, expected.end) +
           " starts at " + node_text(actual_, actual.start) + " instead of " +
           node_text(expected_, expected.start);
  }
  std::string other_type(const HashedRelationship& expected, const HashedRelationship& actual) {
    return "relationship from " + node_text(expected_, expected.start) + " to " +
           node_text(expected_, expected.end) + " is :" + quote_name(actual.data->type) +
           " instead of :" + quote_name(expected.data->type);
  }

  const HashedGraph& expected_;
  const HashedGraph& actual_;
  Alignment alignment_;
  std::vector<std::string> lines_;
};

}  // namespace

std::optional<std::string> difference(const Entities& expected, const Entities& actual) {
  if (isomorphic(expected, actual)) return std::nullopt;
  return Explainer(hash_graph(expected), hash_graph(actual)).run();
}

}  // namespace dinkel

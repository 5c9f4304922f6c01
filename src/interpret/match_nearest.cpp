// The shortest paths from one node to all others, in breadth. It serves the selectors where a path
// is one relationship repeated; see match_select.cpp.
#include <algorithm>
#include <map>

#include "interpret/match_search.h"

namespace dinkel {

struct Matcher::Nearest {
  struct Hop {  // the last relationship of a shortest walk
    NodeRef from;
    RelationshipRef relationship;
    std::vector<Value> values;  // of the round that walks it
  };
  using Hops = std::map<NodeRef, std::vector<Hop>>;

  Matcher& matcher;
  const PartPlan& part;
  bool all;  // every shortest path, not just one
  std::vector<Candidate>& chosen;

  const MatchStep& step = part.steps[1];
  NodeRef start = matcher.path_.nodes.back();
  Path path_before = matcher.path_;
  Hops hops{};                       // by the node they lead to
  std::vector<NodeRef> reached{};    // nearest first
  std::vector<const Hop*> walked{};  // back from the end
  std::size_t taken = 0;             // paths between the start and the current end

  void run() {
    reach();
    auto& values = matcher.scope_.values;
    for (const std::size_t slot : step.lists) values[slot] = Values();
    if (step.min == 0) finish(start);
    for (const NodeRef end : reached) {
      taken = 0;
      if (end != start) {
        go_back(end, end);
      } else if (step.min > 0) {
        close();
      }
    }
    for (const std::size_t slot : step.lists) values[slot] = Value();
  }

  void reach() {
    std::vector<NodeRef> frontier = {start};
    for (std::int64_t length = 1; length <= step.max && !frontier.empty(); ++length) {
      Hops found;
      std::vector<NodeRef> order;
      for (const NodeRef from : frontier) {
        const auto add = [&](Scope& inner) {
          const NodeRef to = matcher.path_.nodes.back();
          if (hops.contains(to)) return true;
          if (!found.contains(to)) order.push_back(to);
          found[to].push_back({from, matcher.path_.relationships.back(), inner.values});
          return true;
        };
        matcher.start_at(from, [&] { return matcher.run_round(step, matcher.scope_, add); });
      }
      reached.insert(reached.end(), order.begin(), order.end());
      frontier = std::move(order);
      hops.merge(found);
    }
  }

  // The paths that lead back to where they began.
  void close() {
    const bool undirected = std::ranges::any_of(step.steps, [](const MatchStep& inner) {
      return inner.kind == MatchStepKind::Relationship && inner.direction == Direction::Either;
    });
    if (part.part->kind != PathKind::Plain) return;  // shortestPath() does not look for them
    if (undirected) {
      // To and fro on one relationship is the shortest walk, but it is not allowed.
      const auto kind = all ? SelectorKind::AllShortest : SelectorKind::ShortestPaths;
      matcher.collect_by_length(part, {kind, 1}, true, chosen);
      for (const std::size_t slot : step.lists) matcher.scope_.values[slot] = Values();
    } else {
      go_back(start, start);
    }
  }

  void go_back(NodeRef node, NodeRef end) {
    for (const Hop& hop : hops.at(node)) {
      matcher.runtime_.step();
      walked.push_back(&hop);
      if (hop.from == start) {
        finish(end);
      } else {
        go_back(hop.from, end);
      }
      walked.pop_back();
      if (!all && taken > 1) return;
    }
  }

  // Walks the hops forward, and takes the path if its end fits.
  void finish(NodeRef end) {
    auto& values = matcher.scope_.values;
    for (const std::size_t slot : step.lists) values[slot].get_if<Values>()->clear();
    for (std::size_t i = walked.size(); i > 0; --i) {
      const Hop& hop = *walked[i - 1];
      matcher.path_.relationships.push_back(hop.relationship);
      matcher.path_.nodes.push_back(i > 1 ? walked[i - 2]->from : end);
      for (std::size_t k = 0; k < step.lists.size(); ++k) {
        values[step.lists[k]].get_if<Values>()->push_back(hop.values[k]);
      }
    }
    matcher.run(Steps(part.steps).subspan(2), matcher.scope_, [&] {
      if (matcher.is_excluded(part)) return true;
      if (all || taken == 0) chosen.push_back(matcher.candidate());
      if (!all && taken == 1 && shows_choice(part)) matcher.note_choice(part);
      ++taken;
      matcher.runtime_.check_rows(chosen.size());
      return true;
    });
    matcher.path_ = path_before;
  }
};

void Matcher::collect_nearest(const PartPlan& part, bool all, std::vector<Candidate>& chosen) {
  run(Steps(part.steps).first(1), scope_, [&] {
    Nearest{*this, part, all, chosen}.run();
    return true;
  });
}

}  // namespace dinkel

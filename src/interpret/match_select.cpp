// Parts of a pattern of which only some matches count: shortestPath((a)-[*]-(b)), SHORTEST 2 ...
// All of them compare paths between the same two nodes, so the matches of the part are chosen first
// and handed on afterwards.
//
// There are two ways. Where a path is one relationship (or one group with one relationship)
// repeated, the shortest ones are found in breadth. Otherwise all paths are tried by growing
// length.
#include <algorithm>
#include <map>

#include "interpret/match.h"
#include "interpret/match_search.h"

namespace dinkel {
namespace {

PathSelector selector_of(const PatternPart& part) {
  if (part.selector) return *part.selector;
  return {part.kind == PathKind::AllShortestPaths ? SelectorKind::AllShortest
                                                  : SelectorKind::ShortestPaths,
          1};
}

bool keeps_whole_groups(const PathSelector& selector) {
  return selector.kind == SelectorKind::AllShortest ||
         selector.kind == SelectorKind::ShortestGroups;
}

// (a) repeated (b), with one relationship a round. A shortest walk to another node passes no node
// twice then, so it walks no relationship twice either.
bool is_simple_repetition(const PartPlan& part) {
  if (part.steps.size() != 3) return false;
  const MatchStep& repeat = part.steps[1];
  if (part.steps[0].kind != MatchStepKind::Node || repeat.kind != MatchStepKind::Repeat ||
      part.steps[2].kind != MatchStepKind::Node || repeat.min > 1) {
    return false;
  }
  const auto relationships =
      std::ranges::count(repeat.steps, MatchStepKind::Relationship, &MatchStep::kind);
  const auto nodes = std::ranges::count(repeat.steps, MatchStepKind::Node, &MatchStep::kind);
  return relationships == 1 && std::cmp_equal(relationships + nodes, repeat.steps.size());
}

bool allows_no_round(const PartPlan& part) {
  return std::ranges::any_of(part.steps, [](const MatchStep& step) {
    return step.kind == MatchStepKind::Repeat && step.min == 0;
  });
}

void split_conjunction(const Expr& expr, std::vector<const Expr*>& conjuncts) {
  const auto* binary = std::get_if<Binary>(&expr.node);
  if (binary == nullptr || binary->op != BinaryOp::And) {
    conjuncts.push_back(&expr);
    return;
  }
  split_conjunction(*binary->left, conjuncts);
  split_conjunction(*binary->right, conjuncts);
}

const MatchStep& first_step(const std::vector<MatchStep>& steps) {
  return steps.front().kind == MatchStepKind::Group ? first_step(steps.front().steps)
                                                    : steps.front();
}
const MatchStep& last_step(const std::vector<MatchStep>& steps) {
  return steps.back().kind == MatchStepKind::Group ? last_step(steps.back().steps) : steps.back();
}

// The paths chosen so far between two nodes.
struct Partition {
  std::int64_t paths = 0;
  std::int64_t groups = 0;  // how many lengths there were
  std::size_t last_length = 0;

  // Whether one more path is chosen; they come by growing length.
  bool take(const PathSelector& selector, std::size_t length) {
    if (!keeps_whole_groups(selector)) return paths++ < selector.count;
    if (groups == 0 || length > last_length) ++groups;
    last_length = length;
    return groups <= (selector.kind == SelectorKind::AllShortest ? 1 : selector.count);
  }
  bool is_full(const PathSelector& selector) const {
    if (!keeps_whole_groups(selector)) return paths >= selector.count;
    return groups >= (selector.kind == SelectorKind::AllShortest ? 1 : selector.count);
  }
};

}  // namespace

// Whether it can be seen which path was chosen between two nodes.
bool shows_choice(const PartPlan& part) {
  const auto named = [](const MatchStep& step) { return step.site.slot || step.path_slot; };
  if (part.path_slot) return true;
  for (std::size_t i = 0; i < part.steps.size(); ++i) {
    const MatchStep& step = part.steps[i];
    const bool is_end = step.kind == MatchStepKind::Node && (i == 0 || i + 1 == part.steps.size());
    if (step.kind == MatchStepKind::Group || !step.lists.empty() || (!is_end && named(step))) {
      return true;
    }
  }
  return false;
}

bool Matcher::match_selected(const PartPlan& part, Continuation next) {
  const bool is_function = part.part->kind != PathKind::Plain;
  const PathSelector selector = selector_of(*part.part);
  std::vector<Candidate> chosen;
  std::vector<RelationshipRef> used_before;
  if (is_function) {
    std::swap(used_before, used_);
    note_closed(part);
  }
  const bool one_group = selector.kind == SelectorKind::AllShortest || selector.count == 1;
  if (one_group && is_simple_repetition(part) && path_predicates(part).empty()) {
    collect_nearest(part, keeps_whole_groups(selector), chosen);
  } else {
    collect_by_length(part, selector, false, chosen);
  }
  if (is_function) std::swap(used_before, used_);
  if (selector.kind == SelectorKind::AnyPath && !chosen.empty() && shows_choice(part)) {
    note_choice(part);
  }
  const std::vector<Value> outer_values = scope_.values;
  const Path outer_path = path_;
  const std::size_t outer_used = used_.size();
  bool go_on = true;
  for (Candidate& candidate : chosen) {
    std::ranges::move(candidate.values, scope_.values.begin());
    const Path& path = candidate.path;
    path_.nodes.insert(path_.nodes.end(), path.nodes.begin(), path.nodes.end());
    path_.relationships.insert(path_.relationships.end(), path.relationships.begin(),
                               path.relationships.end());
    if (!is_function) {
      used_.insert(used_.end(), path.relationships.begin(), path.relationships.end());
    }
    go_on = next();
    path_ = outer_path;
    used_.resize(outer_used);
    if (!go_on) break;
  }
  std::ranges::copy(outer_values, scope_.values.begin());
  return go_on;
}

Matcher::Candidate Matcher::candidate() const {
  return {path_from(part_first_node_), scope_.values};
}

// shortestPath() does not look for paths from a node to itself, unless their minimum is zero.
bool Matcher::is_excluded(const PartPlan& part) const {
  if (part.part->kind == PathKind::Plain) return false;
  if (path_.nodes[part_first_node_] != path_.nodes.back()) return false;
  return !allows_no_round(part) || part_length() > 0;
}

// Some engines refuse such a search altogether, even if there is nothing to be found.
void Matcher::note_closed(const PartPlan& part) {
  if (allows_no_round(part)) return;
  const Steps steps = part.steps;
  run(steps.first(1), scope_, [&] {
    return run(steps.last(1), scope_, [&] {
      runtime_.open_rows("shortestPath from a node to itself");
      runtime_.open_error("shortestPath from a node to itself");
      return false;
    });
  });
}

void Matcher::collect_by_length(const PartPlan& part, const PathSelector& selector, bool closed,
                                std::vector<Candidate>& chosen) {
  const std::vector<const Expr*> predicates = path_predicates(part);
  const bool one_pair = closed || (known(first_step(part.steps), scope_) != nullptr &&
                                   known(last_step(part.steps), scope_) != nullptr);
  std::map<std::pair<NodeRef, NodeRef>, Partition> partitions;
  for (std::size_t length = 0;; ++length) {
    length_limit_ = length;
    length_limit_hit_ = false;
    run(part.steps, scope_, [&] {
      if (part_length() != length) return true;
      const NodeRef start = path_.nodes[part_first_node_];
      const NodeRef end = path_.nodes.back();
      if (closed && start != end) return true;
      if (is_excluded(part) || !passes_path_predicates(part, predicates)) return true;
      Partition& partition = partitions[{start, end}];
      if (partition.take(selector, length)) {
        chosen.push_back(candidate());
        runtime_.check_rows(chosen.size());
        partition.last_length = length;
      } else if (partition.last_length == length && !keeps_whole_groups(selector) &&
                 shows_choice(part)) {
        note_choice(part);
      }
      return true;
    });
    if (!length_limit_hit_) break;
    if (one_pair && !partitions.empty() && partitions.begin()->second.is_full(selector)) break;
  }
  length_limit_.reset();
}

// Another engine could choose another path. That shows in the values of the part's variables; and
// in the rows, if the rest of the MATCH looks at them.
void Matcher::note_choice(const PartPlan& part) {
  runtime_.chose_path = true;
  std::vector<std::string> names = new_variables(std::span(part.part, 1), {});
  std::erase_if(names, [&](const std::string& name) { return is_end_of(*part.part, name); });
  if (plan_.parts.size() > 1 || (where_ != nullptr && may_mention(*where_, names))) {
    runtime_.open_rows("several paths are as good as the one chosen");
  }
}

// The conditions of WHERE on the path of shortestPath(): it is the shortest one that satisfies
// them, not the shortest one of all. The selectors are different: WHERE comes after them.
std::vector<const Expr*> Matcher::path_predicates(const PartPlan& part) const {
  std::vector<const Expr*> predicates;
  if (where_ == nullptr || part.part->kind == PathKind::Plain) return predicates;
  std::vector<std::string> own;
  std::vector<std::string> unbound = plan_.names;
  const auto bind = [&](std::size_t slot) {
    own.push_back(plan_.names[slot]);
    unbound[slot].clear();
  };
  for (std::size_t i = 0; i < unbound.size(); ++i) {
    if (!scope_.values[i].is_null()) unbound[i].clear();
  }
  if (part.path_slot) bind(*part.path_slot);
  for (const MatchStep& step : part.steps) {
    if (step.kind == MatchStepKind::Node && step.site.slot) unbound[*step.site.slot].clear();
    if (step.kind == MatchStepKind::Relationship && step.site.slot) bind(*step.site.slot);
    for (const std::size_t slot : step.lists) bind(slot);
  }
  std::erase_if(unbound, [](const std::string& name) { return name.empty(); });
  split_conjunction(*where_, predicates);
  std::erase_if(predicates, [&](const Expr* predicate) {
    return !may_mention(*predicate, own) || may_mention(*predicate, unbound);
  });
  return predicates;
}

bool Matcher::passes_path_predicates(const PartPlan& part,
                                     std::span<const Expr* const> predicates) {
  if (predicates.empty()) return true;
  bool passed = false;
  with_path(part.path_slot, scope_, part_first_node_, [&] {
    passed = std::ranges::all_of(predicates,
                                 [&](const Expr* predicate) { return passes(predicate, scope_); });
    return true;
  });
  return passed;
}

}  // namespace dinkel

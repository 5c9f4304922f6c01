// The search for the matches of a pattern: backtracking, from left to right, with the rest of the
// work as a continuation. A match is handed on as soon as it is found, so nothing is collected but
// the path so far (except by path selectors, which have to compare paths: match_select.cpp).
//
// Everything here returns whether to go on; false ends the whole search.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "interpret/aggregate.h"
#include "interpret/match_plan.h"
#include "interpret/runtime.h"

namespace dinkel {

// A view of a callable that lives at least as long as the call it is passed to.
template <typename Result, typename... Arguments>
class CallableView {
 public:
  template <typename Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, CallableView>)
  CallableView(Callable&& callable)  // NOLINT: implicit, as for std::function
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* object, Arguments... arguments) -> Result {
          return (*static_cast<std::remove_reference_t<Callable>*>(object))(
              std::forward<Arguments>(arguments)...);
        }) {}
  Result operator()(Arguments... arguments) const {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }

 private:
  void* object_;
  Result (*call_)(void*, Arguments...);
};
using Continuation = CallableView<bool>;

// Whether an entity has the properties and fulfils the WHERE of a step.
bool satisfies(Runtime& runtime, const Bindings& bindings, const MatchStep& step,
               const Value& entity);

// Whether a selector's choice between two paths with the same ends can be seen in the answer.
bool shows_choice(const PartPlan& part);

class Matcher {
 public:
  Matcher(Runtime& runtime, const Bindings& bindings, const MatchPlan& plan, const Expr* where,
          const MatchFound& found);
  bool match_part(std::size_t index);

 private:
  // The variables of the pattern, or of one round of a repetition.
  struct Scope {
    std::vector<Value> values;
    Bindings bindings;
  };
  // One way to walk a part, put aside while a selector compares it with others.
  struct Candidate {
    Path path;
    std::vector<Value> values;
  };
  struct Nearest;  // the search in breadth, match_nearest.cpp
  using Steps = std::span<const MatchStep>;

  bool run(Steps steps, Scope& scope, Continuation done);
  bool run_node(Steps steps, Scope& scope, Continuation done);
  bool run_relationship(Steps steps, Scope& scope, Continuation done);
  bool run_group(Steps steps, Scope& scope, Continuation done);
  bool follow_list(Steps steps, Scope& scope, Continuation done);
  bool repeat(const MatchStep& step, Scope& scope, std::int64_t count, Continuation done);
  bool run_round(const MatchStep& step, Scope& scope, CallableView<bool, Scope&> done);

  bool start_anywhere(Continuation next);
  bool start_at(NodeRef node, Continuation next);
  bool with_entity(const MatchStep& step, Scope& scope, const Value& entity, Continuation next);
  bool walk(RelationshipRef relationship, NodeRef to, Continuation next);
  bool with_path(std::optional<std::size_t> slot, Scope& scope, std::size_t first_node,
                 Continuation next);
  const Value* known(const MatchStep& step, const Scope& scope) const;
  bool passes_deferred(Steps steps, Scope& scope);
  bool passes(const Expr* where, const Scope& scope);
  bool is_used(RelationshipRef relationship) const;
  bool is_new_between_its_ends();
  bool has_started() const { return path_.nodes.size() > part_first_node_; }
  std::size_t part_length() const { return path_.nodes.size() - part_first_node_ - 1; }
  Path path_from(std::size_t first_node) const;

  // match_select.cpp
  bool match_selected(const PartPlan& part, Continuation next);
  void collect_nearest(const PartPlan& part, bool all, std::vector<Candidate>& chosen);
  void collect_by_length(const PartPlan& part, const PathSelector& selector, bool closed,
                         std::vector<Candidate>& chosen);
  bool is_excluded(const PartPlan& part) const;
  void note_closed(const PartPlan& part);
  void note_choice(const PartPlan& part);
  bool passes_path_predicates(const PartPlan& part, std::span<const Expr* const> predicates);
  std::vector<const Expr*> path_predicates(const PartPlan& part) const;
  Candidate candidate() const;

  Runtime& runtime_;
  const MatchPlan& plan_;
  const Expr* where_;  // of the MATCH: shortestPath() looks for a path that satisfies it
  const MatchFound& found_;
  Scope scope_;

  Path path_;  // what is walked so far, part after part
  std::size_t part_first_node_ = 0;
  // The relationships that may not be walked again in this MATCH. Those of shortestPath() are not
  // among them.
  std::vector<RelationshipRef> used_;
  std::size_t unique_from_ = 0;              // those before this one may be walked again
  std::optional<std::size_t> endless_from_;  // likewise, in a repetition without end
  std::vector<std::size_t> first_nodes_;     // of the parts so far, in the path
  EquivalenceIndex between_ends_;            // the matches so far, where those count
  std::optional<std::size_t> length_limit_;  // of the current part, set by a selector
  bool length_limit_hit_ = false;
};

}  // namespace dinkel

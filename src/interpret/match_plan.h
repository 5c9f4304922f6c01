// A pattern, made ready for the search: the names it binds become numbered slots, and what it can
// repeat becomes one kind of step. A plan is made anew for every row, since what is bound already
// decides what the pattern binds; it chooses nothing: steps stand in the order of the text.
//
//   -[r:T*1..3]->, -[r:T]->{1,3} and ((a)-[r:T]->(b)){1,3}
//
// are all a Repeat, whose variables are single values inside of it and lists outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cypher/ast.h"
#include "interpret/runtime.h"

namespace dinkel {

// Where the value of a pattern's variable is: fixed from outside, in a slot, or nowhere.
struct Site {
  const Value* bound = nullptr;
  std::optional<std::size_t> slot;
};

enum class MatchStepKind { Node, Relationship, FollowList, Group, Repeat };

constexpr std::int64_t no_maximum = std::numeric_limits<std::int64_t>::max();

struct MatchStep {
  MatchStepKind kind = MatchStepKind::Node;
  Site site;  // of the node or relationship; of FollowList: the list that is bound
  const LabelExpr* labels = nullptr;
  const Expr* properties = nullptr;
  const Expr* where = nullptr;
  // Properties and WHERE mention a variable that is bound further right: they are checked at the
  // end of the scope.
  bool deferred = false;
  Direction direction = Direction::Either;

  // Group and Repeat: the steps inside, and the variable of the path they make.
  std::vector<MatchStep> steps;
  std::optional<std::size_t> path_slot;
  // Repeat: its own scope. names[i] is collected into the slot lists[i] of the scope around it.
  std::int64_t min = 1;
  std::int64_t max = no_maximum;
  std::vector<std::string> names;
  std::vector<std::size_t> lists;
};

struct PartPlan {
  const PatternPart* part = nullptr;
  std::vector<MatchStep> steps;
  std::optional<std::size_t> path_slot;
};

struct MatchPlan {
  std::vector<std::string> names;  // the new variables, then nameless slots for deferred checks
  std::size_t visible = 0;         // how many of them are new variables
  std::vector<PartPlan> parts;
};

MatchPlan plan_match(std::span<const PatternPart> pattern, const Bindings& bindings);

// Whether the expression may need the value of one of the names.
bool may_mention(const Expr& expr, std::span<const std::string> names);

}  // namespace dinkel

// Patterns as the rest of the interpreter sees them: in MATCH, and as expressions.
#include "interpret/match.h"

#include "interpret/match_plan.h"
#include "interpret/match_search.h"

namespace dinkel {

void match_pattern(Runtime& runtime, const Bindings& bindings, const Pattern& pattern,
                   const MatchFound& found, const Expr* where) {
  match_parts(runtime, bindings, pattern, found, where);
}

void match_parts(Runtime& runtime, const Bindings& bindings, std::span<const PatternPart> parts,
                 const MatchFound& found, const Expr* where) {
  const MatchPlan plan = plan_match(parts, bindings);
  Matcher(runtime, bindings, plan, where, found).match_part(0);
}

bool is_end_of(const PatternPart& part, const std::string& name) {
  const auto* first = std::get_if<NodePattern>(&part.elements.front().node);
  const auto* last = std::get_if<NodePattern>(&part.elements.back().node);
  return (first != nullptr && first->variable == name) ||
         (last != nullptr && last->variable == name);
}

Value evaluate_pattern_comprehension(Runtime& runtime, const Bindings& bindings,
                                     const PatternComprehension& comprehension) {
  const MatchPlan plan = plan_match(std::span(&*comprehension.pattern, 1), bindings);
  const std::span<const std::string> names = std::span(plan.names).first(plan.visible);
  const Expr* where = comprehension.where ? &**comprehension.where : nullptr;
  Values list;
  const MatchFound found = [&](std::span<const Value> values) {
    const Bindings inner{names, values, &bindings};
    if (where == nullptr || evaluate_predicate(runtime, inner, *where) == Ternary(true)) {
      list.push_back(evaluate(runtime, inner, *comprehension.projection));
      runtime.check_list(static_cast<std::int64_t>(list.size()));
    }
    return true;
  };
  Matcher(runtime, bindings, plan, where, found).match_part(0);
  return list;
}

Value evaluate_pattern_expr(Runtime& runtime, const Bindings& bindings, const PatternExpr& expr) {
  const PatternPart& part = *expr.pattern;
  MatchPlan plan = plan_match(std::span(&part, 1), bindings);
  if (part.kind == PathKind::Plain) {
    bool exists = false;
    const MatchFound found = [&](std::span<const Value>) {
      exists = true;
      return false;
    };
    Matcher(runtime, bindings, plan, nullptr, found).match_part(0);
    return exists;
  }
  // shortestPath(...) is a path or null, allShortestPaths(...) a list of paths.
  plan.parts[0].path_slot = plan.names.size();
  plan.names.emplace_back();
  plan.visible = plan.names.size();
  Values paths;
  const MatchFound found = [&](std::span<const Value> values) {
    paths.push_back(values.back());
    return part.kind == PathKind::AllShortestPaths;
  };
  Matcher(runtime, bindings, plan, nullptr, found).match_part(0);
  if (part.kind == PathKind::AllShortestPaths) return paths;
  return paths.empty() ? Value() : paths.front();
}

}  // namespace dinkel

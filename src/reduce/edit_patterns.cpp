// Patterns: drop parts, hops, labels, property maps, lengths, directions and names.
#include "base/match.h"
#include "cypher/walk.h"
#include "reduce/edit.h"

namespace dinkel {

namespace {

using Position = std::ptrdiff_t;

class PatternEdits {
 public:
  explicit PatternEdits(EditPoint& point) : point_(point) {}

  void operator()(Clause& clause) {
    if (auto* matching = std::get_if<Match>(&clause.node)) {
      drop_parts(matching->pattern, clause.origin.id);
    }
    if (auto* create = std::get_if<Create>(&clause.node)) {
      drop_parts(create->pattern, clause.origin.id);
    }
  }
  void operator()(Expr& /*expr*/) {}
  void operator()(Query& /*query*/) {}

  void operator()(PatternPart& part) {
    const std::uint32_t id = part.origin.id;
    if (!part.path_variable.empty() && point_.here(id)) part.path_variable.clear();
    if (part.selector && point_.here(id)) part.selector.reset();
    if (part.kind != PathKind::Plain && point_.here(id)) part.kind = PathKind::Plain;
    auto& elements = part.elements;
    if (elements.size() < 3) return;
    if (point_.here(id)) {  // the first hop
      elements.erase(elements.begin(), elements.begin() + 2);
    } else if (point_.here(id)) {  // the last one
      elements.erase(elements.end() - 2, elements.end());
    } else {
      for (std::size_t i = 1; i + 3 < elements.size(); i += 2) {  // one in the middle
        if (!point_.here(id)) continue;
        elements.erase(elements.begin() + static_cast<Position>(i),
                       elements.begin() + static_cast<Position>(i + 2));
        return;
      }
    }
  }

  void operator()(NodePattern& node) {
    const std::uint32_t id = node.origin.id;
    simplify_labels(node.labels, id);
    if (node.properties && point_.here(id)) node.properties.reset();
    if (node.where && point_.here(id)) node.where.reset();
    if (!node.variable.empty() && point_.here(id)) node.variable.clear();
  }

  void operator()(RelationshipPattern& relationship) {
    const std::uint32_t id = relationship.origin.id;
    if (relationship.length && point_.here(id)) {
      relationship.length.reset();
    } else if (relationship.length && (relationship.length->min || relationship.length->max) &&
               point_.here(id)) {
      relationship.length = Repetition();
    }
    if (relationship.quantifier && point_.here(id)) relationship.quantifier.reset();
    simplify_labels(relationship.types, id);
    if (relationship.properties && point_.here(id)) relationship.properties.reset();
    if (relationship.where && point_.here(id)) relationship.where.reset();
    if (!relationship.variable.empty() && point_.here(id)) relationship.variable.clear();
    if (relationship.direction == Direction::Left && point_.here(id)) {
      relationship.direction = Direction::Right;
    }
    if (relationship.direction != Direction::Either && point_.here(id)) {
      relationship.direction = Direction::Either;
    }
  }

  void operator()(PathGroup& group) {
    const std::uint32_t id = group.origin.id;
    if (group.where && point_.here(id)) group.where.reset();
    if (!group.path_variable.empty() && point_.here(id)) group.path_variable.clear();
  }

 private:
  void drop_parts(Pattern& pattern, std::uint32_t id) {
    for (std::size_t i = 0; pattern.size() > 1 && i < pattern.size(); ++i) {
      if (!point_.here(id)) continue;
      pattern.erase(pattern.begin() + static_cast<Position>(i));
      return;
    }
  }

  void simplify_labels(std::optional<LabelExpr>& labels, std::uint32_t id) {
    if (!labels) return;
    if (point_.here(id)) {
      labels.reset();
      return;
    }
    std::vector<LabelExpr> choices;
    if (const auto* all = std::get_if<LabelAnd>(&labels->node)) choices = all->operands;
    if (const auto* any = std::get_if<LabelOr>(&labels->node)) choices = any->operands;
    if (const auto* negation = std::get_if<LabelNot>(&labels->node)) choices = {*negation->operand};
    for (LabelExpr& choice : choices) {
      if (point_.here(id)) labels = std::move(choice);
    }
  }

  EditPoint& point_;
};

}  // namespace

void edit_patterns(Statement& statement, EditPoint& point) {
  PatternEdits edits(point);
  for_each_descendant(statement, edits);
}

}  // namespace dinkel

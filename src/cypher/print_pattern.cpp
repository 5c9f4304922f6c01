// The printer's chapter on patterns and label expressions.
#include <algorithm>
#include <utility>

#include "base/match.h"
#include "cypher/printer.h"

namespace dinkel {
namespace {

bool is_simple(const LabelExpr& label) {
  return std::holds_alternative<LabelName>(label.node) ||
         std::holds_alternative<LabelDynamic>(label.node);
}

}  // namespace

// :A:B is understood by every engine, :A&B by some: the older form is printed where it will do.
void Printer::print_labels(const LabelExpr& labels) {
  match(
      labels.node, [&](const LabelName& label) { name(label.name); },
      [&](const LabelWildcard&) { out_.push_back('%'); },
      [&](const LabelDynamic& label) {
        const bool outer = std::exchange(bar_ends_labels_, false);
        text("$(");
        print(*label.name);
        out_.push_back(')');
        bar_ends_labels_ = outer;
      },
      [&](const LabelNot& negation) {
        out_.push_back('!');
        label_operand(*negation.operand, false);
      },
      [&](const LabelAnd& all) {
        const bool simple = std::ranges::all_of(all.operands, is_simple);
        for (std::size_t i = 0; i < all.operands.size(); ++i) {
          if (i > 0) out_.push_back(simple ? ':' : '&');
          label_operand(all.operands[i], false);
        }
      },
      [&](const LabelOr& any) {
        for (std::size_t i = 0; i < any.operands.size(); ++i) {
          if (i > 0) out_.push_back('|');
          label_operand(any.operands[i], true);
        }
      });
}

// An operand of &, ! or |: what binds more loosely, or as loosely, gets parentheses. Neo4j wants &
// beside the other signs: !(A:B) is refused.
void Printer::label_operand(const LabelExpr& label, bool in_or) {
  const bool either = std::holds_alternative<LabelOr>(label.node);
  if (const auto* both = std::get_if<LabelAnd>(&label.node)) {
    if (!in_or) out_.push_back('(');
    for (std::size_t i = 0; i < both->operands.size(); ++i) {
      if (i > 0) out_.push_back('&');
      label_operand(both->operands[i], false);
    }
    if (!in_or) out_.push_back(')');
  } else if (either) {
    out_.push_back('(');
    print_labels(label);
    out_.push_back(')');
  } else {
    print_labels(label);
  }
}

void Printer::pattern(const Pattern& parts) {
  list(parts, [&](const PatternPart& part) { print(part); });
}

void Printer::print(const PatternPart& part) {
  if (!part.path_variable.empty()) {
    name(part.path_variable);
    text(" = ");
  }
  if (part.selector) selector(*part.selector);
  if (part.kind == PathKind::ShortestPath) text("shortestPath(");
  if (part.kind == PathKind::AllShortestPaths) text("allShortestPaths(");
  elements(part.elements);
  if (part.kind != PathKind::Plain) out_.push_back(')');
}

void Printer::selector(const PathSelector& chosen) {
  switch (chosen.kind) {
    case SelectorKind::AnyPath:
      text("ANY ");
      break;
    case SelectorKind::AllShortest:
      return text("ALL SHORTEST ");
    case SelectorKind::ShortestPaths:
    case SelectorKind::ShortestGroups:
      text("SHORTEST ");
      break;
  }
  if (chosen.count != 1 || chosen.kind != SelectorKind::AnyPath) {
    integer(chosen.count);
    out_.push_back(' ');
  }
  if (chosen.kind == SelectorKind::ShortestGroups) text("GROUPS ");
}

void Printer::elements(const std::vector<PatternElement>& all) {
  const bool outer = std::exchange(bar_ends_labels_, false);
  for (const PatternElement& element : all) {
    match(
        element.node, [&](const NodePattern& part) { node(part); },
        [&](const RelationshipPattern& part) { relationship(part); },
        [&](const PathGroup& part) { group(part); });
  }
  bar_ends_labels_ = outer;
}

void Printer::node(const NodePattern& part) {
  out_.push_back('(');
  const std::size_t start = out_.size();
  if (!part.variable.empty()) name(part.variable);
  if (part.labels) {
    out_.push_back(':');
    print_labels(*part.labels);
  }
  properties(part.properties, out_.size() > start);
  if (part.where) {
    if (out_.size() > start) out_.push_back(' ');
    text("WHERE ");
    print(**part.where);
  }
  out_.push_back(')');
}

void Printer::properties(const OptionalExpr& map_or_parameter, bool needs_space) {
  if (!map_or_parameter) return;
  if (needs_space) out_.push_back(' ');
  print(**map_or_parameter);
}

void Printer::relationship(const RelationshipPattern& part) {
  text(part.direction == Direction::Left ? "<-" : "-");
  const bool detail = !part.variable.empty() || part.types || part.length || part.properties ||
                      part.where.has_value();
  if (detail) {
    out_.push_back('[');
    const std::size_t start = out_.size();
    if (!part.variable.empty()) name(part.variable);
    if (part.types) {
      out_.push_back(':');
      print_labels(*part.types);
    }
    if (part.length) {
      out_.push_back('*');
      const Repetition& length = *part.length;
      if (length.min) integer(*length.min);
      if ((length.min || length.max) && length.min != length.max) text("..");
      if (length.max && length.min != length.max) integer(*length.max);
    }
    properties(part.properties, out_.size() > start);
    if (part.where) {
      if (out_.size() > start) out_.push_back(' ');
      text("WHERE ");
      print(**part.where);
    }
    out_.push_back(']');
  }
  text(part.direction == Direction::Right ? "->" : "-");
  if (part.quantifier) quantifier(*part.quantifier);
}

void Printer::quantifier(const Repetition& repetition) {
  if (!repetition.min && !repetition.max) return out_.push_back('*');
  if (repetition.min == 1 && !repetition.max) return out_.push_back('+');
  out_.push_back('{');
  if (repetition.min) integer(*repetition.min);
  if (repetition.min != repetition.max) {
    out_.push_back(',');
    if (repetition.max) integer(*repetition.max);
  }
  out_.push_back('}');
}

void Printer::group(const PathGroup& part) {
  out_.push_back('(');
  if (!part.path_variable.empty()) {
    name(part.path_variable);
    text(" = ");
  }
  elements(part.elements);
  where(part.where);
  out_.push_back(')');
  if (part.quantifier) quantifier(*part.quantifier);
}

}  // namespace dinkel

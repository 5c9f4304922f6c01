#include "rewrite/inspect.h"

#include <algorithm>

#include "cypher/validate.h"
#include "cypher/walk.h"

namespace dinkel {

bool is_updating(const Clause& clause) {
  return std::holds_alternative<Create>(clause.node) ||
         std::holds_alternative<Merge>(clause.node) || std::holds_alternative<Set>(clause.node) ||
         std::holds_alternative<Remove>(clause.node) ||
         std::holds_alternative<Delete>(clause.node) ||
         std::holds_alternative<Foreach>(clause.node);
}

const Projection* projection_of(const Clause& clause) {
  if (const auto* with = std::get_if<With>(&clause.node)) return &with->projection;
  if (const auto* result = std::get_if<Return>(&clause.node)) return &result->projection;
  return nullptr;
}
Projection* projection_of(Clause& clause) {
  if (auto* with = std::get_if<With>(&clause.node)) return &with->projection;
  if (auto* result = std::get_if<Return>(&clause.node)) return &result->projection;
  return nullptr;
}

bool aggregates(const Projection& projection) {
  return std::any_of(projection.items.begin(), projection.items.end(),
                     [](const ProjectionItem& item) { return contains_aggregate(item.value); });
}

bool is_plain(const PatternPart& part) {
  return part.kind == PathKind::Plain && !part.selector;
}
bool is_walk(const PatternPart& part) {
  return part.elements.size() > 1;
}

namespace {

// The names and the expressions of a pattern, groups included.
struct PatternReader {
  std::vector<std::string> names;
  std::vector<const Expr*> exprs;

  void add(const std::string& name) {
    if (!name.empty()) names.push_back(name);
  }
  void operator()(const PatternPart& part) {
    add(part.path_variable);
    for_each_child(part, *this);
  }
  void operator()(const NodePattern& node) {
    add(node.variable);
    for_each_child(node, *this);
  }
  void operator()(const RelationshipPattern& relationship) {
    add(relationship.variable);
    for_each_child(relationship, *this);
  }
  void operator()(const PathGroup& group) {
    add(group.path_variable);
    for_each_child(group, *this);
  }
  void operator()(const Expr& expr) { exprs.push_back(&expr); }
  void operator()(const Query&) {}
  void operator()(const Clause&) {}
};

PatternReader read(const Pattern& pattern) {
  PatternReader reader;
  for (const PatternPart& part : pattern) reader(part);
  return reader;
}

bool holds_no_entity(Type type) {
  const Kinds hiding = kinds::entity | Kind::Path | Kind::Map;
  return !type.kinds.meets(hiding) && !type.elements.meets(hiding | Kind::List);
}

}  // namespace

std::vector<std::string> variables_of(const Pattern& pattern) {
  return read(pattern).names;
}

bool pattern_reads(const Pattern& pattern, const std::vector<std::string>& names) {
  bool found = false;
  for (const Expr* expr : read(pattern).exprs) {
    for_each_expr(*expr, [&](const Expr& inner) {
      const std::string* name = variable_of(inner);
      found =
          found || (name != nullptr && std::find(names.begin(), names.end(), *name) != names.end());
    });
  }
  return found;
}

bool names_variables(const Delete& clause) {
  return std::all_of(clause.targets.begin(), clause.targets.end(),
                     [](const Expr& target) { return variable_of(target) != nullptr; });
}

bool cannot_fail(const Expr& expr) {
  if (const auto* unary = std::get_if<Unary>(&expr.node)) return unary->op == UnaryOp::Not;
  if (const auto* binary = std::get_if<Binary>(&expr.node)) {
    return binary->op == BinaryOp::And || binary->op == BinaryOp::Or ||
           binary->op == BinaryOp::Xor || binary->op == BinaryOp::In;
  }
  return !std::holds_alternative<FunctionCall>(expr.node) &&
         !std::holds_alternative<Subscript>(expr.node) &&
         !std::holds_alternative<Slice>(expr.node) && !std::holds_alternative<Reduce>(expr.node);
}

bool surely_works(const Expr& expr) {
  bool sure = true;
  for_each_expr(expr, [&](const Expr& inner) { sure = sure && cannot_fail(inner); });
  return sure;
}

bool reads_no_graph(const Expr& expr, const QueryContext& context) {
  bool sure = true;
  for_each_expr(expr, [&](const Expr& inner) {
    if (std::holds_alternative<SubqueryExpr>(inner.node) ||
        std::holds_alternative<PatternExpr>(inner.node) ||
        std::holds_alternative<PatternComprehension>(inner.node)) {
      sure = false;
    }
    const std::string* name = variable_of(inner);
    if (name == nullptr) return;
    // A name that is not in scope belongs to a comprehension: who knows what it holds.
    const ScopedVariable* variable = context.find(*name);
    sure = sure && variable != nullptr && holds_no_entity(variable->type);
  });
  return sure;
}

bool is_repeatable(const Expr& expr) {
  return variable_of(expr) != nullptr || property_variable_of(expr) != nullptr ||
         std::holds_alternative<IntegerLiteral>(expr.node) ||
         std::holds_alternative<StringLiteral>(expr.node) ||
         std::holds_alternative<BooleanLiteral>(expr.node) ||
         std::holds_alternative<NullLiteral>(expr.node) ||
         std::holds_alternative<Parameter>(expr.node);
}

const std::string* variable_of(const Expr& expr) {
  const auto* variable = std::get_if<Variable>(&expr.node);
  return variable == nullptr ? nullptr : &variable->name;
}

const std::string* property_variable_of(const Expr& expr) {
  const auto* property = std::get_if<Property>(&expr.node);
  return property == nullptr ? nullptr : variable_of(*property->object);
}

}  // namespace dinkel

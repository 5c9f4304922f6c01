// What statements make use of, for the tests of generation: the alternatives and enumerators of the
// syntax tree, the features of a dialect, the overloads of the function table, values of interest.
//
// What could occur is enumerated from the types and tables themselves (everything_there_is()), what
// does occur is gathered by a walk over the tree; so a node that is added to the tree and never
// generated makes the coverage test fail.
#pragma once

#include <algorithm>
#include <bitset>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "cypher/dialect.h"
#include "cypher/functions.h"
#include "cypher/state.h"
#include "cypher/walk.h"

namespace dinkel {

template <typename T>
std::string type_name() {
  const std::string_view text = __PRETTY_FUNCTION__;
  const std::size_t start = text.find("T = ") + 4;
  std::string_view name = text.substr(start, text.find_first_of(";]", start) - start);
  if (name.starts_with("dinkel::")) name.remove_prefix(8);
  return std::string(name);
}

template <typename Enum>
std::string enumerator(Enum value) {
  return type_name<Enum>() + " " + std::to_string(static_cast<int>(value));
}

inline std::string overload(const Function& function) {
  std::string text = std::string(function.name) + "(";
  for (const Type& parameter : function.parameters) text += to_text(parameter) + ",";
  return text + ")";
}

class Usage {
 public:
  std::set<std::string> items;
  std::bitset<feature_count> features;
  bool has(Feature feature) const { return features[static_cast<std::size_t>(feature)]; }

  void operator()(const Statement& statement) {
    relationships_.clear();
    alternative(statement.body);
    if (const auto* index = std::get_if<CreateIndex>(&statement.body)) use(*index);
    if (const auto* drop = std::get_if<DropIndex>(&statement.body)) {
      use(drop->legacy ? Feature::CreateIndexLegacy : Feature::NamedIndex);
    }
    if (const auto* constraint = std::get_if<CreateConstraint>(&statement.body)) use(*constraint);
    for_each_child(statement, *this);
  }
  void operator()(const Query& query) {
    for (const bool all : query.union_all) {
      use(all ? Feature::UnionAll : Feature::Union);
    }
    for (const SingleQuery& part : query.parts) clauses_of(part.clauses);
    for_each_child(query, *this);
  }
  void operator()(const Clause& clause) {
    alternative(clause.node);
    const bool writing = writing_;
    std::visit([&](const auto& node) { use(node); }, clause.node);
    for_each_child(clause, *this);
    writing_ = writing;
  }
  void operator()(const PatternPart& part) {
    items.insert(enumerator(part.kind));
    if (!part.path_variable.empty()) use(Feature::PathVariable);
    if (part.kind != PathKind::Plain && !in_value_) use(Feature::ShortestPath);
    if (part.selector) {
      use(Feature::PathSelector);
      items.insert(enumerator(part.selector->kind));
    }
    std::set<std::string> nodes;
    for (const PatternElement& element : part.elements) {
      alternative(element.node);
      if (const auto* node = std::get_if<NodePattern>(&element.node)) {
        if (!node->variable.empty() && !nodes.insert(node->variable).second && !writing_) {
          use(Feature::RepeatedNode);
        }
      }
    }
    for_each_child(part, *this);
  }
  void operator()(const NodePattern& node) {
    items.insert(node.variable.empty() ? "anonymous node" : "named node");
    if (node.labels) labels(*node.labels, writing_);
    properties(node.properties);
    if (node.where) use(Feature::InlineNodeWhere);
    for_each_child(node, *this);
  }
  void operator()(const RelationshipPattern& hop) {
    items.insert(enumerator(hop.direction));
    items.insert(hop.variable.empty() ? "anonymous relationship" : "named relationship");
    // No name is given twice in a statement, so that one which comes back is bound.
    if (!hop.variable.empty() && !relationships_.insert(hop.variable).second) {
      items.insert("a bound relationship");
    }
    if (hop.direction == Direction::Either && !in_value_) use(Feature::UndirectedRelationship);
    if (hop.types && std::holds_alternative<LabelOr>(hop.types->node)) {
      use(Feature::TypeAlternatives);
    }
    if (hop.length) repetition("length", *hop.length);
    if (hop.length && !in_value_) use(Feature::VariableLength);
    if (hop.quantifier) repetition("quantifier", *hop.quantifier);
    if (hop.quantifier) use(Feature::QuantifiedPath);
    properties(hop.properties);
    if (hop.where) use(Feature::InlineRelationshipWhere);
    for_each_child(hop, *this);
  }
  void operator()(const PathGroup& group) {
    if (group.quantifier) use(Feature::QuantifiedPath);
    if (!group.quantifier) items.insert("a group without quantifier");
    if (group.quantifier) repetition("group", *group.quantifier);
    if (!group.path_variable.empty()) items.insert("a subpath variable");
    if (group.where) items.insert("WHERE in a group");
    for_each_child(group, *this);
  }
  void operator()(const Expr& expr) {
    alternative(expr.node);
    std::visit([&](const auto& node) { use(node); }, expr.node);
    const bool value = in_value_;
    const bool writing = std::exchange(writing_, false);
    in_value_ = in_value_ || std::holds_alternative<PatternExpr>(expr.node);
    for_each_child(expr, *this);
    in_value_ = value;
    writing_ = writing;
  }

 private:
  void use(Feature feature) { features.set(static_cast<std::size_t>(feature)); }
  template <typename Variant>
  void alternative(const Variant& node) {
    std::visit([&](const auto& value) { items.insert(type_name<std::decay_t<decltype(value)>>()); },
               node);
  }

  void clauses_of(const std::vector<Clause>& clauses) {
    bool after_optional = false;
    for (const Clause& clause : clauses) {
      if (const auto* found = std::get_if<Match>(&clause.node)) {
        if (!found->optional && after_optional) use(Feature::MatchAfterOptionalMatch);
        after_optional = after_optional || found->optional;
      }
      if (std::holds_alternative<With>(clause.node)) after_optional = false;
    }
  }

  // ---- clauses ----
  void use(const Match& node) {
    writing_ = false;
    use(node.optional ? Feature::OptionalMatch : Feature::Match);
    if (node.where) items.insert("WHERE of MATCH");
    if (node.pattern.size() > 1) items.insert("MATCH of several parts");
  }
  void use(const Create&) {
    writing_ = true;
    use(Feature::Create);
  }
  void use(const Merge& merge) {
    writing_ = true;
    use(Feature::Merge);
    for (const MergeAction& action : merge.actions) {
      items.insert(enumerator(action.event));
      use(Feature::MergeActions);
      for (const SetItem& item : action.items) use(item);
    }
    bool looks = false;
    for_each_expr(Clause{{}, merge}, [&](const Expr& expr) {
      looks = looks || std::holds_alternative<SubqueryExpr>(expr.node) ||
              std::holds_alternative<PatternExpr>(expr.node) ||
              std::holds_alternative<PatternComprehension>(expr.node);
    });
    if (looks) use(Feature::PatternInMerge);
  }
  void use(const Set& set) {
    for (const SetItem& item : set.items) use(item);
  }
  void use(const SetItem& item) {
    alternative(item);
    if (const auto* property = std::get_if<SetProperty>(&item)) {
      use(std::holds_alternative<Subscript>(property->target.node) ? Feature::DynamicSet
                                                                   : Feature::SetProperty);
    }
    if (const auto* all = std::get_if<SetProperties>(&item)) {
      use(all->add ? Feature::SetAddMap : Feature::SetReplaceMap);
    }
    if (const auto* set = std::get_if<SetLabels>(&item)) {
      use(Feature::SetLabels);
      for (const LabelExpr& label : set->labels) labels(label, true);
    }
  }
  void use(const Remove& remove) {
    for (const RemoveItem& item : remove.items) {
      alternative(item);
      if (const auto* property = std::get_if<RemoveProperty>(&item)) {
        use(std::holds_alternative<Subscript>(property->target.node) ? Feature::DynamicSet
                                                                     : Feature::RemoveProperty);
      }
      if (const auto* gone = std::get_if<RemoveLabels>(&item)) {
        use(Feature::RemoveLabels);
        for (const LabelExpr& label : gone->labels) labels(label, true);
      }
    }
  }
  void use(const Delete& node) {
    use(node.detach ? Feature::DetachDelete : Feature::Delete);
    if (node.targets.size() > 1) items.insert("DELETE of several");
    for (const Expr& target : node.targets) {
      if (!std::holds_alternative<Variable>(target.node)) items.insert("DELETE of an expression");
    }
  }
  void use(const Unwind&) { use(Feature::Unwind); }
  void use(const With& with) {
    use(Feature::With);
    if (with.where) items.insert("WHERE of WITH");
    if (with.projection.star) items.insert("WITH *");
    use(with.projection);
  }
  void use(const Return& node) {
    if (node.projection.star) use(Feature::ReturnStar);
    use(node.projection);
  }
  void use(const Projection& projection) {
    if (projection.distinct) use(Feature::Distinct);
    if (!projection.order_by.empty()) use(Feature::OrderBy);
    for (const SortItem& item : projection.order_by) {
      items.insert(item.descending ? "ORDER BY descending" : "ORDER BY ascending");
    }
    if (projection.skip) use(Feature::Skip);
    if (projection.limit) use(Feature::Limit);
    for (const OptionalExpr* rows : {&projection.skip, &projection.limit}) {
      if (*rows && !std::holds_alternative<IntegerLiteral>((**rows)->node)) {
        items.insert("LIMIT of an expression");
      }
    }
    for (const ProjectionItem& item : projection.items) {
      if (std::holds_alternative<MapLiteral>(item.value.node)) use(Feature::MapLiteral);
      if (const auto* value = std::get_if<PatternExpr>(&item.value.node)) {
        if (value->pattern->kind != PathKind::Plain) items.insert("a path as a column");
      }
    }
  }
  void use(const Foreach& loop) {
    use(Feature::Foreach);
    for (const Clause& clause : loop.body) {
      if (std::holds_alternative<Foreach>(clause.node)) items.insert("nested FOREACH");
    }
  }
  void use(const CallSubquery& call) {
    use(returns_rows(*call.query) ? Feature::CallReturning : Feature::CallUnit);
    if (call.optional) use(Feature::OptionalCall);
    if (call.scope) use(Feature::CallScope);
    if (call.scope) items.insert(call.scope->star ? "CALL (*)" : "CALL (x)");
    if (call.query->parts.size() > 1) items.insert("UNION in CALL");
    const auto& clauses = call.query->parts.front().clauses;
    const auto* with = clauses.empty() ? nullptr : std::get_if<With>(&clauses.front().node);
    if (with != nullptr && !call.scope) {
      const bool importing = is_importing_with(clauses.front());
      use(!importing              ? Feature::CallLeadingWith
          : with->projection.star ? Feature::CallImportStar
                                  : Feature::CallImportWith);
    }
    if (!call.in_transactions) return;
    use(Feature::CallInTransactions);
    items.insert(enumerator(call.in_transactions->on_error));
    items.insert(call.in_transactions->rows ? "OF ROWS" : "IN TRANSACTIONS alone");
    if (!call.in_transactions->report_as.empty()) items.insert("REPORT STATUS");
  }
  void use(const CallProcedure&) {}
  // ---- indexes and constraints ----
  void use(const CreateIndex& index) {
    items.insert(enumerator(index.kind));
    items.insert("index on " + enumerator(index.entity));
    use(index.legacy ? Feature::CreateIndexLegacy : Feature::CreateIndex);
    if (!index.name.empty() || index.if_not_exists) use(Feature::NamedIndex);
    if (index.kind != IndexKind::Default) use(Feature::IndexKinds);
    if (index.entity == SchemaEntity::Relationship) use(Feature::RelationshipIndex);
  }
  void use(const CreateConstraint& constraint) {
    items.insert(enumerator(constraint.kind));
    items.insert("constraint on " + enumerator(constraint.entity));
    use(constraint.kind == ConstraintKind::Unique ? Feature::UniqueConstraint
                                                  : Feature::ExistenceConstraint);
    if (constraint.legacy) use(Feature::ConstraintLegacy);
  }

  // ---- patterns ----
  void labels(const LabelExpr& expr, bool written, bool nested = false) {
    alternative(expr.node);
    const auto is_name = [](const LabelExpr& label) {
      return std::holds_alternative<LabelName>(label.node) ||
             std::holds_alternative<LabelDynamic>(label.node);
    };
    if (std::holds_alternative<LabelDynamic>(expr.node)) use(Feature::DynamicLabel);
    const auto* both = std::get_if<LabelAnd>(&expr.node);
    if (!nested && both != nullptr &&
        std::all_of(both->operands.begin(), both->operands.end(), is_name)) {
      use(Feature::LabelConjunction);
    } else if (!is_name(expr) && !written) {
      use(Feature::LabelExpression);
    }
    if (both != nullptr) {
      for (const LabelExpr& operand : both->operands) labels(operand, true, true);
    }
    if (const auto* either = std::get_if<LabelOr>(&expr.node)) {
      for (const LabelExpr& operand : either->operands) labels(operand, true, true);
    }
    if (const auto* negated = std::get_if<LabelNot>(&expr.node))
      labels(*negated->operand, true, true);
  }
  void properties(const OptionalExpr& map) {
    if (!map) return;
    const bool parameter = std::holds_alternative<Parameter>((*map)->node);
    if (parameter) use(Feature::PropertyMapParameter);
    if (!writing_) use(Feature::PropertyMap);
    for_each_expr(**map, [&](const Expr& expr) {
      const bool looks = std::holds_alternative<SubqueryExpr>(expr.node) ||
                         std::holds_alternative<PatternExpr>(expr.node) ||
                         std::holds_alternative<PatternComprehension>(expr.node);
      if (looks) use(Feature::PatternInPropertyMap);
    });
  }
  void repetition(std::string_view what, const Repetition& bounds) {
    std::string form = bounds.min ? "n.." : "..";
    if (bounds.max) form += bounds.min == bounds.max ? "n" : "m";
    items.insert(std::string(what) + " " + form);
  }

  // ---- expressions ----
  void use(const NullLiteral&) {}
  void use(const BooleanLiteral& node) { items.insert(node.value ? "true" : "false"); }
  void use(const IntegerLiteral& node) {
    constexpr std::int64_t low = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t high = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t value :
         {low, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}, high}) {
      if (node.value == value) items.insert("integer " + std::to_string(value));
    }
    if (node.value == low || node.value == high) use(Feature::HugeIntegers);
  }
  void use(const FloatLiteral& node) {
    const double value = node.value;
    if (std::isnan(value)) use(Feature::NaNLiteral);
    if (std::isinf(value)) use(Feature::InfinityLiteral);
    if (std::isinf(value)) items.insert(value > 0 ? "+infinity" : "-infinity");
    if (value == 0) items.insert(std::signbit(value) ? "-0.0" : "0.0");
    if (std::fpclassify(value) == FP_SUBNORMAL) items.insert("subnormal");
    if (value == std::numeric_limits<double>::max()) items.insert("largest float");
  }
  void use(const StringLiteral& node) {
    const std::string& text = node.value;
    if (text.empty()) items.insert("''");
    for (const std::string_view part : {"'", "\"", "\\", "\n"}) {
      if (text.find(part) != std::string::npos) items.insert("string with " + std::string(part));
    }
    const auto foreign = [](char c) { return static_cast<unsigned char>(c) > 127; };
    const bool unicode = std::any_of(text.begin(), text.end(), foreign);
    if (unicode) items.insert("unicode");
    if (unicode || text == "'" || text == "\"" || text == "\\" || text == "\n") {
      use(Feature::StringEscapes);
    }
  }
  void use(const ListLiteral& list) {
    if (list.items.empty()) items.insert("[]");
    for (const Expr& item : list.items) {
      if (std::holds_alternative<ListLiteral>(item.node)) items.insert("nested list");
    }
  }
  void use(const MapLiteral& map) {
    if (map.entries.empty()) items.insert("{}");
  }
  void use(const Variable&) {}
  void use(const Parameter&) { use(Feature::Parameters); }
  void use(const Property& node) {
    if (std::holds_alternative<MapLiteral>(node.object->node)) {
      items.insert("{a: 1}.a");
      use(Feature::MapLiteral);
    }
    if (std::holds_alternative<FunctionCall>(node.object->node)) items.insert("date('...').year");
  }
  void use(const Subscript& node) {
    if (std::holds_alternative<StringLiteral>(node.index->node)) use(Feature::DynamicProperty);
  }
  void use(const Slice& slice) {
    use(Feature::ListSlice);
    items.insert(std::string("slice ") + (slice.from ? "n" : "") + ".." + (slice.to ? "m" : ""));
  }
  void use(const Unary& unary) { items.insert(enumerator(unary.op)); }
  void use(const Binary& binary) {
    items.insert(enumerator(binary.op));
    if (binary.op == BinaryOp::Xor) use(Feature::Xor);
    if (binary.op == BinaryOp::Power) use(Feature::Power);
    if (binary.op == BinaryOp::Modulo) use(Feature::Modulo);
    if (binary.op == BinaryOp::RegexMatch) use(Feature::RegexMatch);
    if (binary.op == BinaryOp::Concat) use(Feature::ConcatOperator);
    if (binary.op == BinaryOp::Add) {
      if (std::holds_alternative<StringLiteral>(binary.left->node)) {
        use(Feature::StringConcatenation);
      }
      if (std::holds_alternative<ListLiteral>(binary.left->node)) use(Feature::ListConcatenation);
    }
  }
  void use(const Comparison& comparison) {
    for (const ComparisonOp op : comparison.ops) items.insert(enumerator(op));
    if (comparison.ops.size() > 1) use(Feature::ChainedComparison);
  }
  void use(const NullCheck& check) { items.insert(check.negated ? "IS NOT NULL" : "IS NULL"); }
  void use(const TypeCheck& check) {
    use(Feature::TypePredicate);
    items.insert(check.negated ? "IS NOT ::" : "IS ::");
    if (!check.type.element.empty()) items.insert("IS :: LIST<>");
    if (check.type.not_null) items.insert("IS :: NOT NULL");
  }
  void use(const LabelCheck& check) {
    const auto* variable = std::get_if<Variable>(&check.operand->node);
    const bool relationship = variable != nullptr && variable->name.starts_with('r');
    if (relationship) items.insert("r:R");
    if (!relationship) use(Feature::LabelPredicate);
    labels(check.labels, false);
  }
  void use(const FunctionCall& call) {
    if (call.distinct) items.insert("aggregate(DISTINCT)");
    const QueryContext empty;
    for (const Function* function : functions_named(call.name)) {
      if (!fits(*function, call, empty)) continue;
      const Kinds result = function->result.kinds.without(Kind::Null);
      if (result == Kinds(Kind::Point)) use(Feature::PointType);
      if (result == Kinds(Kind::Duration)) use(Feature::DurationType);
      if (result.only(kinds::temporal)) use(Feature::TemporalTypes);
      items.insert(overload(*function));
    }
  }
  // Only what is certain without knowing the variables, but for the kind that their names tell.
  static bool fits(const Function& function, const FunctionCall& call, const QueryContext& empty) {
    const std::size_t given = call.arguments.size();
    if (given < function.required) return false;
    if (given > function.parameters.size() && !function.variadic) return false;
    for (std::size_t i = 0; i < given; ++i) {
      const Type wanted = function.parameters[std::min(i, function.parameters.size() - 1)];
      Type type = type_of(call.arguments[i], empty);
      if (const auto* variable = std::get_if<Variable>(&call.arguments[i].node)) {
        const char letter = variable->name.front();
        if (letter == 'n') type = Type::of(Kind::Node);
        if (letter == 'r') type = Type::of(Kind::Relationship);
        if (letter == 'p') type = Type::of(Kind::Path);
      }
      if (!type.kinds.without(Kind::Null).only(wanted.kinds)) return false;
    }
    return true;
  }
  void use(const CountStar&) {}
  void use(const Case& choice) {
    use(choice.subject ? Feature::CaseSimple : Feature::CaseSearched);
    items.insert(choice.otherwise ? "CASE with ELSE" : "CASE without ELSE");
    if (choice.branches.size() > 1) items.insert("CASE with several branches");
  }
  void use(const ListComprehension& node) {
    use(Feature::ListComprehension);
    items.insert(std::string("[x IN list") + (node.where ? " WHERE" : "") +
                 (node.projection ? " |" : "") + "]");
  }
  void use(const PatternComprehension&) { use(Feature::PatternComprehension); }
  void use(const Quantifier& node) {
    use(Feature::Quantifier);
    items.insert(enumerator(node.kind));
  }
  void use(const Reduce&) { use(Feature::Reduce); }
  void use(const MapProjection& node) {
    use(Feature::MapProjection);
    for (const MapProjectionItem& item : node.items) items.insert(enumerator(item.kind));
  }
  void use(const SubqueryExpr& node) {
    items.insert(enumerator(node.kind) + (node.pattern_only ? " of a pattern" : ""));
    if (node.query->parts.size() > 1) items.insert("UNION in a subquery");
    use(node.kind == SubqueryKind::Exists  ? Feature::ExistsSubquery
        : node.kind == SubqueryKind::Count ? Feature::CountSubquery
                                           : Feature::CollectSubquery);
  }
  void use(const PatternExpr& node) {
    if (node.pattern->kind == PathKind::Plain) use(Feature::PatternPredicate);
  }

  bool writing_ = false;                 // the pattern at hand belongs to CREATE or MERGE
  bool in_value_ = false;                // inside of a pattern that is an expression
  std::set<std::string> relationships_;  // of this statement
};

}  // namespace dinkel

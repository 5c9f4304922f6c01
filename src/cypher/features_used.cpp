#include "cypher/features_used.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/match.h"
#include "cypher/state.h"
#include "cypher/walk.h"
#include "cypher/walk_impl.h"

namespace dinkel {

namespace {

class FeatureFinder {
 public:
  std::bitset<feature_count> found;

  void operator()(const Query& query) {
    for (std::size_t i = 0; i + 1 < query.parts.size(); ++i) {
      note(query.union_all[i] ? Feature::UnionAll : Feature::Union);
    }
    for (const SingleQuery& part : query.parts) {
      bool optional_before = false;
      for (const Clause& clause : part.clauses) {
        const auto* match_clause = std::get_if<Match>(&clause.node);
        if (match_clause != nullptr && optional_before && !match_clause->optional) {
          note(Feature::MatchAfterOptionalMatch);
        }
        if (match_clause != nullptr) optional_before = optional_before || match_clause->optional;
        if (std::holds_alternative<With>(clause.node)) optional_before = false;
      }
    }
    for_each_child(query, *this);
  }

  void operator()(const Clause& clause) {
    match(
        clause.node,
        [&](const Match& node) { note(node.optional ? Feature::OptionalMatch : Feature::Match); },
        [&](const Create&) { note(Feature::Create); },
        [&](const Merge& node) {
          note(Feature::Merge);
          for (const MergeAction& action : node.actions) {
            note(Feature::MergeActions);
            look_at_items(action.items);
          }
        },
        [&](const Set& node) { look_at_items(node.items); },
        [&](const Remove& node) { look_at_items(node.items); },
        [&](const Delete& node) { note(node.detach ? Feature::DetachDelete : Feature::Delete); },
        [&](const Unwind&) { note(Feature::Unwind); },
        [&](const With& node) {
          note(Feature::With);
          look_at(node.projection);
        },
        [&](const Return& node) {
          look_at(node.projection);
          if (node.projection.star) note(Feature::ReturnStar);
        },
        [&](const Foreach&) { note(Feature::Foreach); },
        [&](const CallSubquery& node) { look_at(node); }, [](const CallProcedure&) {});
    for_each_child(clause, *this);
  }

  void operator()(const PatternPart& part) {
    if (!part.path_variable.empty()) note(Feature::PathVariable);
    if (part.kind != PathKind::Plain) note(Feature::ShortestPath);
    if (part.selector) note(Feature::PathSelector);
    for_each_child(part, *this);
  }
  void operator()(const NodePattern& node) {
    if (node.labels) look_at_labels(*node.labels);
    if (node.where) note(Feature::InlineNodeWhere);
    look_at_properties(node.properties);
    for_each_child(node, *this);
  }
  void operator()(const RelationshipPattern& step) {
    if (step.types && !std::holds_alternative<LabelName>(step.types->node)) {
      note(std::holds_alternative<LabelOr>(step.types->node)        ? Feature::TypeAlternatives
           : std::holds_alternative<LabelDynamic>(step.types->node) ? Feature::DynamicLabel
                                                                    : Feature::LabelExpression);
    }
    if (step.direction == Direction::Either) note(Feature::UndirectedRelationship);
    if (step.length) note(Feature::VariableLength);
    if (step.quantifier) note(Feature::QuantifiedPath);
    if (step.where) note(Feature::InlineRelationshipWhere);
    look_at_properties(step.properties);
    for_each_child(step, *this);
  }
  void operator()(const PathGroup& group) {
    note(Feature::QuantifiedPath);
    for_each_child(group, *this);
  }

  void operator()(const Expr& expr) {
    match(
        expr.node, [](const NullLiteral&) {}, [](const BooleanLiteral&) {},
        [&](const IntegerLiteral& node) {
          if (node.value == std::numeric_limits<std::int64_t>::min()) note(Feature::HugeIntegers);
        },
        [&](const FloatLiteral& node) {
          if (std::isnan(node.value)) note(Feature::NaNLiteral);
          if (std::isinf(node.value)) note(Feature::InfinityLiteral);
        },
        [](const StringLiteral&) {}, [](const ListLiteral&) {}, [](const MapLiteral&) {},
        [](const Variable&) {}, [&](const Parameter&) { note(Feature::Parameters); },
        [](const Property&) {}, [](const Subscript&) {},
        [&](const Slice&) { note(Feature::ListSlice); }, [](const Unary&) {},
        [&](const Binary& node) { look_at(node.op); },
        [&](const Comparison& node) {
          if (node.ops.size() > 1) note(Feature::ChainedComparison);
        },
        [](const NullCheck&) {}, [&](const TypeCheck&) { note(Feature::TypePredicate); },
        [&](const LabelCheck& node) {
          note(Feature::LabelPredicate);
          look_at_labels(node.labels);
        },
        [](const FunctionCall&) {}, [](const CountStar&) {},
        [&](const Case& node) { note(node.subject ? Feature::CaseSimple : Feature::CaseSearched); },
        [&](const ListComprehension&) { note(Feature::ListComprehension); },
        [&](const PatternComprehension&) { note(Feature::PatternComprehension); },
        [&](const Quantifier&) { note(Feature::Quantifier); },
        [&](const Reduce&) { note(Feature::Reduce); },
        [&](const MapProjection&) { note(Feature::MapProjection); },
        [&](const SubqueryExpr& node) {
          note(node.kind == SubqueryKind::Exists  ? Feature::ExistsSubquery
               : node.kind == SubqueryKind::Count ? Feature::CountSubquery
                                                  : Feature::CollectSubquery);
        },
        [&](const PatternExpr&) { note(Feature::PatternPredicate); });
    for_each_child(expr, *this);
  }

 private:
  void note(Feature feature) { found.set(static_cast<std::size_t>(feature)); }

  void look_at(BinaryOp op) {
    if (op == BinaryOp::Xor) note(Feature::Xor);
    if (op == BinaryOp::Power) note(Feature::Power);
    if (op == BinaryOp::Modulo) note(Feature::Modulo);
    if (op == BinaryOp::RegexMatch) note(Feature::RegexMatch);
    if (op == BinaryOp::Concat) note(Feature::ConcatOperator);
  }

  void look_at(const Projection& projection) {
    if (projection.distinct) note(Feature::Distinct);
    if (!projection.order_by.empty()) note(Feature::OrderBy);
    if (projection.skip) note(Feature::Skip);
    if (projection.limit) note(Feature::Limit);
  }

  void look_at(const CallSubquery& call) {
    note(returns_rows(*call.query) ? Feature::CallReturning : Feature::CallUnit);
    if (call.optional) note(Feature::OptionalCall);
    if (call.in_transactions) note(Feature::CallInTransactions);
    if (call.scope) {
      note(Feature::CallScope);
      return;
    }
    for (const SingleQuery& part : call.query->parts) {
      const auto* first = part.clauses.empty() ? nullptr : std::get_if<With>(&part.clauses[0].node);
      if (first == nullptr) continue;
      note(!is_importing_with(part.clauses[0]) ? Feature::CallLeadingWith
           : first->projection.star            ? Feature::CallImportStar
                                               : Feature::CallImportWith);
    }
  }

  void look_at_items(const std::vector<SetItem>& items) {
    for (const SetItem& item : items) {
      match(
          item,
          [&](const SetProperty& set) {
            note(Feature::SetProperty);
            if (std::holds_alternative<Subscript>(set.target.node)) note(Feature::DynamicSet);
          },
          [&](const SetProperties& set) {
            note(set.add ? Feature::SetAddMap : Feature::SetReplaceMap);
          },
          [&](const SetLabels&) { note(Feature::SetLabels); });
    }
  }
  void look_at_items(const std::vector<RemoveItem>& items) {
    for (const RemoveItem& item : items) {
      note(std::holds_alternative<RemoveLabels>(item) ? Feature::RemoveLabels
                                                      : Feature::RemoveProperty);
    }
  }

  void look_at_labels(const LabelExpr& labels) {
    match(
        labels.node, [](const LabelName&) {},
        [&](const LabelWildcard&) { note(Feature::LabelExpression); },
        [&](const LabelDynamic&) { note(Feature::DynamicLabel); },
        [&](const LabelNot&) { note(Feature::LabelExpression); },
        [&](const LabelAnd& all) {
          note(Feature::LabelConjunction);
          for (const LabelExpr& operand : all.operands) look_at_labels(operand);
        },
        [&](const LabelOr&) { note(Feature::LabelExpression); });
  }

  void look_at_properties(const OptionalExpr& properties) {
    if (!properties) return;
    note(Feature::PropertyMap);
    if (std::holds_alternative<Parameter>((*properties)->node)) note(Feature::PropertyMapParameter);
    for_each_expr(**properties, [&](const Expr& expr) {
      if (std::holds_alternative<PatternExpr>(expr.node) ||
          std::holds_alternative<PatternComprehension>(expr.node)) {
        note(Feature::PatternInPropertyMap);
      }
    });
  }
};

}  // namespace

std::bitset<feature_count> features_used(const Statement& statement) {
  FeatureFinder finder;
  if (const auto* query = std::get_if<Query>(&statement.body)) finder(*query);
  return finder.found;
}

std::vector<std::string> lacking(const Statement& statement, const Dialect& dialect) {
  std::vector<std::string> names;
  const std::bitset<feature_count> beyond = features_used(statement) & ~dialect.features;
  for (std::size_t i = 0; i < feature_count; ++i) {
    if (beyond[i]) names.emplace_back(to_text(static_cast<Feature>(i)));
  }
  for_each_expr(statement, [&](const Expr& expr) {
    const auto* call = std::get_if<FunctionCall>(&expr.node);
    if (call == nullptr || (dialect.has_function(call->name) &&
                            call->arguments.size() <= dialect.max_arguments(call->name))) {
      return;
    }
    const std::string name = call->name + "()";
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  });
  return names;
}

}  // namespace dinkel

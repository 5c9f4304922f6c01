// Scopes and types of expressions. An operand is refused only if no value that it can have would
// do.
#include <algorithm>
#include <optional>
#include <utility>

#include "base/match.h"
#include "base/text.h"
#include "cypher/functions.h"
#include "cypher/type_of_parts.h"
#include "cypher/validator.h"

namespace dinkel {

namespace {

bool may_be(Type type, Kinds kinds) {
  return type.kinds.meets(kinds | Kind::Null);
}

// The context of a comprehension's body: its variable hides one of the same name outside.
QueryContext with_local(const QueryContext& context, const std::string& name, Type type) {
  QueryContext inner = context;
  inner.declare(name, type);
  return inner;
}

std::string hint(std::string_view name, std::span<const std::string_view> known) {
  if (name.size() < 3) return "";  // short names are all alike
  const std::optional<std::string_view> nearest = did_you_mean(name, known);
  return nearest ? "; did you mean " + ticked(*nearest) + "?" : "";
}

}  // namespace

void Validator::predicate(const Expr& value, const QueryContext& context) {
  expr(value, {context, Aggregates::Forbidden, true});
  const Type type = type_of(value, context);
  if (!may_be(type, Kind::Boolean)) {
    refuse(ErrorDetail::InvalidArgumentType, value.origin,
           "a predicate must be a Boolean, this is " + to_text(type));
  }
}

void Validator::predicate(const OptionalExpr& value, const QueryContext& context) {
  if (value) predicate(**value, context);
}

void Validator::optional(const OptionalExpr& value, Place place) {
  if (value) expr(**value, place);
}

void Validator::expr(const Expr& expr_, Place place) {
  const Origin origin = expr_.origin;
  const bool wants_truth = std::exchange(place.predicate, false);
  const auto each = [&](const std::vector<Expr>& items) {
    for (const Expr& item : items) expr(item, place);
  };
  match(
      expr_.node, [](const NullLiteral&) {}, [](const BooleanLiteral&) {},
      [](const IntegerLiteral&) {}, [](const FloatLiteral&) {}, [](const StringLiteral&) {},
      [&](const ListLiteral& list) { each(list.items); },
      [&](const MapLiteral& map) {
        for (const MapEntry& entry : map.entries) expr(entry.value, place);
      },
      [&](const Variable& named) { variable(named.name, origin, place.context); },
      [&](const Parameter& named) { parameter(named.name, origin); },
      [&](const Property& access) { property(access, origin, place); },
      [&](const Subscript& access) { subscript(access, origin, place); },
      [&](const Slice& slice) {
        list_operand(*slice.object, place);
        optional(slice.from, place);
        optional(slice.to, place);
      },
      [&](const Unary& unary) {
        if (unary.op == UnaryOp::Not) return boolean_operand(*unary.operand, place);
        expr(*unary.operand, place);
        const Type type = type_of(*unary.operand, place.context);
        if (!may_be(type, kinds::number | Kind::Duration)) {
          refuse(ErrorDetail::InvalidArgumentType, origin,
                 "only numbers and durations have a sign, this is " + to_text(type));
        }
      },
      [&](const Binary& operation) { binary(operation, origin, place); },
      [&](const Comparison& comparison) { each(comparison.operands); },
      [&](const NullCheck& check) { expr(*check.operand, place); },
      [&](const TypeCheck& check) { expr(*check.operand, place); },
      [&](const LabelCheck& check) {
        expr(*check.operand, place);
        label_expr(check.labels, place.context);
        const Type type = type_of(*check.operand, place.context);
        if (!may_be(type, kinds::entity)) {
          refuse(ErrorDetail::InvalidArgumentType, origin,
                 "only nodes and relationships have labels and types, this is " + to_text(type));
        }
      },
      [&](const FunctionCall& function) { call(function, origin, place); },
      [&](const CountStar&) { aggregate({"count", false, {}}, origin, place); },
      [&](const Case& choice) { case_expr(choice, place); },
      [&](const ListComprehension& comprehension) { list_comprehension(comprehension, place); },
      [&](const PatternComprehension& found) { pattern_comprehension(found, place); },
      [&](const Quantifier& quantifier) {
        list_operand(*quantifier.list, place);
        const Type element = element_type(type_of(*quantifier.list, place.context));
        predicate(quantifier.where, with_local(place.context, quantifier.variable, element));
      },
      [&](const Reduce& fold) { reduce(fold, place); },
      [&](const MapProjection& projected) { map_projection(projected, origin, place); },
      [&](const SubqueryExpr& subquery) { subquery_expr(subquery, origin, place.context); },
      [&](const PatternExpr& pattern) {
        pattern_expr(pattern, origin, {place.context, place.aggregates, wants_truth});
      });
}

void Validator::variable(std::string_view name, Origin origin, const QueryContext& context) {
  if (context.find(name) != nullptr) return;
  std::vector<std::string_view> known;
  for (const ScopedVariable& other : context.variables()) known.push_back(other.name);
  refuse(ErrorDetail::UndefinedVariable, origin,
         "variable " + ticked(name) + " is not defined" + hint(name, known));
}

void Validator::parameter(const std::string& name, Origin origin) {
  if (!options_.parameters) return;
  const std::vector<std::string>& given = *options_.parameters;
  if (std::find(given.begin(), given.end(), name) != given.end()) return;
  refuse(ErrorType::ParameterMissing, ErrorDetail::MissingParameter, origin,
         "parameter `$" + name + "` is not given");
}

void Validator::property(const Property& property, Origin origin, Place place) {
  expr(*property.object, place);
  const Type type = type_of(*property.object, place.context);
  if (may_be(type, kinds::entity | Kind::Map | kinds::temporal | Kind::Point)) return;
  const bool is_path = type.kinds.only(Kind::Path);
  refuse(is_path ? ErrorType::SyntaxError : ErrorType::TypeError, ErrorDetail::InvalidArgumentType,
         origin, to_text(type) + " has no property " + ticked(property.key));
}

void Validator::subscript(const Subscript& subscript, Origin origin, Place place) {
  expr(*subscript.object, place);
  expr(*subscript.index, place);
  const Type type = type_of(*subscript.object, place.context);
  if (may_be(type, kinds::entity | Kind::Map | Kind::List)) return;
  refuse(ErrorType::TypeError, ErrorDetail::InvalidArgumentType, origin,
         to_text(type) + " has no elements to be picked by [ ]");
}

void Validator::list_operand(const Expr& list, Place place) {
  expr(list, place);
  const Type type = type_of(list, place.context);
  if (may_be(type, Kind::List)) return;
  refuse(ErrorDetail::InvalidArgumentType, list.origin,
         "a list is needed, this is " + to_text(type));
}

void Validator::boolean_operand(const Expr& operand, Place place) {
  place.predicate = true;
  expr(operand, place);
  const Type type = type_of(operand, place.context);
  if (may_be(type, Kind::Boolean)) return;
  refuse(ErrorDetail::InvalidArgumentType, operand.origin,
         "a Boolean is needed, this is " + to_text(type));
}

void Validator::binary(const Binary& binary, Origin origin, Place place) {
  const bool logical =
      binary.op == BinaryOp::And || binary.op == BinaryOp::Or || binary.op == BinaryOp::Xor;
  if (logical) {
    boolean_operand(*binary.left, place);
    boolean_operand(*binary.right, place);
    return;
  }
  expr(*binary.left, place);
  expr(*binary.right, place);
  const Type left = type_of(*binary.left, place.context);
  const Type right = type_of(*binary.right, place.context);
  if (operands_fit(binary.op, left, right)) return;
  refuse(ErrorDetail::InvalidArgumentType, origin,
         "this operator does not work on " + to_text(left) + " and " + to_text(right));
}

void Validator::call(const FunctionCall& call, Origin origin, Place place) {
  const std::span<const Function* const> rows = overloads_of(call.name);
  if (rows.empty()) {
    std::vector<std::string_view> known;
    for (const Function& function : all_functions()) known.push_back(function.name);
    refuse(ErrorDetail::UnknownFunction, origin,
           "there is no function " + ticked(call.name) + hint(call.name, known));
  }
  const bool aggregates = rows.front()->traits.aggregate;
  if (aggregates) aggregate(call, origin, place);
  if (call.distinct && !aggregates) {
    refuse(ErrorDetail::UnexpectedSyntax, origin,
           "DISTINCT is for aggregations, and " + ticked(call.name) + " is none");
  }
  const auto fits_count = [&](const Function* row) {
    return accepts_count(*row, call.arguments.size());
  };
  if (std::none_of(rows.begin(), rows.end(), fits_count)) {
    refuse(ErrorDetail::InvalidNumberOfArguments, origin,
           "function " + ticked(call.name) + " does not take " +
               std::to_string(call.arguments.size()) + " arguments");
  }
  const bool takes_pattern = same_function_name(call.name, "exists");
  const Aggregates inside = aggregates ? Aggregates::Inside : place.aggregates;
  std::vector<Type> types;
  for (const Expr& argument : call.arguments) {
    expr(argument, {place.context, inside, takes_pattern});
    types.push_back(type_of(argument, place.context));
  }
  // The TCK wants range() to look at its arguments only when it runs.
  if (same_function_name(call.name, "range")) return;
  const auto fits = [&](const Function* row) { return accepts(*row, types); };
  if (std::any_of(rows.begin(), rows.end(), fits)) return;
  std::string given;
  for (const Type type : types) given += (given.empty() ? "" : ", ") + to_text(type);
  refuse(ErrorDetail::InvalidArgumentType, origin,
         "function " + ticked(call.name) + " does not work on (" + given + ")");
}

void Validator::aggregate(const FunctionCall& call, Origin origin, Place place) {
  if (place.aggregates == Aggregates::Inside) {
    refuse(ErrorDetail::NestedAggregation, origin,
           "aggregation " + ticked(call.name) + " stands within another aggregation");
  }
  if (place.aggregates == Aggregates::Forbidden) {
    refuse(ErrorDetail::InvalidAggregation, origin,
           "aggregation " + ticked(call.name) + " cannot be used here");
  }
  for (const Expr& argument : call.arguments) {
    if (const Expr* random = find_random(argument)) {
      refuse(ErrorDetail::NonConstantExpression, random->origin,
             "a random value cannot be aggregated");
    }
  }
}

void Validator::case_expr(const Case& choice, Place place) {
  optional(choice.subject, place);
  for (const CaseBranch& branch : choice.branches) {
    if (choice.subject) {
      expr(branch.when, place);
    } else {
      boolean_operand(branch.when, place);
    }
    expr(branch.then, place);
  }
  optional(choice.otherwise, place);
}

void Validator::list_comprehension(const ListComprehension& comprehension, Place place) {
  list_operand(*comprehension.list, place);
  const Type element = element_type(type_of(*comprehension.list, place.context));
  const QueryContext inner = with_local(place.context, comprehension.variable, element);
  predicate(comprehension.where, inner);
  optional(comprehension.projection, {inner});
}

void Validator::pattern_comprehension(const PatternComprehension& comprehension, Place place) {
  QueryContext inner = place.context;
  match_pattern({&*comprehension.pattern, 1}, inner);
  predicate(comprehension.where, inner);
  expr(*comprehension.projection, {inner});
}

void Validator::reduce(const Reduce& reduce, Place place) {
  expr(*reduce.initial, place);
  list_operand(*reduce.list, place);
  QueryContext inner = place.context;
  inner.declare(reduce.accumulator, Type::any());
  inner.declare(reduce.variable, element_type(type_of(*reduce.list, place.context)));
  expr(*reduce.body, {inner});
}

void Validator::map_projection(const MapProjection& projection, Origin origin, Place place) {
  expr(*projection.object, place);
  const Type type = type_of(*projection.object, place.context);
  if (!may_be(type, kinds::entity | Kind::Map)) {
    refuse(ErrorDetail::InvalidArgumentType, origin,
           "a map projection takes a node, a relationship or a map, this is " + to_text(type));
  }
  for (const MapProjectionItem& item : projection.items) {
    if (item.kind == MapProjectionKind::Variable) variable(item.name, origin, place.context);
    optional(item.value, place);
  }
}

void Validator::pattern_expr(const PatternExpr& pattern, Origin origin, Place place) {
  if (pattern.pattern->kind == PathKind::Plain && !place.predicate) {
    refuse(ErrorDetail::UnexpectedSyntax, origin,
           "a pattern can only stand where a truth value is wanted");
  }
  pattern_predicate(*pattern.pattern, place.context);
}

}  // namespace dinkel

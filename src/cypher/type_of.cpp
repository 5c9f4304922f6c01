#include <optional>

#include "base/match.h"
#include "cypher/state.h"
#include "cypher/type_of_parts.h"

namespace dinkel {

namespace {

constexpr std::size_t inline_arguments = 8;
constexpr int max_reduce_depth = 3;

// A variable of a comprehension, a quantifier or reduce, in a chain towards the outside. It lives
// on the stack: to look into a comprehension copies no context.
struct Local {
  std::string_view name;
  Type type;
  const Local* outer = nullptr;
};

class Inference {
 public:
  Inference(const QueryContext& context, const GraphSchema* schema)
      : context_(context), schema_(schema) {}

  Type type(const Expr& expr, const Local* locals) const {
    return match(
        expr.node, [](const NullLiteral&) { return Type::of(Kind::Null); },
        [](const BooleanLiteral&) { return Type::of(Kind::Boolean); },
        [](const IntegerLiteral&) { return Type::of(Kind::Integer); },
        [](const FloatLiteral&) { return Type::of(Kind::Float); },
        [](const StringLiteral&) { return Type::of(Kind::String); },
        [&](const ListLiteral& list) {
          Kinds elements;
          for (const Expr& item : list.items) elements = elements | type(item, locals).kinds;
          return Type::list_of(elements);
        },
        [](const MapLiteral&) { return Type::of(Kind::Map); },
        [&](const Variable& variable) { return variable_type(variable.name, locals); },
        [](const Parameter&) { return Type::any(); },
        [&](const Property& property) { return property_type(property, locals); },
        [&](const Subscript& subscript) { return subscript_type(subscript, locals); },
        [&](const Slice& slice) { return slice_type(slice, locals); },
        [&](const Unary& unary) { return unary_type(unary.op, type(*unary.operand, locals)); },
        [&](const Binary& binary) {
          return binary_type(binary.op, type(*binary.left, locals), type(*binary.right, locals));
        },
        [&](const Comparison& comparison) { return chain_type(comparison, locals); },
        [](const NullCheck&) { return Type::of(Kind::Boolean); },
        [](const TypeCheck&) { return Type::of(Kind::Boolean); },
        [&](const LabelCheck& check) {
          const Type operand = type(*check.operand, locals);
          const Type result = Type::of(Kind::Boolean);
          return operand.kinds.only(kinds::entity) ? result : result.or_null();
        },
        [&](const FunctionCall& call) { return call_type(call, locals); },
        [](const CountStar&) { return Type::of(Kind::Integer); },
        [&](const Case& choice) { return case_type(choice, locals); },
        [&](const ListComprehension& c) { return list_comprehension_type(c, locals); },
        [&](const PatternComprehension& c) { return pattern_comprehension_type(c, locals); },
        [&](const Quantifier& quantifier) { return quantifier_type(quantifier, locals); },
        [&](const Reduce& reduce) { return reduce_type(reduce, locals); },
        [&](const MapProjection& projection) {
          const Type result = Type::of(Kind::Map);
          return type(*projection.object, locals).nullable() ? result.or_null() : result;
        },
        [&](const SubqueryExpr& subquery) { return subquery_type(subquery, locals); },
        [](const PatternExpr& pattern) {
          switch (pattern.pattern->kind) {
            case PathKind::Plain:
              return Type::of(Kind::Boolean);
            case PathKind::ShortestPath:
              return Type::of(Kind::Path | Kind::Null);
            case PathKind::AllShortestPaths:
              return Type::list_of(Kind::Path).or_null();
          }
          return Type::any();
        });
  }

 private:
  Type variable_type(std::string_view name, const Local* locals) const {
    for (const Local* local = locals; local != nullptr; local = local->outer) {
      if (local->name == name) return local->type;
    }
    const ScopedVariable* variable = context_.find(name);
    return variable == nullptr ? Type::any() : variable->type;
  }

  Type stored_type(std::string_view key) const {
    if (schema_ != nullptr) return schema_->property_type(key);
    return {kinds::storable | Kind::List | Kind::Null, kinds::storable};
  }

  static const Expr* find_entry(const Expr& object, std::string_view key) {
    const auto* map = std::get_if<MapLiteral>(&object.node);
    if (map == nullptr) return nullptr;
    const Expr* found = nullptr;
    for (const MapEntry& entry : map->entries) {
      if (entry.key == key) found = &entry.value;  // of equal keys the last one counts
    }
    return found;
  }

  Type keyed_type(const Expr& object, Type object_type, std::string_view key,
                  const Local* locals) const {
    if (std::holds_alternative<MapLiteral>(object.node)) {
      const Expr* entry = find_entry(object, key);
      return entry == nullptr ? Type::of(Kind::Null) : type(*entry, locals);
    }
    const Kinds kinds = object_type.kinds;
    if (kinds.has(Kind::Map)) return Type::any();
    Type result = component_type(kinds);
    if (kinds.meets(kinds::entity)) result = join(result, stored_type(key));
    if (kinds.has(Kind::Null)) result = result.or_null();
    return result.kinds.empty() ? Type::any() : result;
  }

  Type property_type(const Property& property, const Local* locals) const {
    return keyed_type(*property.object, type(*property.object, locals), property.key, locals);
  }

  Type subscript_type(const Subscript& subscript, const Local* locals) const {
    const Type object = type(*subscript.object, locals);
    if (const auto* key = std::get_if<StringLiteral>(&subscript.index->node)) {
      if (!object.kinds.has(Kind::List)) {
        return keyed_type(*subscript.object, object, key->value, locals);
      }
    }
    if (object.kinds.has(Kind::Map)) return Type::any();
    Type result = Type::of(Kind::Null);  // out of range, no such key
    if (object.kinds.has(Kind::List)) result = join(result, object.element());
    if (object.kinds.meets(kinds::entity)) {
      result = join(result, {kinds::storable | Kind::List, kinds::storable});
    }
    return result;
  }

  Type slice_type(const Slice& slice, const Local* locals) const {
    const Type object = type(*slice.object, locals);
    bool nullable = object.nullable();
    if (slice.from) nullable |= type(**slice.from, locals).nullable();
    if (slice.to) nullable |= type(**slice.to, locals).nullable();
    const Type result = Type::list_of(object.elements);
    return nullable ? result.or_null() : result;
  }

  Type chain_type(const Comparison& comparison, const Local* locals) const {
    Type result = Type::of(Kind::Boolean);
    Type left = type(comparison.operands.front(), locals);
    for (std::size_t i = 0; i < comparison.ops.size(); ++i) {
      const Type right = type(comparison.operands[i + 1], locals);
      result = join(result, comparison_type(comparison.ops[i], left, right));
      left = right;
    }
    return result;
  }

  Type call_type(const FunctionCall& call, const Local* locals) const {
    if (call.arguments.size() <= inline_arguments) {
      Type arguments[inline_arguments];
      for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        arguments[i] = type(call.arguments[i], locals);
      }
      return function_type(call.name, {arguments, call.arguments.size()});
    }
    std::vector<Type> arguments;
    for (const Expr& argument : call.arguments) arguments.push_back(type(argument, locals));
    return function_type(call.name, arguments);
  }

  Type case_type(const Case& choice, const Local* locals) const {
    Type result = choice.otherwise ? type(**choice.otherwise, locals) : Type::of(Kind::Null);
    for (const CaseBranch& branch : choice.branches) {
      result = join(result, type(branch.then, locals));
    }
    return result;
  }

  Type list_comprehension_type(const ListComprehension& c, const Local* locals) const {
    const Type list = type(*c.list, locals);
    const Local local{c.variable, element_type(list), locals};
    Kinds elements = list.elements;
    if (c.projection) elements = type(**c.projection, &local).kinds;
    const Type result = Type::list_of(elements);
    return list.nullable() ? result.or_null() : result;
  }

  Type quantifier_type(const Quantifier& quantifier, const Local* locals) const {
    const Type list = type(*quantifier.list, locals);
    const Local local{quantifier.variable, element_type(list), locals};
    bool nullable = list.nullable();
    nullable |=
        quantifier.where ? type(**quantifier.where, &local).nullable() : local.type.nullable();
    return nullable ? Type::of(Kind::Boolean).or_null() : Type::of(Kind::Boolean);
  }

  Type reduce_type(const Reduce& reduce, const Local* locals) const {
    // Each level of nesting multiplies the rounds, so that deep nests would take forever.
    if (reduce_depth_ == max_reduce_depth) return Type::any();
    const Type list = type(*reduce.list, locals);
    const Local element{reduce.variable, element_type(list), locals};
    // The type of the accumulator grows with every round; a few rounds reach the end or give up.
    Type result = type(*reduce.initial, locals);
    ++reduce_depth_;
    bool settled = false;
    for (int round = 0; round < 4 && !settled; ++round) {
      const Local accumulator{reduce.accumulator, result, &element};
      const Type next = join(result, type(*reduce.body, &accumulator));
      settled = next == result;
      result = next;
    }
    --reduce_depth_;
    if (!settled) return Type::any();
    return list.nullable() ? result.or_null() : result;
  }

  // The context with the locals in it, for what opens a scope of its own.
  QueryContext flatten(const Local* locals) const {
    QueryContext context = context_;
    flatten_into(context, locals);
    return context;
  }
  static void flatten_into(QueryContext& context, const Local* locals) {
    if (locals == nullptr) return;
    flatten_into(context, locals->outer);
    context.declare(std::string(locals->name), locals->type);
  }

  Type pattern_comprehension_type(const PatternComprehension& c, const Local* locals) const {
    QueryContext context = flatten(locals);
    declare_pattern(context, *c.pattern, false);
    Inference inside(context, schema_);
    inside.reduce_depth_ = reduce_depth_;
    return Type::list_of(inside.type(*c.projection, nullptr).kinds);
  }

  Type subquery_type(const SubqueryExpr& subquery, const Local* locals) const {
    if (subquery.kind == SubqueryKind::Exists) return Type::of(Kind::Boolean);
    if (subquery.kind == SubqueryKind::Count) return Type::of(Kind::Integer);
    // Within reduce it would be replayed in each round, and so would those nested in it.
    if (reduce_depth_ > 0) return Type::list_of(Kinds::all());
    GraphState state;
    state.context = subquery_context(flatten(locals));
    if (schema_ != nullptr) {
      state.schema = *schema_;
    } else {
      state.schema.open_labels = state.schema.open_types = state.schema.open_properties = true;
    }
    advance(state, *subquery.query);
    if (state.context.variables().size() != 1) return Type::list_of(Kinds::all());
    return Type::list_of(state.context.variables().front().type.kinds);
  }

  const QueryContext& context_;
  const GraphSchema* schema_;
  mutable int reduce_depth_ = 0;
};

}  // namespace

Type element_type(Type list) {
  Kinds kinds = list.kinds.without(Kind::List | Kind::Null);
  if (list.kinds.has(Kind::List)) kinds = kinds | list.elements;
  return Type::of(kinds.empty() ? Kinds(Kind::Null) : kinds);
}

Type type_of(const Expr& expr, const QueryContext& context, const GraphSchema& schema) {
  return Inference(context, &schema).type(expr, nullptr);
}

Type type_of(const Expr& expr, const QueryContext& context) {
  return Inference(context, nullptr).type(expr, nullptr);
}

}  // namespace dinkel

// The expressions of the syntax tree as JSON.
#include <cmath>

#include "base/match.h"
#include "cli/tree_json_object.h"

namespace dinkel {
namespace {

constexpr std::string_view binary_ops[] = {
    "Or",    "Xor",    "And", "Add",        "Subtract", "Multiply", "Divide",    "Modulo",
    "Power", "Concat", "In",  "StartsWith", "EndsWith", "Contains", "RegexMatch"};
constexpr std::string_view comparison_ops[] = {"Equal",       "NotEqual", "Less",
                                               "LessOrEqual", "Greater",  "GreaterOrEqual"};

// JSON has no NaN and no infinity: they are given as the text that Cypher has for them.
Json float_json(double value) {
  if (std::isfinite(value)) return value;
  return print(Expr{{}, FloatLiteral{value}});
}

Json map_entry_json(const MapEntry& entry) {
  return std::move(Object("MapEntry").field("key", entry.key).field("value", entry.value));
}

Json case_branch_json(const CaseBranch& branch) {
  return std::move(Object("CaseBranch").field("when", branch.when).field("then", branch.then));
}

Json map_projection_item_json(const MapProjectionItem& item) {
  return std::move(Object("MapProjectionItem")
                       .value("item_kind", name_of(item.kind, {"Property", "AllProperties",
                                                               "Variable", "Entry"}))
                       .field("name", item.name)
                       .field("value", item.value));
}

class Describer {
 public:
  explicit Describer(Origin origin) : origin_(origin) {}

  Json operator()(const NullLiteral&) const { return make("NullLiteral"); }
  Json operator()(const BooleanLiteral& literal) const {
    return std::move(make("BooleanLiteral").value("value", literal.value));
  }
  Json operator()(const IntegerLiteral& literal) const {
    return std::move(make("IntegerLiteral").value("value", literal.value));
  }
  Json operator()(const FloatLiteral& literal) const {
    return std::move(make("FloatLiteral").value("value", float_json(literal.value)));
  }
  Json operator()(const StringLiteral& literal) const {
    return std::move(make("StringLiteral").value("value", literal.value));
  }
  Json operator()(const ListLiteral& list) const {
    return std::move(make("ListLiteral").exprs("items", list.items));
  }
  Json operator()(const MapLiteral& map) const {
    return std::move(make("MapLiteral").list("entries", map.entries, map_entry_json));
  }
  Json operator()(const Variable& variable) const {
    return std::move(make("Variable").field("name", variable.name));
  }
  Json operator()(const Parameter& parameter) const {
    return std::move(make("Parameter").field("name", parameter.name));
  }
  Json operator()(const Property& property) const {
    return std::move(make("Property").field("object", *property.object).field("key", property.key));
  }
  Json operator()(const Subscript& subscript) const {
    return std::move(
        make("Subscript").field("object", *subscript.object).field("index", *subscript.index));
  }
  Json operator()(const Slice& slice) const {
    return std::move(make("Slice")
                         .field("object", *slice.object)
                         .field("from", slice.from)
                         .field("to", slice.to));
  }
  Json operator()(const Unary& unary) const {
    return std::move(make("Unary")
                         .value("op", name_of(unary.op, {"Not", "Minus", "Plus"}))
                         .field("operand", *unary.operand));
  }
  Json operator()(const Binary& binary) const {
    return std::move(make("Binary")
                         .value("op", name_of(binary.op, binary_ops))
                         .field("left", *binary.left)
                         .field("right", *binary.right));
  }
  Json operator()(const Comparison& comparison) const {
    return std::move(make("Comparison")
                         .list("ops", comparison.ops,
                               [](ComparisonOp op) -> Json { return name_of(op, comparison_ops); })
                         .exprs("operands", comparison.operands));
  }
  Json operator()(const NullCheck& check) const {
    return std::move(
        make("NullCheck").field("operand", *check.operand).flag("negated", check.negated));
  }
  Json operator()(const TypeCheck& check) const {
    return std::move(make("TypeCheck")
                         .field("operand", *check.operand)
                         .value("type", type_name_json(check.type))
                         .flag("negated", check.negated));
  }
  Json operator()(const LabelCheck& check) const {
    return std::move(make("LabelCheck")
                         .field("operand", *check.operand)
                         .field("labels", std::optional<LabelExpr>(check.labels)));
  }
  Json operator()(const FunctionCall& call) const {
    return std::move(make("FunctionCall")
                         .field("name", call.name)
                         .flag("distinct", call.distinct)
                         .exprs("arguments", call.arguments));
  }
  Json operator()(const CountStar&) const { return make("CountStar"); }
  Json operator()(const Case& choice) const {
    return std::move(make("Case")
                         .field("subject", choice.subject)
                         .list("branches", choice.branches, case_branch_json)
                         .field("otherwise", choice.otherwise));
  }
  Json operator()(const ListComprehension& list) const {
    return std::move(make("ListComprehension")
                         .field("variable", list.variable)
                         .field("list", *list.list)
                         .field("where", list.where)
                         .field("projection", list.projection));
  }
  Json operator()(const PatternComprehension& list) const {
    return std::move(make("PatternComprehension")
                         .value("pattern", to_json(*list.pattern))
                         .field("where", list.where)
                         .field("projection", *list.projection));
  }
  Json operator()(const Quantifier& quantifier) const {
    return std::move(
        make("Quantifier")
            .value("quantifier", name_of(quantifier.kind, {"All", "Any", "None", "Single"}))
            .field("variable", quantifier.variable)
            .field("list", *quantifier.list)
            .field("where", quantifier.where));
  }
  Json operator()(const Reduce& reduce) const {
    return std::move(make("Reduce")
                         .field("accumulator", reduce.accumulator)
                         .field("initial", *reduce.initial)
                         .field("variable", reduce.variable)
                         .field("list", *reduce.list)
                         .field("body", *reduce.body));
  }
  Json operator()(const MapProjection& projection) const {
    return std::move(make("MapProjection")
                         .field("object", *projection.object)
                         .list("items", projection.items, map_projection_item_json));
  }
  Json operator()(const SubqueryExpr& subquery) const {
    return std::move(make("SubqueryExpr")
                         .value("subquery", name_of(subquery.kind, {"Exists", "Count", "Collect"}))
                         .value("query", query_json(*subquery.query))
                         .flag("pattern_only", subquery.pattern_only));
  }
  Json operator()(const PatternExpr& pattern) const {
    return std::move(make("PatternExpr").value("pattern", to_json(*pattern.pattern)));
  }

 private:
  Object make(std::string_view kind) const { return Object(kind, origin_); }
  static Json type_name_json(const TypeName& type) {
    Object object(type.name);
    if (!type.element.empty()) object.value("element", type_name_json(type.element.front()));
    return std::move(object.flag("not_null", type.not_null));
  }

  Origin origin_;
};

}  // namespace

Json to_json(const Expr& expr) {
  return match(expr.node, Describer(expr.origin));
}

}  // namespace dinkel

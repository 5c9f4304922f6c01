#include "rewrite/expr_rules.h"

#include <array>
#include <map>

#include "cypher/parse.h"
#include "cypher/walk.h"
#include "generate/build.h"

namespace dinkel {

namespace {

constexpr std::string_view made_suffix = "_made";

// P' is not Cypher; P_made is.
std::string readable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool primed = text[i] == '\'' && i > 0 &&
                        (text[i - 1] == 'P' || text[i - 1] == 'E' || text[i - 1] == 'x');
    if (primed) {
      result += made_suffix;
    } else {
      result += text[i];
    }
  }
  return result;
}

Expr parse_side(std::string_view text) {
  auto parsed = parse_expression(readable(text));
  CHECK(parsed.ok(), "the text of an expression rule does not parse");
  return std::move(parsed).value();
}

std::optional<Kinds> hole_kinds(char hole) {
  switch (hole) {
    case 'P':
    case 'Q':
      return Kinds(Kind::Boolean);
    case 'x':
      return kinds::number;
    case 'S':
      return Kinds(Kind::String);
    case 'L':
      return Kinds(Kind::List);
    case 'E':
    case 'F':
      return Kinds::all();
    default:
      return std::nullopt;
  }
}

const std::string* hole_name(const Expr& expr) {
  const auto* variable = std::get_if<Variable>(&expr.node);
  if (variable == nullptr || !hole_kinds(variable->name.front())) return nullptr;
  return &variable->name;
}

bool fits(Kinds wanted, Type type) {
  const Kinds present = type.kinds.without(Kind::Null);
  return !present.empty() && present.only(wanted);
}

// What the holes of a side stand for, by their letters.
class Holes {
 public:
  const Expr*& operator[](const std::string& hole) { return bound_[letters.find(hole)]; }
  const Expr* find(const std::string& hole) const {
    const std::size_t slot = letters.find(hole);
    return slot == std::string_view::npos ? nullptr : bound_[slot];
  }

 private:
  static constexpr std::string_view letters = "PQxSLEF";
  std::array<const Expr*, letters.size()> bound_{};
};

bool match_side(const Expr& side, const Expr& actual, const ExprSite& site, Holes& holes) {
  if (const std::string* hole = hole_name(side)) {
    const Kinds wanted = *hole_kinds(hole->front());
    if (wanted != Kinds::all()) {
      const bool whole = &actual == &site.expr;
      if (!fits(wanted, whole ? site.type() : type_of(actual, site.context, site.facts.schema))) {
        return false;
      }
    }
    holes[*hole] = &actual;
    return true;
  }
  if (const auto* binary = std::get_if<Binary>(&side.node)) {
    const auto* other = std::get_if<Binary>(&actual.node);
    return other != nullptr && other->op == binary->op &&
           match_side(*binary->left, *other->left, site, holes) &&
           match_side(*binary->right, *other->right, site, holes);
  }
  if (const auto* check = std::get_if<NullCheck>(&side.node)) {
    const auto* other = std::get_if<NullCheck>(&actual.node);
    return other != nullptr && other->negated == check->negated &&
           match_side(*check->operand, *other->operand, site, holes);
  }
  if (const auto* unary = std::get_if<Unary>(&side.node)) {
    const auto* other = std::get_if<Unary>(&actual.node);
    return other != nullptr && other->op == unary->op &&
           match_side(*unary->operand, *other->operand, site, holes);
  }
  if (const auto* comparison = std::get_if<Comparison>(&side.node)) {
    const auto* other = std::get_if<Comparison>(&actual.node);
    return other != nullptr && other->ops == comparison->ops &&
           match_side(comparison->operands[0], other->operands[0], site, holes) &&
           match_side(comparison->operands[1], other->operands[1], site, holes);
  }
  return side == actual;
}

Expr make_hole(std::string_view hole, const ExprSite& site, RuleTools& tools) {
  const QueryContext& context = site.context;
  switch (hole.front()) {
    case 'P':
      return tools.pure_expr(context, Type::of(Kind::Boolean | Kind::Null));
    case 'x':
      return tools.pure_expr(context, Type::of(Kind::Integer));
    default:
      break;
  }
  const Type type = site.type();
  const Kinds present = type.kinds.without(Kind::Null);
  const Kinds makeable = kinds::number | Kind::String | Kind::Boolean;
  if (present.empty() || !present.only(makeable)) return null_expr();
  return tools.pure_expr(context, type.or_null());
}

struct FillHoles {
  const Holes& holes;
  std::map<std::string, Expr>& made;
  const ExprSite& site;
  RuleTools& tools;

  void operator()(Expr& expr) {
    const std::string* hole = hole_name(expr);
    if (hole == nullptr) {
      expr.origin = {};
      for_each_child(expr, *this);
      return;
    }
    if (const Expr* bound = holes.find(*hole)) {
      expr = Expr(*bound);
      return;
    }
    const auto known = made.find(*hole);
    if (known == made.end()) {
      const std::string name = *hole;
      expr = make_hole(name, site, tools);
      forget_numbers(expr);
      made.emplace(name, expr);
    } else {
      expr = known->second;
    }
  }
  template <typename Node>
  void operator()(Node&) {}  // a side of a rule has expressions only
};

}  // namespace

CompiledExprRule compile(const ExprRule& rule) {
  if (rule.apply != nullptr) return {Expr(), Expr(), &rule};
  return {parse_side(rule.before), parse_side(rule.after), &rule};
}

bool matches(const CompiledExprRule& rule, const ExprSite& site) {
  if (rule.row->matches != nullptr) return rule.row->matches(site);
  Holes holes;
  return match_side(rule.before, site.expr, site, holes);
}

bool apply(const CompiledExprRule& rule, ExprSite& site, RuleTools& tools) {
  if (rule.row->apply != nullptr) return rule.row->apply(site, tools);
  Holes holes;
  CHECK(match_side(rule.before, site.expr, site, holes), "a rule was applied where it cannot be");
  Expr result = rule.after;
  std::map<std::string, Expr> made;
  FillHoles{holes, made, site, tools}(result);
  tools.number_new(result);
  site.expr = std::move(result);
  return true;
}

}  // namespace dinkel

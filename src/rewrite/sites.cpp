#include "rewrite/sites.h"

#include <algorithm>

#include "base/match.h"
#include "cypher/functions.h"
#include "cypher/validate.h"
#include "cypher/walk.h"
#include "rewrite/inspect.h"

namespace dinkel {

namespace {

// What is around the place that the walk has reached.
struct Around {
  bool read_only = false;
  bool in_foreach = false;
  bool in_call = false;  // the clauses of a CALL subquery without a scope clause
  bool nested = false;
  bool pattern_only = false;
};

struct ExprPlace {
  Kinds accepts;
  bool grouping = false;
  int depth = 0;
};

bool has_star_inside(const Clause& clause);

bool has_star_inside(const Query& query) {
  for (const SingleQuery& part : query.parts) {
    for (const Clause& clause : part.clauses) {
      if (const auto* with = std::get_if<With>(&clause.node); with && with->projection.star) {
        return true;
      }
      if (const auto* result = std::get_if<Return>(&clause.node);
          result && result->projection.star) {
        return true;
      }
      if (has_star_inside(clause)) return true;
    }
  }
  return false;
}

// A * in a subquery of the clause, of whatever kind: it may see the variables around it.
bool has_star_inside(const Clause& clause) {
  if (const auto* call = std::get_if<CallSubquery>(&clause.node)) {
    if (call->scope.has_value() && call->scope->star) return true;
    if (has_star_inside(*call->query)) return true;
  }
  bool found = false;
  for_each_expr(clause, [&](const Expr& expr) {
    if (const auto* subquery = std::get_if<SubqueryExpr>(&expr.node)) {
      found = found || has_star_inside(*subquery->query);
    }
  });
  return found;
}

// Whether a variable that is new in front of clauses[index] could be seen through a *.
bool star_sees(const std::vector<Clause>& clauses, std::size_t index) {
  for (std::size_t i = index; i < clauses.size(); ++i) {
    if (has_star_inside(clauses[i])) return true;
    if (const auto* with = std::get_if<With>(&clauses[i].node)) {
      if (!with->projection.star) return false;
      if (with->projection.distinct || aggregates(with->projection)) return true;
    }
    if (const auto* result = std::get_if<Return>(&clauses[i].node)) {
      return result->projection.star;
    }
  }
  return false;
}

// Whether a subquery reads, or has in its own patterns, a variable that the pattern around it
// binds.
struct NamesOneOf {
  std::vector<std::string> names;
  bool found = false;

  template <typename Node>
  void operator()(const Node& node) {
    if constexpr (requires { node.variable; }) look_at(node.variable);
    if constexpr (std::is_same_v<Node, Expr>) {
      if (const auto* variable = std::get_if<Variable>(&node.node)) look_at(variable->name);
    }
    for_each_child(node, *this);
  }
  void look_at(const std::string& name) {
    found = found || std::find(names.begin(), names.end(), name) != names.end();
  }
};

bool names_one_of(const Query& query, std::vector<std::string> names, const QueryContext& known) {
  std::erase_if(names, [&](const std::string& name) { return known.find(name) != nullptr; });
  if (names.empty()) return false;
  NamesOneOf search{std::move(names)};
  search(query);
  return search.found;
}

class SiteWalk {
 public:
  SiteWalk(const StatementFacts& facts, const Dialect& dialect, const SiteVisitor& visitor)
      : facts_(facts), dialect_(dialect), visitor_(visitor) {}

  void walk(Query& query, const QueryContext& start, const Around& around) {
    for (SingleQuery& part : query.parts) {
      QueryContext context = start;
      walk_clauses(part.clauses, context, around);
    }
  }

  void walk_clauses(std::vector<Clause>& clauses, QueryContext& context, const Around& around) {
    std::size_t index = 0;
    while (index < clauses.size()) {
      const bool leads_call = around.in_call && index == 0;
      const bool imports = leads_call && is_importing_with(clauses[index]);
      ClauseSite site{clauses,
                      index,
                      context,
                      facts_,
                      dialect_,
                      around.read_only,
                      around.in_foreach,
                      imports,
                      around.pattern_only,
                      around.nested,
                      leads_call};
      if (visitor_.finished) return;
      if (visitor_.on_clause(site)) continue;
      if (!imports) walk_clause(clauses[index], context, around);
      advance(context, clauses[index], facts_.schema);
      ++index;
    }
  }

 private:
  void walk_clause(Clause& clause, const QueryContext& context, const Around& around) {
    match(
        clause.node,
        [&](Match& node) {
          walk_pattern(node.pattern, context);
          if (!node.where) return;
          const QueryContext inside = with_pattern(context, node.pattern);
          walk_expr(**node.where, inside, {Kind::Boolean, false, 0});
        },
        [&](Create& node) { walk_pattern(node.pattern, context); },
        [&](Merge& node) {
          walk_part(node.pattern, context);
          QueryContext inside = context;
          declare_pattern(inside, node.pattern, false);
          for (MergeAction& action : node.actions) walk_set(action.items, inside);
        },
        [&](Set& node) { walk_set(node.items, context); }, [](Remove&) {}, [](Delete&) {},
        [&](Unwind& node) { walk_expr(node.list, context, {}); },
        [&](With& node) {
          // A later clause may want the type that the column has now.
          walk_projection(node.projection, context, Kinds(), node.where.has_value());
          if (!node.where) return;
          QueryContext inside;
          for (const ScopedVariable& column :
               projected_columns(context, node.projection, facts_.schema)) {
            inside.declare(column.name, column.type);
            inside.variables().back().deleted = column.deleted;
          }
          const auto* outer = std::exchange(replaced_, &context);
          walk_expr(**node.where, inside, {Kind::Boolean, false, 0});
          replaced_ = outer;
        },
        [&](Return& node) {
          walk_projection(node.projection, context, around.nested ? Kinds() : Kinds::all(), false);
        },
        [&](Foreach& node) {
          walk_expr(node.list, context, {});
          QueryContext inside = foreach_context(context, node);
          Around body = around;
          body.in_foreach = true;
          body.in_call = false;
          body.nested = true;
          walk_clauses(node.body, inside, body);
        },
        [&](CallSubquery& node) {
          Around body = around;
          body.in_call = !node.scope.has_value();
          body.nested = true;
          for (std::size_t i = 0; i < node.query->parts.size(); ++i) {
            QueryContext inside;
            inside = subquery_context(context, node, i);
            walk_clauses(node.query->parts[i].clauses, inside, body);
          }
        },
        [](CallProcedure&) {});
  }

  static QueryContext with_pattern(const QueryContext& context, const Pattern& pattern) {
    QueryContext inside = context;
    for (const PatternPart& part : pattern) declare_pattern(inside, part, false);
    return inside;
  }

  void walk_set(std::vector<SetItem>& items, const QueryContext& context) {
    for (SetItem& item : items) {
      match(
          item, [&](SetProperty& set) { walk_expr(set.value, context, {}); },
          [&](SetProperties& set) { walk_entries(set.value, context, {}); }, [](SetLabels&) {});
    }
  }

  // A map that must stay a map literal: only its values are sites.
  void walk_entries(Expr& map, const QueryContext& context, const ExprPlace& place) {
    if (auto* literal = std::get_if<MapLiteral>(&map.node)) {
      for (MapEntry& entry : literal->entries) walk_expr(entry.value, context, deeper(place));
    }
  }

  void walk_projection(Projection& projection, const QueryContext& context, Kinds accepts,
                       bool has_where) {
    const bool aggregating = aggregates(projection);
    // After aggregation and DISTINCT, ORDER BY and WHERE may repeat an item: then it stays.
    const bool repeated = has_where || !projection.order_by.empty();
    if ((aggregating || projection.distinct) && repeated) return;
    const bool fixed = aggregating;
    for (ProjectionItem& item : projection.items) {
      const std::string name = column_name(item);
      // WITH x of a variable from outside of the subquery is no new x, which WITH <expr> AS x is.
      const auto* variable = std::get_if<Variable>(&item.value.node);
      if (variable != nullptr && variable->name == name) {
        const ScopedVariable* known = context.find(name);
        if (known != nullptr && known->pinned) continue;
      }
      // The name of a column without alias is its text, which a rule may change.
      const std::optional<Expr> before =
          item.alias.empty() ? std::optional<Expr>(item.value) : std::nullopt;
      walk_expr(item.value, context, {accepts, fixed, 0});
      if (before && item.value != *before) item.alias = name;
    }
    if (aggregating || projection.distinct) return;
    if (projection.order_by.empty()) return;
    QueryContext inside = context;
    for (const ScopedVariable& column : projected_columns(context, projection, facts_.schema)) {
      inside.declare(column.name, column.type);
    }
    for (SortItem& item : projection.order_by) walk_expr(item.value, inside, {});
  }

  void walk_pattern(Pattern& pattern, const QueryContext& context) { walk_parts(pattern, context); }
  void walk_part(PatternPart& part, const QueryContext& context) {
    walk_parts({&part, 1}, context);
  }
  void walk_parts(std::span<PatternPart> parts, const QueryContext& context) {
    const auto around = std::exchange(pattern_, parts);
    for (PatternPart& part : parts) walk_elements(part.elements, context);
    pattern_ = around;
  }

  void walk_elements(std::vector<PatternElement>& elements, const QueryContext& context) {
    for (PatternElement& element : elements) {
      match(
          element.node,
          [&](NodePattern& node) {
            if (node.properties) walk_entries(**node.properties, context, {});
          },
          [&](RelationshipPattern& relationship) {
            if (relationship.properties) walk_entries(**relationship.properties, context, {});
          },
          [&](PathGroup& group) { walk_elements(group.elements, context); });
    }
  }

  static ExprPlace deeper(const ExprPlace& place, Kinds accepts = {}) {
    return {accepts, place.grouping, place.depth + 1};
  }

  void walk_expr(Expr& expr, const QueryContext& context, const ExprPlace& place) {
    while (!visitor_.finished) {
      ExprSite site{expr, context, facts_, dialect_, place.accepts, place.grouping, place.depth};
      if (!visitor_.on_expr(site)) break;
    }
    walk_children(expr, context, place);
  }

  void walk_optional(OptionalExpr& expr, const QueryContext& context, const ExprPlace& place) {
    if (expr.has_value()) walk_expr(**expr, context, place);
  }

  void walk_children(Expr& expr, const QueryContext& context, const ExprPlace& place);
  void walk_local(Expr& list, const std::string& variable, const QueryContext& context,
                  const ExprPlace& place, QueryContext& inside);
  void walk_nested_pattern(PatternPart& part, const QueryContext& context, QueryContext& inside);
  bool names_hidden(const Query& query, const QueryContext& known) const;

  const StatementFacts& facts_;
  const Dialect& dialect_;
  const SiteVisitor& visitor_;
  // What a subquery sees beside the context: some variables of the pattern whose properties are
  // walked, and in the WHERE of a WITH those in front of it.
  std::span<const PatternPart> pattern_;
  const QueryContext* replaced_ = nullptr;
};

// The list is walked outside, the rest sees the variable.
void SiteWalk::walk_local(Expr& list, const std::string& variable, const QueryContext& context,
                          const ExprPlace& place, QueryContext& inside) {
  const Type element = element_type(type_of(list, context, facts_.schema));
  walk_expr(list, context, deeper(place));
  inside = context;
  inside.declare(variable, element);
}

bool SiteWalk::names_hidden(const Query& query, const QueryContext& known) const {
  std::vector<std::string> names;
  if (!pattern_.empty()) names = variables_of(Pattern(pattern_.begin(), pattern_.end()));
  if (replaced_ != nullptr) {
    for (const ScopedVariable& variable : replaced_->variables()) names.push_back(variable.name);
  }
  return names_one_of(query, std::move(names), known);
}

void SiteWalk::walk_nested_pattern(PatternPart& part, const QueryContext& context,
                                   QueryContext& inside) {
  walk_part(part, context);
  inside = context;
  declare_pattern(inside, part, false);
}

void SiteWalk::walk_children(Expr& expr, const QueryContext& context, const ExprPlace& place) {
  const ExprPlace same = deeper(place);
  const ExprPlace predicate = deeper(place, Kind::Boolean);
  const ExprPlace anything = deeper(place, Kinds::all());
  match(
      expr.node, [](NullLiteral&) {}, [](BooleanLiteral&) {}, [](IntegerLiteral&) {},
      [](FloatLiteral&) {}, [](StringLiteral&) {},
      [&](ListLiteral& node) {
        for (Expr& item : node.items) walk_expr(item, context, same);
      },
      [&](MapLiteral&) { walk_entries(expr, context, place); }, [](Variable&) {}, [](Parameter&) {},
      [&](Property& node) {
        if (!std::holds_alternative<Variable>(node.object->node)) {
          walk_children(*node.object, context, same);
        }
      },
      [&](Subscript& node) {
        walk_expr(*node.object, context, same);
        walk_expr(*node.index, context, same);
      },
      [&](Slice& node) {
        walk_expr(*node.object, context, same);
        walk_optional(node.from, context, same);
        walk_optional(node.to, context, same);
      },
      [&](Unary& node) {
        walk_expr(*node.operand, context, node.op == UnaryOp::Not ? predicate : same);
      },
      [&](Binary& node) {
        const bool logical =
            node.op == BinaryOp::And || node.op == BinaryOp::Or || node.op == BinaryOp::Xor;
        walk_expr(*node.left, context, logical ? predicate : same);
        walk_expr(*node.right, context, logical ? predicate : same);
      },
      [&](Comparison& node) {
        const bool equality = std::all_of(node.ops.begin(), node.ops.end(), [](ComparisonOp op) {
          return op == ComparisonOp::Equal || op == ComparisonOp::NotEqual;
        });
        for (Expr& operand : node.operands) walk_expr(operand, context, equality ? anything : same);
      },
      [&](NullCheck& node) { walk_expr(*node.operand, context, anything); },
      [&](TypeCheck& node) { walk_expr(*node.operand, context, same); }, [](LabelCheck&) {},
      [&](FunctionCall& node) {
        ExprPlace argument = same;
        const bool aggregate = is_aggregate(node.name);
        if (aggregate) argument.grouping = false;
        for (std::size_t i = 0; i < node.arguments.size(); ++i) {
          if (aggregate && i > 0) break;  // the percentile must stay a constant
          walk_expr(node.arguments[i], context, argument);
        }
      },
      [](CountStar&) {},
      [&](Case& node) {
        walk_optional(node.subject, context, same);
        for (CaseBranch& branch : node.branches) {
          walk_expr(branch.when, context, node.subject ? same : predicate);
          walk_expr(branch.then, context, deeper(place, place.accepts));
        }
        walk_optional(node.otherwise, context, deeper(place, place.accepts));
      },
      [&](ListComprehension& node) {
        QueryContext inside;
        walk_local(*node.list, node.variable, context, place, inside);
        walk_optional(node.where, inside, predicate);
        walk_optional(node.projection, inside, same);
      },
      [&](PatternComprehension& node) {
        QueryContext inside;
        walk_nested_pattern(*node.pattern, context, inside);
        walk_optional(node.where, inside, predicate);
        walk_expr(*node.projection, inside, same);
      },
      [&](Quantifier& node) {
        QueryContext inside;
        walk_local(*node.list, node.variable, context, place, inside);
        walk_optional(node.where, inside, predicate);
      },
      [&](Reduce& node) {
        walk_expr(*node.initial, context, same);
        QueryContext inside;
        walk_local(*node.list, node.variable, context, place, inside);
        inside.declare(node.accumulator, Type::any());
        walk_expr(*node.body, inside, same);
      },
      [&](MapProjection& node) {
        for (MapProjectionItem& item : node.items) walk_optional(item.value, context, same);
      },
      [&](SubqueryExpr& node) {
        if (names_hidden(*node.query, context)) return;
        const auto outside = std::exchange(pattern_, {});
        const auto* outer = std::exchange(replaced_, nullptr);
        Around around;
        around.read_only = true;
        around.nested = true;
        around.pattern_only = node.pattern_only;
        walk(*node.query, subquery_context(context), around);
        pattern_ = outside;
        replaced_ = outer;
      },
      [&](PatternExpr& node) { walk_part(*node.pattern, context); });
}

}  // namespace

void walk_sites(Statement& statement, const StatementFacts& facts, const Dialect& dialect,
                const SiteVisitor& visitor) {
  auto* query = std::get_if<Query>(&statement.body);
  if (query == nullptr) return;
  SiteWalk(facts, dialect, visitor).walk(*query, QueryContext(), Around());
}

bool ClauseSite::star_later() const {
  return star_sees(clauses, index);
}
bool ClauseSite::star_after() const {
  return star_sees(clauses, index + 1);
}

}  // namespace dinkel

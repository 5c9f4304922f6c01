#include "rewrite/tools.h"

#include <algorithm>

#include "cypher/walk.h"
#include "generate/build.h"

namespace dinkel {

namespace {

// New nodes are numbered above those of the statement.
constexpr std::uint32_t new_numbers = 0x80000000U;

bool entity_in(Type type) {
  const Kinds graphic = kinds::entity | Kind::Path;
  return type.kinds.meets(graphic) || type.elements.meets(graphic);
}

Kind kind_in(Type type) {
  for (const Kind kind : {Kind::Integer, Kind::String, Kind::Boolean, Kind::Float, Kind::List}) {
    if (type.kinds.has(kind)) return kind;
  }
  return Kind::Integer;
}

// The largest number at the end of a name in the statement: names with larger ones are new.
std::uint32_t largest_number(const StatementFacts& facts) {
  std::uint32_t largest = 0;
  for (const std::string& name : names_in(*facts.statement)) {
    std::uint32_t number = 0;
    std::uint32_t scale = 1;
    for (std::size_t i = name.size(); i > 0 && scale < 100'000'000; --i, scale *= 10) {
      const char digit = name[i - 1];
      if (digit < '0' || digit > '9') break;
      number += scale * static_cast<std::uint32_t>(digit - '0');
    }
    largest = std::max(largest, number);
  }
  return largest;
}

}  // namespace

RewriteContext::RewriteContext(const Dialect& dialect_, const GraphSchema& schema)
    : dialect(dialect_) {
  profile = draw_profile(Rng(0), dialect, CaseSize::Small);
  for (std::size_t i = 0; i < clause_kind_count; ++i) {
    profile.clauses[i] = has_clause(dialect, static_cast<ClauseKind>(i)) ? 1 : 0;
  }
  profile.functions_off.assign(profile.functions_off.size(), false);
  profile.parameter = percent(0);
  // An aggregation makes a row out of none: what follows it would not be dead.
  profile.aggregation = percent(0);
  profile.volatile_functions = false;
  profile.temporal = false;
  profile.points = false;
  profile.max_depth = 2;
  for (const auto& [label, keys] : schema.labels) {
    if (!label.empty()) names.labels.push_back(label);
    for (const auto& [key, type] : keys) names.keys.push_back({key, kind_in(type)});
  }
  for (const auto& [type, keys] : schema.relationship_types) {
    names.relationship_types.push_back(type);
  }
  if (names.labels.empty()) names.labels = {"A"};
  if (names.relationship_types.empty()) names.relationship_types = {"R"};
  if (names.keys.empty()) names.keys = {{"a", Kind::Integer}};
}

RuleTools::RuleTools(std::uint64_t seed, const RewriteContext& context, const StatementFacts& facts,
                     Map* parameters)
    : seed_(seed),
      facts_(facts),
      generator_(Rng(seed), context.dialect, context.profile, context.names),
      parameters_(parameters) {
  generator_.state.schema = facts.schema;
}

std::string RuleTools::fresh_name(std::string_view prefix) {
  generator_.variables_made = std::max(generator_.variables_made, largest_number(facts_));
  return std::string(prefix) + std::to_string(++generator_.variables_made);
}

void RuleTools::enter(const QueryContext& context) {
  generator_.state.context.clear();
  for (const ScopedVariable& variable : context.variables()) {
    // An entity may be gone under another name; then reading it would fail.
    if (variable.deleted || (facts_.deletes && entity_in(variable.type))) continue;
    // Some targets answer differently once a relationship is referenced.
    const bool silent = generator_.dialect.deviates(Deviation::UnreferencedRelationshipExists);
    if (silent && entity_in(variable.type) && !variable.type.kinds.only(Kind::Node | Kind::Null)) {
      continue;
    }
    generator_.state.context.declare(variable.name, variable.type);
  }
  generator_.depth = 0;
  generator_.nesting = 1;
  generator_.variables_made = std::max(generator_.variables_made, largest_number(facts_));
}

Expr RuleTools::pure_expr(const QueryContext& context, Type wanted) {
  enter(context);
  generator_.may.fail = false;
  generator_.may.subqueries = false;
  return make_expr(generator_, wanted);
}

std::vector<Clause> RuleTools::dead_clauses(const QueryContext& context, bool may_write) {
  enter(context);
  generator_.clauses_left = 4;
  return make_clauses(generator_, 3, may_write);
}

std::vector<Clause> RuleTools::dead_updates(const QueryContext& context) {
  enter(context);
  generator_.clauses_left = 4;
  return make_update_clauses(generator_, 2);
}

std::optional<PatternPart> RuleTools::new_pattern(const QueryContext& context) {
  const GraphSchema& schema = facts_.schema;
  if (schema.open_labels || schema.open_types || schema.open_properties) return std::nullopt;
  enter(context);
  PatternPart part = make_new_pattern(generator_, std::to_string(rng().below(100000)));
  return part;
}

PatternPart RuleTools::any_pattern(const QueryContext& context) {
  enter(context);
  return make_match_part(generator_);
}

Expr RuleTools::literal(Kind kind) {
  return make_literal(generator_, kind, Kinds());
}

// Named by the seed of the application: the same in any part of a trace.
std::optional<Expr> RuleTools::new_parameter(Value value) {
  if (parameters_ == nullptr) return std::nullopt;
  const std::string name = "literal" + std::to_string(seed_);
  parameters_->set(name, std::move(value));
  return expr_of(Parameter{name});
}

std::string RuleTools::any_label() {
  return rng().pick(generator_.names.labels);
}

// Numbers the nodes of a tree that have none yet.
struct Numbering {
  std::uint64_t seed;
  std::uint32_t& made;

  template <typename Node>
  void operator()(Node& node) {
    if constexpr (requires { node.origin; }) {
      if (node.origin.id == 0) {
        const auto bits = static_cast<std::uint32_t>(mix_bits(seed + ++made));
        node.origin.id = new_numbers | bits;
      }
    }
    for_each_child(node, *this);
  }
};

void RuleTools::number_new(Clause& clause) {
  Numbering{seed_, numbers_made_}(clause);
}
void RuleTools::number_new(Expr& expr) {
  Numbering{seed_, numbers_made_}(expr);
}

namespace {

struct ForgetNumbers {
  template <typename Node>
  void operator()(Node& node) {
    if constexpr (requires { node.origin; }) node.origin.id = 0;
    for_each_child(node, *this);
  }
};

}  // namespace

void forget_numbers(Expr& expr) {
  ForgetNumbers{}(expr);
}
void forget_numbers(Clause& clause) {
  ForgetNumbers{}(clause);
}

}  // namespace dinkel

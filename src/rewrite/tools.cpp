#include "rewrite/tools.h"

#include <algorithm>

#include "cypher/walk.h"
#include "generate/build.h"

namespace dinkel {

namespace {

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

Profile make_profile(const Dialect& dialect) {
  static const Profile base = draw_profile(Rng(0), full_dialect(), CaseSize::Small);
  Profile profile = base;
  for (std::size_t i = 0; i < clause_kind_count; ++i) {
    profile.clauses[i] = has_clause(dialect, static_cast<ClauseKind>(i)) ? 1 : 0;
  }
  profile.parameter = percent(0);
  // An aggregation makes a row out of none: what follows it would not be dead.
  profile.aggregation = percent(0);
  profile.volatile_functions = false;
  // Constants may be folded even where nothing runs: they must not overflow.
  profile.extreme_numbers = false;
  profile.temporal = false;
  profile.points = false;
  profile.max_depth = 2;
  allow_all_functions(profile, dialect);
  return profile;
}

Vocabulary make_names(const GraphSchema& schema) {
  Vocabulary names;
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
  return names;
}

}  // namespace

const Profile& RewriteContext::profile() const {
  static const Profile full = make_profile(full_dialect());
  if (&dialect == &full_dialect()) return full;
  if (!profile_) profile_ = make_profile(dialect);
  return *profile_;
}

const Vocabulary& RewriteContext::names() const {
  if (!names_) names_ = make_names(facts.schema);
  return *names_;
}

std::uint32_t RuleTools::largest_number() const {
  return std::max({names_made(), context_.names_made, context_.facts.largest_number()});
}

std::string RuleTools::fresh_name(std::string_view prefix) {
  std::uint32_t& made = generator_ ? generator_->variables_made : names_made_;
  made = largest_number() + 1;
  return std::string(prefix) + std::to_string(made);
}

Generator& RuleTools::generator() {
  if (!generator_) {
    generator_.emplace(rng_, context_.dialect, context_.profile(), context_.names());
    generator_->state.schema = context_.facts.schema;
    generator_->variables_made = names_made_;
    generator_->may.parameters = false;
  }
  return *generator_;
}

Generator& RuleTools::enter(const QueryContext& context) {
  Generator& made = generator();
  made.state.context.clear();
  for (const ScopedVariable& variable : context.variables()) {
    // An entity may be gone under another name; then reading it would fail.
    if (variable.deleted || (entity_in(variable.type) && context_.facts.deletes())) continue;
    // Some targets answer differently once a relationship is referenced.
    const bool silent = made.dialect.deviates(Deviation::UnreferencedRelationshipExists);
    if (silent && entity_in(variable.type) && !variable.type.kinds.only(Kind::Node | Kind::Null)) {
      continue;
    }
    made.state.context.declare(variable.name, variable.type);
  }
  made.may.fail = true;
  made.may.subqueries = true;
  made.depth = 0;
  made.nesting = 1;
  made.variables_made = largest_number();
  return made;
}

Expr RuleTools::pure_expr(const QueryContext& context, Type wanted) {
  Generator& made = enter(context);
  made.may.fail = false;
  made.may.subqueries = false;
  return make_expr(made, wanted);
}

std::vector<Clause> RuleTools::dead_clauses(const QueryContext& context, bool may_write) {
  Generator& made = enter(context);
  made.clauses_left = 4;
  return make_clauses(made, 3, may_write);
}

std::vector<Clause> RuleTools::dead_updates(const QueryContext& context) {
  Generator& made = enter(context);
  made.clauses_left = 4;
  return make_update_clauses(made, 2);
}

std::optional<PatternPart> RuleTools::new_pattern(const QueryContext& context) {
  const GraphSchema& schema = context_.facts.schema;
  if (schema.open_labels || schema.open_types || schema.open_properties) return std::nullopt;
  Generator& made = enter(context);
  made.may.fail = false;
  const std::string mark = std::to_string(made.rng.below(100000));
  return make_new_pattern(made, mark);
}

PatternPart RuleTools::any_pattern(const QueryContext& context) {
  Generator& made = enter(context);
  made.may.fail = false;
  return make_match_part(made);
}

Expr RuleTools::literal(Kind kind) {
  return make_literal(generator(), kind, Kinds());
}

// Named by the seed of the application: the same in any part of a trace.
std::optional<Expr> RuleTools::new_parameter(Value value) {
  if (parameters_ == nullptr) return std::nullopt;
  const std::string name = "literal" + std::to_string(seed_);
  parameters_->set(name, std::move(value));
  return expr_of(Parameter{name});
}

std::string RuleTools::any_label() {
  return rng().pick(context_.names().labels);
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
        node.origin.id = first_made_number | bits;
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

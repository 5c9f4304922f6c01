// Rewriting keeps to the dialect, feature by feature: where a dialect lacks just one, no rewriting
// of a statement that does without it may bring it in.
#include <gtest/gtest.h>

#include "cypher/features_used.h"
#include "cypher/print.h"
#include "generate/case.h"
#include "generate/usage_test.h"
#include "rewrite/rewrite.h"
#include "rewrite/sites.h"

namespace dinkel {
namespace {

const Variable* variable_in(const Expr& expr) {
  return std::get_if<Variable>(&expr.node);
}

// The features that depend on what is in scope, which the text alone does not tell.
std::bitset<feature_count> features_by_scope(const Statement& statement,
                                             const GraphSchema& schema) {
  std::bitset<feature_count> used;
  const auto note = [&](Feature feature) { used.set(static_cast<std::size_t>(feature)); };
  Statement copy = statement;
  const StatementFacts facts = facts_of(statement, schema);
  SiteVisitor visitor;
  visitor.on_clause = [&](ClauseSite& site) {
    if (const auto* with = std::get_if<With>(&site.clause().node)) {
      const bool alone = with->projection.star && with->projection.items.empty();
      if (alone && site.context.variables().empty()) note(Feature::WithStarOfNothing);
    }
    if (const auto* gone = std::get_if<Delete>(&site.clause().node)) {
      std::set<std::string> names;
      for (const Expr& target : gone->targets) {
        const Variable* variable = variable_in(target);
        if (variable == nullptr) continue;
        const ScopedVariable* scoped = site.context.find(variable->name);
        const bool before = scoped != nullptr && scoped->surely_deleted;
        if (before || !names.insert(variable->name).second) note(Feature::DeleteDeleted);
      }
    }
    return false;
  };
  visitor.on_expr = [&](ExprSite& site) {
    const auto* sum = std::get_if<Binary>(&site.expr.node);
    if (sum == nullptr || sum->op != BinaryOp::Add) return false;
    const auto surely = [](Kinds kinds, Kind kind) {
      return kinds.has(kind) && kinds.only(Kinds(kind) | Kind::Null);
    };
    const Kinds left = type_of(*sum->left, site.context, facts.schema).kinds;
    const Kinds right = type_of(*sum->right, site.context, facts.schema).kinds;
    // Not what may be anything: a parameter, the property of a map.
    if (surely(left, Kind::List) || surely(right, Kind::List)) note(Feature::ListConcatenation);
    if (surely(left, Kind::String) && surely(right, Kind::String)) {
      note(Feature::StringConcatenation);
    }
    return false;
  };
  walk_sites(copy, facts, full_dialect(), visitor);
  return used;
}

std::bitset<feature_count> features_of(const Statement& statement, const GraphSchema& schema) {
  Usage usage;
  usage(statement);
  std::bitset<feature_count> used = features_used(statement);
  // CREATE (n {k: 1}) is no map to look for.
  used.reset(static_cast<std::size_t>(Feature::PropertyMap));
  return used | usage.features | features_by_scope(statement, schema);
}

std::string rules_of(const RewriteTrace& trace) {
  std::string text;
  for (const Application& application : trace) {
    text += " " + std::string(all_rules()[application.rule].name());
  }
  return text;
}

class FeatureTaken {
 public:
  explicit FeatureTaken(Feature feature) : feature_(feature), dialect_(full_dialect()) {
    dialect_.name = "all but " + std::string(to_text(feature));
    dialect_.remove(feature);
  }

  void look_at_case(std::uint64_t index) {
    GenerateOptions generate;
    generate.dialect = &dialect_;
    generate.use_live_rows = false;
    const TestCase made = generate_case(17, index, generate);
    GraphState state;
    for (const Statement& statement : made.setup) advance(state, statement);
    for (const Statement& statement : made.tests) {
      if (!uses(statement, state.schema)) look_at(statement, state.schema, index);
      advance(state, statement);
    }
  }
  std::int64_t applications() const { return applications_; }

 private:
  bool uses(const Statement& statement, const GraphSchema& schema) const {
    return features_of(statement, schema)[static_cast<std::size_t>(feature_)];
  }

  // Many applications at once, and one application of each rule that is possible.
  void look_at(const Statement& statement, const GraphSchema& schema, std::uint64_t seed) {
    RewriteOptions options;
    options.dialect = &dialect_;
    options.schema = schema;
    options.new_parameters = seed % 2 == 0;
    options.max_applications = 12;
    expect_kept(statement, rewrite(statement, Rng(seed), options), schema);
    std::set<std::size_t> tried;
    for (const Application& each : possible_applications(statement, seed, options)) {
      if (!tried.insert(each.rule).second) continue;
      expect_kept(statement, apply_trace(statement, {each}, options), schema);
    }
  }

  void expect_kept(const Statement& statement, const Rewritten& rewritten,
                   const GraphSchema& schema) {
    applications_ += static_cast<std::int64_t>(rewritten.trace.size());
    EXPECT_FALSE(uses(rewritten.statement, schema))
        << dialect_.name << "\n"
        << print(rewritten.statement) << "\nwas: " << print(statement)
        << "\nrules:" << rules_of(rewritten.trace);
  }

  Feature feature_;
  Dialect dialect_;
  std::int64_t applications_ = 0;
};

void expect_kept_without_each(std::uint64_t first, std::uint64_t cases) {
  for (std::size_t i = 0; i < feature_count; ++i) {
    FeatureTaken taken(static_cast<Feature>(i));
    for (std::uint64_t index = first; index < first + cases; ++index) taken.look_at_case(index);
    EXPECT_GT(taken.applications(), 20) << to_text(static_cast<Feature>(i));
  }
}

TEST(RewriteDialect, NoRuleBringsInAFeatureThatIsLacking) {
  expect_kept_without_each(0, 1);
}

TEST(RewriteDialectSlow, NoRuleBringsInAFeatureThatIsLacking) {
  expect_kept_without_each(1, 8);
}

}  // namespace
}  // namespace dinkel

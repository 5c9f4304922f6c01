#include "rewrite/rewrite.h"

#include <algorithm>

#include "cypher/walk.h"
#include "rewrite/expr_rules.h"
#include "rewrite/sites.h"
#include "rewrite/tools.h"

namespace dinkel {

namespace {

// The rules by level, with the texts of the expression rules parsed: made once.
struct CompiledCatalogue {
  std::vector<std::size_t> clause_rules;
  std::vector<std::size_t> expr_rules;
  std::vector<CompiledExprRule> compiled;  // by index of the rule; empty trees for clause rules
};

const CompiledCatalogue& compiled_catalogue() {
  static const CompiledCatalogue catalogue = [] {
    CompiledCatalogue made;
    const auto rules = all_rules();
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const auto* expr_rule = std::get_if<ExprRule>(&rules[i].row);
      (expr_rule ? made.expr_rules : made.clause_rules).push_back(i);
      made.compiled.push_back(expr_rule ? compile(*expr_rule) : CompiledExprRule());
    }
    return made;
  }();
  return catalogue;
}

class Rewriter {
 public:
  Rewriter(Statement& statement, const RewriteOptions& options)
      : statement_(statement),
        options_(options),
        facts_(facts_of(statement, options.schema)),
        context_(*options.dialect, facts_.schema) {}

  bool try_apply(std::size_t rule, ClauseSite& site, std::uint64_t seed) const {
    const auto& row = std::get<ClauseRule>(all_rules()[rule].row);
    if (!is_on(rule) || !row.matches(site)) return false;
    for (const Guard* guard : row.guards) {
      if (guard->name != options_.disabled_guard && !guard->clause_holds(site)) return false;
    }
    RuleTools tools(seed, context_, facts_);
    return row.apply(site, tools);
  }

  bool try_apply(std::size_t rule, ExprSite& site, std::uint64_t seed) const {
    const auto& row = std::get<ExprRule>(all_rules()[rule].row);
    const CompiledExprRule& compiled = compiled_catalogue().compiled[rule];
    if (!is_on(rule) || !matches(compiled, site)) return false;
    for (const Guard* guard : row.guards) {
      if (guard->name != options_.disabled_guard && !guard->expr_holds(site)) return false;
    }
    RuleTools tools(seed, context_, facts_);
    dinkel::apply(compiled, site, tools);
    return true;
  }

  void walk(const SiteVisitor& visitor) const {
    walk_sites(statement_, facts_, *options_.dialect, visitor);
  }

 private:
  bool is_on(std::size_t rule) const { return options_.rules.empty() || options_.rules[rule]; }

  Statement& statement_;
  const RewriteOptions& options_;
  StatementFacts facts_;
  RewriteContext context_;
};

constexpr int tries_per_clause = 3;
constexpr int tries_per_expr = 3;

}  // namespace

RewriteOptions::RewriteOptions() {
  schema.open_labels = true;
  schema.open_types = true;
  schema.open_properties = true;
}

Rewritten rewrite(const Statement& statement, Rng rng, const RewriteOptions& options) {
  Rewritten result{statement, {}};
  number_nodes(result.statement);
  const Rewriter rewriter(result.statement, options);
  const CompiledCatalogue& catalogue = compiled_catalogue();
  const auto attempt = [&](auto& site, std::uint32_t id, const std::vector<std::size_t>& rules,
                           int tries) {
    if (static_cast<int>(result.trace.size()) >= options.max_applications) return false;
    for (int i = 0; i < tries; ++i) {
      const std::size_t rule = rules[rng.below(rules.size())];
      const std::uint64_t seed = rng.next();
      if (!rewriter.try_apply(rule, site, seed)) continue;
      result.trace.push_back({rule, id, seed});
      return true;
    }
    return false;
  };
  SiteVisitor visitor;
  visitor.on_clause = [&](ClauseSite& site) {
    if (!rng.chance(percent(35))) return false;
    return attempt(site, site.clause().origin.id, catalogue.clause_rules, tries_per_clause);
  };
  visitor.on_expr = [&](ExprSite& site) {
    if (!rng.chance(percent(20))) return false;
    return attempt(site, site.expr.origin.id, catalogue.expr_rules, tries_per_expr);
  };
  // A walk may come by nothing that fits; a few more make an unchanged query unlikely.
  for (int walks = 0; walks < 3 && result.trace.empty(); ++walks) rewriter.walk(visitor);
  return result;
}

Statement apply(const Statement& statement, const RewriteTrace& trace,
                const RewriteOptions& options) {
  Statement numbered = statement;
  number_nodes(numbered);
  return apply_numbered(numbered, trace, options);
}

Statement apply_numbered(const Statement& statement, const RewriteTrace& trace,
                         const RewriteOptions& options) {
  Statement result = statement;
  const Rewriter rewriter(result, options);
  for (const Application& application : trace) {
    bool done = false;
    SiteVisitor visitor;
    visitor.on_clause = [&](ClauseSite& site) {
      if (done || site.clause().origin.id != application.site) return false;
      if (!std::holds_alternative<ClauseRule>(all_rules()[application.rule].row)) return false;
      done = rewriter.try_apply(application.rule, site, application.seed);
      return done;
    };
    visitor.on_expr = [&](ExprSite& site) {
      if (done || site.expr.origin.id != application.site) return false;
      if (!std::holds_alternative<ExprRule>(all_rules()[application.rule].row)) return false;
      done = rewriter.try_apply(application.rule, site, application.seed);
      return done;
    };
    rewriter.walk(visitor);
  }
  return result;
}

RewriteTrace possible_applications(const Statement& statement, std::uint64_t seed,
                                   const RewriteOptions& options) {
  RewriteTrace possible;
  Statement numbered = statement;
  number_nodes(numbered);
  const Rewriter rewriter(numbered, options);
  Rng rng(seed);
  // Each application is tried on the site and taken back.
  const auto try_all = [&](auto& site, std::uint32_t id, const std::vector<std::size_t>& rules,
                           auto restore) {
    for (const std::size_t rule : rules) {
      const std::uint64_t application_seed = rng.next();
      if (!rewriter.try_apply(rule, site, application_seed)) continue;
      possible.push_back({rule, id, application_seed});
      restore();
    }
    return false;
  };
  SiteVisitor visitor;
  visitor.on_clause = [&](ClauseSite& site) {
    const std::vector<Clause> saved = site.clauses;
    return try_all(site, site.clause().origin.id, compiled_catalogue().clause_rules,
                   [&] { site.clauses = saved; });
  };
  visitor.on_expr = [&](ExprSite& site) {
    const Expr saved = site.expr;
    return try_all(site, site.expr.origin.id, compiled_catalogue().expr_rules,
                   [&] { site.expr = saved; });
  };
  rewriter.walk(visitor);
  return possible;
}

}  // namespace dinkel

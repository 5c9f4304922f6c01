#include "rewrite/rewrite.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "cypher/walk.h"
#include "rewrite/clause_rules.h"
#include "rewrite/expr_rules.h"
#include "rewrite/sites.h"
#include "rewrite/tools.h"

namespace dinkel {

namespace {

// Rules of one level; those that fit few sites stand in front.
struct RuleList {
  std::vector<std::size_t> rules;
  std::size_t special = 0;
};

RuleList those_on(const RuleList& list, const std::vector<bool>& on) {
  if (on.empty()) return list;
  RuleList result;
  for (std::size_t i = 0; i < list.rules.size(); ++i) {
    if (!on[list.rules[i]]) continue;
    result.rules.push_back(list.rules[i]);
    if (i < list.special) ++result.special;
  }
  return result;
}

// The rules by level, with the texts of the expression rules parsed: made once.
struct CompiledCatalogue {
  RuleList clause_rules;
  RuleList expr_rules;
  std::vector<CompiledExprRule> compiled;  // by index of the rule; empty trees for clause rules
};

// Whether a rule fits nearly every site; the others would seldom come to the draw.
bool is_general(const Rule& rule) {
  if (const auto* row = std::get_if<ClauseRule>(&rule.row)) return row->matches == any_clause;
  const auto& row = std::get<ExprRule>(rule.row);
  return row.matches == nullptr && row.before.size() == 1 && row.before != "0";
}

const CompiledCatalogue& compiled_catalogue() {
  static const CompiledCatalogue catalogue = [] {
    CompiledCatalogue made;
    const auto rules = all_rules();
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const auto* expr_rule = std::get_if<ExprRule>(&rules[i].row);
      (expr_rule ? made.expr_rules : made.clause_rules).rules.push_back(i);
      made.compiled.push_back(expr_rule ? compile(*expr_rule) : CompiledExprRule());
    }
    for (RuleList* list : {&made.clause_rules, &made.expr_rules}) {
      RuleList ordered;
      for (const bool general : {false, true}) {
        for (const std::size_t i : list->rules) {
          if (is_general(rules[i]) == general) ordered.rules.push_back(i);
        }
        if (!general) ordered.special = ordered.rules.size();
      }
      *list = std::move(ordered);
    }
    return made;
  }();
  return catalogue;
}

class Rewriter {
 public:
  // The facts are those of the statement as it came, so that they are the same for any part of a
  // trace.
  Rewriter(const Statement& original, Rewritten& rewritten, const RewriteOptions& options)
      : statement_(rewritten.statement),
        parameters_(options.new_parameters ? &rewritten.parameters : nullptr),
        options_(options),
        facts_(facts_of(original, options.schema)),
        context_(*options.dialect, facts_) {}

  bool try_apply(std::size_t rule, ClauseSite& site, std::uint64_t seed) {
    const auto& row = std::get<ClauseRule>(all_rules()[rule].row);
    if (!is_on(rule) || !row.matches(site)) return false;
    for (const Guard* guard : row.guards) {
      if (guard->name != options_.disabled_guard && !guard->clause_holds(site)) return false;
    }
    RuleTools tools(seed, context_, parameters_);
    return keep(row.apply(site, tools), tools);
  }

  bool try_apply(std::size_t rule, ExprSite& site, std::uint64_t seed) {
    const auto& row = std::get<ExprRule>(all_rules()[rule].row);
    const CompiledExprRule& compiled = compiled_catalogue().compiled[rule];
    if (!is_on(rule) || !matches(compiled, site)) return false;
    for (const Guard* guard : row.guards) {
      if (guard->name != options_.disabled_guard && !guard->expr_holds(site)) return false;
    }
    RuleTools tools(seed, context_, parameters_);
    return keep(dinkel::apply(compiled, site, tools), tools);
  }

  void walk(const SiteVisitor& visitor) const {
    walk_sites(statement_, facts_, *options_.dialect, visitor);
  }

 private:
  bool keep(bool applied, const RuleTools& tools) {
    if (applied) context_.names_made = std::max(context_.names_made, tools.names_made());
    return applied;
  }
  bool is_on(std::size_t rule) const { return options_.rules.empty() || options_.rules[rule]; }

  Statement& statement_;
  Map* parameters_;
  const RewriteOptions& options_;
  StatementFacts facts_;
  RewriteContext context_;
};

// The rules of a list in random order, drawn one after the other: often the special ones first.
class RuleDraw {
 public:
  RuleDraw(const RuleList& list, Rng& rng)
      : size_(list.rules.size()), first_(rng.coin() ? list.special : size_), rng_(rng) {
    CHECK(size_ <= left_.size(), "more rules than a draw has room for");
    std::ranges::copy(list.rules, left_.begin());
  }

  std::optional<std::size_t> next() {
    if (drawn_ == size_) return std::nullopt;
    if (drawn_ == first_) first_ = size_;
    const std::size_t chosen = drawn_ + rng_.below(first_ - drawn_);
    std::swap(left_[drawn_], left_[chosen]);
    return left_[drawn_++];
  }

 private:
  // Made for each site that is tried: no memory is asked for.
  std::array<std::size_t, 256> left_;
  std::size_t size_;
  std::size_t drawn_ = 0;
  std::size_t first_;
  Rng& rng_;
};

// How likely a site is tried. In a long statement each site is less likely, so that the
// applications are spread over all of it.
struct Chances {
  Ratio clause;
  Ratio expr;
};

Chances chances_for(const Statement& statement, int max_applications) {
  constexpr std::uint32_t whole = 1000;
  const auto nodes = static_cast<std::uint32_t>(std::max<std::size_t>(count_nodes(statement), 1));
  const auto wanted = static_cast<std::uint32_t>(std::clamp(max_applications, 1, 1000));
  const std::uint32_t expr = std::clamp<std::uint32_t>(wanted * whole / nodes, 5, 150);
  return {Ratio{2 * expr, whole}, Ratio{expr, whole}};
}

}  // namespace

RewriteOptions::RewriteOptions() {
  schema.open_labels = true;
  schema.open_types = true;
  schema.open_properties = true;
}

Rewritten rewrite(const Statement& statement, Rng rng, const RewriteOptions& options) {
  Rewritten result{statement, {}, {}};
  number_missing(result.statement);
  Rewriter rewriter(statement, result, options);
  const RuleList clause_rules = those_on(compiled_catalogue().clause_rules, options.rules);
  const RuleList expr_rules = those_on(compiled_catalogue().expr_rules, options.rules);
  SiteVisitor visitor;
  const auto attempt = [&](auto& site, std::uint32_t id, const RuleList& rules) {
    const std::uint64_t seed = rng.next();
    RuleDraw draw(rules, rng);
    while (const auto rule = draw.next()) {
      if (!rewriter.try_apply(*rule, site, seed)) continue;
      result.trace.push_back({*rule, id, seed});
      visitor.finished = static_cast<int>(result.trace.size()) >= options.max_applications;
      return true;
    }
    return false;
  };
  const Chances chances = chances_for(result.statement, options.max_applications);
  visitor.on_clause = [&](ClauseSite& site) {
    if (!rng.chance(chances.clause)) return false;
    return attempt(site, site.clause().origin.id, clause_rules);
  };
  visitor.on_expr = [&](ExprSite& site) {
    // Nulls are rare, and eleven rules of the paper wait for them.
    const bool rare = std::holds_alternative<NullLiteral>(site.expr.node);
    if (!rng.chance(rare ? percent(75) : chances.expr)) return false;
    return attempt(site, site.expr.origin.id, expr_rules);
  };
  visitor.finished = options.max_applications <= 0;
  // A walk may come by nothing that fits; a few more make an unchanged query unlikely.
  for (int walks = 0; walks < 3 && result.trace.empty(); ++walks) rewriter.walk(visitor);
  return result;
}

Rewritten apply_trace(const Statement& statement, const RewriteTrace& trace,
                      const RewriteOptions& options) {
  Rewritten result{statement, {}, {}};
  number_missing(result.statement);
  Rewriter rewriter(statement, result, options);
  for (const Application& application : trace) {
    bool done = false;
    SiteVisitor visitor;
    visitor.on_clause = [&](ClauseSite& site) {
      if (done || site.clause().origin.id != application.site) return false;
      if (!std::holds_alternative<ClauseRule>(all_rules()[application.rule].row)) return false;
      done = rewriter.try_apply(application.rule, site, application.seed);
      visitor.finished = done;
      return done;
    };
    visitor.on_expr = [&](ExprSite& site) {
      if (done || site.expr.origin.id != application.site) return false;
      if (!std::holds_alternative<ExprRule>(all_rules()[application.rule].row)) return false;
      done = rewriter.try_apply(application.rule, site, application.seed);
      visitor.finished = done;
      return done;
    };
    rewriter.walk(visitor);
    if (done) result.trace.push_back(application);
  }
  return result;
}

Statement apply(const Statement& statement, const RewriteTrace& trace,
                const RewriteOptions& options) {
  return apply_trace(statement, trace, options).statement;
}

Statement apply_numbered(const Statement& statement, const RewriteTrace& trace,
                         const RewriteOptions& options) {
  return apply(statement, trace, options);
}

RewriteTrace possible_applications(const Statement& statement, std::uint64_t seed,
                                   const RewriteOptions& options) {
  RewriteTrace possible;
  Rewritten tried{statement, {}, {}};
  number_missing(tried.statement);
  Rewriter rewriter(statement, tried, options);
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
    return try_all(site, site.clause().origin.id, compiled_catalogue().clause_rules.rules,
                   [&] { site.clauses = saved; });
  };
  visitor.on_expr = [&](ExprSite& site) {
    const Expr saved = site.expr;
    return try_all(site, site.expr.origin.id, compiled_catalogue().expr_rules.rules,
                   [&] { site.expr = saved; });
  };
  rewriter.walk(visitor);
  return possible;
}

}  // namespace dinkel

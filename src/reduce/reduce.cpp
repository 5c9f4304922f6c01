#include "reduce/reduce.h"

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "base/match.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/validate.h"
#include "cypher/walk.h"
#include "reduce/pass.h"
#include "rewrite/sites.h"

namespace dinkel {

namespace {

// What a test is, as text: two tests of equal keys behave alike.
std::string key_of(const OracleTest& test) {
  std::string key;
  for (const Statement& statement : test.setup) key += print(statement) + ";\n";
  for (const auto& [name, value] : test.parameters) key += name + "=" + to_text(value) + "\n";
  if (test.fixed) {
    key += print(test.fixed->original) + "\n";
    if (test.fixed->rewritten) key += print(*test.fixed->rewritten);
    return key;
  }
  key += print(test.statement);
  // Numbers do not show in the text: a site is the place of its node.
  for (const Application& step : test.trace) {
    std::size_t place = 0;
    std::size_t nodes = 0;
    for_each_descendant(test.statement, [&](const auto& node) {
      if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(node)>, Query>) {
        ++nodes;
        if (node.origin.id == step.site && place == 0) place = nodes;
      }
    });
    key += "\n" + std::to_string(step.rule) + " " + std::to_string(place) + " " +
           std::to_string(place == 0 ? step.site : 0) + " " + std::to_string(step.seed);
  }
  return key;
}

class Reducer {
 public:
  Reducer(std::span<const Predicate> predicates, const ReduceOptions& options, ReduceCounts& counts)
      : predicates_(predicates), options_(options), counts_(counts) {}

  OracleTest run(OracleTest test) {
    auto passes = all_passes();
    if (options_.only_trace) {
      passes.clear();
      passes.push_back(make_trace_pass());
    }
    for (Statement& statement : test.setup) forget_sources(statement);
    forget_sources(test.statement);
    if (test.fixed) {
      forget_sources(test.fixed->original);
      if (test.fixed->rewritten) forget_sources(*test.fixed->rewritten);
    }
    tried_.insert(key_of(test));
    for (bool progress = true; progress && !is_over();) {
      progress = false;
      for (const auto& pass : passes) progress = run_pass(*pass, test) || progress;
    }
    return test;
  }

 private:
  bool is_over() const {
    return counts_.runs >= options_.max_runs || (options_.stop && options_.stop());
  }

  bool is_allowed(const OracleTest& candidate) const {
    return (!options_.allows || options_.allows(candidate)) &&
           is_well_formed(candidate, options_.validate);
  }

  bool run_pass(const Pass& pass, OracleTest& test) {
    bool progress = false;
    for (std::size_t number = 0; !is_over();) {
      auto candidate = pass.candidate(test, number);
      if (!candidate) break;
      if (accept(pass, test, number, *candidate)) {
        test = std::move(*candidate);
        progress = true;
      } else {
        ++number;
      }
    }
    return progress;
  }

  bool accept(const Pass& pass, const OracleTest& test, std::size_t number,
              const OracleTest& candidate) {
    ++counts_.candidates;
    std::string key = key_of(candidate);
    if (tried_.contains(key) || !is_allowed(candidate)) {
      ++counts_.refused;
      tried_.insert(std::move(key));
      return false;
    }
    ++counts_.runs;
    const bool holds = ask(pass, test, number, candidate, key);
    if (options_.on_progress) options_.on_progress(holds ? candidate : test, counts_);
    tried_.insert(std::move(key));
    return holds;
  }

  // One worker asks for the candidate; the others, if there are any, for those that would come next
  // if it fails. What they learn waits in ahead_ until its turn comes, if it does.
  bool ask(const Pass& pass, const OracleTest& test, std::size_t number,
           const OracleTest& candidate, const std::string& key) {
    const auto known = ahead_.find(key);
    if (known != ahead_.end()) return known->second;
    if (predicates_.size() == 1) return predicates_.front()(candidate);
    std::vector<std::pair<std::string, OracleTest>> batch;
    batch.emplace_back(key, candidate);
    for (std::size_t next = number + 1; batch.size() < predicates_.size(); ++next) {
      auto other = pass.candidate(test, next);
      if (!other) break;
      std::string other_key = key_of(*other);
      const bool is_new = !tried_.contains(other_key) && !ahead_.contains(other_key) &&
                          std::none_of(batch.begin(), batch.end(),
                                       [&](const auto& entry) { return entry.first == other_key; });
      if (is_new && is_allowed(*other)) {
        batch.emplace_back(std::move(other_key), std::move(*other));
      }
    }
    std::vector<char> holds(batch.size(), 0);
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < batch.size(); ++i) {
      threads.emplace_back([&, i] { holds[i] = predicates_[i](batch[i].second) ? 1 : 0; });
    }
    holds[0] = predicates_[0](candidate) ? 1 : 0;
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 1; i < batch.size(); ++i) ahead_[batch[i].first] = holds[i] != 0;
    return holds[0] != 0;
  }

  std::span<const Predicate> predicates_;
  const ReduceOptions& options_;
  ReduceCounts& counts_;
  std::set<std::string> tried_;
  std::map<std::string, bool> ahead_;
};

bool projects(const Projection& projection, const std::string& name) {
  return projection.star || std::ranges::any_of(projection.items, [&](const ProjectionItem& item) {
           const auto* variable = std::get_if<Variable>(&item.value.node);
           return item.alias == name || (variable != nullptr && variable->name == name);
         });
}

bool is_variable_outside(const Expr& expr, const Projection& projection) {
  if (const auto* variable = std::get_if<Variable>(&expr.node)) {
    return !projects(projection, variable->name);
  }
  const auto* negation = std::get_if<Unary>(&expr.node);
  const auto* logic = std::get_if<Binary>(&expr.node);
  return (negation != nullptr && is_variable_outside(*negation->operand, projection)) ||
         (logic != nullptr && (is_variable_outside(*logic->left, projection) ||
                               is_variable_outside(*logic->right, projection)));
}

// WITH a WHERE b: the type of b is known only before the projection.
bool filters_by_lost_variable(const Statement& statement) {
  bool found = false;
  for_each_clause(statement, [&](const Clause& clause) {
    const auto* with = std::get_if<With>(&clause.node);
    found = found || (with != nullptr && with->where &&
                      is_variable_outside(**with->where, with->projection));
  });
  return found;
}

// WHERE n of a node, NOT [1]: nobody wrote that, and some engines refuse to compile it.
bool filters_by_no_boolean(Statement statement) {
  const StatementFacts facts = facts_of(statement, RewriteOptions().schema);
  bool found = false;
  SiteVisitor visitor;
  visitor.on_clause = [](ClauseSite&) { return false; };
  visitor.on_expr = [&](ExprSite& site) {
    const Kinds present = site.type().kinds.without(Kind::Null);
    const bool is_predicate = site.accepts == Kinds(Kind::Boolean);
    found = found || (is_predicate && !present.empty() && !present.has(Kind::Boolean));
    return false;
  };
  walk_sites(statement, facts, full_dialect(), visitor);
  return found || filters_by_lost_variable(statement);
}

bool is_odd(const SetItem& item) {
  return match(
      item, [](const SetProperty&) { return false; },
      [](const SetProperties& set) {
        return !std::holds_alternative<Variable>(set.target.node) ||
               std::holds_alternative<NullLiteral>(set.value.node);
      },
      [](const SetLabels& set) { return !std::holds_alternative<Variable>(set.target.node); });
}

// SET null += null: our parser is more generous than others.
bool sets_oddly(const Statement& statement) {
  bool found = false;
  for_each_clause(statement, [&](const Clause& clause) {
    const auto look = [&](const std::vector<SetItem>& items) {
      found = found || std::ranges::any_of(items, is_odd);
    };
    if (const auto* set = std::get_if<Set>(&clause.node)) look(set->items);
    if (const auto* remove = std::get_if<Remove>(&clause.node)) {
      found = found || std::ranges::any_of(remove->items, [](const RemoveItem& item) {
                const auto* labels = std::get_if<RemoveLabels>(&item);
                return labels != nullptr && !std::holds_alternative<Variable>(labels->target.node);
              });
    }
    if (const auto* merge = std::get_if<Merge>(&clause.node)) {
      for (const MergeAction& action : merge->actions) look(action.items);
    }
  });
  return found;
}

bool is_well_formed(const Statement& statement, const ValidateOptions& options, bool validates) {
  const auto parsed = parse_statement(print(statement));
  return parsed.ok() && *parsed == statement &&
         (!validates || (!validate(*parsed, options) && !filters_by_no_boolean(statement) &&
                         !sets_oddly(statement)));
}

const Statement& shown_statement(const OracleTest& test) {
  return test.fixed ? test.fixed->original : test.statement;
}

}  // namespace

bool is_well_formed(const OracleTest& test, bool validate) {
  ValidateOptions options;
  options.parameters.emplace();
  for (const auto& [name, value] : test.parameters) options.parameters->push_back(name);
  for (const Statement& statement : test.setup) {
    if (!is_well_formed(statement, options, validate)) return false;
  }
  if (!test.fixed) return is_well_formed(test.statement, options, validate);
  return is_well_formed(test.fixed->original, options, validate) &&
         (!test.fixed->rewritten || is_well_formed(*test.fixed->rewritten, options, validate));
}

std::size_t test_bytes(const OracleTest& test) {
  std::size_t bytes = print(shown_statement(test)).size();
  for (const Statement& statement : test.setup) bytes += print(statement).size();
  return bytes;
}

std::size_t test_clauses(const OracleTest& test) {
  std::size_t clauses = 0;
  const auto count = [&](const Clause& /*clause*/) { ++clauses; };
  for_each_clause(shown_statement(test), count);
  for (const Statement& statement : test.setup) for_each_clause(statement, count);
  return clauses;
}

OracleTest reduce(OracleTest test, std::span<const Predicate> predicates,
                  const ReduceOptions& options, ReduceCounts& counts) {
  return Reducer(predicates, options, counts).run(std::move(test));
}

OracleTest reduce(OracleTest test, const Predicate& is_interesting, const ReduceOptions& options,
                  ReduceCounts& counts) {
  return reduce(std::move(test), std::span(&is_interesting, 1), options, counts);
}

}  // namespace dinkel

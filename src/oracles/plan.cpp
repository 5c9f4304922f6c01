// Plan: the same statement under another plan answers alike. What makes another plan:
//
//   runtime=legacy, ...  a switch in front of the query, one of the dialect's plan_switches
//   index                an index on a label and a key that the statement uses
//   parameters           parameters in place of its literals
//   warm-cache           the same text once more: the second run finds the plan of the first
//
// Nothing that these change is part of the answer, so that this oracle needs no guard. What a
// version does not know is refused or ignored by it, which shows nothing. One in four statements is
// looked at: planning is what a statement costs.
#include <algorithm>

#include "base/rng.h"
#include "cypher/parse.h"
#include "cypher/print.h"
#include "cypher/walk.h"
#include "oracles/oracle.h"

namespace dinkel {

namespace {

constexpr std::uint64_t one_in = 4;
constexpr std::string_view by_index = "index";
constexpr std::string_view by_parameters = "parameters";
constexpr std::string_view by_cache = "warm-cache";
constexpr std::string_view index_name = "dinkel_plan";

// "CYPHER runtime=legacy debug=inverse_cost" is called "runtime=legacy debug=inverse_cost".
std::string switch_name(std::string_view prefix) {
  return std::string(prefix.substr(std::min(prefix.size(), prefix.find(' ') + 1)));
}

std::optional<StatementPair> with_switch(const Statement& statement, std::string_view variant,
                                         const Dialect& dialect) {
  for (const std::string& prefix : dialect.plan_switches) {
    if (switch_name(prefix) != variant) continue;
    const auto parsed = parse_statement(prefix + " RETURN 1");
    if (!parsed.ok()) return std::nullopt;
    StatementPair pair{statement, statement};
    pair.rewritten->has_cypher_prefix = true;
    auto& options = pair.rewritten->options;
    options.insert(options.end(), parsed->options.begin(), parsed->options.end());
    return pair;
  }
  return std::nullopt;
}

// The first label that a node pattern asks for, and a key: of that pattern, or any in the
// statement.
struct IndexedProperty {
  std::string label;
  std::string key;
};
std::optional<IndexedProperty> indexed_property(const Statement& statement) {
  std::string label;
  std::string key;
  std::optional<IndexedProperty> together;
  for_each_descendant(statement, [&](const auto& node) {
    using Node = std::remove_cvref_t<decltype(node)>;
    if constexpr (std::is_same_v<Node, NodePattern>) {
      const auto* name = node.labels ? std::get_if<LabelName>(&node.labels->node) : nullptr;
      if (name == nullptr) return;
      if (label.empty()) label = name->name;
      const auto* map =
          node.properties ? std::get_if<MapLiteral>(&(*node.properties)->node) : nullptr;
      if (map == nullptr || map->entries.empty() || together) return;
      together = IndexedProperty{name->name, map->entries.front().key};
    } else if constexpr (std::is_same_v<Node, Expr>) {
      const auto* property = std::get_if<Property>(&node.node);
      if (property != nullptr && key.empty()) key = property->key;
    }
  });
  if (together) return together;
  if (label.empty() || key.empty()) return std::nullopt;
  return IndexedProperty{label, key};
}

std::optional<StatementPair> with_index(const Statement& statement, const RewriteOptions& options) {
  const Dialect& dialect = *options.dialect;
  const bool named = dialect.has(Feature::CreateIndex) && dialect.has(Feature::NamedIndex);
  if (!named && !dialect.has(Feature::CreateIndexLegacy)) return std::nullopt;
  // One more index beside those of the setup could be refused as their equal.
  if (!options.schema.indexes.empty()) return std::nullopt;
  const auto place = indexed_property(statement);
  if (!place) return std::nullopt;
  CreateIndex create;
  DropIndex drop;
  create.labels = {place->label};
  create.properties = {place->key};
  if (named) {
    create.name = drop.name = index_name;
  } else {
    create.legacy = drop.legacy = true;
    drop.label = place->label;
    drop.properties = {place->key};
  }
  StatementPair pair{statement, statement};
  pair.before.emplace_back().body = std::move(create);
  pair.after.emplace_back().body = std::move(drop);
  return pair;
}

std::optional<StatementPair> with_parameters(const Statement& statement, RewriteOptions options) {
  const auto rule = rule_named("literal-to-parameter");
  if (!rule || !options.dialect->has(Feature::Parameters)) return std::nullopt;
  options.rules.assign(all_rules().size(), false);
  options.rules[*rule] = true;
  options.new_parameters = true;
  const RewriteTrace trace = possible_applications(statement, 1, options);
  Rewritten made = apply_trace(statement, trace, options);
  if (made.parameters.empty()) return std::nullopt;
  StatementPair pair{statement, std::move(made.statement)};
  pair.parameters = std::move(made.parameters);
  return pair;
}

std::optional<StatementPair> make_pair(const Statement& statement, std::string_view variant,
                                       const RewriteOptions& options) {
  std::optional<StatementPair> pair;
  if (variant == by_index) {
    pair = with_index(statement, options);
  } else if (variant == by_parameters) {
    pair = with_parameters(statement, options);
  } else if (variant == by_cache) {
    pair = StatementPair{statement, statement};
  } else {
    pair = with_switch(statement, variant, *options.dialect);
  }
  if (pair) pair->variant = variant;
  return pair;
}

std::vector<std::string> variants_of(const Dialect& dialect) {
  std::vector<std::string> variants;
  for (const std::string& prefix : dialect.plan_switches) variants.push_back(switch_name(prefix));
  for (const std::string_view name : {by_index, by_parameters, by_cache}) {
    variants.emplace_back(name);
  }
  return variants;
}

class PlanOracle final : public Oracle {
 public:
  explicit PlanOracle(std::string_view variant) : variant_(variant) {}

  std::string_view name() const override { return "plan"; }

  std::optional<StatementPair> derive(const Statement& statement, const RewriteTrace& /*trace*/,
                                      const RewriteOptions& options) const override {
    if (!std::holds_alternative<Query>(statement.body)) return std::nullopt;
    if (!variant_.empty()) return make_pair(statement, variant_, options);
    const std::uint64_t number = hash_text(print(statement));
    if (number % one_in != 0) return std::nullopt;
    const std::vector<std::string> variants = variants_of(*options.dialect);
    for (std::size_t i = 0; i < variants.size(); ++i) {
      const std::size_t chosen = (number / one_in + i) % variants.size();
      if (auto pair = make_pair(statement, variants[chosen], options)) return pair;
    }
    return std::nullopt;
  }

  std::optional<Discrepancy> judge(const Run& run, const StatementPair& pair) const override {
    return equivalence_->judge(run, pair);
  }

 private:
  std::string variant_;  // empty: one that follows from the text
  std::unique_ptr<Oracle> equivalence_ = make_equivalence_oracle();
};

}  // namespace

std::unique_ptr<Oracle> make_plan_oracle() {
  return make_plan_oracle({});
}

std::unique_ptr<Oracle> make_plan_oracle(std::string_view variant) {
  return std::make_unique<PlanOracle>(variant);
}

}  // namespace dinkel

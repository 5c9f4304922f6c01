// Plan: the same statement under another plan answers alike. Databases that let their planner or
// runtime be switched in the text of a query are asked with one of the switches; nothing else in
// the statement changes, so that this oracle needs no rule and no guard.
//
// Switches that a version does not know are refused or ignored by it, which shows nothing. One in
// four statements is looked at: planning is what a statement costs on such a database.
#include <array>

#include "base/rng.h"
#include "cypher/print.h"
#include "oracles/oracle.h"

namespace dinkel {

namespace {

struct Switch {
  std::string_view dialect;
  std::string_view name;
  std::string_view value;
};
// Those that were seen to change plans; see docs/evaluation.md.
constexpr std::array<Switch, 3> switches{{
    {"neo4j", "runtime", "legacy"},
    {"neo4j", "debug", "inverse_cost"},
    {"neo4j", "updateStrategy", "eager"},
}};
constexpr std::uint64_t one_in = 4;

class PlanOracle final : public Oracle {
 public:
  std::string_view name() const override { return "plan"; }

  std::optional<StatementPair> derive(const Statement& statement, const RewriteTrace& /*trace*/,
                                      const RewriteOptions& options) const override {
    std::array<const Switch*, switches.size()> usable{};
    std::size_t count = 0;
    for (const Switch& one : switches) {
      if (one.dialect == options.dialect->name) usable[count++] = &one;
    }
    if (count == 0 || !std::holds_alternative<Query>(statement.body)) return std::nullopt;
    // What is a small part of the statements must stay so while one of them is reduced: the choice
    // of the switch follows from the text, which changes then, so all of them are tried in turn.
    const std::uint64_t number = hash_text(print(statement));
    if (number % one_in != 0) return std::nullopt;
    const Switch& chosen = *usable[number / one_in % count];
    StatementPair pair{statement, statement};
    pair.rewritten->has_cypher_prefix = true;
    pair.rewritten->options.push_back({std::string(chosen.name), std::string(chosen.value)});
    return pair;
  }

  std::optional<Discrepancy> judge(const Run& run, const StatementPair& pair) const override {
    return equivalence_->judge(run, pair);
  }

 private:
  std::unique_ptr<Oracle> equivalence_ = make_equivalence_oracle();
};

}  // namespace

std::unique_ptr<Oracle> make_plan_oracle() {
  return std::make_unique<PlanOracle>();
}

}  // namespace dinkel

// Reference: the target answers as the reference interpreter does, where the answer is determined.
// It sees every bug, also those that strike a statement and its rewritten form alike; but a target
// that deviates by design looks wrong to it. So it is off unless a target is meant to answer
// exactly as openCypher says.
#include "graph/isomorphism.h"
#include "interpret/compare_answers.h"
#include "oracles/oracle.h"

namespace dinkel {

namespace {

class ReferenceOracle final : public Oracle {
 public:
  std::string_view name() const override { return "reference"; }

  std::optional<StatementPair> derive(const Statement& statement, const RewriteTrace& /*trace*/,
                                      const RewriteOptions& /*options*/) const override {
    return StatementPair{statement, std::nullopt};
  }

  std::optional<Discrepancy> judge(const Run& run, const StatementPair& /*pair*/) const override {
    if (!run.expected) return std::nullopt;
    const Effect expected{run.expected->rows, run.expected_graph};
    auto found = difference_between(expected, run.original, run.expected->determinism);
    if (found && found->kind == FindingKind::OnlyOneFails) {
      found->difference = "the reference answers, the target fails: " +
                          std::get<DatabaseError>(run.original.outcome).message;
    }
    return found;
  }
};

}  // namespace

std::unique_ptr<Oracle> make_reference_oracle() {
  return std::make_unique<ReferenceOracle>();
}

}  // namespace dinkel

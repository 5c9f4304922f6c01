// Hang: no answer by the deadline to a statement that the reference answers in few steps. What
// takes the reference many steps is merely a large statement, and what it cannot answer, or on a
// graph that it does not know, nobody can judge.
#include <fmt/core.h>

#include "oracles/oracle.h"

namespace dinkel {

namespace {

class HangOracle final : public Oracle {
 public:
  std::string_view name() const override { return "hang"; }
  bool compares() const override { return false; }

  std::optional<Discrepancy> judge(const Run& run, const StatementPair& /*pair*/) const override {
    if (auto found = look_at(run.original, "the original")) return found;
    if (!run.rewritten) return std::nullopt;
    return look_at(*run.rewritten, "the rewritten statement");
  }

 private:
  static std::optional<Discrepancy> look_at(const Effect& effect, std::string_view which) {
    const auto* timeout = std::get_if<Timeout>(&effect.outcome);
    if (timeout == nullptr || !effect.is_small) return std::nullopt;
    return Discrepancy{
        FindingKind::Hang,
        fmt::format("{} has no answer within {} ms", which, timeout->deadline.count()),
        {}};
  }
};

}  // namespace

std::unique_ptr<Oracle> make_hang_oracle() {
  return std::make_unique<HangOracle>();
}

}  // namespace dinkel

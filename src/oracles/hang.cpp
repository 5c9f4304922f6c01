// Hang: no answer by the deadline to a statement that the reference answers within its limits. What
// the reference cannot do in time either is merely a large statement.
#include <fmt/core.h>

#include "oracles/oracle.h"

namespace dinkel {

namespace {

class HangOracle final : public Oracle {
 public:
  std::string_view name() const override { return "hang"; }
  bool compares() const override { return false; }

  std::optional<Discrepancy> judge(const Run& run, const StatementPair& /*pair*/) const override {
    if (auto found = look_at(run.original.outcome, "the original")) return found;
    if (!run.rewritten) return std::nullopt;
    return look_at(run.rewritten->outcome, "the rewritten statement");
  }

 private:
  static std::optional<Discrepancy> look_at(const Outcome& outcome, std::string_view which) {
    const auto* timeout = std::get_if<Timeout>(&outcome);
    if (timeout == nullptr) return std::nullopt;
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

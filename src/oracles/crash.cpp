// Crash: a statement that ends the server is wrong, whatever it says. The campaign confirms it by a
// replay on a fresh server, so that a server that somebody else killed is not blamed on a query.
#include "oracles/oracle.h"
#include "targets/crash_log.h"

namespace dinkel {

namespace {

class CrashOracle final : public Oracle {
 public:
  std::string_view name() const override { return "crash"; }
  bool compares() const override { return false; }

  std::optional<Discrepancy> judge(const Run& run, const StatementPair& /*pair*/) const override {
    if (auto found = look_at(run.original.outcome, "the original")) return found;
    if (!run.rewritten) return std::nullopt;
    return look_at(run.rewritten->outcome, "the rewritten statement");
  }

 private:
  static std::optional<Discrepancy> look_at(const Outcome& outcome, const std::string& which) {
    const auto* crash = std::get_if<Crash>(&outcome);
    if (crash == nullptr) return std::nullopt;
    // The place where it happened tells causes apart; without a trace, there is only the message.
    const auto trace = find_crash(crash->log);
    return Discrepancy{FindingKind::Crash, which + " ended the server: " + crash->message,
                       trace ? trace->signature() : normalise_error(crash->message)};
  }
};

}  // namespace

std::unique_ptr<Oracle> make_crash_oracle() {
  return std::make_unique<CrashOracle>();
}

}  // namespace dinkel

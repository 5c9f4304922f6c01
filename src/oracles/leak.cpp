// Leak: the memory of the server grows each time a statement runs, although the graph is emptied
// again after it. A single look shows nothing: an allocator or a cache takes what it needs once. So
// the statement runs many times, and what counts is that the second half of the runs makes the
// server grow as the first half did (measured by judge(), which knows how to repeat a test).
//
// It sees only targets that say how much memory they hold (TargetUsage::memory_bytes): libraries in
// a process of their own. A garbage collector grows by design.
#include <fmt/core.h>

#include "oracles/oracle.h"

namespace dinkel {

namespace {

constexpr std::int64_t leaking_bytes = 200'000;

class LeakOracle final : public Oracle {
 public:
  std::string_view name() const override { return "leak"; }
  bool compares() const override { return false; }
  bool watches_memory() const override { return true; }

  std::optional<Discrepancy> judge(const Run& run, const StatementPair& /*pair*/) const override {
    if (run.growth_bytes < leaking_bytes) return std::nullopt;
    return Discrepancy{FindingKind::Leak,
                       fmt::format("each run leaves the server about {} KB larger, with the graph "
                                   "emptied again",
                                   run.growth_bytes / 1000),
                       {}};
  }
};

}  // namespace

std::unique_ptr<Oracle> make_leak_oracle() {
  return std::make_unique<LeakOracle>();
}

}  // namespace dinkel

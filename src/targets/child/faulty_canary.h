// The canary with bugs that end, block or bloat its process: a crash, a hang and a leak to be found
// by the oracles that look for them. FaultyCanary is what the child process runs, CanaryProcess the
// target on our side.
#pragma once

#include "targets/child/child_target.h"
#include "targets/embedded.h"

namespace dinkel {

class FaultyCanary final : public EmbeddedTarget {
 public:
  explicit FaultyCanary(const BugSet& bugs) : EmbeddedTarget("canary", bugs) {}
  Outcome run(std::string_view statement, const Map& parameters,
              std::chrono::milliseconds deadline) override;

 private:
  std::vector<std::vector<char>> kept_;  // what it forgets to give back
};

class CanaryProcess final : public ChildTarget {
 public:
  explicit CanaryProcess(const BugSet& bugs)
      : ChildTarget({"canary", DINKEL_VERSION, names_of(bugs)}), bugs_(bugs) {}
  const BugSet& bugs() const { return bugs_; }

 private:
  BugSet bugs_;
};

}  // namespace dinkel

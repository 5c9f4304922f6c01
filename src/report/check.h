// Check: the oracles applied to statements that somebody else wrote. Each is rewritten in many
// ways, from the graph that the statements before it leave, and all ways must answer alike.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "campaign/campaign.h"

namespace dinkel {

struct CheckOptions {
  int rewrites = 200;
  std::uint64_t seed = 1;
  const Dialect* dialect = &full_dialect();
  const TargetDialect* errors = nullptr;  // says what the errors of the target mean
  std::vector<std::string> oracles;       // by name; empty: those that are on by default
  std::chrono::milliseconds deadline{10'000};
  int replays = 3;
  int reduce_runs = 2000;
  bool confirm = true;
  std::function<bool()> stop;
  // Before each rewriting: which statement, which rewriting of how many.
  std::function<void(std::size_t, int, int)> on_progress;
  std::function<void(const Family&)> on_family;
};

struct CheckedStatement {
  int rewritings = 0;    // that were tried, each text once
  int compared = 0;      // of which the answers could be compared
  std::string obstacle;  // why nothing could be said about it; empty: something could
  std::size_t findings = 0;
};

struct CheckResult {
  std::vector<CheckedStatement> statements;
  std::vector<Family> families;
};

// `setup` comes before the first statement. Throws Error when it fails.
CheckResult check_statements(Target& target, std::vector<Statement> setup, const Map& parameters,
                             const std::vector<Statement>& statements, const CheckOptions& options);

}  // namespace dinkel

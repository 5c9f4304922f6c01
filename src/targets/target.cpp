#include "targets/target.h"

namespace dinkel {

Observation Target::observe(std::string_view statement, const Map& parameters,
                            std::chrono::milliseconds deadline) {
  Observation seen{run(statement, parameters, deadline), std::nullopt};
  if (std::holds_alternative<Rows>(seen.outcome)) seen.graph = graph();
  return seen;
}

Preparation Target::prepare(std::span<const std::string> statements, const Map& parameters,
                            std::chrono::milliseconds deadline) {
  Preparation made{0, reset(), std::nullopt};
  for (const std::string& statement : statements) {
    if (!std::holds_alternative<Rows>(made.outcome)) return made;
    made.outcome = run(statement, parameters, deadline);
    if (std::holds_alternative<Rows>(made.outcome)) ++made.answered;
  }
  if (std::holds_alternative<Rows>(made.outcome)) made.graph = graph();
  return made;
}

}  // namespace dinkel

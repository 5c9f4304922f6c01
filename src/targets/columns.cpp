#include "targets/columns.h"

#include "cypher/parse.h"
#include "cypher/state.h"

namespace dinkel {

std::optional<std::vector<std::string>> returned_columns(std::string_view statement) {
  const auto parsed = parse_statement(statement);
  if (!parsed.ok()) return std::nullopt;
  GraphState state;
  advance(state, *parsed);
  std::vector<std::string> names;
  for (const ScopedVariable& variable : state.context.variables()) names.push_back(variable.name);
  return names;
}

}  // namespace dinkel

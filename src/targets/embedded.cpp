#include "targets/embedded.h"

#include <fmt/core.h>

#include <utility>

#include "cypher/parse.h"
#include "cypher/validate.h"

namespace dinkel {

Outcome EmbeddedTarget::reset() {
  graph_ = Graph();
  options_.procedures.clear();
  return Rows{};
}

Outcome EmbeddedTarget::mark() {
  marked_ = graph_;
  return Rows{};
}

Outcome EmbeddedTarget::put_back() {
  graph_ = marked_;
  return Rows{};
}

void EmbeddedTarget::set_procedures(std::vector<TableProcedure> procedures) {
  options_.procedures = std::move(procedures);
}

Outcome EmbeddedTarget::refuse(QueryError error) {
  DatabaseError result{
      fmt::format("{}/{}/{}", to_text(error.type), to_text(error.phase), to_text(error.detail)),
      error.message};
  last_error_ = std::move(error);
  return result;
}

Outcome EmbeddedTarget::run(std::string_view statement, const Map& parameters,
                            std::chrono::milliseconds deadline) {
  last_error_.reset();
  last_answer_.reset();
  const auto parsed = parse_statement(statement);
  if (!parsed.ok()) return refuse(parsed.error());
  if (parsed->mode == StatementMode::Explain) return explain(statement, parameters);
  options_.parameters = parameters;
  options_.limits.time = deadline;
  auto answer = interpret(*parsed, graph_, options_);
  if (answer.ok()) {
    graph_.commit();
    Rows rows = std::move(answer->rows);
    last_answer_ = std::move(*answer);
    return rows;
  }
  if (answer.error().detail == ErrorDetail::TimeLimit) return Timeout{deadline};
  return refuse(answer.error());
}

Outcome EmbeddedTarget::explain(std::string_view statement, const Map& parameters) {
  const auto parsed = parse_statement(statement);
  if (!parsed.ok()) return refuse(parsed.error());
  std::vector<ProcedureSignature> signatures;
  for (const TableProcedure& procedure : options_.procedures) {
    signatures.push_back(procedure.signature);
  }
  ValidateOptions options{signatures, std::vector<std::string>()};
  for (const auto& [name, value] : parameters) options.parameters->push_back(name);
  if (auto error = validate(*parsed, options)) return refuse(std::move(*error));
  return Rows{};
}

}  // namespace dinkel

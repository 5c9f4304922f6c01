// The targets that live in the process: `reference` is the interpreter, `canary` the interpreter
// with planted bugs. They need no server, so that a newcomer sees findings within a minute, and CI
// proves on each change that the whole chain still finds what it should.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "interpret/interpret.h"
#include "targets/target.h"

namespace dinkel {

class EmbeddedTarget : public Target {
 public:
  EmbeddedTarget(std::string name, BugSet bugs) : name_(std::move(name)) { options_.bugs = bugs; }

  std::string name() const override { return name_; }
  std::string version() override { return DINKEL_VERSION; }
  Outcome reset() override;
  // Of an error, the code is "type/phase/detail" in the words of the TCK.
  Outcome run(std::string_view statement, const Map& parameters,
              std::chrono::milliseconds deadline) override;
  std::optional<Entities> graph() override { return graph_.entities(); }
  bool alive() override { return true; }
  Outcome explain(std::string_view statement, const Map& parameters) override;
  Outcome mark() override;
  Outcome put_back() override;

  // What the interface of all targets has no words for.
  void set_procedures(std::vector<TableProcedure> procedures);
  Limits& limits() { return options_.limits; }
  const BugSet& bugs() const { return options_.bugs; }
  const std::optional<QueryError>& last_error() const { return last_error_; }
  const std::optional<Answer>& last_answer() const { return last_answer_; }  // its rows moved away

 private:
  Outcome refuse(QueryError error);

  std::string name_;
  InterpretOptions options_;
  Graph graph_;
  Graph marked_;
  std::optional<QueryError> last_error_;
  std::optional<Answer> last_answer_;
};

}  // namespace dinkel

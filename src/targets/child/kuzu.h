// Kuzu, a database in a library. It lives in the child process (child_target.h), in memory.
//
// Kuzu wants its tables declared: a label is a table of nodes with typed columns. What a statement
// needs is declared before it runs (kuzu_schema.h), with a column `_row` as key, which answers
// leave out.
#pragma once

#include <memory>
#include <string>

#include "targets/child/kuzu_library.h"
#include "targets/child/kuzu_schema.h"
#include "targets/target.h"

namespace dinkel {

class Kuzu : public Target {
 public:
  // `folder` holds libkuzu.so. Throws Error when it cannot be loaded.
  explicit Kuzu(const std::string& folder);
  Kuzu(const Kuzu&) = delete;
  Kuzu& operator=(const Kuzu&) = delete;
  ~Kuzu() override { close(); }

  std::string name() const override { return "kuzu"; }
  std::string version() override;
  Outcome reset() override;
  Outcome run(std::string_view statement, const Map& parameters,
              std::chrono::milliseconds deadline) override;
  std::optional<Entities> graph() override;
  bool alive() override { return true; }
  Outcome explain(std::string_view statement, const Map& parameters) override;
  // The parent puts the state back.
  Outcome mark() override { return Rows{}; }
  Outcome put_back() override { return DatabaseError{"", "the parent puts the state back"}; }

 private:
  void open();
  void close();
  Outcome query(const std::string& text, std::string_view statement,
                std::chrono::milliseconds deadline);

  kuzu::Library library_;
  kuzu::Database database_;
  kuzu::Connection connection_;
  KuzuSchema schema_;
};

// A value as Kuzu reads it. It holds no entities.
std::string kuzu_literal(const Value& value);

}  // namespace dinkel

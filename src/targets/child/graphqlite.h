// GraphQLite, an extension of SQLite that answers Cypher by the SQL function cypher(). It lives in
// the child process (child_target.h), on a database in memory.
//
// Its answers are JSON, which has no types for nodes and the like: an object with just the keys id,
// labels and properties is taken for a node, and so on. Dates and times arrive as texts.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <string>

#include "targets/target.h"

namespace dinkel {

class GraphQLite : public Target {
 public:
  // `folder` holds graphqlite.so. Throws Error when it cannot be loaded.
  explicit GraphQLite(std::string folder);

  std::string name() const override { return "graphqlite"; }
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
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  using Database = std::unique_ptr<sqlite3, Close>;

  Database open() const;

  std::string library_;
  Database database_;
};

// Separately, for tests: the text that cypher() answers with, as rows.
Outcome read_graphqlite(std::string_view text, std::string_view statement);

}  // namespace dinkel

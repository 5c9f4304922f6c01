// The reference interpreter: slow, plain, one obvious way. No index, no plan: clause by clause over
// a table of rows. It is right by the openCypher TCK, and everything that calls itself sound rests
// on it. With each answer it says what another correct engine could answer differently.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "cypher/ast.h"
#include "cypher/query_error.h"
#include "cypher/validate.h"
#include "graph/entities.h"
#include "graph/graph.h"
#include "interpret/bugs.h"

namespace dinkel {

// What a statement changed, in the words of the TCK's side effects.
struct SideEffects {
  std::int64_t nodes_created = 0;
  std::int64_t nodes_deleted = 0;
  std::int64_t relationships_created = 0;
  std::int64_t relationships_deleted = 0;
  std::int64_t properties_set = 0;
  std::int64_t labels_added = 0;
  std::int64_t labels_removed = 0;
  std::int64_t indexes_added = 0;
  std::int64_t indexes_removed = 0;
  std::int64_t constraints_added = 0;
  std::int64_t constraints_removed = 0;
  bool operator==(const SideEffects&) const = default;
};

// How far an answer is determined by the query and the graph. Everything starts out determined
// except the order of rows; when in doubt, it is not determined.
struct Determinism {
  bool rows = true;        // the bag of rows
  bool row_order = false;  // their sequence (a total ORDER BY, or at most one row)
  bool graph = true;       // the graph afterwards, up to isomorphism
  bool error = true;       // whether the statement fails at all
  // Columns whose lists may come in any order (collect, keys, labels): compare as bags, at any
  // depth.
  std::vector<bool> bag_columns;
  bool column_names = true;  // without them, columns are told apart by their places
  std::string reason;        // why something is not determined; for people
  bool operator==(const Determinism&) const = default;
};

struct Answer {
  Rows rows;  // no columns for a statement without RETURN
  SideEffects effects;
  Determinism determinism;
};

// Each limit ends the statement with ErrorType::LimitExceeded. 0 means none.
struct Limits {
  std::int64_t rows = 100'000;              // alive in one table at one time
  std::int64_t steps = 20'000'000;          // expressions evaluated and pattern steps tried
  std::int64_t memory_bytes = 512'000'000;  // estimated, of the values alive
  std::chrono::milliseconds time{10'000};
};

// A procedure as the TCK registers it: a table of inputs and outputs.
struct TableProcedure {
  ProcedureSignature signature;
  std::vector<std::vector<Value>> table;  // inputs, then outputs
};

// How patterns are read. Some databases read them otherwise than Cypher, by design: what is
// answered alike in every reading, they must answer so too.
enum class PatternReading {
  Trails,  // Cypher: one MATCH walks a relationship once
  Walks,   // it may walk one again, but a repetition without end does not repeat itself
  Ends,    // likewise; matches that differ only inside of a path, where nothing refers to, are one
};

struct InterpretOptions {
  Map parameters;
  Limits limits;
  std::vector<TableProcedure> procedures;
  BugSet bugs;             // planted on purpose; empty but for the canary
  bool validate = true;    // refuse what validate() refuses; off when the caller just did
  std::uint64_t seed = 1;  // of rand() and randomUUID()
  PatternReading reading = PatternReading::Trails;
  std::set<std::string> unseen;  // for Ends: variables of patterns that nothing refers to
};

// Runs one statement. On an error the graph is as it was before.
Result<Answer, QueryError> interpret(const Statement& statement, Graph& graph,
                                     const InterpretOptions& options = {});

}  // namespace dinkel

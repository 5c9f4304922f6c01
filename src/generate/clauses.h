// Productions of clauses: what the files that make clauses share among themselves.
//
// build_*() writes a clause and leaves the state as it is; settle() runs it on the live rows and
// advances the state, or takes it back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generate/build.h"
#include "generate/generator.h"

namespace dinkel {

// What may stand at a place in a query.
struct Position {
  bool may_read = true;  // not right after a write: a WITH must come between
  bool may_write = true;
  bool may_call = true;
  bool may_project = true;  // WITH
  bool may_commit = false;  // CALL IN TRANSACTIONS: at the top, before any write
  // Some dialects refuse MATCH after OPTIONAL MATCH unless a WITH stands between them.
  bool after_optional = false;
};
Position position_after(const Clause& clause);

bool is_writing(ClauseKind kind);
std::optional<Clause> make_clause(Generator& g, ClauseKind kind, bool may_commit = false);
std::optional<Clause> make_any_clause(Generator& g, const Position& position);
// As make_clauses() of generator.h, with what may stand at the first place.
std::vector<Clause> make_clauses_from(Generator& g, int max_clauses, Position first);
std::optional<Clause> settle(Generator& g, std::optional<Clause> clause, bool keep_empty);

std::optional<Clause> build_match(Generator& g, bool optional);  // clauses_read.cpp
std::optional<Clause> build_unwind(Generator& g);
std::optional<Clause> build_call(Generator& g, bool returning, bool may_commit);
std::optional<Clause> build_with(Generator& g);  // clauses_project.cpp
// RETURN; with `columns`, of exactly these names and types (a later part of a UNION). The columns
// of
// * come in an order of their own, so that a UNION of it does not fit in every engine.
Clause build_return(Generator& g, const std::vector<ScopedVariable>* columns, bool may_star);
std::optional<Clause> build_create(Generator& g);  // clauses_write.cpp
std::optional<Clause> build_merge(Generator& g);
std::optional<Clause> build_set(Generator& g);
std::optional<Clause> build_remove(Generator& g);
std::optional<Clause> build_delete(Generator& g);
std::optional<Clause> build_foreach(Generator& g);

}  // namespace dinkel

// Clauses and queries, inside of the interpreter: what execute*.cpp and project.cpp share.
#pragma once

#include <string>

#include "interpret/runtime.h"

namespace dinkel {

// execute_match.cpp: the matches of a MATCH for which its WHERE holds.
void for_each_match(Runtime& runtime, const Bindings& bindings, const Match& match,
                    const MatchFound& found);
Table execute_match(Runtime& runtime, Table input, const Match& match);

// project.cpp: WITH and RETURN. `where` is WITH's, or nullptr.
Table project(Runtime& runtime, Table input, const Projection& projection, const Expr* where);

// execute_call.cpp
Table execute_call_subquery(Runtime& runtime, Table input, const CallSubquery& call);
Table execute_call_procedure(Runtime& runtime, Table input, const CallProcedure& call);

// execute_query.cpp: puts the columns of a table into the order of `columns`, which are the same.
void arrange_columns(Table& table, const std::vector<std::string>& columns);
// As execute_query(); with `importing`, only a part that starts with WITH sees
// the argument.
Table execute_parts(Runtime& runtime, const Query& query, const Table& argument,
                    const Bindings* outer, bool importing);

// schema.cpp: CREATE INDEX and its like; fails when the graph breaks a constraint.
void execute_schema(Runtime& runtime, const Statement::Body& body);
void check_constraints(Runtime& runtime);

}  // namespace dinkel

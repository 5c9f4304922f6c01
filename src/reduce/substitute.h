// What takes the place of a variable when the clause that declares it goes. A clause can seldom be
// dropped by itself: what stands behind it speaks of its variables. The value of a projection, an
// element of an unwound list or null stands in for them, so that most clauses can go at once.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cypher/ast.h"

namespace dinkel {

using StandIns = std::map<std::string, Expr>;

// The variables that a clause declares, each with what may stand for it.
StandIns stand_ins_of(const Clause& clause);
StandIns stand_ins_of(const PatternPart& part);
// Of clauses[begin, end): without the variables that are declared before, which stay.
StandIns stand_ins_of(const std::vector<Clause>& clauses, std::size_t begin, std::size_t end);

// Puts them in all clauses from `begin` on, subqueries and bodies included. The number of the
// variable stays, or that of the value does: a rule may have been applied to either.
enum class KeepNumber { OfVariable, OfValue };
void substitute(std::vector<Clause>& clauses, std::size_t begin, const StandIns& stand_ins,
                KeepNumber keep);

}  // namespace dinkel

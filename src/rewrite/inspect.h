// Questions about clauses and expressions that guards and rules ask: small, and without any state.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rewrite/rule.h"

namespace dinkel {

bool is_updating(const Clause& clause);
const Projection* projection_of(const Clause& clause);  // of WITH and RETURN
Projection* projection_of(Clause& clause);
bool aggregates(const Projection& projection);

// A plain part is no shortest path and selects nothing among its paths.
bool is_plain(const PatternPart& part);
bool is_walk(const PatternPart& part);  // it has a relationship
// The variables that a pattern names, bound already or not.
std::vector<std::string> variables_of(const Pattern& pattern);
// Whether an expression in the pattern reads one of these variables.
bool pattern_reads(const Pattern& pattern, const std::vector<std::string>& names);

bool names_variables(const Delete& clause);  // DELETE n, and not DELETE head(l)

// Whether this node, its children aside, surely raises no error: operators that answer null for
// values they do not know. Arithmetic overflows, and most functions refuse something.
bool cannot_fail(const Expr& expr);
bool surely_works(const Expr& expr);  // the same with all that is below it
// Whether its value is the same whatever is written meanwhile: it reads no entity and no pattern.
bool reads_no_graph(const Expr& expr, const QueryContext& context);
// A name, a property of a name or a literal: to evaluate it once more costs and changes nothing.
bool is_repeatable(const Expr& expr);

const std::string* variable_of(const Expr& expr);           // n
const std::string* property_variable_of(const Expr& expr);  // the n of n.k

}  // namespace dinkel

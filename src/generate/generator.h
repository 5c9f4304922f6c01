// State-aware generation (the paper's Algorithm 1): what every part of generate/ shares.
//
// Generator holds the state of the query being written: the random numbers, the GraphState that
// advance() keeps, the names, the live rows. Productions are free functions over it, gathered in
// tables of {weight, function}; there is one file per clause family and per kind of expression. A
// production that cannot be used here says so by returning nothing, and a leaf always can, so that
// generation never fails.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "cypher/ast.h"
#include "cypher/dialect.h"
#include "cypher/state.h"
#include "generate/live_rows.h"
#include "generate/names.h"
#include "generate/profile.h"

namespace dinkel {

struct Generator {
  Generator(Rng rng_, const Dialect& dialect_, const Profile& profile_, Vocabulary names_)
      : rng(rng_), dialect(dialect_), profile(profile_), names(std::move(names_)) {}

  Rng rng;
  const Dialect& dialect;
  const Profile& profile;
  Vocabulary names;
  GraphState state;
  LiveRows* live = nullptr;  // none: blind
  Map parameters;            // made on the way
  std::uint32_t variables_made = 0;
  std::uint32_t parameters_made = 0;

  // Ablations.
  bool use_context = true;
  bool use_schema = true;

  int clauses_left = 8;  // of L_max, nested ones too
  int nesting = 0;       // of subqueries and FOREACH
  int depth = 0;         // of the expression being written

  // What the expression being written may do; narrowed and restored by the productions.
  struct Freedom {
    bool fail = true;         // may raise an error when it runs
    bool subqueries = true;   // EXISTS { }, COUNT { }, patterns
    bool aggregates = false;  // count(x)
    bool random = true;       // rand(), which no aggregate takes
    bool parameters = true;   // $p, where the case can carry a value for it
  } may;
  bool truth_wanted = false;  // the place of the next expression asks for a truth value
  bool truth_here = false;    // the same for the one being written: a pattern may stand there

  bool has(Feature feature) const { return dialect.has(feature); }
  std::string fresh(Kinds kinds) { return fresh_variable(variables_made, kinds); }
};

// ---- expressions (expressions.cpp, literals.cpp, ...) -------------------------------------------

// An expression whose values are of the wanted type; null is allowed where the type says so.
Expr make_expr(Generator& g, Type wanted);
// Where a truth value is asked for: WHERE, the operands of AND, OR and NOT.
Expr make_truth(Generator& g, Type wanted);
Expr make_predicate(Generator& g);
Expr make_leaf(Generator& g, Type wanted);
Expr make_literal(Generator& g, Kind kind, Kinds elements);
// A value of the wanted kinds as an expression: a literal, or the call that constructs it.
Expr literal_of(const Value& value);
std::optional<Expr> make_function_call(Generator& g, Type wanted);
std::optional<Expr> make_aggregate(Generator& g, Type wanted);
Type random_value_type(Generator& g);  // of a new column or list element

// Variables in scope of exactly this kind (null allowed), not deleted.
std::vector<const ScopedVariable*> variables_of(const Generator& g, Kinds kinds);

// ---- patterns (patterns.cpp) --------------------------------------------------------------------

Pattern make_match_pattern(Generator& g);
PatternPart make_match_part(Generator& g);
Pattern make_create_pattern(Generator& g);
PatternPart make_merge_part(Generator& g);
// A pattern that no graph of this schema contains: it names a label, type or key of its own.
// Its variables are not bound; `mark` makes its names its own.
PatternPart make_new_pattern(Generator& g, std::string_view mark);

// A whole query in the present context.
Query make_query(Generator& g);
// Clauses without RETURN in the present context: what dead code is made of.
std::vector<Clause> make_clauses(Generator& g, int max_clauses, bool may_write);
std::vector<Clause> make_update_clauses(Generator& g, int max_clauses);

}  // namespace dinkel

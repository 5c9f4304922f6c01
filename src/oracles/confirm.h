// What the reference says of a difference, before anybody hears of it.
//
// The reference tells both statements of a pair apart: then one of our rules is wrong. Or the
// answer hangs on something that the target does otherwise by design. FalkorDB, for one, walks a
// relationship as often as a pattern asks for one, and where nothing refers to what lies between
// two ends it only looks whether there is a way. Such a target is blamed for an answer that stays
// the same in every reading of the patterns, and for no other.
#pragma once

#include "cypher/dialect.h"
#include "oracles/session.h"

namespace dinkel {

enum class Confirmation {
  Holds,
  ToldApart,  // by the reference too: a mistake of ours
  LeftOpen,   // by the dialect
};

// `graph` is the one before the statements.
Confirmation confirm(const StatementPair& pair, const Graph& graph, const Map& parameters,
                     const Dialect& dialect);

}  // namespace dinkel

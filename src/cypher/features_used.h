// What a statement needs of a dialect: the features and functions that its text uses. Whoever makes
// statements for a target (the generator, the rewriter) is checked against this.
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "cypher/ast.h"
#include "cypher/dialect.h"

namespace dinkel {

// Features that show in the text. Not those which depend on types or on what is in the graph
// (list-concatenation, delete-deleted, ...), nor those of schema statements.
std::bitset<feature_count> features_used(const Statement& statement);

// What the dialect lacks of all that, by name: "xor", "coalesce()". Empty: it can be sent.
std::vector<std::string> lacking(const Statement& statement, const Dialect& dialect);

}  // namespace dinkel

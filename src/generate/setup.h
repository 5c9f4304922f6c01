// Setup statements: a small connected graph with reused labels, types, keys and values.
#pragma once

#include <vector>

#include "cypher/ast.h"
#include "generate/generator.h"

namespace dinkel {

// `checked`: each statement is run, and left out if it fails.
std::vector<Statement> make_setup(Generator& g, bool checked);

}  // namespace dinkel

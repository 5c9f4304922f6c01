// Setup statements: a small connected graph with reused labels, types, keys and values.
#pragma once

#include <vector>

#include "cypher/ast.h"
#include "generate/generator.h"

namespace dinkel {

std::vector<Statement> make_setup(Generator& g);

}  // namespace dinkel

// All expressions of up to four nodes over the interesting values of each type, as statements: what
// the expression rules are tried on exhaustively. Booleans, numbers, strings and lists; nulls, NaN,
// -0.0, both ends of the integers, empty strings and lists.
//
// A literal tells its type; what comes out of a variable does not. So the smaller trees are there a
// second time with a variable for each leaf, of a type that is as wide as its kind allows.
#pragma once

#include <string>
#include <vector>

namespace dinkel {

// From the smallest to the largest.
std::vector<std::string> small_trees(int max_nodes = 4);

}  // namespace dinkel

// How far a target agrees with the reference on a statement, which says what may be compared after.
#pragma once

#include "oracles/session.h"

namespace dinkel {

struct Agreement {
  bool rows = false;
  bool graph = false;
};

// FalkorDB shows 15 digits of a float, and the last digit of a sine is another one in Java. A
// target that differs in no more than that has not parted from the reference.
Agreement agreement(const Effect& expected, const Effect& actual, const Determinism& determinism);
bool are_same_graphs(const Entities& expected, const Entities& actual);

}  // namespace dinkel

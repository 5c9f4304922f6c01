// The names that a case uses: a few labels, relationship types and property keys, reused all over
// so that statements meet each other's data, and fresh variables. Short, readable, never a keyword.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "cypher/type.h"

namespace dinkel {

struct PropertyKey {
  std::string name;
  Kind kind = Kind::Integer;  // what this case usually stores there
};

struct Vocabulary {
  std::vector<std::string> labels;
  std::vector<std::string> relationship_types;
  std::vector<PropertyKey> keys;
};

struct Profile;
Vocabulary draw_vocabulary(Rng rng, const Profile& profile);

// n1, r2, p3, x4: the letter says what the variable is.
std::string fresh_variable(std::uint32_t& counter, Kinds kinds);

// A name from a large space that the graph hardly holds: what a generator without a schema writes.
std::string blind_name(Rng& rng, std::string_view prefix);

}  // namespace dinkel

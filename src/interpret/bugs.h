// Bugs that can be planted in the interpreter, by name: each is modelled on a class of real bugs of
// graph databases. The `canary` target has them; the reference has none. They prove, on each
// change, that the whole chain still finds what it should.
#pragma once

#include <bitset>
#include <cstddef>
#include <span>
#include <string_view>

namespace dinkel {

enum class Bug {
  NullXor,  // null XOR true is true
  Count_,   // how many there are
};

struct BugRow {
  Bug bug;
  std::string_view name;         // "null-xor"
  std::string_view description;  // one sentence
  std::string_view rule;         // the rule or family that should reveal it
};
std::span<const BugRow> all_bugs();

class BugSet {
 public:
  bool has(Bug bug) const { return bits_[static_cast<std::size_t>(bug)]; }
  void plant(Bug bug) { bits_.set(static_cast<std::size_t>(bug)); }
  void remove(Bug bug) { bits_.reset(static_cast<std::size_t>(bug)); }
  bool empty() const { return bits_.none(); }
  bool operator==(const BugSet&) const = default;

 private:
  std::bitset<static_cast<std::size_t>(Bug::Count_)> bits_;
};

}  // namespace dinkel

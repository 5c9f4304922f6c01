// A probability as a fraction of small integers. No float ever reaches a random decision, so that
// a seed means the same on every machine.
#pragma once

#include <cstdint>

namespace dinkel {

struct Ratio {
  std::uint32_t numerator = 0;
  std::uint32_t denominator = 1;
  bool operator==(const Ratio&) const = default;
};

constexpr Ratio percent(std::uint32_t value) {
  return {value, 100};
}
constexpr Ratio one_in(std::uint32_t value) {
  return {1, value};
}

}  // namespace dinkel

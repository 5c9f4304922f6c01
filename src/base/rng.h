// The random generator of the whole program: a value that is passed as an argument.
//
// It is SplitMix64, written out here bit by bit so that a seed prints the same bytes on every
// machine and with every compiler: the n-th draw (n from 1) of a generator with key K is
// mix(K + n * 0x9E3779B97F4A7C15), where mix is the finalizer of SplitMix64.
//
// fork("name") makes an independent generator that depends on the key and the name alone, not on
// how many numbers were drawn before. Code that draws one number more therefore does not change
// what its neighbours draw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/check.h"
#include "base/ratio.h"

namespace dinkel {

std::uint64_t mix_bits(std::uint64_t bits);
std::uint64_t hash_text(std::string_view text);  // FNV-1a, 64 bits, then mix_bits

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : key_(mix_bits(seed)) {}

  Rng fork(std::string_view name) const { return Rng(key_ ^ hash_text(name)); }
  Rng fork(std::uint64_t index) const { return Rng(key_ + mix_bits(index + 1)); }

  std::uint64_t next();
  // A number in [0, bound), without bias. bound > 0.
  std::uint64_t below(std::uint64_t bound);
  // A number in [low, high], both included.
  std::int64_t between(std::int64_t low, std::int64_t high);
  bool chance(Ratio ratio) { return below(ratio.denominator) < ratio.numerator; }
  bool coin() { return (next() >> 63) != 0; }
  // An index into weights, drawn in proportion to them. At least one weight is positive.
  std::size_t weighted(std::span<const std::uint32_t> weights);

  template <typename Container>
  auto& pick(Container& container) {
    CHECK(!container.empty(), "cannot pick from nothing");
    return container[below(container.size())];
  }
  template <typename Container>
  void shuffle(Container& container) {
    for (std::size_t i = container.size(); i > 1; --i) {
      using std::swap;
      swap(container[i - 1], container[below(i)]);
    }
  }

 private:
  std::uint64_t key_;
  std::uint64_t draws_ = 0;
};

}  // namespace dinkel

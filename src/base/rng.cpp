#include "base/rng.h"

namespace dinkel {

namespace {
constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15ULL;
}

std::uint64_t mix_bits(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ULL;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBULL;
  return bits ^ (bits >> 31);
}

std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return mix_bits(hash);
}

std::uint64_t Rng::next() {
  return mix_bits(key_ + ++draws_ * golden_gamma);
}

std::uint64_t Rng::below(std::uint64_t bound) {
  CHECK(bound > 0, "a random number below zero was asked for");
  std::uint64_t draw = next();
  if (draw < bound) {
    // The 2^64 mod bound smallest draws would make the low results too likely: they are redrawn.
    // That number is below the bound, and a division, so that it is worked out only here.
    const std::uint64_t threshold = (0 - bound) % bound;
    while (draw < threshold) draw = next();
  }
  return draw % bound;
}

std::int64_t Rng::between(std::int64_t low, std::int64_t high) {
  CHECK(low <= high, "an empty range of random numbers was asked for");
  const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  const std::uint64_t offset = span == ~0ULL ? next() : below(span + 1);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset);
}

std::size_t Rng::weighted(std::span<const std::uint32_t> weights) {
  std::uint64_t total = 0;
  for (const std::uint32_t weight : weights) total += weight;
  std::uint64_t draw = below(total);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (draw < weights[i]) return i;
    draw -= weights[i];
  }
  CHECK(false, "a weighted draw went past its table");
  return 0;
}

}  // namespace dinkel

#include "base/rng.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace dinkel {
namespace {

TEST(Rng, DrawsTheBytesThatAreWrittenDownHere) {
  // Seeds are for ever: these numbers may not change without a line in CHANGELOG.md.
  Rng rng(42);
  const std::uint64_t first = mix_bits(mix_bits(42) + 0x9E3779B97F4A7C15ULL);
  EXPECT_EQ(rng.next(), first);
  EXPECT_EQ(mix_bits(1), 0x5692161D100B05E5ULL);
}

TEST(Rng, ForksDependOnTheNameAndNotOnTheDraws) {
  Rng a(7);
  Rng b(7);
  (void)a.next();
  EXPECT_EQ(a.fork("query").next(), b.fork("query").next());
  EXPECT_NE(a.fork("query").next(), b.fork("rewrite").next());
  EXPECT_NE(a.fork(0).next(), b.fork(1).next());
}

TEST(Rng, BetweenCoversBothEndsAndTheWholeRange) {
  Rng rng(1);
  bool low = false;
  bool high = false;
  for (int i = 0; i < 1000; ++i) {
    const auto draw = rng.between(-2, 2);
    ASSERT_GE(draw, -2);
    ASSERT_LE(draw, 2);
    low |= draw == -2;
    high |= draw == 2;
  }
  EXPECT_TRUE(low && high);
  (void)rng.between(INT64_MIN, INT64_MAX);
}

TEST(Rng, WeightedNeverDrawsAZeroWeight) {
  Rng rng(3);
  const std::array<std::uint32_t, 3> weights = {3, 0, 1};
  std::array<int, 3> counts = {};
  for (int i = 0; i < 4000; ++i) ++counts[rng.weighted(weights)];
  EXPECT_EQ(counts[1], 0);
  EXPECT_GT(counts[0], 2 * counts[2]);
}

TEST(Rng, ShuffleKeepsTheElements) {
  Rng rng(5);
  std::vector<int> numbers = {1, 2, 3, 4, 5};
  rng.shuffle(numbers);
  int sum = 0;
  for (const int number : numbers) sum += number;
  EXPECT_EQ(sum, 15);
}

}  // namespace
}  // namespace dinkel

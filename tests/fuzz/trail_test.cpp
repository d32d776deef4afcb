// Orders of atomic steps as trails through values, against trying every order.
#include "fuzz/record.h"
#include "fuzz/trail.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

namespace warplaw::fuzz {
namespace trail_test {

bool someOrderFits(const std::vector<Edge>& edges, std::uint64_t first, std::uint64_t last) {
  std::vector<std::size_t> order(edges.size());
  std::iota(order.begin(), order.end(), 0u);
  do {
    std::uint64_t value = first;
    bool fits = true;
    for (const std::size_t k : order) {
      fits &= edges[k].from == value;
      value = edges[k].to;
    }
    if (fits && value == last)
      return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

TEST(Trail, AgreesWithTryingEveryOrder_ATOMS_5) {
  Dice dice(1);
  unsigned found = 0;
  for (unsigned k = 0; k < 20000; ++k) {
    std::vector<Edge> edges(dice.below(6));
    for (std::size_t e = 0; e < edges.size(); ++e)
      edges[e] = {dice.below(3), dice.below(3), static_cast<std::uint8_t>(e)};
    const std::uint64_t first = dice.below(3), last = dice.below(3);
    const auto trail = trailThrough(edges, first, last);
    ASSERT_EQ(trail.has_value(), someOrderFits(edges, first, last));
    if (!trail)
      continue;
    ++found;
    std::uint64_t value = first;
    for (const std::uint8_t lane : *trail) {
      ASSERT_EQ(edges[lane].from, value);
      value = edges[lane].to;
    }
    ASSERT_EQ(value, last);
    ASSERT_EQ(trail->size(), edges.size());
  }
  EXPECT_GT(found, 500u);
}

} // namespace trail_test
} // namespace warplaw::fuzz

// RED-10 on lanes worked out by hand: which accesses the lanes of one reduction become.
#include "concrete/coalescing.h"
#include <gtest/gtest.h>
#include <numeric>

namespace warplaw::concrete {
namespace coalescing_test {
using spec::kLanes;

struct Warp {
  std::array<std::uint64_t, kLanes> address{};
  std::array<std::uint8_t, kLanes> order{};
  Warp() { std::iota(order.begin(), order.end(), std::uint8_t{0}); }
  std::vector<LineAccess> accesses(std::uint32_t performing, unsigned bytes) const {
    return coalesced(performing, address, bytes, order.data());
  }
};
using Accesses = std::vector<LineAccess>;

TEST(Coalescing, NobodyMakesAnAccess_RED_10) { EXPECT_EQ(Warp().accesses(0, 4), Accesses{}); }

TEST(Coalescing, AWordEachOfOneLineGoAtOnce_RED_10) {
  Warp warp;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    warp.address[lane] = 0x1000 + 4 * lane;
  EXPECT_EQ(warp.accesses(~0u, 4), (Accesses{{0x1000, ~0u}}));
  warp.address[31] = 0x1080; // the next line
  EXPECT_EQ(warp.accesses(~0u, 4), (Accesses{{0x1000, 0x7fffffff}, {0x1080, 0x80000000}}));
}

TEST(Coalescing, OneAddressOneAfterTheOtherInTheOrder_RED_10) {
  Warp warp;
  warp.address.fill(0x40);
  std::swap(warp.order[0], warp.order[2]);
  EXPECT_EQ(warp.accesses(7, 4), (Accesses{{0, 4}, {0, 2}, {0, 1}}));
}

TEST(Coalescing, DoubleWordsGoByTheHalfOfTheWarp_RED_10) {
  Warp warp;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    warp.address[lane] = 8 * (lane % 16); // both halves in one line
  EXPECT_EQ(warp.accesses(~0u, 8), (Accesses{{0, 0xffff}, {0, 0xffff0000}}));
  EXPECT_EQ(warp.accesses(~0u, 4), (Accesses{{0, 0xffff}, {0, 0xffff0000}})); // of words by their addresses
  EXPECT_EQ(warp.accesses(0x00010000, 8), (Accesses{{0, 0x00010000}}));
}

TEST(Coalescing, WideAccessesGoByTheQuarter_RED_10) {
  Warp warp;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    warp.address[lane] = 16 * (lane % 8);
  EXPECT_EQ(warp.accesses(~0u, 16), (Accesses{{0, 0xff}, {0, 0xff00}, {0, 0xff0000}, {0, 0xff000000}}));
}

} // namespace coalescing_test
} // namespace warplaw::concrete

// PMTRIG: which counters count, and how often (PM-1, PM-2).
#include "concrete/instructions/pmtrig.h"
#include "state.h"

namespace warplaw {
namespace {

TEST(Pmtrig, EachBitCountsOnceAWarp_PM_1) {
  tests::State s;
  spec::Counters& counters = s.surroundings.cells.counters;
  for (unsigned n = 0; n < spec::kCounters; ++n)
    counters.count[n] = 100 * n;
  s.warp->active = 0xf0;
  ASSERT_TRUE(s.run("PMTRIG 0x8005"));
  for (unsigned n = 0; n < spec::kCounters; ++n)
    EXPECT_EQ(counters.count[n], 100 * n + (n == 0 || n == 2 || n == 15)) << n;
}

TEST(Pmtrig, NothingWithoutAnExecutingLane_PM_1) {
  tests::State s;
  s.warp->predicates[0] = 0xff00;
  s.warp->active = 0xff;
  ASSERT_TRUE(s.run("@P0 PMTRIG 0xffff"));
  EXPECT_EQ(s.surroundings.cells.counters, spec::Counters{});
  s.warp->active = 0x100;
  ASSERT_TRUE(s.run("@P0 PMTRIG 0xffff"));
  EXPECT_EQ(s.surroundings.cells.counters.count[9], 1u);
}

TEST(Pmtrig, CountersWrapAt32Bits_PM_1) {
  tests::State s;
  s.surroundings.cells.counters.count[3] = ~0u;
  ASSERT_TRUE(s.run("PMTRIG 8"));
  EXPECT_EQ(s.surroundings.cells.counters.count[3], 0u);
}

TEST(Pmtrig, EveryMaskCountsItsBits_PM_2) {
  tests::State s;
  const spec::Warp before = *s.warp;
  std::array<std::uint32_t, spec::kCounters> expected{};
  const spec::Operands operands{.exec = 1};
  spec::Results results;
  for (std::uint32_t mask = 0; mask < 1u << 16; ++mask) {
    const spec::PmtrigModifiers modifiers{mask};
    concrete::warplaw_pmtrig_portable(&modifiers, &operands, nullptr, &s.surroundings.cells.counters, &results);
    for (unsigned n = 0; n < spec::kCounters; ++n)
      expected[n] += mask >> n & 1;
    ASSERT_TRUE(std::ranges::equal(expected, s.surroundings.cells.counters.count)) << mask;
  }
  EXPECT_EQ(results.written[0] | results.written[1] | results.predicateWritten, 0u);
  EXPECT_EQ(std::memcmp(&before, s.warp.get(), sizeof before), 0);
}

} // namespace
} // namespace warplaw

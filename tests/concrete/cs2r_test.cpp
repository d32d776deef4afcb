// CS2R: the clock as a pair and as its words (SR-1, SR-3).
#include "concrete/instructions/cs2r.h"
#include "state.h"
#include <algorithm>
#include <cstring>

namespace warplaw {
namespace {

tests::State atClock(std::uint64_t clock) {
  tests::State s;
  s.surroundings.cells.inputs.clockLow = static_cast<std::uint32_t>(clock);
  s.surroundings.cells.inputs.clockHigh = static_cast<std::uint32_t>(clock >> 32);
  return s;
}

TEST(Cs2r, APairIsLowWordFirst_SR_3) {
  tests::State s = atClock(0x1122334455667788);
  s.warp->active = 0x5;
  ASSERT_TRUE(s.run("CS2R R4, SR_CLOCKLO"));
  for (const unsigned lane : {0u, 2u}) {
    EXPECT_EQ(s.warp->registers[4][lane], 0x55667788u);
    EXPECT_EQ(s.warp->registers[5][lane], 0x11223344u);
  }
  for (const unsigned lane : {1u, 3u}) {
    EXPECT_EQ(s.warp->registers[4][lane], 0x400u | lane);
    EXPECT_EQ(s.warp->registers[5][lane], 0x500u | lane);
  }
  EXPECT_EQ(s.warp->registers[3][0], 0x300u);
  EXPECT_EQ(s.warp->registers[6][0], 0x600u);
}

TEST(Cs2r, OneWordLeavesTheNextRegisterAlone_SR_1) {
  tests::State s = atClock(0x1122334455667788);
  ASSERT_TRUE(s.run("CS2R.32 R4, SR_CLOCKHI"));
  EXPECT_EQ(s.warp->registers[4][31], 0x11223344u);
  EXPECT_EQ(s.warp->registers[5][31], 0x51fu);
  ASSERT_TRUE(s.run("CS2R.32 R5, SR_CLOCKLO"));
  EXPECT_EQ(s.warp->registers[5][31], 0x55667788u);
  EXPECT_EQ(s.warp->registers[6][31], 0x61fu);
}

/// What a datapath leaves, before any of it is written back.
TEST(Cs2r, OneWordWritesOneRow_MACH_5) {
  for (const bool isPair : {true, false}) {
    const spec::SpecialInputs inputs{.clockLow = 5, .clockHigh = 6};
    const spec::Cs2rModifiers modifiers{.size = isPair ? 0u : 1u};
    const spec::Operands operands{.exec = 0x8001};
    spec::Results results, expected;
    std::memset(&results, 0xAB, sizeof results);
    std::memcpy(&expected, &results, sizeof results);
    expected.written[0] = 0x8001;
    expected.written[1] = isPair ? 0x8001 : 0;
    expected.predicateWritten = 0;
    std::fill(std::begin(expected.error), std::end(expected.error), std::uint8_t{0});
    for (const unsigned lane : {0, 15}) {
      expected.row[0][lane] = 5;
      if (isPair)
        expected.row[1][lane] = 6;
    }
    concrete::warplaw_cs2r_portable(&modifiers, &operands, nullptr, &inputs, &results);
    EXPECT_EQ(std::memcmp(&results, &expected, sizeof results), 0);
  }
}

TEST(Cs2r, TheZeroRegisterDropsBothWords_MACH_3) {
  tests::State s = atClock(~std::uint64_t{0});
  const spec::Warp before = *s.warp;
  ASSERT_TRUE(s.run("CS2R RZ, SR_CLOCKLO"));
  ASSERT_TRUE(s.run("@!PT CS2R R0, SR_CLOCKLO"));
  EXPECT_EQ(std::memcmp(&before, s.warp.get(), sizeof before), 0);
}

} // namespace
} // namespace warplaw

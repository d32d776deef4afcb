// S2R: every special register in every lane (SR-1, SR-2).
#include "concrete/instructions/s2r.h"
#include "lanewise.h"
#include "state.h"

namespace warplaw {
namespace {

TEST(S2r, MasksAreSetsOfLanes_SR_2) {
  const auto lanesThat = [](auto holds) {
    std::uint32_t mask = 0;
    for (unsigned other = 0; other < 32; ++other)
      mask |= static_cast<std::uint32_t>(holds(other)) << other;
    return mask;
  };
  std::mt19937 random(3);
  const spec::S2rChoices choices;
  for (unsigned name = 0; name < 6; ++name) {
    const auto expected = [&](unsigned lane) {
      const std::uint32_t values[] = {lane,
                                      lanesThat([&](unsigned other) { return other == lane; }),
                                      lanesThat([&](unsigned other) { return other < lane; }),
                                      lanesThat([&](unsigned other) { return other <= lane; }),
                                      lanesThat([&](unsigned other) { return other > lane; }),
                                      lanesThat([&](unsigned other) { return other >= lane; })};
      return values[name];
    };
    for (int round = 0; round < 20; ++round)
      tests::expectLanes(concrete::warplaw_s2r_portable, spec::S2rModifiers{name}, tests::edgeOperands(random), choices,
                         expected);
  }
}

TEST(S2r, WholeInstruction_SR_1) {
  EXPECT_EQ(tests::resultOf("S2R R0, SR_LANEID", 1, 2, 3), 7u);
  EXPECT_EQ(tests::resultOf("S2R R0, SR_EQMASK", 1, 2, 3), 0x80u);
  EXPECT_EQ(tests::resultOf("S2R R0, SR_LTMASK", 1, 2, 3), 0x7Fu);
  EXPECT_EQ(tests::resultOf("S2R R0, SR_LEMASK", 1, 2, 3), 0xFFu);
  EXPECT_EQ(tests::resultOf("S2R R0, SR_GTMASK", 1, 2, 3), 0xFFFFFF00u);
  EXPECT_EQ(tests::resultOf("S2R R0, SR_GEMASK", 1, 2, 3), 0xFFFFFF80u);
}

} // namespace
} // namespace warplaw

// S2R: every special register in every lane (SR-1, SR-2, SR-3).
#include "concrete/instructions/s2r.h"
#include "lanewise.h"
#include "spec/surrounding_cells_fields.h"
#include "state.h"

namespace warplaw {
namespace {
using spec::SpecialRegister;

/// Rd is expected(lane) under these inputs, whoever executes.
template <class Expected>
void expectRegister(SpecialRegister sr, const spec::SpecialInputs& inputs, Expected expected) {
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round)
    tests::expectLanes(concrete::warplaw_s2r_portable, spec::S2rModifiers{static_cast<std::uint32_t>(sr)},
                       tests::edgeOperands(random), spec::S2rChoices{}, expected, &inputs);
}

TEST(S2r, MasksAreSetsOfLanes_SR_2) {
  const auto lanesThat = [](auto holds) {
    std::uint32_t mask = 0;
    for (unsigned other = 0; other < 32; ++other)
      mask |= static_cast<std::uint32_t>(holds(other)) << other;
    return mask;
  };
  const spec::SpecialInputs inputs;
  expectRegister(SpecialRegister::LaneId, inputs, [](unsigned lane) { return lane; });
  expectRegister(SpecialRegister::EqMask, inputs,
                 [&](unsigned lane) { return lanesThat([&](unsigned other) { return other == lane; }); });
  expectRegister(SpecialRegister::LtMask, inputs,
                 [&](unsigned lane) { return lanesThat([&](unsigned other) { return other < lane; }); });
  expectRegister(SpecialRegister::LeMask, inputs,
                 [&](unsigned lane) { return lanesThat([&](unsigned other) { return other <= lane; }); });
  expectRegister(SpecialRegister::GtMask, inputs,
                 [&](unsigned lane) { return lanesThat([&](unsigned other) { return other > lane; }); });
  expectRegister(SpecialRegister::GeMask, inputs,
                 [&](unsigned lane) { return lanesThat([&](unsigned other) { return other >= lane; }); });
}

/// The threads of a CTA counted up one by one, x first, then y, then z: warps are runs of 32 of them.
TEST(S2r, ThreadIdsCountUpXFirst_SR_3) {
  for (const auto [x, y, z] : {std::array{32u, 1u, 1u},
                               {1024u, 1u, 1u},
                               {1u, 1024u, 1u},
                               {1u, 1u, 64u},
                               {5u, 7u, 3u},
                               {16u, 16u, 4u},
                               {3u, 1u, 64u},
                               {33u, 31u, 1u},
                               {2u, 512u, 1u},
                               {1u, 1u, 1u}}) {
    spec::SpecialInputs inputs;
    inputs.ntid[0] = x, inputs.ntid[1] = y, inputs.ntid[2] = z;
    ASSERT_FALSE(faultOf(inputs));
    std::vector<std::array<std::uint32_t, 3>> threads;
    for (unsigned k = 0; k < z; ++k)
      for (unsigned j = 0; j < y; ++j)
        for (unsigned i = 0; i < x; ++i)
          threads.push_back({i, j, k});
    for (inputs.warp = 0; inputs.warp * 32 < threads.size(); ++inputs.warp)
      for (unsigned axis = 0; axis < 3; ++axis) {
        const std::uint32_t alive = spec::aliveLanes(inputs);
        spec::Operands operands;
        operands.exec = alive;
        tests::expectLanes(
            concrete::warplaw_s2r_portable,
            spec::S2rModifiers{static_cast<std::uint32_t>(SpecialRegister::TidX) + axis}, operands, spec::S2rChoices{},
            [&](unsigned lane) { return threads.at(32 * inputs.warp + lane)[axis]; }, &inputs);
      }
  }
}

/// Each of the other registers reads its own word in every lane, and no other: all words differ.
TEST(S2r, WhatAllLanesShare_SR_1) {
  spec::SpecialInputs inputs;
  std::uint32_t next = 1000;
  const auto fill = [&](auto&... words) { ((words = next++), ...); };
  fill(inputs.ctaid[0], inputs.ctaid[1], inputs.ctaid[2], inputs.ntid[0], inputs.ntid[1], inputs.ntid[2],
       inputs.nctaid[0], inputs.nctaid[1], inputs.nctaid[2], inputs.clockLow, inputs.clockHigh, inputs.smemSize,
       inputs.sharedWindowLow, inputs.sharedWindowSize, inputs.localWindowLow, inputs.localWindowSize);
  constexpr auto kFirst = static_cast<std::uint32_t>(SpecialRegister::CtaidX);
  EXPECT_EQ(next - 1000, spec::kSpecialRegisterCount - kFirst);
  for (std::uint32_t sr = kFirst; sr < spec::kSpecialRegisterCount; ++sr)
    expectRegister(static_cast<SpecialRegister>(sr), inputs, [&](unsigned) { return 1000 + sr - kFirst; });
}

TEST(S2r, WholeInstruction_SR_1) {
  EXPECT_EQ(tests::resultOf("S2R R0, SR_LANEID", 1, 2, 3), 7u);
  EXPECT_EQ(tests::resultOf("S2R R0, SR_EQMASK", 1, 2, 3), 0x80u);
  EXPECT_EQ(tests::resultOf("S2R R0, SR_LTMASK", 1, 2, 3), 0x7Fu);
  EXPECT_EQ(tests::resultOf("S2R R0, SR_LEMASK", 1, 2, 3), 0xFFu);
  EXPECT_EQ(tests::resultOf("S2R R0, SR_GTMASK", 1, 2, 3), 0xFFFFFF00u);
  EXPECT_EQ(tests::resultOf("S2R R0, SR_GEMASK", 1, 2, 3), 0xFFFFFF80u);
  EXPECT_EQ(tests::resultOf("S2R R0, SR_TID.X", 1, 2, 3), 7u);
  EXPECT_EQ(tests::resultOf("S2R R0, SR_NTID.X", 1, 2, 3), 32u);
}

TEST(S2r, RejectedSurroundings_SR_3) {
  tests::State s;
  s.surroundings.cells.inputs.warp = 1; // of a CTA of 32 threads
  const auto result = s.run("S2R R0, SR_TID.X");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().rule, "SR-3");
  EXPECT_EQ(s.warp->registers[0][0], 0u);
  EXPECT_TRUE(s.run("SEL R0, R1, R2, P0")) << "looks at no surroundings";
}

} // namespace
} // namespace warplaw

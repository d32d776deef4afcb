// SEL: each rule on hand-checked lanes, and against a choice lane by lane over random operands.
#include "concrete/instructions/sel.h"
#include "lanewise.h"
#include "state.h"

namespace warplaw {
namespace {

TEST(Sel, EachLaneByItsOwnPredicate_SEL_1) {
  std::mt19937 random(4);
  const spec::SelChoices choices;
  for (int round = 0; round < 2000; ++round) {
    spec::Operands operands = tests::edgeOperands(random);
    operands.predicate = static_cast<std::uint32_t>(random());
    std::uint32_t chosen[spec::kLanes];
    std::memcpy(chosen, operands.row[spec::sel_rows::kB], sizeof chosen);
    for (std::uint32_t mask = operands.predicate; mask; mask &= mask - 1)
      chosen[__builtin_ctz(mask)] = operands.row[spec::sel_rows::kA][__builtin_ctz(mask)];
    tests::expectLanes(concrete::warplaw_sel_portable, spec::SelModifiers{}, operands, choices,
                       [&](unsigned lane) { return chosen[lane]; });
  }
}

TEST(Sel, WholeInstruction_SEL_1) {
  tests::State s;
  s.warp->predicates[0] = 0x0000FFFF; // guard
  s.warp->predicates[1] = 0x55555555;
  ASSERT_TRUE(s.run("@P0 SEL R5, R6, R7, !P1"));
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(s.warp->registers[5][lane], (lane >= 16 ? 5u : lane % 2 ? 6u : 7u) << 8 | lane) << lane;
  ASSERT_TRUE(s.run("SEL R5, R5, R7, P1")); // Rd is Ra
  EXPECT_EQ(s.warp->registers[5][31], 7u << 8 | 31);
  EXPECT_EQ(s.warp->registers[5][30], 5u << 8 | 30);
}

TEST(Sel, ZeroRegisterAndTruePredicate_MACH_3) {
  EXPECT_EQ(tests::resultOf("SEL R0, R1, R2, PT", 11, 12, 13), 11u);
  EXPECT_EQ(tests::resultOf("SEL R0, R1, R2, !PT", 11, 12, 13), 12u);
  EXPECT_EQ(tests::resultOf("SEL R0, RZ, R2, PT", 11, 12, 13), 0u);
  EXPECT_EQ(tests::resultOf("SEL R0, R1, RZ, P0", 11, 12, 13), 0u); // predicates are false
}

TEST(Sel, ImmediateIsSignExtended_SEL_2) {
  EXPECT_EQ(tests::resultOf("SEL R0, R1, 524287, !PT", 11, 12, 13), 0x0007FFFFu);
  EXPECT_EQ(tests::resultOf("SEL R0, R1, -524288, !PT", 11, 12, 13), 0xFFF80000u);
  EXPECT_EQ(tests::resultOf("SEL R0, R1, -1, !PT", 11, 12, 13), 0xFFFFFFFFu);
  EXPECT_EQ(tests::resultOf("SEL R0, R1, 2, !PT", 11, 12, 13), 2u); // not R2
}

} // namespace
} // namespace warplaw

// IADD: each rule on hand-checked lanes, and against exact sums over random operands.
#include "concrete/instructions/iadd.h"
#include "lanewise.h"
#include "state.h"

namespace warplaw {
namespace {

TEST(Iadd, LowWordOfTheExactSum_IADD_1) {
  std::mt19937 random(4);
  for (int round = 0; round < 2000; ++round)
    for (const spec::IaddModifiers modifiers : {spec::IaddModifiers{}, {1, 0}, {0, 1}}) {
      const spec::Operands operands = tests::edgeOperands(random);
      tests::expectLanes(concrete::warplaw_iadd_portable, modifiers, operands, spec::IaddChoices{}, [&](unsigned lane) {
        const std::int64_t a = operands.row[spec::iadd_rows::kA][lane], b = operands.row[spec::iadd_rows::kB][lane];
        return static_cast<std::uint32_t>(a * (modifiers.negatesA ? -1 : 1) + b * (modifiers.negatesB ? -1 : 1));
      });
    }
}

TEST(Iadd, WholeInstruction_IADD_1) {
  tests::State s;
  s.warp->predicates[0] = 0x0000FFFF; // guard
  ASSERT_TRUE(s.run("@P0 IADD R5, R6, -R7"));
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(s.warp->registers[5][lane], lane < 16 ? 0u - 0x100 : 5u << 8 | lane) << lane;
  ASSERT_TRUE(s.run("IADD R5, R5, R5")); // Rd is Ra and Rb
  EXPECT_EQ(s.warp->registers[5][31], 2 * (5u << 8 | 31));
  EXPECT_EQ(s.warp->registers[5][0], 0u - 0x200);
}

TEST(Iadd, TermsAndSigns_IADD_1_MACH_3) {
  EXPECT_EQ(tests::resultOf("IADD R0, R1, R2", 11, 12, 13), 23u);
  EXPECT_EQ(tests::resultOf("IADD R0, R1, R2", ~0u, 2, 13), 1u);
  EXPECT_EQ(tests::resultOf("IADD R0, -R1, R2", 11, 12, 13), 1u);
  EXPECT_EQ(tests::resultOf("IADD R0, R1, -R2", 11, 12, 13), ~0u);
  EXPECT_EQ(tests::resultOf("IADD R0, R1, -R2", 0, 0x80000000, 13), 0x80000000u);
  EXPECT_EQ(tests::resultOf("IADD R0, -RZ, R2", 11, 12, 13), 12u);
  EXPECT_EQ(tests::resultOf("IADD R0, R1, RZ", 11, 12, 13), 11u);
}

TEST(Iadd, ImmediateIsSignExtended_IADD_2) {
  EXPECT_EQ(tests::resultOf("IADD R0, RZ, 524287", 11, 12, 13), 0x0007FFFFu);
  EXPECT_EQ(tests::resultOf("IADD R0, RZ, -524288", 11, 12, 13), 0xFFF80000u);
  EXPECT_EQ(tests::resultOf("IADD R0, R1, -1", 11, 12, 13), 10u);
  EXPECT_EQ(tests::resultOf("IADD R0, -R1, 2", 11, 12, 13), 0u - 9); // not R2
}

} // namespace
} // namespace warplaw

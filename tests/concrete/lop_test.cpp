// LOP: each rule on hand-checked lanes, and against truth tables over random operands.
#include "concrete/instructions/lop.h"
#include "lanewise.h"
#include "state.h"

namespace warplaw {
namespace {

TEST(Lop, EachBitByItsTruthTable_LOP_1) {
  constexpr unsigned kTables[] = {0b1000, 0b1110, 0b0110, 0b1100}; // bit 2b + a: the result
  std::mt19937 random(4);
  for (int round = 0; round < 500; ++round)
    for (std::uint32_t form = 0; form < 4 * 2 * 2; ++form) {
      const spec::LopModifiers modifiers{form % 4, form / 4 % 2, form / 8};
      const spec::Operands operands = tests::edgeOperands(random);
      tests::expectLanes(concrete::warplaw_lop_portable, modifiers, operands, spec::LopChoices{}, [&](unsigned lane) {
        std::uint32_t word = 0;
        for (unsigned bit = 0; bit < 32; ++bit) {
          const unsigned a = (operands.row[spec::lop_rows::kA][lane] >> bit & 1) ^ modifiers.invertsA;
          const unsigned b = (operands.row[spec::lop_rows::kB][lane] >> bit & 1) ^ modifiers.invertsB;
          word |= (kTables[modifiers.op] >> (2 * b + a) & 1) << bit;
        }
        return word;
      });
    }
}

TEST(Lop, WholeInstruction_LOP_1) {
  tests::State s;
  s.warp->predicates[0] = 0x0000FFFF; // guard
  ASSERT_TRUE(s.run("@P0 LOP.XOR R5, R6, ~R7"));
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(s.warp->registers[5][lane], lane < 16 ? ~0x100u : 5u << 8 | lane) << lane;
  ASSERT_TRUE(s.run("LOP.AND R5, R5, R5")); // Rd is Ra and Rb
  EXPECT_EQ(s.warp->registers[5][31], 5u << 8 | 31);
}

TEST(Lop, WordsAndSigns_LOP_1_MACH_3) {
  EXPECT_EQ(tests::resultOf("LOP.AND R0, R1, R2", 0b1100, 0b1010, 0), 0b1000u);
  EXPECT_EQ(tests::resultOf("LOP.OR R0, R1, R2", 0b1100, 0b1010, 0), 0b1110u);
  EXPECT_EQ(tests::resultOf("LOP.XOR R0, R1, R2", 0b1100, 0b1010, 0), 0b0110u);
  EXPECT_EQ(tests::resultOf("LOP.PASS_B R0, R1, R2", 0b1100, 0b1010, 0), 0b1010u);
  EXPECT_EQ(tests::resultOf("LOP.AND R0, ~R1, R2", 0b1100, 0b1010, 0), 0b0010u);
  EXPECT_EQ(tests::resultOf("LOP.AND R0, R1, ~R2", 0b1100, 0b1010, 0), 0b0100u);
  EXPECT_EQ(tests::resultOf("LOP.PASS_B R0, ~R1, R2", 0b1100, 0b1010, 0), 0b1010u);
  EXPECT_EQ(tests::resultOf("LOP.PASS_B R0, R1, ~R2", 0b1100, 0b1010, 0), ~0b1010u);
  EXPECT_EQ(tests::resultOf("LOP.OR R0, ~RZ, R2", 0b1100, 0b1010, 0), ~0u);
}

TEST(Lop, ImmediateIsSignExtended_LOP_2) {
  EXPECT_EQ(tests::resultOf("LOP.AND R0, R1, -524288", 0xABCDEF12, 0, 0), 0xABC80000u);
  EXPECT_EQ(tests::resultOf("LOP.AND R0, R1, 524287", 0xABCDEF12, 0, 0), 0x0005EF12u);
  EXPECT_EQ(tests::resultOf("LOP.XOR R0, R1, -1", 0xABCDEF12, 0, 0), ~0xABCDEF12u);
  EXPECT_EQ(tests::resultOf("LOP.PASS_B R0, R1, 2", 11, 12, 13), 2u); // not R2
}

} // namespace
} // namespace warplaw

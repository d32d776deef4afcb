// The shifts: each rule on hand-checked lanes, and against doubling and halving over random operands.
#include "concrete/instructions/shift.h"
#include "lanewise.h"
#include "state.h"

namespace warplaw {
namespace {

/// One bit after the other; after 32 of them nothing is left that could change.
std::uint32_t slowly(const spec::ShiftModifiers& modifiers, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t amount = modifiers.wraps ? b & 0x1F : b;
  for (std::uint32_t step = 0; step < 40 && step < amount; ++step)
    a = modifiers.direction == 0 ? a * 2 : a / 2 + (modifiers.isUnsigned ? 0 : a & 0x80000000);
  return a;
}

TEST(Shift, ABitAfterTheOther_SHIFT_1_2) {
  std::mt19937 random(4);
  for (int round = 0; round < 1000; ++round)
    for (const spec::ShiftModifiers modifiers :
         {spec::ShiftModifiers{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}}) {
      spec::Operands operands = tests::edgeOperands(random);
      for (unsigned lane = 0; lane < spec::kLanes; lane += 2)
        operands.row[spec::shift_rows::kB][lane] %= 40;
      tests::expectLanes(concrete::warplaw_shift_portable, modifiers, operands, spec::ShiftChoices{},
                         [&](unsigned lane) {
                           return slowly(modifiers, operands.row[spec::shift_rows::kA][lane],
                                         operands.row[spec::shift_rows::kB][lane]);
                         });
    }
}

TEST(Shift, FromThirtyTwoOnEverythingHasLeft_SHIFT_1) {
  for (const std::uint32_t amount : {32u, 33u, 63u, 64u, 0x80000000u, 0xFFFFFFFFu}) {
    EXPECT_EQ(tests::resultOf("SHL R0, R1, R2", 0x80000001, amount, 0), 0u) << amount;
    EXPECT_EQ(tests::resultOf("SHR R0, R1, R2", 0x80000001, amount, 0), ~0u) << amount;
    EXPECT_EQ(tests::resultOf("SHR R0, R1, R2", 0x7FFFFFFF, amount, 0), 0u) << amount;
    EXPECT_EQ(tests::resultOf("SHR.U32 R0, R1, R2", 0x80000001, amount, 0), 0u) << amount;
  }
}

TEST(Shift, OneAndThirtyOne_SHIFT_1) {
  EXPECT_EQ(tests::resultOf("SHL R0, R1, R2", 0x80000001, 0, 0), 0x80000001u);
  EXPECT_EQ(tests::resultOf("SHL R0, R1, R2", 0x80000001, 1, 0), 2u);
  EXPECT_EQ(tests::resultOf("SHL R0, R1, R2", 0x80000001, 31, 0), 0x80000000u);
  EXPECT_EQ(tests::resultOf("SHR R0, R1, R2", 0x80000001, 1, 0), 0xC0000000u);
  EXPECT_EQ(tests::resultOf("SHR R0, R1, R2", 0x80000001, 31, 0), ~0u);
  EXPECT_EQ(tests::resultOf("SHR.U32 R0, R1, R2", 0x80000001, 1, 0), 0x40000000u);
  EXPECT_EQ(tests::resultOf("SHR.U32 R0, R1, R2", 0x80000001, 31, 0), 1u);
}

TEST(Shift, FiveBitsOfTheAmountCount_SHIFT_2) {
  EXPECT_EQ(tests::resultOf("SHL.W R0, R1, R2", 3, 33, 0), 6u);
  EXPECT_EQ(tests::resultOf("SHL.W R0, R1, R2", 3, 32, 0), 3u);
  EXPECT_EQ(tests::resultOf("SHR.W R0, R1, R2", 0x80000000, 0xFFFFFFE4, 0), 0xF8000000u);
  EXPECT_EQ(tests::resultOf("SHR.U32.W R0, R1, R2", 0x80000000, 0xFFFFFFFF, 0), 1u);
}

TEST(Shift, ImmediateIsSignExtended_SHIFT_3) {
  EXPECT_EQ(tests::resultOf("SHL R0, R1, 4", 3, 1, 0), 0x30u); // not R4
  EXPECT_EQ(tests::resultOf("SHL R0, R1, -1", 3, 1, 0), 0u);
  EXPECT_EQ(tests::resultOf("SHL.W R0, R1, -1", 3, 1, 0), 0x80000000u);
  EXPECT_EQ(tests::resultOf("SHR.W R0, R1, -524288", 3, 1, 0), 3u);
  EXPECT_EQ(tests::resultOf("SHR R0, R1, 524287", 3, 1, 0), 0u);
}

TEST(Shift, WholeInstruction_SHIFT_1_MACH_3) {
  tests::State s;
  s.warp->predicates[0] = 0x0000FFFF; // guard
  ASSERT_TRUE(s.run("@P0 SHR.U32 R5, R6, 8"));
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(s.warp->registers[5][lane], lane < 16 ? 6u : 5u << 8 | lane) << lane;
  ASSERT_TRUE(s.run("SHL R0, R0, R0")); // Rd is Ra and Rb
  EXPECT_EQ(s.warp->registers[0][3], 24u);
  EXPECT_EQ(tests::resultOf("SHL R0, R1, RZ", 11, 12, 13), 11u);
  EXPECT_EQ(tests::resultOf("SHR R0, RZ, R2", 11, 12, 13), 0u);
}

} // namespace
} // namespace warplaw

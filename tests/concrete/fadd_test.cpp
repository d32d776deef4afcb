// FADD: each rule on hand-checked lanes, and against exact sums rounded once over random operands.
#include "concrete/instructions/fadd.h"
#include "fuzz/float_sum.h"
#include "lanewise.h"
#include "state.h"

namespace warplaw {
namespace {

TEST(Fadd, TheExactSumRoundedOnce_FADD_1_2) {
  std::mt19937 random(4);
  for (int round = 0; round < 2000; ++round)
    for (const spec::FaddModifiers modifiers : {spec::FaddModifiers{}, {1, 0}, {0, 1}, {1, 1}}) {
      const spec::Operands operands = tests::edgeOperands(random);
      tests::expectLanes(concrete::warplaw_fadd_portable, modifiers, operands, spec::FaddChoices{}, [&](unsigned lane) {
        return fuzz::floatSum(operands.row[spec::fadd_rows::kA][lane] ^ modifiers.negatesA << 31,
                              operands.row[spec::fadd_rows::kB][lane] ^ modifiers.negatesB << 31);
      });
    }
}

TEST(Fadd, WholeInstruction_FADD_1) {
  tests::State s;
  s.warp->predicates[0] = 0x0000FFFF; // guard
  for (unsigned lane = 0; lane < 32; ++lane)
    s.warp->registers[6][lane] = 0x3f800000, s.warp->registers[7][lane] = 0xc0000000; // 1, -2
  const std::uint32_t before = s.warp->registers[5][31];
  ASSERT_TRUE(s.run("@P0 FADD R5, R6, -R7"));
  EXPECT_EQ(s.warp->registers[5][0], 0x40400000u); // 3
  EXPECT_EQ(s.warp->registers[5][31], before);
  ASSERT_TRUE(s.run("FADD R6, R6, R6")); // Rd is Ra and Rb
  EXPECT_EQ(s.warp->registers[6][31], 0x40000000u);
}

struct Sum {
  std::uint32_t a, b, sum;
};

TEST(Fadd, RoundedToNearestEven_FADD_1) {
  for (const Sum& s : {Sum{0x3f800000, 0x33800000, 0x3f800000}, // half a unit in the last place of 1: to even
                       {0x3f800001, 0x33800000, 0x3f800002},    // of its odd neighbour: away
                       {0x3f800000, 0x33800001, 0x3f800001},    // more than half
                       {0x4b800000, 0x3f800000, 0x4b800000},    // 2^24 + 1
                       {0x7f7fffff, 0x73000000, 0x7f800000},    // half a unit above the greatest: infinity
                       {0x7f7fffff, 0x72ffffff, 0x7f7fffff}})   // less
    EXPECT_EQ(tests::resultOf("FADD R0, R1, R2", s.a, s.b, 0), s.sum) << std::hex << s.a << " + " << s.b;
}

TEST(Fadd, DenormalsAreKept_FADD_1) {
  for (const Sum& s :
       {Sum{1, 1, 2}, {0x007fffff, 1, 0x00800000}, {0x00800000, 0x80000001, 0x007fffff}, {0x80000001, 0, 0x80000001}})
    EXPECT_EQ(tests::resultOf("FADD R0, R1, R2", s.a, s.b, 0), s.sum) << std::hex << s.a << " + " << s.b;
}

TEST(Fadd, NansAndZeros_FADD_2) {
  for (const Sum& s : {Sum{0x7fc01234, 0x3f800000, 0x7fffffff}, // whatever payload,
                       {0x3f800000, 0xff800001, 0x7fffffff},    // signalling or not
                       {0x7f800000, 0xff800000, 0x7fffffff},    // infinities of unlike sign
                       {0x7f800000, 0x7f800000, 0x7f800000},
                       {0x00000000, 0x80000000, 0x00000000},
                       {0x80000000, 0x80000000, 0x80000000},
                       {0xbf800000, 0x3f800000, 0x00000000}})
    EXPECT_EQ(tests::resultOf("FADD R0, R1, R2", s.a, s.b, 0), s.sum) << std::hex << s.a << " + " << s.b;
  EXPECT_EQ(tests::resultOf("FADD R0, -RZ, -RZ", 0, 0, 0), 0x80000000u); // a minus is the sign bit's
  EXPECT_EQ(tests::resultOf("FADD R0, -R1, R2", 0x3f800000, 0x3f800000, 0), 0u);
}

} // namespace
} // namespace warplaw

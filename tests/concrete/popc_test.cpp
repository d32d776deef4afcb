// POPC: each rule on hand-checked lanes, and against a count over random operands.
#include "concrete/instructions/popc.h"
#include "lanewise.h"
#include "state.h"

namespace warplaw {
namespace {

TEST(Popc, BitsAreCounted_POPC_1) {
  std::mt19937 random(4);
  for (int round = 0; round < 2000; ++round)
    for (const spec::PopcModifiers modifiers : {spec::PopcModifiers{0}, {1}}) {
      const spec::Operands operands = tests::edgeOperands(random);
      tests::expectLanes(concrete::warplaw_popc_portable, modifiers, operands, spec::PopcChoices{}, [&](unsigned lane) {
        std::uint32_t count = 0;
        for (unsigned bit = 0; bit < 32; ++bit)
          count += (operands.row[spec::popc_rows::kB][lane] >> bit & 1) != modifiers.inverts;
        return count;
      });
    }
}

TEST(Popc, WholeInstruction_POPC_1_MACH_3) {
  tests::State s;
  s.warp->predicates[0] = 0x0000FFFF; // guard
  ASSERT_TRUE(s.run("@P0 POPC R5, R7"));
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(s.warp->registers[5][lane],
              lane < 16 ? 3u + lane / 8 + lane / 4 % 2 + lane / 2 % 2 + lane % 2 : 5u << 8 | lane)
        << lane;
  EXPECT_EQ(tests::resultOf("POPC R0, R2", 0, 0, 0), 0u);
  EXPECT_EQ(tests::resultOf("POPC R0, R2", 0, ~0u, 0), 32u);
  EXPECT_EQ(tests::resultOf("POPC R0, R2", 0, 0x80000001, 0), 2u);
  EXPECT_EQ(tests::resultOf("POPC R0, ~R2", 0, 0x80000001, 0), 30u);
  EXPECT_EQ(tests::resultOf("POPC R0, ~RZ", 1, 1, 1), 32u);
}

TEST(Popc, ImmediateIsSignExtended_POPC_2) {
  EXPECT_EQ(tests::resultOf("POPC R0, -1", 1, 1, 1), 32u); // not 20
  EXPECT_EQ(tests::resultOf("POPC R0, -524288", 1, 1, 1), 13u);
  EXPECT_EQ(tests::resultOf("POPC R0, 524287", 1, 1, 1), 19u);
  EXPECT_EQ(tests::resultOf("POPC R0, 2", 1, ~0u, 1), 1u); // not R2
}

} // namespace
} // namespace warplaw

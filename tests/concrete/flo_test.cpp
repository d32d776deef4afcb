// FLO: each rule on hand-checked lanes, and against a search over random operands.
#include "concrete/instructions/flo.h"
#include "lanewise.h"
#include "state.h"

namespace warplaw {
namespace {

TEST(Flo, TheHighestBitIsLookedFor_FLO_1_2) {
  std::mt19937 random(4);
  for (int round = 0; round < 1000; ++round)
    for (std::uint32_t form = 0; form < 8; ++form) {
      const spec::FloModifiers modifiers{form & 1, form >> 1 & 1, form >> 2};
      spec::Operands operands = tests::edgeOperands(random);
      for (unsigned lane = 0; lane < spec::kLanes; lane += 2)
        operands.row[spec::flo_rows::kB][lane] >>= lane;
      tests::expectLanes(concrete::warplaw_flo_portable, modifiers, operands, spec::FloChoices{}, [&](unsigned lane) {
        std::uint32_t word = operands.row[spec::flo_rows::kB][lane], place = 0xFFFFFFFF;
        if (modifiers.inverts)
          word = 0xFFFFFFFF - word;
        const std::uint32_t other = modifiers.isUnsigned ? 0 : word >> 31;
        for (std::uint32_t bit = 0; bit < 32; ++bit)
          if ((word >> bit & 1) != other)
            place = modifiers.asShift ? 31 - bit : bit;
        return place;
      });
    }
}

TEST(Flo, HighestOneOrWhatDiffersFromTheSign_FLO_1) {
  struct Row {
    std::uint32_t word, asUnsigned, asSigned;
  };
  for (const Row& row : {Row{0, ~0u, ~0u},
                         {~0u, 31, ~0u},
                         {1, 0, 0},
                         {0xFFFFFFFE, 31, 0},
                         {0x80000000, 31, 30},
                         {0x7FFFFFFF, 30, 30},
                         {0x00010000, 16, 16},
                         {0xFFFE0000, 31, 16}}) {
    EXPECT_EQ(tests::resultOf("FLO.U32 R0, R2", 0, row.word, 0), row.asUnsigned) << row.word;
    EXPECT_EQ(tests::resultOf("FLO R0, R2", 0, row.word, 0), row.asSigned) << row.word;
    EXPECT_EQ(tests::resultOf("FLO.U32 R0, ~R2", 0, ~row.word, 0), row.asUnsigned) << row.word;
    EXPECT_EQ(tests::resultOf("FLO R0, ~R2", 0, row.word, 0), row.asSigned) << row.word; // by the sign, either way
    EXPECT_EQ(tests::resultOf("FLO.U32.SH R0, R2", 0, row.word, 0), row.asUnsigned == ~0u ? ~0u : 31 - row.asUnsigned);
    EXPECT_EQ(tests::resultOf("FLO.SH R0, R2", 0, row.word, 0), row.asSigned == ~0u ? ~0u : 31 - row.asSigned);
  }
}

TEST(Flo, WholeInstruction_FLO_2_MACH_3) {
  tests::State s;
  s.warp->predicates[0] = 0x0000FFFF; // guard
  ASSERT_TRUE(s.run("@P0 FLO.SH R5, R7"));
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(s.warp->registers[5][lane], lane < 16 ? 21u : 5u << 8 | lane) << lane;
  EXPECT_EQ(tests::resultOf("FLO.U32.SH R0, RZ", 1, 1, 1), ~0u);
  EXPECT_EQ(tests::resultOf("FLO.U32.SH R0, ~RZ", 1, 1, 1), 0u);
}

TEST(Flo, ImmediateIsSignExtended_FLO_3) {
  EXPECT_EQ(tests::resultOf("FLO.U32 R0, -524288", 1, 1, 1), 31u); // not 19
  EXPECT_EQ(tests::resultOf("FLO R0, -524288", 1, 1, 1), 18u);
  EXPECT_EQ(tests::resultOf("FLO R0, 524287", 1, 1, 1), 18u);
  EXPECT_EQ(tests::resultOf("FLO R0, 2", 1, 0, 1), 1u); // not R2
}

} // namespace
} // namespace warplaw

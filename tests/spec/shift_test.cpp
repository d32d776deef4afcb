// The shifts as text (SHIFT-1..3, MACH-3).
#include "spec/instructions/shift.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

TEST(ShiftText, WordsAreTheirValues_SHIFT_1_2) {
  struct Row {
    const char* mnemonic;
    ShiftDirection direction;
    bool isUnsigned, wraps;
  };
  for (const Row& row : {Row{"SHL", ShiftDirection::Left, false, false},
                         {"SHL.W", ShiftDirection::Left, false, true},
                         {"SHR", ShiftDirection::Right, false, false},
                         {"SHR.U32", ShiftDirection::Right, true, false},
                         {"SHR.W", ShiftDirection::Right, false, true},
                         {"SHR.U32.W", ShiftDirection::Right, true, true}}) {
    const std::string text = std::string(row.mnemonic) + " R7, R6, R5";
    ASSERT_TRUE(parse(text)) << text;
    const ShiftForm expected{row.direction, row.isUnsigned, row.wraps, {7}, {6}, {false, 5}};
    EXPECT_EQ(parse(text)->form.as<ShiftForm>(), expected) << text;
    EXPECT_EQ(canonical("@!P0 " + text), "@!P0 " + text + ";");
  }
}

TEST(ShiftText, ImmediateHasASignAnd20Bits_SHIFT_3) {
  for (const std::string mnemonic : {"SHL", "SHR.U32.W"})
    tests::expectSigned20<ShiftForm>(mnemonic + " R7, R6, ", "", "SHIFT-3",
                                     [](const ShiftForm& form) { return form.rb; });
}

TEST(ShiftText, SHLTakesNoU32_SHIFT_1) {
  expectRejected("SHL.^U32 R0, R1, R2", "SHIFT-1", "[.W] and nothing else");
  expectRejected("SHL.W.^U32 R0, R1, R2", "SHIFT-1", "[.W] and nothing else");
  const auto checked = check(Instruction{{}, ShiftForm{ShiftDirection::Left, true, false, {0}, {1}, {false, 2}}, {}});
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().rule, "SHIFT-1");
}

TEST(ShiftText, Rejected_SHIFT_1_2) {
  expectRejected("SHR.W.^U32 R0, R1, R2", "SHIFT-2", "[.U32], [.W] and nothing else");
  expectRejected("SHR.^S32 R0, R1, R2", "SHIFT-2", "[.U32], [.W] and nothing else");
  expectRejected("SHR R0, R1, ^~R2", "SHIFT-3", "R0..R254, RZ or -524288..524287");
  expectRejected("SHL R0, ^1, R2", "MACH-3", "R0..R254 or RZ");
  expectRejected("SHL R0, R1^", "syntax", "`,`");
}

} // namespace
} // namespace warplaw::spec

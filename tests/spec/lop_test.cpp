// LOP as text (LOP-1, LOP-2, MACH-3).
#include "spec/instructions/lop.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

TEST(LopText, WordsAreTheirValues_LOP_1) {
  const std::pair<std::string, LopOp> ops[] = {
      {"AND", LopOp::And}, {"OR", LopOp::Or}, {"XOR", LopOp::Xor}, {"PASS_B", LopOp::PassB}};
  for (const auto& [word, op] : ops)
    for (const bool invertsA : {false, true})
      for (const bool invertsB : {false, true}) {
        const std::string text =
            "LOP." + word + " R7, " + (invertsA ? "~" : "") + "R6, " + (invertsB ? "~" : "") + "R5";
        const LopForm expected{op, {7}, {invertsA, {6}}, {invertsB, {false, 5}}};
        ASSERT_TRUE(parse(text)) << text;
        EXPECT_EQ(parse(text)->form.as<LopForm>(), expected) << text;
        EXPECT_EQ(canonical(text), text + ";");
      }
  EXPECT_EQ(canonical("@!P0 LOP.AND RZ, ~ RZ, ~ RZ"), "@!P0 LOP.AND RZ, ~RZ, ~RZ;");
}

TEST(LopText, ImmediateHasASignAnd20Bits_LOP_2) {
  tests::expectSigned20<LopForm>("LOP.OR R7, ~R6, ", "", "LOP-2", [](const LopForm& form) {
    EXPECT_FALSE(form.rb.negated);
    return form.rb.operand;
  });
}

TEST(LopText, ANumberIsWrittenInverted_LOP_2) {
  const auto aRegister = "a register, or a number without `~` before it";
  expectRejected("LOP.AND R0, R1, ^~5", "LOP-2", aRegister);
  expectRejected("LOP.AND R0, R1, ^~-5", "LOP-2", aRegister);
  const auto checked = check(Instruction{{}, LopForm{LopOp::And, {0}, {false, {1}}, {true, {true, 5}}}, {}});
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().rule, "LOP-2");
}

TEST(LopText, Rejected_LOP_1_2) {
  expectRejected("LOP^ R0, R1, R2", "LOP-1", ".AND, .OR, .XOR or .PASS_B");
  expectRejected("LOP.^NOT R0, R1, R2", "LOP-1", ".AND, .OR, .XOR or .PASS_B");
  expectRejected("LOP.^PASS R0, R1, R2", "LOP-1", ".AND, .OR, .XOR or .PASS_B");
  expectRejected("LOP.AND.^X R0, R1, R2", "LOP-1", "one op and nothing else");
  expectRejected("LOP.AND ^~R0, R1, R2", "MACH-3", "R0..R254 or RZ");
  expectRejected("LOP.AND R0, ^-R1, R2", "MACH-3", "R0..R254 or RZ"); // IADD's sign
  expectRejected("LOP.AND R0, R1, -^R2", "syntax",
                 "a decimal number without leading zeros, or a hexadecimal one with 0x");
  expectRejected("LOP.AND R0, ~^~R1, R2", "MACH-3", "R0..R254 or RZ");
  expectRejected("LOP.AND R0, R1^", "syntax", "`,`");
}

} // namespace
} // namespace warplaw::spec

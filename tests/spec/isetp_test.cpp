// ISETP as text (ISETP-1..3, MACH-3).
#include "spec/instructions/isetp.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

TEST(IsetpText, WordsAreTheirValues_ISETP_1) {
  const std::pair<std::string, IsetpCompare> compares[] = {
      {"F", IsetpCompare::Never}, {"LT", IsetpCompare::Lt}, {"EQ", IsetpCompare::Eq}, {"LE", IsetpCompare::Le},
      {"GT", IsetpCompare::Gt},   {"NE", IsetpCompare::Ne}, {"GE", IsetpCompare::Ge}, {"T", IsetpCompare::Always}};
  const std::pair<std::string, IsetpCombine> combines[] = {
      {"AND", IsetpCombine::And}, {"OR", IsetpCombine::Or}, {"XOR", IsetpCombine::Xor}};
  for (const auto& [compareWord, compare] : compares)
    for (const bool isUnsigned : {false, true})
      for (const auto& [combineWord, combine] : combines) {
        const std::string text =
            "ISETP." + compareWord + (isUnsigned ? ".U32." : ".") + combineWord + " P6, PT, R7, R5, !P4";
        const IsetpForm expected{compare, isUnsigned, combine, {6}, {}, {7}, {false, 5}, {{4}, true}};
        ASSERT_TRUE(parse(text)) << text;
        EXPECT_EQ(parse(text)->form.as<IsetpForm>(), expected) << text;
        EXPECT_EQ(canonical(text), text + ";");
      }
}

TEST(IsetpText, APredicateAndNoRegisterIsWritten_ISETP_1_MACH_3) {
  EXPECT_EQ(canonical("@!P0 ISETP.LT.AND __, PT, RZ, RZ, PT"), "@!P0 ISETP.LT.AND PT, PT, RZ, RZ, PT;");
  EXPECT_EQ(canonical("ISETP.GE.U32.XOR P0, PT, R1, -1, ! PT"), "ISETP.GE.U32.XOR P0, PT, R1, -1, !PT;");
}

TEST(IsetpText, ImmediateHasASignAnd20Bits_ISETP_2) {
  for (const std::string mnemonic : {"ISETP.LT.AND", "ISETP.LT.U32.AND"})
    tests::expectSigned20<IsetpForm>(mnemonic + " P1, PT, R6, ", ", P4", "ISETP-2",
                                     [](const IsetpForm& form) { return form.rb; });
}

TEST(IsetpText, TheSecondPredicateIsPT_ISETP_3) {
  for (const char* other : {"^P1", "^P0", "^__", "^R1", "^!PT"})
    expectRejected("ISETP.LT.AND P0, " + std::string(other) + ", R1, R2, PT", "ISETP-3", "PT");
  expectRejected("ISETP.LT.AND P0, ^R1, R2, PT", "ISETP-3", "PT");
  IsetpForm form;
  form.pv.name = static_cast<IsetpSecond>(1);
  const auto checked = check(Instruction{{}, form, {}});
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().rule, "ISETP-3");
}

TEST(IsetpText, Rejected_ISETP_1_3) {
  const auto compares = ".F, .LT, .EQ, .LE, .GT, .NE, .GE or .T";
  const auto rest = "one compare, [.U32], one combine and nothing else";
  expectRejected("ISETP^ P0, PT, R1, R2, PT", "ISETP-1", compares);
  expectRejected("ISETP.^LO.AND P0, PT, R1, R2, PT", "ISETP-1", compares);
  expectRejected("ISETP.^AND P0, PT, R1, R2, PT", "ISETP-1", compares);
  expectRejected("ISETP.LT^ P0, PT, R1, R2, PT", "ISETP-1", ".AND, .OR or .XOR");
  expectRejected("ISETP.LT.^S32.AND P0, PT, R1, R2, PT", "ISETP-1", ".AND, .OR or .XOR");
  expectRejected("ISETP.LT.^X.AND P0, PT, R1, R2, PT", "ISETP-1", ".AND, .OR or .XOR");
  expectRejected("ISETP.LT.AND.^X P0, PT, R1, R2, PT", "ISETP-1", rest);
  expectRejected("ISETP.LT.AND.^U32 P0, PT, R1, R2, PT", "ISETP-1", rest);
  expectRejected("ISETP.LT.AND ^R0, PT, R1, R2, PT", "MACH-3", "P0..P6, PT or __");
  expectRejected("ISETP.LT.AND P0, PT, ^1, R2, PT", "MACH-3", "R0..R254 or RZ");
  expectRejected("ISETP.LT.AND P0, PT, R1, R2, ^R3", "MACH-3", "P0..P6 or PT");
  expectRejected("ISETP.LT.AND P0, PT, R1, R2^", "syntax", "`,`");
}

} // namespace
} // namespace warplaw::spec

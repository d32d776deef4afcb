// FLO as text (FLO-1..3, MACH-3).
#include "spec/instructions/flo.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

TEST(FloText, WordsAreTheirValues_FLO_1_2) {
  for (const bool isUnsigned : {false, true})
    for (const bool asShift : {false, true})
      for (const bool inverts : {false, true}) {
        const std::string text = std::string("FLO") + (isUnsigned ? ".U32" : "") + (asShift ? ".SH" : "") + " R7, " +
                                 (inverts ? "~R6" : "R6");
        ASSERT_TRUE(parse(text)) << text;
        EXPECT_EQ(parse(text)->form.as<FloForm>(), (FloForm{isUnsigned, asShift, {7}, {inverts, {false, 6}}})) << text;
        EXPECT_EQ(canonical(text), text + ";");
      }
}

TEST(FloText, ImmediateHasASignAnd20Bits_FLO_3) {
  tests::expectSigned20<FloForm>("FLO.SH R7, ", "", "FLO-3", [](const FloForm& form) {
    EXPECT_FALSE(form.rb.negated);
    return form.rb.operand;
  });
}

TEST(FloText, Rejected_FLO_1_3) {
  expectRejected("FLO R0, ^~5", "FLO-3", "a register, or a number without `~` before it");
  expectRejected("FLO.SH.^U32 R0, R1", "FLO-2", "[.U32], [.SH] and nothing else");
  expectRejected("FLO.^S32 R0, R1", "FLO-2", "[.U32], [.SH] and nothing else");
  expectRejected("FLO ^~R0, R1", "MACH-3", "R0..R254 or RZ");
  expectRejected("FLO R0^", "syntax", "`,`");
  const auto checked = check(Instruction{{}, FloForm{true, false, {0}, {true, {true, 5}}}, {}});
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().rule, "FLO-3");
}

} // namespace
} // namespace warplaw::spec

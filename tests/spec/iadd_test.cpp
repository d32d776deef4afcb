// IADD as text (IADD-2, IADD-3, MACH-3).
#include "spec/instructions/iadd.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

TEST(IaddText, TwoTermsOneOfThemNegated_IADD_1_3) {
  EXPECT_EQ(canonical("IADD R0, R1, R2"), "IADD R0, R1, R2;");
  EXPECT_EQ(canonical("@!P0 IADD RZ, -RZ, RZ"), "@!P0 IADD RZ, -RZ, RZ;");
  EXPECT_EQ(canonical("IADD R7, R6, - R5"), "IADD R7, R6, -R5;");
  EXPECT_EQ(parse("IADD R7, R6, -R5")->form.as<IaddForm>(), (IaddForm{{7}, {false, {6}}, {true, {false, 5}}}));
  EXPECT_EQ(parse("IADD R7, -R6, R5")->form.as<IaddForm>(), (IaddForm{{7}, {true, {6}}, {false, {false, 5}}}));
}

TEST(IaddText, ImmediateHasASignAnd20Bits_IADD_2) {
  tests::expectSigned20<IaddForm>("IADD R7, -R6, ", "", "IADD-2", [](const IaddForm& form) {
    EXPECT_FALSE(form.rb.negated);
    return form.rb.operand;
  });
}

TEST(IaddText, Rejected_IADD_2_3) {
  expectRejected("IADD R0, -R1, ^-R2", "IADD-3", "Rb, not negated");
  expectRejected("IADD R0, R1, ^~R2", "IADD-2", "R0..R254, RZ or -524288..524287"); // LOP's sign
  expectRejected("IADD R0, ^1, R2", "MACH-3", "R0..R254 or RZ");
  expectRejected("IADD ^-R0, R1, R2", "MACH-3", "R0..R254 or RZ");
  expectRejected("IADD R0, R1^", "syntax", "`,`");
  expectRejected("IADD.^PO R0, R1, R2", "syntax", "no modifier");
}

/// Fields that no text says.
TEST(IaddText, ANumberHasNoSecondSign_IADD_2) {
  const auto checked = check(Instruction{{}, IaddForm{{0}, {false, {1}}, {true, {true, 5}}}, {}});
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().rule, "IADD-2");
}

} // namespace
} // namespace warplaw::spec

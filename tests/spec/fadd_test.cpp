// FADD as text (FADD-1, MACH-3).
#include "spec/instructions/fadd.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

TEST(FaddText, TwoNumbersEitherNegated_FADD_1) {
  EXPECT_EQ(canonical("FADD R0, R1, R2"), "FADD R0, R1, R2;");
  EXPECT_EQ(canonical("@!P0 FADD RZ, - RZ, -RZ"), "@!P0 FADD RZ, -RZ, -RZ;");
  EXPECT_EQ(parse("FADD R7, R6, -R5")->form.as<FaddForm>(), (FaddForm{{7}, {false, {6}}, {true, {5}}}));
  EXPECT_EQ(parse("FADD R7, -R6, R5")->form.as<FaddForm>(), (FaddForm{{7}, {true, {6}}, {false, {5}}}));
}

TEST(FaddText, Rejected_FADD_1_MACH_3) {
  expectRejected("FADD R0, R1, ^1", "MACH-3", "R0..R254 or RZ");
  expectRejected("FADD R0, ^P1, R2", "MACH-3", "R0..R254 or RZ");
  expectRejected("FADD ^-R0, R1, R2", "MACH-3", "R0..R254 or RZ");
  expectRejected("FADD R0, R1^", "syntax", "`,`");
  expectRejected("FADD.^FTZ R0, R1, R2", "syntax", "no modifier");
}

} // namespace
} // namespace warplaw::spec

// SEL as text (SEL-2, MACH-3).
#include "spec/instructions/sel.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

TEST(SelText, TwoSourcesAndAPredicate_SEL_1) {
  EXPECT_EQ(canonical("SEL R0, R1, R2, P3"), "SEL R0, R1, R2, P3;");
  EXPECT_EQ(canonical("@!P0 SEL RZ, RZ, RZ, !PT"), "@!P0 SEL RZ, RZ, RZ, !PT;");
  const SelForm expected{{7}, {6}, {false, 5}, {{4}, true}};
  EXPECT_EQ(parse("SEL R7, R6, R5, ! P4")->form.as<SelForm>(), expected);
}

TEST(SelText, ImmediateHasASignAnd20Bits_SEL_2) {
  tests::expectSigned20<SelForm>("SEL R7, R6, ", ", P4", "SEL-2", [](const SelForm& form) { return form.rb; });
}

TEST(SelText, Rejected_SEL_2) {
  expectRejected("SEL R0, ^1, R2, P0", "MACH-3", "R0..R254 or RZ");
  expectRejected("SEL R0, R1, R2, ^R3", "MACH-3", "P0..P6 or PT");
  expectRejected("SEL R0, R1, R2^", "syntax", "`,`");
  expectRejected("SEL.^U32 R0, R1, R2, P0", "syntax", "no modifier");
}

} // namespace
} // namespace warplaw::spec

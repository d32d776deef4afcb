// POPC as text (POPC-1, POPC-2, MACH-3).
#include "spec/instructions/popc.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

TEST(PopcText, OneSourceThatMayBeInverted_POPC_1) {
  EXPECT_EQ(parse("POPC R7, R6")->form.as<PopcForm>(), (PopcForm{{7}, {false, {false, 6}}}));
  EXPECT_EQ(parse("POPC R7, ~R6")->form.as<PopcForm>(), (PopcForm{{7}, {true, {false, 6}}}));
  EXPECT_EQ(canonical("@!P0 POPC RZ, ~ RZ"), "@!P0 POPC RZ, ~RZ;");
}

TEST(PopcText, ImmediateHasASignAnd20Bits_POPC_2) {
  tests::expectSigned20<PopcForm>("POPC R7, ", "", "POPC-2", [](const PopcForm& form) {
    EXPECT_FALSE(form.rb.negated);
    return form.rb.operand;
  });
}

TEST(PopcText, Rejected_POPC_2) {
  expectRejected("POPC R0, ^~5", "POPC-2", "a register, or a number without `~` before it");
  expectRejected("POPC.^U32 R0, R1", "syntax", "no modifier");
  expectRejected("POPC R0^", "syntax", "`,`");
  expectRejected("POPC R0, R1^, R2", "syntax", "`;`, a control suffix or the end of the text"); // of older machines
  const auto checked = check(Instruction{{}, PopcForm{{0}, {true, {true, 5}}}, {}});
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().rule, "POPC-2");
}

} // namespace
} // namespace warplaw::spec

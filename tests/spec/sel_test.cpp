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
  struct Row {
    const char* written;
    std::uint32_t bits;
    const char* printed;
  };
  for (const Row& row : {Row{"0", 0, "0"},
                         {"-1", 0xFFFFF, "-1"},
                         {"-0x20", 0xFFFE0, "-0x20"},
                         {"32", 32, "0x20"},
                         {"524287", 0x7FFFF, "0x7ffff"},
                         {"-524288", 0x80000, "-0x80000"}}) {
    const std::string text = "SEL R7, R6, " + std::string(row.written) + ", P4";
    const SelForm expected{{7}, {6}, {true, row.bits}, {{4}, false}};
    ASSERT_TRUE(parse(text)) << text;
    EXPECT_EQ(parse(text)->form.as<SelForm>(), expected) << text;
    EXPECT_EQ(canonical(text), "SEL R7, R6, " + std::string(row.printed) + ", P4;");
  }
}

TEST(SelText, Rejected_SEL_2) {
  expectRejected("SEL R0, R1, ^524288, P0", "SEL-2", "-524288..524287");
  expectRejected("SEL R0, R1, ^-524289, P0", "SEL-2", "-524288..524287");
  expectRejected("SEL R0, R1, ^0xfffff, P0", "SEL-2", "-524288..524287");
  expectRejected("SEL R0, R1, ^P2, P0", "SEL-2", "R0..R254, RZ or -524288..524287");
  expectRejected("SEL R0, ^1, R2, P0", "MACH-3", "R0..R254 or RZ");
  expectRejected("SEL R0, R1, R2, ^R3", "MACH-3", "P0..P6 or PT");
  expectRejected("SEL R0, R1, R2^", "syntax", "`,`");
  expectRejected("SEL.^U32 R0, R1, R2, P0", "syntax", "no modifier");
}

} // namespace
} // namespace warplaw::spec

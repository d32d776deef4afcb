// SIMD video as fields: masks, selectors, what VSET takes, .SAT without .ADD (VID-4, -9..11). Texts: instructions.rows.
#include "spec/instructions/vsimd.h"
#include "texts.h"

namespace warplaw::spec {
namespace vsimd_test {

TEST(VsimdFields, AreRejectedByTheSameRules_VID_4_VID_9_VID_10) {
  const auto ruleOf = [](std::string_view text, auto change) {
    Instruction instruction = *parse(text);
    change(instruction.form.as<VsimdForm>());
    auto legal = check(instruction);
    return legal ? "" : legal.error().rule;
  };
  const std::string two = "VADD2.U32.U32.U32 R0, R1, R2, R3", four = "VADD4.U32.U32.U32 R0, R1, R2, R3",
                    set = "VSET4.U32.U32.EQ R0, R1, R2, R3";
  const auto mask = [](std::uint8_t value) { return [=](VsimdForm& form) { form.rd.mask = value; }; };
  const auto a = [](std::uint16_t value) { return [=](VsimdForm& form) { form.ra.lanes = value; }; };
  const auto b = [](std::uint16_t value) { return [=](VsimdForm& form) { form.rb.lanes = value; }; };
  for (const auto& text : {two, four})
    EXPECT_EQ(ruleOf(text, mask(0)), "VID-9");
  EXPECT_EQ(ruleOf(two, mask(4)), "VID-9");
  EXPECT_EQ(ruleOf(four, mask(4)), "");
  EXPECT_EQ(ruleOf(four, mask(0x10)), "VID-9");
  EXPECT_EQ(ruleOf(two, a(0x33)), "");
  EXPECT_EQ(ruleOf(two, a(0x34)), "VID-9");
  EXPECT_EQ(ruleOf(two, b(0x40)), "VID-9");
  EXPECT_EQ(ruleOf(two, b(0x110)), "VID-9");
  EXPECT_EQ(ruleOf(four, a(0x7777)), "");
  EXPECT_EQ(ruleOf(four, a(0x8000)), "VID-9");
  EXPECT_EQ(ruleOf(four, b(0x7787)), "VID-9");
  EXPECT_EQ(ruleOf(set, [](VsimdForm& form) { form.dtype = VideoType::S32; }), "VID-4");
  EXPECT_EQ(ruleOf(set, [](VsimdForm& form) { form.saturates = true; }), "VID-4");
  EXPECT_EQ(ruleOf(four, [](VsimdForm& form) { form.condition = VideoCondition::Ne; }), "VID-4");
  EXPECT_EQ(ruleOf(four, [](VsimdForm& form) { form.saturates = form.adds = true; }), "VID-10");
  EXPECT_EQ(ruleOf(four, [](VsimdForm& form) { form.op = static_cast<VsimdOp>(14); }), "VID-10");
}

} // namespace vsimd_test
} // namespace warplaw::spec

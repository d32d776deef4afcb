// Scalar video as fields: what each mnemonic takes, and choices (VID-2, -4..8). Texts: instructions.rows.
#include "spec/instructions/video.h"
#include "spec/instructions/vmad.h"
#include "texts.h"

namespace warplaw::spec {
namespace video_test {

TEST(VideoFields, WhatAMnemonicDoesNotTakeIsRejectedByRule_VID_4_VID_5) {
  const auto ruleOf = [](std::string_view text, auto change) {
    Instruction instruction = *parse(text);
    change(instruction.form.as<VideoForm>());
    auto legal = check(instruction);
    return legal ? "" : legal.error().rule;
  };
  const auto signedD = [](VideoForm& form) { form.dtype = VideoType::S32; };
  const auto signedB = [](VideoForm& form) { form.btype = VideoType::S32; };
  const auto saturates = [](VideoForm& form) { form.saturates = true; };
  const auto wraps = [](VideoForm& form) { form.shift = VideoShift::Wrap; };
  const auto less = [](VideoForm& form) { form.condition = VideoCondition::Lt; };
  const std::string add = "VADD.U32.U32.U32 R0, R1, R2", set = "VSET.U32.U32.EQ R0, R1, R2",
                    shift = "VSHR.U32.U32.U32.CLAMP R0, R1, R2";
  EXPECT_EQ(ruleOf(set, signedD), "VID-4");
  EXPECT_EQ(ruleOf(set, saturates), "VID-4");
  EXPECT_EQ(ruleOf(set, wraps), "VID-5");
  EXPECT_EQ(ruleOf(set, less), "");
  EXPECT_EQ(ruleOf(set, signedB), "");
  EXPECT_EQ(ruleOf(shift, signedB), "VID-5");
  EXPECT_EQ(ruleOf(shift, wraps), "");
  EXPECT_EQ(ruleOf(shift, signedD), "");
  EXPECT_EQ(ruleOf(shift, less), "VID-4");
  EXPECT_EQ(ruleOf(add, less), "VID-4");
  EXPECT_EQ(ruleOf(add, wraps), "VID-5");
  EXPECT_EQ(ruleOf(add, [](VideoForm& form) { form.op = static_cast<VideoOp>(9); }), "VID-2");
  EXPECT_EQ(ruleOf(set, [](VideoForm& form) { form.condition = static_cast<VideoCondition>(6); }), "VID-4");
  EXPECT_EQ(ruleOf(shift, [](VideoForm& form) { form.shift = static_cast<VideoShift>(2); }), "VID-5");
}

TEST(VideoChoices, HaveTheirRange_VID_5_VID_7_VID_8) {
  const auto ruleOf = [](const Choices& choices, const Form& form) {
    auto legal = check(choices, form);
    return legal ? "" : legal.error().rule;
  };
  EXPECT_EQ(ruleOf(VideoChoices{2, 1}, VideoForm{}), "");
  EXPECT_EQ(ruleOf(VideoChoices{3, 0}, VideoForm{}), "VID-7");
  EXPECT_EQ(ruleOf(VideoChoices{0, 2}, VideoForm{}), "VID-5");
  EXPECT_EQ(ruleOf(VmadChoices{1, 1}, VmadForm{}), "");
  EXPECT_EQ(ruleOf(VmadChoices{2, 0}, VmadForm{}), "VID-8");
  EXPECT_EQ(ruleOf(VmadChoices{0, 2}, VmadForm{}), "VID-8");
}

} // namespace video_test
} // namespace warplaw::spec

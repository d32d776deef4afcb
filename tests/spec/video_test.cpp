// Scalar video as text: parts, types, what each mnemonic takes, and when Rc is written (VID-1, -3..8).
#include "spec/instructions/video.h"
#include "spec/instructions/vmad.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

TEST(VideoText, IsCanonical_VID_1_VID_7) {
  for (const std::string text :
       {"VADD.U32.S32.S32.SAT.MIN R0, R1.H1, R2, R3;", "VADD.U32.U32.U32 R0.B3, R1, R2, R3;",
        "VSUB.S32.U32.S32 R0, R1.B0, R2.B1;", "VABSDIFF.U32.U32.U32.ADD R0, R1.B2, R2.H0, RZ;",
        "@!P0 VMIN.S32.S32.S32.SAT R0.H1, RZ, R254.B3, R0;", "VMAX.U32.U32.S32.MAX R0, R0, R0, R0;",
        "VAVRG.S32.U32.S32.SAT.ADD R0, R1.B0, R2, R3;", "VSHL.U32.S32.U32.SAT.CLAMP.MAX R0, R1, R2.B0, R3;",
        "VSHR.S32.S32.U32.WRAP R0.H0, R1, R2, R3;", "VSET.S32.U32.GE R0, R1.H0, R2;",
        "VSET.U32.U32.NE.ADD R0, R1, R2, R3;", "VSET.S32.S32.LT R0.B3, R1, R2, R3;",
        "VMAD.U32.S32.U32.PO.SAT.SHR7 R0, R1.H1, R2.B0, R3;", "VMAD.S32.U32.U32.SHR15 RZ, -R1, -R2.H0, -R3;",
        "VMAD.S32.U32.U32.PO R0, -R1, -R2, R3;", "VMAD.U32.U32.U32 R0, R1, -R2.B3, R3;"})
    EXPECT_EQ(canonical(text), text);
}

TEST(VideoText, FieldsAreTheText_VID_1) {
  const VideoForm add{.op = VideoOp::Add,
                      .atype = VideoType::S32,
                      .btype = VideoType::S32,
                      .saturates = true,
                      .second = VideoSecond::Min,
                      .rd = {{0}, {}},
                      .ra = {{1}, Part::H1},
                      .rb = {{2}, {}},
                      .rc = {3}};
  EXPECT_EQ(parse("VADD.U32.S32.S32.SAT.MIN R0, R1.H1, R2, R3")->form.as<VideoForm>(), add);
  VideoForm shift{
      .op = VideoOp::Shr, .shift = VideoShift::Wrap, .rd = {{0}, {}}, .ra = {{1}, {}}, .rb = {{2}, {}}, .rc = {}};
  EXPECT_EQ(parse("VSHR.U32.U32.U32.WRAP R0, R1, R2")->form.as<VideoForm>(), shift);
  shift.op = VideoOp::Shl;
  shift.shift = VideoShift::Clamp;
  EXPECT_EQ(parse("VSHL.U32.U32.U32.CLAMP R0, R1, R2")->form.as<VideoForm>(), shift);
  const VmadForm mad{
      VideoType::U32,          VideoType::S32,           VideoType::U32, false, true, VmadShift::Shr7, {0},
      {true, {{1}, Part::H1}}, {false, {{2}, Part::B0}}, {false, {3}}};
  EXPECT_EQ(parse("VMAD.U32.S32.U32.SAT.SHR7 R0, -R1.H1, R2.B0, R3")->form.as<VmadForm>(), mad);
}

TEST(VideoText, RcStandsWhereItIsRead_VID_7) {
  expectRejected("VADD.U32.U32.U32 R0, R1, R2^, R3", "VID-7", "the end of the operands");
  expectRejected("VADD.U32.U32.U32.SAT R0, R1, R2^, RZ", "VID-7", "the end of the operands");
  expectRejected("VMAX.U32.U32.U32.ADD R0, R1, R2 ^;", "syntax", "`,`");
  expectRejected("VMAX.U32.U32.U32 R0.B0, R1, R2 ^;", "syntax", "`,`");
  expectRejected("VADD.UD.U8.U8.SAT R2, R4.B1, -R0.B0^", "syntax", "`,`"); // as the assembler writes it, without Rc
  expectRejected("VSUB.U32.U32.U32.ADD ^R0.H0, R1, R2, R3", "VID-7", "all of Rd");
}

TEST(VideoText, TypesAndModifiersInTheirOrder_VID_1_VID_6) {
  const auto rest = "one dtype, one atype, one btype, [.SAT], [.ADD, .MIN or .MAX] and nothing else";
  expectRejected("VADD^ R0, R1, R2", "VID-1", ".U32 or .S32");
  expectRejected("VADD.U32.S32^ R0, R1, R2", "VID-1", ".U32 or .S32");
  expectRejected("VADD.U32.^U64.U32 R0, R1, R2", "VID-1", ".U32 or .S32");
  expectRejected("VADD.U32.U32.U32.MIN.^SAT R0, R1, R2, R3", "VID-7", rest);
  expectRejected("VADD.U32.U32.U32.^PO R0, R1, R2", "VID-7", rest);
  expectRejected("VMAD.U32.U32.U32.SHR7.^SHR15 R0, R1, R2, R3", "VID-8",
                 "one dtype, one atype, one btype, [.PO], [.SAT], [.SHR7 or .SHR15] and nothing else");
}

TEST(VideoText, MnemonicsAndConditionsAreTheirValues_VID_2_VID_3_VID_4) {
  const std::pair<std::string, VideoOp> ops[] = {{"VADD", VideoOp::Add},         {"VSUB", VideoOp::Sub},
                                                 {"VABSDIFF", VideoOp::AbsDiff}, {"VMIN", VideoOp::Min},
                                                 {"VMAX", VideoOp::Max},         {"VAVRG", VideoOp::Avrg}};
  for (const auto& [word, op] : ops)
    EXPECT_EQ(
        parse(word + ".S32.U32.U32 R0, R1, R2")->form.as<VideoForm>(),
        (VideoForm{.op = op, .dtype = VideoType::S32, .rd = {{0}, {}}, .ra = {{1}, {}}, .rb = {{2}, {}}, .rc = {}}));
  const std::pair<std::string, VideoCondition> conditions[] = {{"EQ", VideoCondition::Eq}, {"NE", VideoCondition::Ne},
                                                               {"LT", VideoCondition::Lt}, {"LE", VideoCondition::Le},
                                                               {"GT", VideoCondition::Gt}, {"GE", VideoCondition::Ge}};
  for (const auto& [word, condition] : conditions) // the first type is a's
    EXPECT_EQ(parse("VSET.S32.U32." + word + " R0, R1, R2")->form.as<VideoForm>(), (VideoForm{.op = VideoOp::Set,
                                                                                              .atype = VideoType::S32,
                                                                                              .condition = condition,
                                                                                              .rd = {{0}, {}},
                                                                                              .ra = {{1}, {}},
                                                                                              .rb = {{2}, {}},
                                                                                              .rc = {}}));
}

TEST(VideoText, SetTakesNeitherDtypeNorSat_VID_4) {
  const auto conditions = ".EQ, .NE, .LT, .LE, .GT or .GE";
  const auto rest = "one atype, one btype, one condition, [.ADD, .MIN or .MAX] and nothing else";
  expectRejected("VSET.U32.U32.^U32.EQ R0, R1, R2", "VID-4", conditions);
  expectRejected("VSET.U32.U32.^SAT.EQ R0, R1, R2", "VID-4", conditions);
  expectRejected("VSET.U32.U32.EQ.^SAT R0, R1, R2", "VID-4", rest);
  expectRejected("VSET.U32.U32^ R0, R1, R2", "VID-4", conditions);
  expectRejected("VSET.U32.U32.^LO R0, R1, R2", "VID-4", conditions);
  expectRejected("VSET.U32.U32.EQ.^NE R0, R1, R2", "VID-7", rest);
  expectRejected("VSET.U32.U32.EQ.^WRAP R0, R1, R2", "VID-5", rest);
  expectRejected("VSUB.U32.U32.U32.^EQ R0, R1, R2", "VID-4",
                 "one dtype, one atype, one btype, [.SAT], [.ADD, .MIN or .MAX] and nothing else");
}

TEST(VideoText, ShiftsAreByUnsignedAndSayHow_VID_5) {
  expectRejected("VSHL.U32.U32.^S32.WRAP R0, R1, R2", "VID-5", ".U32");
  expectRejected("VSHR.U32.U32.U32^ R0, R1, R2", "VID-5", ".CLAMP or .WRAP");
  expectRejected("VSHR.U32.U32.U32.^MIN R0, R1, R2, R3", "VID-5", ".CLAMP or .WRAP");
  expectRejected("VSHL.U32.U32.U32.CLAMP.^SAT R0, R1, R2", "VID-7",
                 "one dtype, one atype, one btype, [.SAT], one shift, [.ADD, .MIN or .MAX] and nothing else");
  expectRejected("VAVRG.U32.U32.U32.^CLAMP R0, R1, R2", "VID-5",
                 "one dtype, one atype, one btype, [.SAT], [.ADD, .MIN or .MAX] and nothing else");
}

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

TEST(VideoText, PartsOfRegisters_VID_1) {
  const auto parts = ".B0, .B1, .B2, .B3, .H0 or .H1";
  expectRejected("VADD.U32.U32.U32 R0, R1.^B4, R2", "VID-1", parts);
  expectRejected("VADD.U32.U32.U32 R0, R1.^, R2", "VID-1", parts);
  expectRejected("VADD.U32.U32.U32 R0.^W, R1, R2, R3", "VID-1", parts);
  expectRejected("VADD.U32.U32.U32 R0, ^-R1, R2", "MACH-3", "R0..R254 or RZ");
  expectRejected("VADD.U32.U32.U32.ADD R0, R1, R2, R3^.B0", "syntax", "`;`, a control suffix or the end of the text");
  expectRejected("VMAD.U32.U32.U32 R0^.B0, R1, R2, R3", "syntax", "`,`");
  expectRejected("VMAD.U32.U32.U32 R0, R1, R2, -R3^.H0", "syntax", "`;`, a control suffix or the end of the text");
}

TEST(VideoText, AtMostOneTermIsNegated_VID_8) {
  expectRejected("VMAD.U32.U32.U32 R0, -R1, R2, ^-R3", "VID-8", "Rc, not negated");
  expectRejected("VMAD.S32.U32.U32.PO R0, ^-R1, R2, R3", "VID-8", "Ra * Rb + Rc");
  expectRejected("VMAD.S32.U32.U32.PO R0, ^R1, -R2, R3", "VID-8", "Ra * Rb + Rc");
  expectRejected("VMAD.S32.U32.U32.PO R0, -R1, -R2, ^-R3", "VID-8", "Ra * Rb + Rc");
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

} // namespace
} // namespace warplaw::spec

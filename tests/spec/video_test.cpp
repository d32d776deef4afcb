// Scalar video as text: parts, types, and when Rc is written (VID-1, -6, -7, -8).
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
        "VMAD.U32.S32.U32.PO.SAT.SHR7 R0, R1.H1, R2.B0, R3;", "VMAD.S32.U32.U32.SHR15 RZ, -R1, -R2.H0, -R3;",
        "VMAD.S32.U32.U32.PO R0, -R1, -R2, R3;", "VMAD.U32.U32.U32 R0, R1, -R2.B3, R3;"})
    EXPECT_EQ(canonical(text), text);
}

TEST(VideoText, FieldsAreTheText_VID_1) {
  const VideoForm add{VideoOp::Add,     VideoType::U32, VideoType::S32,  VideoType::S32, true,
                      VideoSecond::Min, {{0}, {}},      {{1}, Part::H1}, {{2}, {}},      {3}};
  EXPECT_EQ(parse("VADD.U32.S32.S32.SAT.MIN R0, R1.H1, R2, R3")->form.as<VideoForm>(), add);
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

TEST(VideoChoices, HaveTheirRange_VID_7_VID_8) {
  const auto ruleOf = [](const Choices& choices, const Form& form) {
    auto legal = check(choices, form);
    return legal ? "" : legal.error().rule;
  };
  EXPECT_EQ(ruleOf(VideoChoices{2}, VideoForm{}), "");
  EXPECT_EQ(ruleOf(VideoChoices{3}, VideoForm{}), "VID-7");
  EXPECT_EQ(ruleOf(VmadChoices{1, 1}, VmadForm{}), "");
  EXPECT_EQ(ruleOf(VmadChoices{2, 0}, VmadForm{}), "VID-8");
  EXPECT_EQ(ruleOf(VmadChoices{0, 2}, VmadForm{}), "VID-8");
}

} // namespace
} // namespace warplaw::spec

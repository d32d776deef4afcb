// SIMD video as text and as fields: masks, selectors, what VSET takes, .SAT without .ADD (VID-4, -9..11).
#include "spec/instructions/vsimd.h"
#include "texts.h"

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

constexpr auto kHalfMasks = "H10, H1 or H0";
constexpr auto kByteMasks = "B3210, or some of these digits from the left to the right";
constexpr auto kHalves = "H and two digits 0..3";
constexpr auto kBytes = "B and four digits 0..7";

TEST(VsimdText, IsCanonical_VID_9_VID_11) {
  for (const std::string text :
       {"VADD2.U32.S32.U32.SAT R0, R1, R2, R3;", "VADD2.U32.S32.U32.ADD R0.H1, R1.H01, R2.H10, RZ;",
        "VSUB4.S32.U32.S32 R0.B310, R1.B7654, R2.B3210, R3;", "VABSDIFF4.U32.U32.U32.ADD R0, R1, R2, R0;",
        "@P1 VMIN2.S32.S32.S32.SAT R0.H0, R1.H33, R2.H00, R3;", "VMAX4.U32.U32.U32 R0.B2, R1.B0000, R2.B0123, R3;",
        "VAVRG4.U32.U32.U32 R0, R1, R2, R3;", "VAVRG2.S32.S32.S32 R0, R1, R2, R3;",
        "VSET2.S32.U32.GE.ADD R0, R1, R2, R3;", "VSET4.U32.U32.NE R0.B0, R1.B7777, R2, R3;"})
    EXPECT_EQ(canonical(text), text);
}

/// What is meant where nothing is written is not written.
TEST(VsimdText, MasksAndSelectorsHaveDefaults_VID_9) {
  EXPECT_EQ(canonical("VADD2.U32.U32.U32 R0.H10, R1.H10, R2.H32, R3"), "VADD2.U32.U32.U32 R0, R1, R2, R3;");
  EXPECT_EQ(canonical("VADD4.U32.U32.U32 R0.B3210, R1.B3210, R2.B7654, R3"), "VADD4.U32.U32.U32 R0, R1, R2, R3;");
}

TEST(VsimdText, FieldsAreTheText_VID_9) {
  const VsimdForm four{.op = VsimdOp::Sub4,
                       .atype = VideoType::S32,
                       .adds = true,
                       .rd = {{0}, 0b1011},
                       .ra = {{1}, 0x7210},
                       .rb = {{2}, 0x7654},
                       .rc = {3}};
  EXPECT_EQ(parse("VSUB4.U32.S32.U32.ADD R0.B310, R1.B7210, R2, R3")->form.as<VsimdForm>(), four);
  const VsimdForm two{.op = VsimdOp::Set2,
                      .btype = VideoType::S32,
                      .condition = VideoCondition::Le,
                      .rd = {{4}, 0b10},
                      .ra = {{5}, 0x10},
                      .rb = {{6}, 0x03},
                      .rc = {7}};
  EXPECT_EQ(parse("VSET2.U32.S32.LE R4.H1, R5, R6.H03, R7")->form.as<VsimdForm>(), two);
}

TEST(VsimdText, MnemonicsAreTheirValues_VID_10) {
  const char* words[] = {"VADD2", "VSUB2", "VABSDIFF2", "VMIN2", "VMAX2", "VAVRG2",
                         "VADD4", "VSUB4", "VABSDIFF4", "VMIN4", "VMAX4", "VAVRG4"};
  const VsimdOp ops[] = {VsimdOp::Add2, VsimdOp::Sub2, VsimdOp::AbsDiff2, VsimdOp::Min2, VsimdOp::Max2, VsimdOp::Avrg2,
                         VsimdOp::Add4, VsimdOp::Sub4, VsimdOp::AbsDiff4, VsimdOp::Min4, VsimdOp::Max4, VsimdOp::Avrg4};
  for (std::size_t i = 0; i < std::size(words); ++i)
    EXPECT_EQ(parse(std::string(words[i]) + ".U32.U32.U32 R0, R1, R2, R3")->form.as<VsimdForm>().op, ops[i]);
  EXPECT_EQ(parse("VSET4.U32.U32.EQ R0, R1, R2, R3")->form.as<VsimdForm>().op, VsimdOp::Set4);
}

TEST(VsimdText, MasksAreFallingLanes_VID_9) {
  expectRejected("VADD2.U32.U32.U32 R0.^H01, R1, R2, R3", "VID-9", kHalfMasks);
  expectRejected("VADD2.U32.U32.U32 R0.^H2, R1, R2, R3", "VID-9", kHalfMasks);
  expectRejected("VADD2.U32.U32.U32 R0.^H, R1, R2, R3", "VID-9", kHalfMasks);
  expectRejected("VADD2.U32.U32.U32 R0.^, R1, R2, R3", "VID-9", kHalfMasks);
  expectRejected("VADD2.U32.U32.U32 R0.^B10, R1, R2, R3", "VID-9", kHalfMasks);
  expectRejected("VADD4.U32.U32.U32 R0.^B33, R1, R2, R3", "VID-9", kByteMasks);
  expectRejected("VADD4.U32.U32.U32 R0.^B4, R1, R2, R3", "VID-9", kByteMasks);
  expectRejected("VADD4.U32.U32.U32 R0.^H1, R1, R2, R3", "VID-9", kByteMasks);
  expectRejected("VADD4.U32.U32.U32 R0, R1, R2, R3^.B3", "syntax", "`;`, a control suffix or the end of the text");
}

TEST(VsimdText, SelectorsHaveADigitForEachLane_VID_9) {
  expectRejected("VADD2.U32.U32.U32 R0, R1.^H1, R2, R3", "VID-9", kHalves);
  expectRejected("VADD2.U32.U32.U32 R0, R1.^H14, R2, R3", "VID-9", kHalves);
  expectRejected("VADD2.U32.U32.U32 R0, R1, R2.^H103, R3", "VID-9", kHalves);
  expectRejected("VADD2.U32.U32.U32 R0, R1, R2.^B3210, R3", "VID-9", kHalves);
  expectRejected("VADD4.U32.U32.U32 R0, R1.^B8210, R2, R3", "VID-9", kBytes);
  expectRejected("VADD4.U32.U32.U32 R0, R1.^B210, R2, R3", "VID-9", kBytes);
  expectRejected("VADD4.U32.U32.U32 R0, R1, R2.^H10, R3", "VID-9", kBytes);
}

TEST(VsimdText, SatOrAddAndWhatSetTakes_VID_4_VID_10_VID_11) {
  const auto conditions = ".EQ, .NE, .LT, .LE, .GT or .GE";
  const auto rest = "one dtype, one atype, one btype, [.SAT], [.ADD] and nothing else";
  expectRejected("VADD2.U32.U32.U32.SAT.^ADD R0, R1, R2, R3", "VID-10", ".SAT or .ADD");
  expectRejected("VADD2.U32.U32.U32.ADD.^SAT R0, R1, R2, R3", "VID-11", rest);
  expectRejected("VADD4.U32.U32.U32.^MIN R0, R1, R2, R3", "VID-11", rest);
  expectRejected("VADD4.U32.U32.U32.^EQ R0, R1, R2, R3", "VID-4", rest);
  expectRejected("VADD4.U32.U32^ R0, R1, R2, R3", "VID-1", ".U32 or .S32");
  expectRejected("VSET2.U32.U32.^U32.EQ R0, R1, R2, R3", "VID-4", conditions);
  expectRejected("VSET2.U32.U32.^SAT.EQ R0, R1, R2, R3", "VID-4", conditions);
  expectRejected("VSET4.U32.U32.EQ.^SAT R0, R1, R2, R3", "VID-4",
                 "one atype, one btype, one condition, [.ADD] and nothing else");
  expectRejected("VSET4.U32.U32^ R0, R1, R2, R3", "VID-4", conditions);
  expectRejected("VADD4.U32.U32.U32 R0, R1, R2 ^;", "syntax", "`,`");
}

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

} // namespace
} // namespace warplaw::spec

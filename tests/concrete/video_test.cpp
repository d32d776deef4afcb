// Scalar video: each rule on hand-checked values, and every legal form against a slower model in 128 bits (VID-1..8).
#include "concrete/instructions/video.h"
#include "concrete/instructions/vmad.h"
#include "fuzz/instructions/video_plain.h"
#include "lanewise.h"
#include "spec/row.h"
#include "state.h"
#include "video_rows.h"

namespace warplaw {
namespace {
using spec::Part, spec::VideoChoices, spec::VideoForm, spec::VideoSecond, spec::VideoType;
using spec::VmadChoices, spec::VmadForm;
using tests::expectRows;

TEST(Video, PartsAreExtendedByTheirType_VID_1) {
  expectRows({{"VADD.S32.S32.U32 R0, R1.B3, R2.B0", 0xFF000000, 0xFF, 0, 254},
              {"VADD.S32.U32.S32 R0, R1.B2, R2.B1", 0xFF0000, 0x8000, 0, 127},
              {"VADD.U32.U32.U32 R0, R1.H1, R2.H0", 0x80000001, 0x1FFFF, 0, 0x17FFF},
              {"VADD.U32.S32.U32 R0, R1.H1, R2.H0", 0x80000001, 0x1FFFF, 0, 0x7FFF},
              {"VMAX.S32.S32.S32 R0, R1, R2", 0x80000000, 0xFFFFFFFF, 0, 0xFFFFFFFF},
              {"VMAX.S32.U32.S32 R0, R1, R2", 0x80000000, 0xFFFFFFFF, 0, 0x80000000}});
}

TEST(Video, OperationsAreExactWhateverSignsMeet_VID_2) {
  expectRows({{"VADD.U32.U32.S32 R0, R1, R2", 0xFFFFFFFF, 0xFFFFFFFF, 0, 0xFFFFFFFE},
              {"VMIN.S32.U32.S32 R0, R1, R2", 1, 0xFFFFFFFF, 0, 0xFFFFFFFF},
              {"VMIN.U32.U32.U32 R0, R1, R2", 1, 0xFFFFFFFF, 0, 1},
              {"VMAX.S32.U32.S32 R0, R1, R2", 0xFFFFFFFF, 1, 0, 0xFFFFFFFF},
              {"VABSDIFF.U32.S32.S32 R0, R1, R2", 0x80000000, 0x7FFFFFFF, 0, 0xFFFFFFFF},
              {"VABSDIFF.U32.U32.S32 R0, R1, R2", 0xFFFFFFFF, 0x80000000, 0, 0x7FFFFFFF},
              {"VSUB.U32.U32.U32 R0, R1, R2", 0, 1, 0, 0xFFFFFFFF},
              // dtype U32 does not make -1 a large number
              {"VSUB.U32.U32.U32.MAX R0, R1, R2, R3", 0, 1, 5, 5}});
}

TEST(Video, AverageOfAHalfLeavesZero_VID_3) {
  const std::uint32_t most = 0xFFFFFFFF, least = 0x80000000;
  expectRows({{"VAVRG.S32.S32.S32 R0, R1, R2", 1, 2, 0, 2},
              {"VAVRG.S32.S32.S32 R0, R1, R2", 1, 0, 0, 1},
              {"VAVRG.S32.S32.S32 R0, R1, R2", most, 0, 0, most},
              {"VAVRG.S32.S32.S32 R0, R1, R2", most, most - 1, 0, most - 1},
              {"VAVRG.S32.S32.S32 R0, R1, R2", most - 2, 1, 0, most},
              {"VAVRG.S32.S32.S32 R0, R1, R2", least, least, 0, least},
              {"VAVRG.U32.U32.U32 R0, R1, R2", most, most, 0, most},
              {"VAVRG.U32.U32.U32 R0, R1, R2", most, most - 1, 0, most},
              {"VAVRG.U32.U32.S32 R0, R1, R2", most, most, 0, 0x7FFFFFFF}, // of 2^32 - 1 and -1
              {"VAVRG.S32.S32.S32.SAT R0.B0, R1, R2, R3", 300, 301, 0xFF00, 0xFF7F}});
}

TEST(Video, SetComparesTrueValues_VID_4) {
  const std::uint32_t most = 0xFFFFFFFF;
  expectRows({{"VSET.U32.U32.EQ R0, R1, R2", most, most, 0, 1},
              {"VSET.U32.S32.EQ R0, R1, R2", most, most, 0, 0},
              {"VSET.U32.S32.NE R0, R1, R2", most, most, 0, 1},
              {"VSET.S32.S32.NE R0, R1, R2", most, most, 0, 0},
              {"VSET.S32.U32.LT R0, R1, R2", most, 0, 0, 1},
              {"VSET.U32.U32.LT R0, R1, R2", most, 0, 0, 0},
              {"VSET.U32.U32.LT R0, R1, R2", 7, 7, 0, 0},
              {"VSET.U32.U32.LE R0, R1, R2", 7, 7, 0, 1},
              {"VSET.U32.U32.LE R0, R1, R2", 8, 7, 0, 0},
              {"VSET.S32.U32.LE R0, R1, R2", most, 7, 0, 1},
              {"VSET.U32.U32.GT R0, R1, R2", 7, 7, 0, 0},
              {"VSET.U32.S32.GT R0, R1, R2", 0, most, 0, 1},
              {"VSET.S32.S32.GT R0, R1, R2", most, 0, 0, 0},
              {"VSET.U32.U32.GE R0, R1, R2", 7, 7, 0, 1},
              {"VSET.U32.U32.GE R0, R1, R2", 6, 7, 0, 0},
              {"VSET.S32.U32.EQ R0, R1.B0, R2", 0xFF, 0xFF, 0, 0}});
}

/// c and d have no sign.
TEST(Video, SetCountsAndMerges_VID_4_VID_7) {
  expectRows({{"VSET.U32.U32.EQ.ADD R0, R1, R2, R3", 7, 7, 41, 42},
              {"VSET.U32.U32.EQ.MIN R0, R1, R2, R3", 7, 7, 0xFFFFFFFF, 1},
              {"VSET.U32.U32.EQ.MAX R0, R1, R2, R3", 7, 8, 0xFFFFFFFF, 0xFFFFFFFF},
              {"VSET.U32.U32.EQ R0.B3, R1, R2, R3", 7, 7, 0xAABBCCDD, 0x01BBCCDD},
              {"VSET.U32.U32.NE R0.H0, R1, R2, R3", 7, 7, 0xAABBCCDD, 0xAABB0000}});
}

TEST(Video, ShiftsClampOrWrapTheirDistance_VID_5) {
  const std::uint32_t top = 0x80000000, most = 0xFFFFFFFF;
  expectRows({{"VSHL.U32.U32.U32.CLAMP R0, R1, R2", 3, 4, 0, 48},
              {"VSHL.U32.U32.U32.CLAMP R0, R1, R2", 3, 33, 0, 0},
              {"VSHL.U32.U32.U32.WRAP R0, R1, R2", 3, 33, 0, 6},
              {"VSHL.U32.U32.U32.WRAP R0, R1, R2", 3, 32, 0, 3},
              {"VSHL.U32.U32.U32.WRAP R0, R1, R2.B1", 3, 0xFF00, 0, top}, // by 255 % 32
              {"VSHR.U32.U32.U32.CLAMP R0, R1, R2", top, 31, 0, 1},
              {"VSHR.U32.U32.U32.CLAMP R0, R1, R2", top, 32, 0, 0},
              {"VSHR.U32.U32.U32.WRAP R0, R1, R2", top, 32, 0, top},
              {"VSHR.S32.S32.U32.CLAMP R0, R1, R2", top, 31, 0, most},
              {"VSHR.S32.S32.U32.CLAMP R0, R1, R2", top, most, 0, most},
              {"VSHR.U32.S32.U32.SAT.CLAMP R0, R1, R2", top, 4, 0, 0},
              {"VSHR.S32.S32.U32.WRAP R0, R1.H1, R2", top, 4, 0, 0xFFFFF800}});
}

TEST(Video, HowMuchVshlKeepsIsAChoice_VID_5) {
  const auto keeps = [](std::uint32_t all, std::uint32_t sees = 0) { return spec::Choices(VideoChoices{sees, all}); };
  const std::uint32_t top = 0x80000000, most = 0xFFFFFFFF;
  expectRows({{"VSHL.U32.U32.U32.SAT.CLAMP R0, R1, R2", 1, 32, 0, most, keeps(0)},
              {"VSHL.U32.U32.U32.SAT.CLAMP R0, R1, R2", 2, 32, 0, 0, keeps(0)}, // -2^33
              {"VSHL.U32.U32.U32.SAT.CLAMP R0, R1, R2", 2, 32, 0, most, keeps(1)},
              {"VSHL.S32.U32.U32.SAT.CLAMP R0, R1, R2", 4, 32, 0, 0, keeps(0)},
              {"VSHL.S32.U32.U32.SAT.CLAMP R0, R1, R2", 4, 32, 0, 0x7FFFFFFF, keeps(1)},
              {"VSHL.S32.U32.U32.SAT.CLAMP R0, R1, R2", top, 32, 0, 0x7FFFFFFF, keeps(1)},
              {"VSHL.S32.S32.U32.SAT.CLAMP R0, R1, R2", top, 32, 0, 0, keeps(0)},
              {"VSHL.S32.S32.U32.SAT.CLAMP R0, R1, R2", top, 32, 0, top, keeps(1)},
              {"VSHL.U32.U32.U32.CLAMP.MIN R0, R1, R2, R3", most, 32, 5, 5, keeps(1)},
              {"VSHL.U32.U32.U32.CLAMP.MIN R0, R1, R2, R3", most, 32, 5, 0, keeps(1, 1)}, // of 33 bits, -2^32
              {"VSHL.U32.U32.U32.CLAMP.MAX R0, R1, R2, R3", top, 31, 5, 0, keeps(1)},
              {"VSHL.U32.U32.U32.CLAMP.MAX R0, R1, R2, R3", top, 31, 5, 5, keeps(0)},
              {"VSHL.U32.U32.U32.CLAMP.ADD R0, R1, R2, R3", most, 31, 5, 0x80000005, keeps(1)}});
}

TEST(Video, SatClampsToTheWidthThatIsWritten_VID_6) {
  expectRows({{"VSUB.S32.U32.U32.SAT R0, R1, R2", 0, 0xFFFFFFFF, 0, 0x80000000},
              {"VSUB.U32.U32.U32.SAT R0, R1, R2", 0, 0xFFFFFFFF, 0, 0},
              {"VADD.S32.S32.S32.SAT R0, R1, R2", 0x7FFFFFFF, 1, 0, 0x7FFFFFFF},
              {"VADD.S32.S32.S32 R0, R1, R2", 0x7FFFFFFF, 1, 0, 0x80000000},
              {"VABSDIFF.U32.U32.S32.SAT R0, R1, R2", 0xFFFFFFFF, 0x80000000, 0, 0xFFFFFFFF},
              {"VADD.S32.U32.U32.SAT R0.B1, R1, R2, R3", 100, 100, 0x11223344, 0x11227F44},
              {"VSUB.S32.U32.U32.SAT R0.B3, R1, R2, R3", 0, 1000, 0x11223344, 0x80223344},
              {"VADD.U32.U32.U32.SAT R0.H1, R1, R2, R3", 0xFFFF, 1, 0x11223344, 0xFFFF3344},
              {"VADD.U32.U32.U32 R0.H1, R1, R2, R3", 0xFFFF, 1, 0x11223344, 0x00003344}});
}

TEST(Video, SecondOperationOrMerge_VID_7) {
  expectRows({{"VADD.U32.U32.U32.ADD R0, R1, R2, R3", 1, 2, 3, 6},
              {"VMAX.U32.U32.U32.MIN R0, R1, R2, R3", 3, 3, 0xFFFFFFFF, 3},
              {"VMAX.S32.U32.U32.MIN R0, R1, R2, R3", 3, 3, 0xFFFFFFFF, 0xFFFFFFFF},
              {"VADD.U32.U32.U32 R0.B0, R1, R2, R3", 0x123, 0x100, 0x11223344, 0x11223323},
              {"VADD.U32.U32.U32 R0.B2, R1, R2, R3", 0x123, 0x100, 0x11223344, 0x11233344},
              {"VADD.U32.U32.U32 R0.H0, R1, R2, R3", 0x123, 0x100, 0x11223344, 0x11220223}});
}

TEST(Video, WhatTheSecondOperationSeesIsAChoice_VID_7) {
  const auto sees = [](std::uint32_t what) { return spec::Choices(VideoChoices{what, 0}); };
  const std::uint32_t most = 0xFFFFFFFF;
  expectRows({{"VADD.U32.U32.U32.MIN R0, R1, R2, R3", most, most, 0x10, 0x10, sees(0)},
              {"VADD.U32.U32.U32.MIN R0, R1, R2, R3", most, most, 0x10, 0xFFFFFFFE, sees(1)},
              {"VADD.U32.U32.U32.MIN R0, R1, R2, R3", most, most, 0x10, 0x10, sees(2)},
              {"VADD.S32.U32.U32.MIN R0, R1, R2, R3", most, most, 0x10, 0xFFFFFFFE, sees(2)},
              {"VADD.U32.U32.U32.SAT.MIN R0, R1, R2, R3", most, most, 0x10, 0x10, sees(1)},
              {"VADD.S32.U32.U32.SAT.MIN R0, R1, R2, R3", most, most, 0x10, 0x10, sees(2)}});
}

TEST(Vmad, TermsAndTheirNegation_VID_8) {
  expectRows({{"VMAD.U32.U32.U32 R0, R1, R2, R3", 3, 5, 7, 22},
              {"VMAD.U32.U32.U32.PO R0, R1, R2, R3", 3, 5, 7, 23},
              {"VMAD.U32.U32.U32 R0, -R1, R2, R3", 3, 5, 7, 0xFFFFFFF8},
              {"VMAD.U32.U32.U32 R0, R1, -R2, R3", 3, 5, 7, 0xFFFFFFF8},
              {"VMAD.U32.U32.U32 R0, -R1, -R2, R3", 3, 5, 7, 22},
              {"VMAD.U32.U32.U32 R0, R1, R2, -R3", 3, 5, 7, 8},
              {"VMAD.U32.S32.U32 R0, R1.B1, R2.H1, R3", 0xFF00, 0x50000, 7, 2}});
}

TEST(Vmad, ShiftsTheWholeSum_VID_8) {
  expectRows({{"VMAD.S32.S32.S32.SHR7 R0, R1, R2, R3", 0xFFFFFFFF, 256, 0, 0xFFFFFFFE},
              {"VMAD.S32.S32.S32.SHR7 R0, R1, R2, R3", 0xFFFFFFFF, 1, 0, 0xFFFFFFFF},
              {"VMAD.U32.U32.U32.SHR15 R0, R1, R2, R3", 0x10000, 0x8000, 0, 0x10000},
              {"VMAD.U32.U32.U32.SHR15 R0, R1, R2, R3", 0xFFFFFFFF, 0xFFFFFFFF, 0, 0xFFFC0000},
              {"VMAD.U32.U32.U32.SHR7 R0, R1, R2, R3", 1, 1, 0xFFFFFFFF, 0x2000000},
              {"VMAD.U32.S32.U32.SHR7 R0, R1, R2, R3", 1, 1, 0xFFFFFFFF, 0},
              {"VMAD.U32.U32.U32.PO.SHR7 R0, R1, R2, R3", 1, 100, 27, 1}});
}

TEST(Vmad, SatClampsByTheFinalNotByDtype_VID_8) {
  expectRows({{"VMAD.U32.U32.U32.SAT R0, R1, R2, R3", 0xFFFFFFFF, 2, 0, 0xFFFFFFFF},
              {"VMAD.S32.U32.U32.SAT R0, R1, R2, R3", 0xFFFFFFFF, 2, 0, 0xFFFFFFFF},
              {"VMAD.U32.S32.U32.SAT R0, R1, R2, R3", 0xFFFFFFFF, 0xFFFFFFFF, 0, 0x80000000},
              {"VMAD.U32.U32.S32.SAT R0, R1, R2, R3", 0xFFFFFFFF, 2, 0, 0x7FFFFFFF},
              {"VMAD.U32.U32.U32.SAT R0, -R1, R2, R3", 0xFFFFFFFF, 1, 0, 0x80000000},
              {"VMAD.U32.U32.U32.SAT.SHR15 R0, R1, R2, R3", 0xFFFFFFFF, 0x8001, 0, 0xFFFFFFFF}});
}

TEST(Vmad, WhatNobodyKnowsIsAChoice_VID_8) {
  const auto choices = [](std::uint32_t unsignedC, std::uint32_t saturates64) {
    return spec::Choices(VmadChoices{unsignedC, saturates64});
  };
  const std::uint32_t most = 0xFFFFFFFF;
  expectRows({{"VMAD.U32.U32.U32.SHR7 R0, R1, R2, -R3", 0, 0, most, 0, choices(0, 0)},
              {"VMAD.U32.U32.U32.SHR7 R0, R1, R2, -R3", 0, 0, most, 0xFE000000, choices(1, 0)},
              {"VMAD.U32.S32.U32.SHR7 R0, R1, R2, -R3", 0, 0, most, 0, choices(1, 0)},
              {"VMAD.U32.U32.U32.SHR7 R0, -R1, R2, R3", 0, 0, most, most, choices(1, 0)},
              {"VMAD.U32.U32.U32.SAT R0, -R1, R2, R3", most, most, 0, 0x80000000, choices(0, 0)},
              {"VMAD.U32.U32.U32.SAT R0, -R1, R2, R3", most, most, 0, 0x7FFFFFFF, choices(0, 1)},
              {"VMAD.U32.U32.U32.SAT R0, R1, R2, R3", most, most, most, most, choices(0, 1)}});
}

// ---- against the plain statement

/// Every form on random and edge words under every choice; modifiers come from the form as they ship.
template <auto modifiersOf, auto datapath, class Modifiers, class Form, class Choices>
void expectModel(std::size_t forms, std::initializer_list<Choices> all) {
  std::mt19937 random(17);
  tests::eachForm<Form>([&](const Form& form) {
    --forms;
    Modifiers modifiers;
    modifiersOf(&form, &modifiers);
    for (const Choices& choices : all) {
      const spec::Operands operands = tests::edgeOperands(random);
      SCOPED_TRACE(spec::print({{}, form, {}}));
      tests::expectLanes(datapath, modifiers, operands, choices, [&](unsigned lane) {
        return static_cast<std::uint32_t>(fuzz::plain::videoPlainly(form, choices, operands.row[0][lane],
                                                                    operands.row[1][lane], operands.row[2][lane]));
      });
    }
  });
  EXPECT_EQ(forms, 0u);
}

TEST(Video, EveryFormIsTheModel_VID_1_VID_2_VID_3_VID_4_VID_5_VID_6_VID_7) {
  const std::size_t placed = 49 * (4 + 6), ofEach = 16; // parts of sources, then Rd; types with .SAT
  const std::size_t forms = (6 * ofEach + 2 * ofEach + 4 * 6) * placed;
  expectModel<concrete::warplaw_video_modifiers, concrete::warplaw_video_portable, spec::VideoModifiers, VideoForm,
              VideoChoices>(forms, {{0, 0}, {1, 1}, {2, 0}, {2, 1}});
}
TEST(Vmad, EveryFormIsTheModel_VID_1_VID_8) {
  expectModel<concrete::warplaw_vmad_modifiers, concrete::warplaw_vmad_portable, spec::VmadModifiers, VmadForm,
              VmadChoices>(8 * 2 * 3 * 49 * (6 + 2), {{0, 0}, {1, 0}, {0, 1}, {1, 1}});
}

} // namespace
} // namespace warplaw

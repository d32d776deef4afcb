// Scalar video: each rule on hand-checked values, and every legal form against a slower model in 128 bits (VID-1, -2,
// -6, -7, -8).
#include "concrete/instructions/video.h"
#include "concrete/instructions/vmad.h"
#include "fuzz/instructions/video_plain.h"
#include "lanewise.h"
#include "spec/row.h"
#include "state.h"

namespace warplaw {
namespace {
using spec::Part, spec::VideoChoices, spec::VideoForm, spec::VideoSecond, spec::VideoType;
using spec::VmadChoices, spec::VmadForm;

struct Row {
  std::string_view text;
  std::uint32_t a, b, c, expected;
  std::optional<spec::Choices> choices{};
};
void expectRows(std::initializer_list<Row> rows) {
  for (const Row& row : rows)
    EXPECT_EQ(tests::resultOf(row.text, row.a, row.b, row.c, row.choices), row.expected) << row.text;
}

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
  const auto sees = [](std::uint32_t what) { return spec::Choices(VideoChoices{what}); };
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

/// Calls visit(form) for every legal combination of modifiers, parts and negations.
template <class Form, class Visit> void eachForm(Visit visit) {
  const spec::InstructionRow& row = spec::rowOf(Form::kMnemonic);
  std::vector<std::uint64_t> digits(32);
  for (bool more = true; more && !testing::Test::HasFatalFailure();) {
    std::size_t at = 0;
    bool carry = true;
    const spec::Form form = row.mapForm(row.defaultForm(), [&](const spec::CellPlace& place, std::uint64_t value) {
      const std::uint64_t count = place.name.ends_with(".part") ? 7 : place.bits == 1 ? 2 : place.about.count;
      if (count == 0)
        return value;
      std::uint64_t& digit = digits[at++];
      const std::uint64_t now = digit;
      if (carry)
        digit = (digit + 1) % count;
      carry = carry && digit == 0;
      return now;
    });
    more = !carry;
    if (row.check(form))
      visit(form.as<Form>());
  }
}

/// Every form on random and edge words under every choice; modifiers come from the form as they ship.
template <auto modifiersOf, auto datapath, class Modifiers, class Form, class Choices>
void expectModel(std::size_t forms, std::initializer_list<Choices> all) {
  std::mt19937 random(17);
  eachForm<Form>([&](const Form& form) {
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

TEST(Video, EveryFormIsTheModel_VID_1_VID_2_VID_6_VID_7) {
  expectModel<concrete::warplaw_video_modifiers, concrete::warplaw_video_portable, spec::VideoModifiers, VideoForm,
              VideoChoices>(5 * 16 * 49 * (4 + 6), {{0}, {1}, {2}});
}
TEST(Vmad, EveryFormIsTheModel_VID_1_VID_8) {
  expectModel<concrete::warplaw_vmad_modifiers, concrete::warplaw_vmad_portable, spec::VmadModifiers, VmadForm,
              VmadChoices>(8 * 2 * 3 * 49 * (6 + 2), {{0, 0}, {1, 0}, {0, 1}, {1, 1}});
}

} // namespace
} // namespace warplaw

// VADD, VSUB, VABSDIFF, VMIN, VMAX against true integers: every combination of modifiers and choices (VID-1, -2, -6,
// -7).
#include "symbolic/encodings/video.h"
#include "tests/encodings/compiled.h"
#include "tests/encodings/video_numbers.h"

namespace warplaw::symbolic {
namespace {
using plain::Number;
using spec::Part;
using spec::VideoOp;
using spec::VideoSecond;
using CompiledVideo = CompiledLane<videoLane, VideoModifierTerms, VideoChoiceTerms>;

Number exact(VideoOp op, Number a, Number b) {
  switch (op) {
  case VideoOp::Add:
    return a + b;
  case VideoOp::Sub:
    return a - b;
  case VideoOp::AbsDiff:
    return a > b ? a - b : b - a;
  case VideoOp::Min:
    return a < b ? a : b;
  case VideoOp::Max:
    return a > b ? a : b;
  }
  return 0;
}

std::uint32_t prose(const spec::VideoModifiers& m, const spec::VideoChoices& choices, std::uint32_t wordA,
                    std::uint32_t wordB, std::uint32_t wordC) {
  const auto [from, bits] = plain::kFields[m.dPart];
  Number result = exact(VideoOp(m.op), plain::part(wordA, m.aPart, m.aSigned), plain::part(wordB, m.bPart, m.bSigned));
  if (m.saturates)
    result = plain::saturated(result, bits, m.dSigned);
  if (VideoSecond(m.second) == VideoSecond::None) { // the field becomes the result's low bits
    const Number old = plain::wrapped(wordC >> from, bits, false), now = plain::wrapped(result, bits, false);
    return static_cast<std::uint32_t>(wordC + (now - old) * plain::powerOf2(from));
  }
  if (!m.saturates && choices.secondSees == 1)
    result = plain::wrapped(result, 33, true);
  if (!m.saturates && choices.secondSees == 2)
    result = plain::wrapped(result, 32, m.dSigned);
  const Number c = plain::wrapped(wordC, 32, m.dSigned);
  const VideoOp second = VideoSecond(m.second) == VideoSecond::Add   ? VideoOp::Add
                         : VideoSecond(m.second) == VideoSecond::Min ? VideoOp::Min
                                                                     : VideoOp::Max;
  return static_cast<std::uint32_t>(exact(second, result, c));
}

TEST(Video, EveryCombinationOfModifiers_VID_1_2_6_7) {
  const CompiledVideo encoding;
  std::mt19937 random(5);
  const auto compare = [&](const spec::VideoModifiers& m, const spec::VideoChoices& choices) {
    for (unsigned i = 0; i < 24; ++i) {
      const std::uint32_t a = plain::anyWord(random), b = plain::anyWord(random), c = plain::anyWord(random);
      ASSERT_EQ(encoding(m, choices, random() % 32, {a, b, c}), prose(m, choices, a, b, c))
          << "op " << m.op << " types " << m.dSigned << m.aSigned << m.bSigned << " sat " << m.saturates << " second "
          << m.second << " sees " << choices.secondSees << " parts " << m.dPart << m.aPart << m.bPart << std::hex
          << " a " << a << " b " << b << " c " << c;
    }
  };
  for (std::uint32_t op = 0; op < 5; ++op)
    for (std::uint32_t flags = 0; flags < 16; ++flags)
      for (std::uint32_t parts = 0; parts < 49; ++parts) {
        spec::VideoModifiers m{op, flags & 1, flags >> 1 & 1, flags >> 2 & 1, flags >> 3, 0, 0, parts % 7, parts / 7};
        for (m.dPart = 0; m.dPart < 7; ++m.dPart)
          compare(m, {});
        m.dPart = 0;
        for (m.second = 1; m.second < 4; ++m.second)
          for (std::uint32_t sees = 0; sees < 3; ++sees)
            compare(m, {sees});
        ASSERT_FALSE(HasFailure());
      }
}

/// Rd of words a, b, c.
std::uint32_t rd(const spec::VideoModifiers& modifiers, std::uint32_t a, std::uint32_t b, std::uint32_t c = 0,
                 std::uint32_t secondSees = 0) {
  static const CompiledVideo encoding;
  return encoding(modifiers, {secondSees}, 0, {a, b, c});
}

TEST(Video, MixedSignsCompareByTrueValue_VID_2) {
  EXPECT_EQ(rd({.op = std::uint32_t(VideoOp::Min), .aSigned = 1}, 0xffffffff, 1), 0xffffffffu); // -1 < 1
  EXPECT_EQ(rd({.op = std::uint32_t(VideoOp::Max), .aSigned = 1}, 0xffffffff, 0xffffffff), 0xffffffffu);
  EXPECT_EQ(rd({.op = std::uint32_t(VideoOp::AbsDiff), .aSigned = 1, .saturates = 1}, 0x80000000, 0xffffffff),
            0xffffffffu); // 2^32 + 2^31 - 1 does not fit
}

TEST(Video, ClampsOnlyWhereWritten_VID_6) {
  EXPECT_EQ(rd({}, 0xffffffff, 2), 1u);
  EXPECT_EQ(rd({.saturates = 1}, 0xffffffff, 2), 0xffffffffu);
  EXPECT_EQ(rd({.saturates = 1, .dPart = std::uint32_t(Part::B2)}, 200, 100, 0x11223344), 0x11ff3344u);
  EXPECT_EQ(rd({.dPart = std::uint32_t(Part::B2)}, 200, 100, 0x11223344), 0x112c3344u);
}

TEST(Video, WhatTheSecondOperationSees_VID_7) {
  const spec::VideoModifiers least{.second = std::uint32_t(VideoSecond::Min)};
  EXPECT_EQ(rd(least, 0xffffffff, 0xffffffff, 0x10, 0), 0x10u);
  EXPECT_EQ(rd(least, 0xffffffff, 0xffffffff, 0x10, 1), 0xfffffffeu);
  EXPECT_EQ(rd(least, 0xffffffff, 0xffffffff, 0x10, 2), 0x10u);
}

TEST(Video, FormsAndPlans_VID_1_2_7_MACH_3) {
  compareForms<VideoFormTerms, VideoModifierTerms, VideoChoiceTerms, videoModifiers, videoPlan>(
      [](const spec::VideoForm& form) {
        const bool inRange = int(form.op) < 5 && int(form.dtype) < 2 && int(form.atype) < 2 && int(form.btype) < 2 &&
                             int(form.second) < 4 && int(form.rd.part) < 7 && int(form.ra.part) < 7 &&
                             int(form.rb.part) < 7;
        const bool hasSecond = form.second != VideoSecond::None, merges = form.rd.part != Part::Word;
        return inRange && !(hasSecond && merges) && (hasSecond || merges || form.rc.isZero());
      },
      [](const spec::VideoModifiers& m) {
        return m.dSigned < 2 && m.aSigned < 2 && m.bSigned < 2 && m.saturates < 2 && m.op < 5 && m.second < 4 &&
               m.dPart < 7 && m.aPart < 7 && m.bPart < 7 && (m.second == 0 || m.dPart == 0);
      },
      [](const spec::VideoForm& form) -> spec::VideoModifiers {
        const auto isSigned = [](spec::VideoType type) { return std::uint32_t(type == spec::VideoType::S32); };
        return {std::uint32_t(form.op),
                isSigned(form.dtype),
                isSigned(form.atype),
                isSigned(form.btype),
                form.saturates,
                std::uint32_t(form.second),
                std::uint32_t(form.rd.part),
                std::uint32_t(form.ra.part),
                std::uint32_t(form.rb.part)};
      },
      [](const spec::VideoForm& form, const spec::Plan& before) {
        return planOver(before, {form.ra.reg.index, form.rb.reg.index, form.rc.index}, form.rd.reg.index);
      });
}

TEST(Video, AllowedChoices_VID_7) {
  Terms terms;
  for (std::uint32_t sees : {0u, 1u, 2u, 3u, ~0u})
    EXPECT_EQ(isAllowed(constants(terms, spec::VideoChoices{sees})).isTrue(), sees < 3);
}

} // namespace
} // namespace warplaw::symbolic

// Scalar video but VMAD against true integers: every combination of modifiers and choices (VID-1..7).
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

/// VID-2..5.
Number primary(const spec::VideoModifiers& m, const spec::VideoChoices& choices, Number a, Number b) {
  const Number by = m.wraps ? b % 32 : b < 32 ? b : 32;
  switch (VideoOp(m.op)) {
  case VideoOp::Set:
    return plain::holds(m.condition, a, b);
  case VideoOp::Shl:
    return choices.shiftKeepsAll ? a * plain::powerOf2(int(by))
                                 : plain::wrapped(a * plain::powerOf2(int(by)), 34, true);
  case VideoOp::Shr: // towards minus infinity
    return a < 0 ? -1 - (-1 - a) / plain::powerOf2(int(by)) : a / plain::powerOf2(int(by));
  default:
    return plain::exact(VideoOp(m.op), a, b);
  }
}

std::uint32_t prose(const spec::VideoModifiers& m, const spec::VideoChoices& choices, std::uint32_t wordA,
                    std::uint32_t wordB, std::uint32_t wordC) {
  const auto [from, bits] = plain::kFields[m.dPart];
  Number result = primary(m, choices, plain::part(wordA, m.aPart, m.aSigned), plain::part(wordB, m.bPart, m.bSigned));
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
  return static_cast<std::uint32_t>(plain::exact(second, result, c));
}

/// Calls f for every legal op, types, .SAT, shift and condition.
template <class F> void eachOperation(F&& f) {
  for (std::uint32_t op = 0; op < 9; ++op)
    for (std::uint32_t flags = 0; flags < 16; ++flags) {
      spec::VideoModifiers m{.op = op,
                             .dSigned = flags & 1,
                             .aSigned = flags >> 1 & 1,
                             .bSigned = flags >> 2 & 1,
                             .saturates = flags >> 3};
      const bool sets = VideoOp(op) == VideoOp::Set,
                 shifts = VideoOp(op) == VideoOp::Shl || VideoOp(op) == VideoOp::Shr;
      if ((sets && (m.dSigned || m.saturates)) || (shifts && m.bSigned))
        continue;
      for (m.wraps = 0; m.wraps < (shifts ? 2 : 1); ++m.wraps)
        for (m.condition = 0; m.condition < (sets ? 6 : 1); ++m.condition)
          f(m);
    }
}

TEST(Video, EveryCombinationOfModifiers_VID_1_2_3_4_5_6_7) {
  const CompiledVideo encoding;
  std::mt19937 random(5);
  const auto compare = [&](const spec::VideoModifiers& m, const spec::VideoChoices& choices) {
    for (unsigned i = 0; i < 24; ++i) {
      const std::uint32_t a = plain::anyWord(random), c = plain::anyWord(random);
      const std::uint32_t b = random() % 3 ? plain::anyWord(random) : 0x01010101 * (random() % 40); // how far to shift
      ASSERT_EQ(encoding(m, choices, random() % 32, {a, b, c}), prose(m, choices, a, b, c))
          << "op " << m.op << " types " << m.dSigned << m.aSigned << m.bSigned << " sat " << m.saturates << " wraps "
          << m.wraps << " condition " << m.condition << " second " << m.second << " sees " << choices.secondSees
          << " keeps all " << choices.shiftKeepsAll << " parts " << m.dPart << m.aPart << m.bPart << std::hex << " a "
          << a << " b " << b << " c " << c;
    }
  };
  eachOperation([&](spec::VideoModifiers m) {
    for (std::uint32_t parts = 0; parts < 49 && !HasFailure(); ++parts) {
      m.aPart = parts % 7;
      m.bPart = parts / 7;
      m.second = 0;
      for (m.dPart = 0; m.dPart < 7; ++m.dPart)
        compare(m, {.shiftKeepsAll = parts % 2});
      m.dPart = 0;
      for (m.second = 1; m.second < 4; ++m.second)
        for (std::uint32_t choices = 0; choices < (VideoOp(m.op) == VideoOp::Shl ? 6 : 3); ++choices)
          compare(m, {.secondSees = choices % 3, .shiftKeepsAll = choices / 3});
    }
  });
}

/// Rd of words a, b, c.
std::uint32_t rd(const spec::VideoModifiers& modifiers, std::uint32_t a, std::uint32_t b, std::uint32_t c = 0,
                 const spec::VideoChoices& choices = {}) {
  static const CompiledVideo encoding;
  return encoding(modifiers, choices, 0, {a, b, c});
}

TEST(Video, MixedSignsCompareByTrueValue_VID_2) {
  EXPECT_EQ(rd({.op = std::uint32_t(VideoOp::Min), .aSigned = 1}, 0xffffffff, 1), 0xffffffffu); // -1 < 1
  EXPECT_EQ(rd({.op = std::uint32_t(VideoOp::Max), .aSigned = 1}, 0xffffffff, 0xffffffff), 0xffffffffu);
  EXPECT_EQ(rd({.op = std::uint32_t(VideoOp::AbsDiff), .aSigned = 1, .saturates = 1}, 0x80000000, 0xffffffff),
            0xffffffffu); // 2^32 + 2^31 - 1 does not fit
}

TEST(Video, AveragesHalfAwayFromZero_VID_3) {
  const spec::VideoModifiers average{.op = std::uint32_t(VideoOp::Avrg), .dSigned = 1, .aSigned = 1, .bSigned = 1};
  EXPECT_EQ(rd(average, 1, 2), 2u);
  EXPECT_EQ(rd(average, ~0u, ~1u), ~1u); // -1.5 is -2
  EXPECT_EQ(rd(average, ~0u, ~0u), ~0u);
  EXPECT_EQ(rd(average, ~0u, 0), ~0u);
  EXPECT_EQ(rd({.op = std::uint32_t(VideoOp::Avrg)}, ~0u, ~0u), ~0u); // nothing overflows
}

TEST(Video, SetsByTrueValue_VID_4) {
  const auto set = [](spec::VideoCondition condition) {
    return spec::VideoModifiers{.op = std::uint32_t(VideoOp::Set), .aSigned = 1, .condition = std::uint32_t(condition)};
  };
  EXPECT_EQ(rd(set(spec::VideoCondition::Lt), ~0u, ~0u), 1u); // -1 < 2^32 - 1
  EXPECT_EQ(rd(set(spec::VideoCondition::Ne), ~0u, ~0u), 1u);
  EXPECT_EQ(rd(set(spec::VideoCondition::Ge), 5, 5), 1u);
  spec::VideoModifiers counts = set(spec::VideoCondition::Eq);
  counts.second = std::uint32_t(VideoSecond::Max);
  EXPECT_EQ(rd(counts, 1, 1, ~0u), ~0u); // c is unsigned
}

TEST(Video, ShiftsSignedNumbersOf33Bits_VID_5) {
  const spec::VideoModifiers left{.op = std::uint32_t(VideoOp::Shl)}, right{.op = std::uint32_t(VideoOp::Shr)};
  spec::VideoModifiers wraps = left, saturates = left, arithmetic = right;
  wraps.wraps = saturates.saturates = arithmetic.aSigned = 1;
  EXPECT_EQ(rd(left, 1, 33), 0u);
  EXPECT_EQ(rd(wraps, 1, 33), 2u);
  EXPECT_EQ(rd(right, ~0u, 40), 0u);
  EXPECT_EQ(rd(arithmetic, ~0u, 40), ~0u);
  EXPECT_EQ(rd(saturates, 1, 32), 0xffffffffu);
  EXPECT_EQ(rd(saturates, 2, 32), 0u); // 2^33 is -2^33 of signed 34 bits
  EXPECT_EQ(rd(saturates, 2, 32, 0, {.shiftKeepsAll = 1}), 0xffffffffu);
}

TEST(Video, ClampsOnlyWhereWritten_VID_6) {
  EXPECT_EQ(rd({}, 0xffffffff, 2), 1u);
  EXPECT_EQ(rd({.saturates = 1}, 0xffffffff, 2), 0xffffffffu);
  EXPECT_EQ(rd({.saturates = 1, .dPart = std::uint32_t(Part::B2)}, 200, 100, 0x11223344), 0x11ff3344u);
  EXPECT_EQ(rd({.dPart = std::uint32_t(Part::B2)}, 200, 100, 0x11223344), 0x112c3344u);
}

TEST(Video, WhatTheSecondOperationSees_VID_7) {
  const spec::VideoModifiers least{.second = std::uint32_t(VideoSecond::Min)};
  EXPECT_EQ(rd(least, 0xffffffff, 0xffffffff, 0x10, {.secondSees = 0}), 0x10u);
  EXPECT_EQ(rd(least, 0xffffffff, 0xffffffff, 0x10, {.secondSees = 1}), 0xfffffffeu);
  EXPECT_EQ(rd(least, 0xffffffff, 0xffffffff, 0x10, {.secondSees = 2}), 0x10u);
}

TEST(Video, FormsAndPlans_VID_1_2_4_5_7_MACH_3) {
  using spec::VideoType;
  const auto isSet = [](auto op) { return VideoOp(op) == VideoOp::Set; };
  const auto isShift = [](auto op) { return VideoOp(op) == VideoOp::Shl || VideoOp(op) == VideoOp::Shr; };
  compareForms<VideoFormTerms, VideoModifierTerms, VideoChoiceTerms, videoModifiers, videoPlan>(
      [&](const spec::VideoForm& form) {
        const bool inRange = int(form.op) < 9 && int(form.dtype) < 2 && int(form.atype) < 2 && int(form.btype) < 2 &&
                             int(form.second) < 4 && int(form.shift) < 2 && int(form.condition) < 6 &&
                             int(form.rd.part) < 7 && int(form.ra.part) < 7 && int(form.rb.part) < 7;
        const bool hasSecond = form.second != VideoSecond::None, merges = form.rd.part != Part::Word;
        if (isSet(form.op) ? form.dtype != VideoType::U32 || form.saturates : int(form.condition) != 0)
          return false;
        if (isShift(form.op) ? form.btype != VideoType::U32 : int(form.shift) != 0)
          return false;
        return inRange && !(hasSecond && merges) && (hasSecond || merges || form.rc.isZero());
      },
      [&](const spec::VideoModifiers& m) {
        if (isSet(m.op) ? m.dSigned || m.saturates : m.condition != 0)
          return false;
        if (isShift(m.op) ? m.bSigned : m.wraps)
          return false;
        return m.dSigned < 2 && m.aSigned < 2 && m.bSigned < 2 && m.saturates < 2 && m.wraps < 2 && m.condition < 6 &&
               m.op < 9 && m.second < 4 && m.dPart < 7 && m.aPart < 7 && m.bPart < 7 && (m.second == 0 || m.dPart == 0);
      },
      [](const spec::VideoForm& form) -> spec::VideoModifiers {
        const auto isSigned = [](VideoType type) { return std::uint32_t(type == VideoType::S32); };
        return {std::uint32_t(form.op),
                isSigned(form.dtype),
                isSigned(form.atype),
                isSigned(form.btype),
                form.saturates,
                std::uint32_t(form.shift),
                std::uint32_t(form.condition),
                std::uint32_t(form.second),
                std::uint32_t(form.rd.part),
                std::uint32_t(form.ra.part),
                std::uint32_t(form.rb.part)};
      },
      [](const spec::VideoForm& form, const spec::Plan& before) {
        return planOver(before, {form.ra.reg.index, form.rb.reg.index, form.rc.index}, form.rd.reg.index);
      });
}

TEST(Video, AllowedChoices_VID_5_7) {
  Terms terms;
  for (std::uint32_t sees : {0u, 1u, 2u, 3u, ~0u})
    for (std::uint32_t keeps : {0u, 1u, 2u})
      EXPECT_EQ(isAllowed(constants(terms, spec::VideoChoices{sees, keeps})).isTrue(), sees < 3 && keeps < 2);
}

} // namespace
} // namespace warplaw::symbolic

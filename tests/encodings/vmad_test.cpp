// VMAD against true integers: every combination of modifiers and choices (VID-1, -8).
#include "symbolic/encodings/vmad.h"
#include "tests/encodings/compiled.h"
#include "tests/encodings/video_numbers.h"

namespace warplaw::symbolic {
namespace {
using plain::Number;
using spec::VideoType;
using CompiledVmad = CompiledLane<vmadLane, VmadModifierTerms, VmadChoiceTerms>;

std::uint32_t prose(const spec::VmadModifiers& m, const spec::VmadChoices& choices, std::uint32_t wordA,
                    std::uint32_t wordB, std::uint32_t wordC) {
  const Number product = plain::part(wordA, m.aPart, m.aSigned) * plain::part(wordB, m.bPart, m.bSigned);
  const bool isSigned = m.aSigned || m.bSigned || m.negatesProduct || m.negatesC;
  const bool isOpen = m.negatesC && !m.aSigned && !m.bSigned; // (u32 * u32) - c
  const Number c = plain::wrapped(wordC, 32, isSigned && !(isOpen && choices.unsignedC));
  const Number sum = (m.negatesProduct ? -product : product) + (m.negatesC ? -c : c) + m.plusOne;
  const Number divisor = m.shift == 0 ? 1 : m.shift == 1 ? 128 : 32768;
  Number result = sum / divisor;
  if (result * divisor > sum)
    --result; // towards minus infinity
  if (m.saturates && choices.saturates64)
    result = plain::wrapped(result, 64, isSigned);
  if (m.saturates)
    result = plain::saturated(result, 32, isSigned);
  return static_cast<std::uint32_t>(plain::wrapped(result, 32, false));
}

/// Calls f for each legal way to negate product and c and to add 1.
template <class F> void eachSum(spec::VmadModifiers m, F&& f) {
  f(m);
  for (auto flag :
       {&spec::VmadModifiers::negatesProduct, &spec::VmadModifiers::negatesC, &spec::VmadModifiers::plusOne}) {
    m.*flag = 1;
    f(m);
    m.*flag = 0;
  }
}

TEST(Vmad, EveryCombinationOfModifiers_VID_1_8) {
  const CompiledVmad encoding;
  std::mt19937 random(8);
  const auto compare = [&](const spec::VmadModifiers& m) {
    for (unsigned i = 0; i < 200; ++i) {
      const spec::VmadChoices choices{i & 1, i >> 1 & 1};
      const std::uint32_t a = plain::anyWord(random), b = plain::anyWord(random), c = plain::anyWord(random);
      ASSERT_EQ(encoding(m, choices, random() % 32, {a, b, c}), prose(m, choices, a, b, c))
          << "types " << m.aSigned << m.bSigned << " parts " << m.aPart << m.bPart << " negated " << m.negatesProduct
          << m.negatesC << " plus " << m.plusOne << " sat " << m.saturates << " shift " << m.shift << " choices "
          << choices.unsignedC << choices.saturates64 << std::hex << " a " << a << " b " << b << " c " << c;
    }
  };
  for (std::uint32_t flags = 0; flags < 8; ++flags)
    for (std::uint32_t parts = 0; parts < 49; ++parts)
      for (std::uint32_t shift = 0; shift < 3; ++shift) {
        eachSum({.aSigned = flags & 1,
                 .bSigned = flags >> 1 & 1,
                 .aPart = parts % 7,
                 .bPart = parts / 7,
                 .saturates = flags >> 2,
                 .shift = shift},
                compare);
        ASSERT_FALSE(HasFailure());
      }
}

/// Rd of words a, b, c.
std::uint32_t rd(const spec::VmadModifiers& modifiers, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                 const spec::VmadChoices& choices = {}) {
  static const CompiledVmad encoding;
  return encoding(modifiers, choices, 0, {a, b, c});
}

TEST(Vmad, TheFinalIsSignedIfAnythingIs_VID_8) {
  const spec::VmadModifiers unsignedFinal{.saturates = 1}, signedFinal{.bSigned = 1, .saturates = 1};
  EXPECT_EQ(rd(unsignedFinal, 2, 0x7fffffff, 1), 0xffffffffu);
  EXPECT_EQ(rd(unsignedFinal, 2, 0x7fffffff, 2), 0xffffffffu);
  EXPECT_EQ(rd(signedFinal, 2, 0x7fffffff, 1), 0x7fffffffu);
  EXPECT_EQ(rd(signedFinal, 0, 0, 0xffffffff), 0xffffffffu); // c is -1
  EXPECT_EQ(rd({.negatesProduct = 1, .saturates = 1}, 1, 1, 0), 0xffffffffu);
}

TEST(Vmad, WhatIsOpen_VID_8) {
  const spec::VmadModifiers minusC{.negatesC = 1, .saturates = 1}, minusProduct{.negatesProduct = 1, .saturates = 1};
  EXPECT_EQ(rd(minusC, 0, 0, 0xffffffff), 1u); // - (-1)
  EXPECT_EQ(rd(minusC, 0, 0, 0xffffffff, {.unsignedC = 1}), 0x80000000u);
  EXPECT_EQ(rd(minusProduct, ~0u, ~0u, 0), 0x80000000u);
  EXPECT_EQ(rd(minusProduct, ~0u, ~0u, 0, {.saturates64 = 1}), 0x7fffffffu); // 2^33 - 1 of 64 bits
}

TEST(Vmad, ShiftsTowardsMinusInfinity_VID_8) {
  EXPECT_EQ(rd({.aSigned = 1, .shift = 1}, ~0u, 1, 0), 0xffffffffu);
  EXPECT_EQ(rd({.plusOne = 1, .shift = 2}, 1, 32767, 0), 1u);
}

TEST(Vmad, FormsAndPlans_VID_8_MACH_3) {
  compareForms<VmadFormTerms, VmadModifierTerms, VmadChoiceTerms, vmadModifiers, vmadPlan>(
      [](const spec::VmadForm& form) {
        return int(form.dtype) < 2 && int(form.atype) < 2 && int(form.btype) < 2 && int(form.shift) < 3 &&
               int(form.ra.part.part) < 7 && int(form.rb.part.part) < 7 &&
               (form.ra.negated != form.rb.negated) + form.rc.negated + form.plusOne <= 1;
      },
      [](const spec::VmadModifiers& m) {
        return m.aSigned < 2 && m.bSigned < 2 && m.aPart < 7 && m.bPart < 7 && m.saturates < 2 && m.shift < 3 &&
               std::uint64_t(m.negatesProduct) + m.negatesC + m.plusOne <= 1;
      },
      [](const spec::VmadForm& form) -> spec::VmadModifiers {
        return {std::uint32_t(form.atype),
                std::uint32_t(form.btype),
                std::uint32_t(form.ra.part.part),
                std::uint32_t(form.rb.part.part),
                form.ra.negated != form.rb.negated,
                form.rc.negated,
                form.plusOne,
                form.saturates,
                std::uint32_t(form.shift)};
      },
      [](const spec::VmadForm& form, const spec::Plan& before) {
        return planOver(before, {form.ra.part.reg.index, form.rb.part.reg.index, form.rc.reg.index}, form.rd.index);
      });
}

TEST(Vmad, AllowedChoices_VID_8) {
  Terms terms;
  for (std::uint32_t c : {0u, 1u, 2u})
    for (std::uint32_t sat : {0u, 1u, 2u, ~0u})
      EXPECT_EQ(isAllowed(constants(terms, spec::VmadChoices{c, sat})).isTrue(), c < 2 && sat < 2);
}

} // namespace
} // namespace warplaw::symbolic

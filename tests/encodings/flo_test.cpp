// FLO's encoding against halving (FLO-1, FLO-2), its plan over all forms and all immediates (FLO-3, MACH-3).
#include "symbolic/encodings/flo.h"
#include "tests/encodings/compiled.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::flo_rows;

/// How often it can be halved until nothing is left, less one. A signed number, downwards, until its sign is left.
std::uint32_t halvings(std::uint32_t word, bool isUnsigned) {
  std::int64_t number = isUnsigned ? std::int64_t(word) : std::int64_t(std::int32_t(word));
  std::uint32_t highest = ~0u;
  for (; number != 0 && number != -1; ++highest)
    number = (number - (number & 1)) / 2;
  return highest;
}

TEST(Flo, IsTheNumberOfHalvings_FLO_1_2) {
  const CompiledLane<floLane, FloModifierTerms, FloChoiceTerms> encoding;
  std::mt19937 random(1);
  for (unsigned round = 0; round < 64000; ++round) {
    const spec::FloModifiers modifiers{round % 2, round / 2 % 2, round / 4 % 2};
    const std::uint32_t word = round % 50 ? anyWord(random) : 0u - round / 50 % 2; // no such bit in 0 and -1
    const std::uint32_t highest = halvings(modifiers.inverts ? ~word : word, modifiers.isUnsigned);
    const std::uint32_t wanted = modifiers.asShift && highest != ~0u ? 31 - highest : highest;
    ASSERT_EQ(encoding(modifiers, {}, round % 32, {word}), wanted)
        << word << " unsigned " << modifiers.isUnsigned << " inverted " << modifiers.inverts;
  }
}

TEST(Flo, EachBitAlone_FLO_1_2) {
  const CompiledLane<floLane, FloModifierTerms, FloChoiceTerms> encoding;
  for (std::uint32_t bit = 0; bit < 32; ++bit) {
    const std::uint32_t word = 1u << bit;
    EXPECT_EQ(encoding({1, 0, 0}, {}, 0, {word}), bit);
    EXPECT_EQ(encoding({1, 1, 0}, {}, 0, {word}), 31 - bit);
    EXPECT_EQ(encoding({0, 0, 0}, {}, 0, {word}), bit == 31 ? 30 : bit);
    EXPECT_EQ(encoding({0, 0, 0}, {}, 0, {0u - word}), bit - 1) << "2^bit downwards; none in -1";
  }
  for (std::uint32_t flags = 0; flags < 4; ++flags)
    EXPECT_EQ(encoding({flags % 2, flags / 2, 0}, {}, 0, {0}), ~0u);
  EXPECT_EQ(encoding({0, 1, 0}, {}, 0, {~0u}), ~0u);
  EXPECT_EQ(encoding({1, 1, 0}, {}, 0, {~0u}), 0u);
}

TEST(Flo, FormsAndPlans_FLO_1_2_3_MACH_3) {
  compareForms<FloFormTerms, FloModifierTerms, FloChoiceTerms, floModifiers, floPlan>(
      [](const spec::FloForm& form) {
        const auto& [inverted, b] = form.rb;
        return isSignedOperand(b) && !(inverted && b.isImmediate);
      },
      [](const spec::FloModifiers& m) { return m.isUnsigned < 2 && m.asShift < 2 && m.inverts < 2; },
      [](const spec::FloForm& form) { return spec::FloModifiers{form.isUnsigned, form.asShift, form.rb.negated}; },
      [](const spec::FloForm& form, const spec::Plan& before) {
        spec::Plan plan = planOver(before, {}, form.rd.index);
        plan.source[rows::kB] = signedSource(form.rb.operand);
        return plan;
      });
}

TEST(Flo, EveryImmediate_FLO_3) {
  tryEveryImmediate<FloFormTerms, FloModifierTerms, FloChoiceTerms, floModifiers, floPlan>(
      {}, rows::kB, [](spec::FloForm& form) -> auto& { return form.rb.operand; });
}

} // namespace
} // namespace warplaw::symbolic

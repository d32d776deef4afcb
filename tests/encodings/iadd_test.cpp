// IADD's encoding against a carry chain (IADD-1), its plan over all forms and all immediates (IADD-2, IADD-3, MACH-3).
#include "symbolic/encodings/iadd.h"
#include "tests/encodings/compiled.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::iadd_rows;

/// Bit by bit; a word is subtracted as its complement and a carry.
std::uint32_t chained(std::uint32_t a, std::uint32_t b, bool carry) {
  std::uint32_t sum = 0;
  for (unsigned i = 0; i < 32; ++i) {
    const bool x = a >> i & 1, y = b >> i & 1;
    sum |= std::uint32_t(x ^ y ^ carry) << i;
    carry = (x && y) || (carry && (x || y));
  }
  return sum;
}

TEST(Iadd, IsACarryChain_IADD_1) {
  const CompiledLane<iaddLane, IaddModifierTerms, IaddChoiceTerms> encoding;
  std::mt19937 random(1);
  for (unsigned round = 0; round < 30000; ++round) {
    std::array<std::uint32_t, spec::kSourceRows> words;
    for (std::uint32_t& word : words)
      word = static_cast<std::uint32_t>(random()) >> random() % 32;
    const std::uint32_t negatesA = round % 3 == 1, negatesB = round % 3 == 2;
    const std::uint32_t a = words[rows::kA], b = words[rows::kB];
    ASSERT_EQ(encoding({negatesA, negatesB}, {}, round % 32, words),
              chained(negatesA ? ~a : a, negatesB ? ~b : b, negatesA || negatesB));
  }
}

spec::Plan planOf(const spec::IaddForm& form, const spec::Plan& before) {
  spec::Plan plan = planOver(before, {form.ra.reg.index}, form.rd.index);
  plan.source[rows::kB] = signedSource(form.rb.operand);
  return plan;
}

TEST(Iadd, FormsAndPlans_IADD_1_2_3_MACH_3) {
  compareForms<IaddFormTerms, IaddModifierTerms, IaddChoiceTerms, iaddModifiers, iaddPlan>(
      [](const spec::IaddForm& form) {
        const auto& [negated, b] = form.rb;
        return isSignedOperand(b) && !(negated && (b.isImmediate || form.ra.negated));
      },
      [](const spec::IaddModifiers& m) { return std::uint64_t(m.negatesA) + m.negatesB < 2; },
      [](const spec::IaddForm& form) { return spec::IaddModifiers{form.ra.negated, form.rb.negated}; }, planOf);
}

TEST(Iadd, EveryImmediate_IADD_2) {
  tryEveryImmediate<IaddFormTerms, IaddModifierTerms, IaddChoiceTerms, iaddModifiers, iaddPlan>(
      {}, rows::kB, [](spec::IaddForm& form) -> auto& { return form.rb.operand; });
}

} // namespace
} // namespace warplaw::symbolic

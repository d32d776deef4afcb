// LOP's encoding against truth tables (LOP-1), its plan over all forms and all immediates (LOP-2, MACH-3).
#include "symbolic/encodings/lop.h"
#include "tests/encodings/compiled.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::lop_rows;

TEST(Lop, IsATruthTableBitByBit_LOP_1) {
  // bit 2a + b of a row is the answer to the bits a and b: AND, OR, XOR, PASS_B
  constexpr std::uint32_t kTables[] = {0b1000, 0b1110, 0b0110, 0b1010};
  const CompiledLane<lopLane, LopModifierTerms, LopChoiceTerms> encoding;
  std::mt19937 random(1);
  for (unsigned round = 0; round < 32000; ++round) {
    const spec::LopModifiers modifiers{round % 4, round / 4 % 2, round / 8 % 2};
    std::array<std::uint32_t, spec::kSourceRows> words;
    for (std::uint32_t& word : words)
      word = anyWord(random);
    std::uint32_t wanted = 0;
    for (unsigned i = 0; i < 32; ++i) {
      const unsigned a = (words[rows::kA] >> i & 1) != modifiers.invertsA;
      const unsigned b = (words[rows::kB] >> i & 1) != modifiers.invertsB;
      wanted |= (kTables[modifiers.op] >> (2 * a + b) & 1) << i;
    }
    ASSERT_EQ(encoding(modifiers, {}, round % 32, words), wanted) << "op " << modifiers.op;
  }
}

spec::Plan planOf(const spec::LopForm& form, const spec::Plan& before) {
  spec::Plan plan = planOver(before, {form.ra.reg.index}, form.rd.index);
  plan.source[rows::kB] = signedSource(form.rb.operand);
  return plan;
}

TEST(Lop, FormsAndPlans_LOP_1_2_MACH_3) {
  compareForms<LopFormTerms, LopModifierTerms, LopChoiceTerms, lopModifiers, lopPlan>(
      [](const spec::LopForm& form) {
        const auto& [inverted, b] = form.rb;
        return int(form.op) < 4 && isSignedOperand(b) && !(inverted && b.isImmediate);
      },
      [](const spec::LopModifiers& m) { return m.op < 4 && m.invertsA < 2 && m.invertsB < 2; },
      [](const spec::LopForm& form) {
        return spec::LopModifiers{std::uint32_t(form.op), form.ra.negated, form.rb.negated};
      },
      planOf);
}

TEST(Lop, EveryImmediate_LOP_2) {
  tryEveryImmediate<LopFormTerms, LopModifierTerms, LopChoiceTerms, lopModifiers, lopPlan>(
      {}, rows::kB, [](spec::LopForm& form) -> auto& { return form.rb.operand; });
}

} // namespace
} // namespace warplaw::symbolic

// POPC's encoding against ones that are taken away one by one (POPC-1), its plan over all forms and all immediates
// (POPC-2, MACH-3).
#include "symbolic/encodings/popc.h"
#include "tests/encodings/compiled.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::popc_rows;

std::uint32_t ones(std::uint32_t word) {
  std::uint32_t count = 0;
  for (; word; word &= word - 1) // without its lowest
    ++count;
  return count;
}

TEST(Popc, CountsOnes_POPC_1) {
  const CompiledLane<popcLane, PopcModifierTerms, PopcChoiceTerms> encoding;
  std::mt19937 random(1);
  const auto expectCount = [&](std::uint32_t word, unsigned lane) {
    ASSERT_EQ(encoding({0}, {}, lane, {word}), ones(word)) << word;
    ASSERT_EQ(encoding({1}, {}, lane, {word}), ones(~word)) << word;
  };
  for (std::uint32_t word = 0; word < 1u << 16; ++word) // each half in all its values
    expectCount(word, word % 32), expectCount(word << 16, 0);
  for (unsigned round = 0; round < 30000; ++round)
    expectCount(anyWord(random), round % 32);
  expectCount(~0u, 0);
}

TEST(Popc, FormsAndPlans_POPC_1_2_MACH_3) {
  compareForms<PopcFormTerms, PopcModifierTerms, PopcChoiceTerms, popcModifiers, popcPlan>(
      [](const spec::PopcForm& form) {
        const auto& [inverted, b] = form.rb;
        return isSignedOperand(b) && !(inverted && b.isImmediate);
      },
      [](const spec::PopcModifiers& m) { return m.inverts < 2; },
      [](const spec::PopcForm& form) { return spec::PopcModifiers{form.rb.negated}; },
      [](const spec::PopcForm& form, const spec::Plan& before) {
        spec::Plan plan = planOver(before, {}, form.rd.index);
        plan.source[rows::kB] = signedSource(form.rb.operand);
        return plan;
      });
}

TEST(Popc, EveryImmediate_POPC_2) {
  tryEveryImmediate<PopcFormTerms, PopcModifierTerms, PopcChoiceTerms, popcModifiers, popcPlan>(
      {}, rows::kB, [](spec::PopcForm& form) -> auto& { return form.rb.operand; });
}

} // namespace
} // namespace warplaw::symbolic

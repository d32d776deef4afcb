// SEL's encoding against masks (SEL-1), its plan over all forms and all immediates (SEL-2, MACH-3).
#include "symbolic/encodings/sel.h"
#include "tests/encodings/compiled.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::sel_rows;

TEST(Sel, IsAMaskOfThePredicate_SEL_1) {
  const CompiledLane<selLane, SelModifierTerms, SelChoiceTerms> encoding;
  std::mt19937 random(1);
  for (unsigned round = 0; round < 10000; ++round) {
    std::array<std::uint32_t, spec::kSourceRows> words;
    for (std::uint32_t& word : words)
      word = static_cast<std::uint32_t>(random());
    const bool holds = random() & 1;
    const std::uint32_t mask = 0u - holds;
    ASSERT_EQ(encoding({}, {}, round % 32, words, holds), (words[rows::kA] & mask) | (words[rows::kB] & ~mask));
  }
}

spec::Plan planOf(const spec::SelForm& form, const spec::Plan& before) {
  spec::Plan plan = planOver(before, {form.ra.index}, form.rd.index);
  plan.source[rows::kB] = signedSource(form.rb);
  plan.sourcePredicate = form.pp.predicate.index;
  plan.sourcePredicateNegated = form.pp.negated;
  return plan;
}

TEST(Sel, FormsAndPlans_SEL_1_2_MACH_3) {
  compareForms<SelFormTerms, SelModifierTerms, SelChoiceTerms, selModifiers, selPlan>(
      [](const spec::SelForm& form) { return isSignedOperand(form.rb) && form.pp.predicate.index < 8; },
      [](const spec::SelModifiers&) { return true; }, [](const spec::SelForm&) { return spec::SelModifiers{}; },
      planOf);
}

TEST(Sel, EveryImmediate_SEL_2) {
  tryEveryImmediate<SelFormTerms, SelModifierTerms, SelChoiceTerms, selModifiers, selPlan>(
      {}, rows::kB, [](spec::SelForm& form) -> auto& { return form.rb; });
}

} // namespace
} // namespace warplaw::symbolic

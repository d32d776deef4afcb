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
  spec::Plan plan = planOver(before, {form.ra.index, form.rb.value}, form.rd.index);
  if (form.rb.isImmediate) // the sign's weight is -2^19
    plan.source[rows::kB] = {spec::SourceKind::Immediate,
                             (form.rb.value & 0x7FFFF) - ((form.rb.value >> 19 & 1) << 19)};
  plan.sourcePredicate = form.pp.predicate.index;
  plan.sourcePredicateNegated = form.pp.negated;
  return plan;
}

TEST(Sel, FormsAndPlans_SEL_1_2_MACH_3) {
  compareForms<SelFormTerms, SelModifierTerms, SelChoiceTerms, selModifiers, selPlan>(
      [](const spec::SelForm& form) {
        return form.rb.value < (form.rb.isImmediate ? 1u << 20 : 256u) && form.pp.predicate.index < 8;
      },
      [](const spec::SelModifiers&) { return true; }, [](const spec::SelForm&) { return spec::SelModifiers{}; },
      planOf);
}

TEST(Sel, EveryImmediate_SEL_2) {
  const CompiledForm<SelFormTerms, SelModifierTerms, SelChoiceTerms, selModifiers, selPlan> encoding;
  spec::SelForm form{{0}, {1}, {true, 0}, {{2}, false}};
  for (std::uint32_t bits = 0; bits < 1u << 20; ++bits) {
    form.rb.value = bits;
    const auto answer = encoding(form, {}, {});
    ASSERT_TRUE(answer.isLegal) << bits;
    ASSERT_EQ(answer.plan.source[rows::kB].value, planOf(form, {}).source[rows::kB].value) << bits;
  }
  form.rb.value = 1u << 20;
  EXPECT_FALSE(encoding(form, {}, {}).isLegal);
}

} // namespace
} // namespace warplaw::symbolic

// SEL as terms: which of its two words a lane gets (SEL-1); its plan (SEL-2).
#include "symbolic/encodings/sel.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::sel_rows;
constexpr unsigned kImmediateBits = 20; // SEL-2
} // namespace

Term selLane(const SelModifierTerms&, const SelChoiceTerms&, Term, const LaneWords& words) {
  return words.predicate.ite(words[rows::kA], words[rows::kB]);
}

Term isLegal(const SelFormTerms& form) {
  const Term greatest = form.rb.isImmediate.ite(form.rb.value.terms().constant(32, (Bits(1) << kImmediateBits) - 1),
                                                form.rb.value.terms().constant(32, spec::kZeroRegister));
  return form.rb.value.ule(greatest) & atMost(form.pp.predicate.index, spec::kTruePredicate);
}

SelModifierTerms selModifiers(const SelFormTerms&) { return {}; }

PlanTerms selPlan(const SelFormTerms& form, const SelChoiceTerms&, const PlanTerms& before) {
  Terms& terms = form.rb.value.terms();
  const auto kind = [&](spec::SourceKind k) { return terms.constant(32, static_cast<Bits>(k)); };
  PlanTerms plan = onlyGuardOf(before);
  plan.source[rows::kA] = readRegister(form.ra.index);
  plan.source[rows::kB] = {
      form.rb.isImmediate.ite(kind(spec::SourceKind::Immediate), kind(spec::SourceKind::Register)),
      form.rb.isImmediate.ite(form.rb.value.extract(kImmediateBits - 1, 0).sext(32), form.rb.value)};
  plan.sourcePredicate = form.pp.predicate.index.zext(32);
  plan.sourcePredicateNegated = form.pp.negated.zext(32);
  plan.destination[0] = form.rd.index.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
